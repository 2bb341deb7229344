/* Grading a class: checks every exercise of every student separately, with hidden cases.
 *
 * A class is a folder with a folder or a file for each student, or the unpacked download of a course's site
 * (class.c). A student's files may lie anywhere in it (submission.h). They are copied out before anything is
 * done with them, so only the file itself is compiled. */
#pragma once

#include "base/text_buffer.h"
#include "tools/grade/submission.h"

enum { BP_GRADEBOOK_MAX_STUDENTS = 4096 };

/* One exercise of one student. */
typedef struct bp_grade {
    bool checked; /* if false, `cause` says why there was nothing to check */
    bp_exercise_verdict verdict;
    int points;
    /* "" if it passed; "missing", "not_begun" (the gap is untouched), "unreadable" (not a plain file in the
     * student's own folder, or over 64 KiB); else bp_exercise_result.id. */
    char cause[48];
    char text[768];
    char case_name[96]; /* of the first case that failed; "" for none */
    int case_right, case_count;
    char *report, *message; /* as a student sees it; the compiler's first message; owned, NULL: not checked */
    char *pictures[2];      /* the answer and the right one, PNG files in base64, or ""; owned */
    /* What the compiler makes of it, for comparing it (answer_code.h); owned. "", "?" (see grade.c), NULL:
     * none. */
    char *code;
} bp_grade;

void bp_grade_clear(const bp_allocator *allocator, bp_grade *grade);
bool bp_grade_passes(const bp_grade *grade);

/* Where a submission was downloaded from. */
typedef enum bp_course_site { BP_SITE_NONE, BP_SITE_MOODLE, BP_SITE_CANVAS } bp_course_site;

/* All texts are owned. */
typedef struct bp_student {
    char *name;
    char *id;      /* what the student wrote into the handin, or "" */
    char *site_id; /* the course site's number for the student or the submission, or "" */
    char *entry;   /* the folder's name in the class's folder; or what the names of the files begin with */
    bp_course_site site;
    bool late;
    int days_late, extra_days; /* begun days after the deadline; those that the teacher gave */
    bp_folder_names files;     /* files of this student beside those of others; none if `entry` is a folder */
    char *handin;              /* path of the file that `bindpose exercise handin` wrote; NULL: none */
    bool is_folder;            /* `entry` is one */
    bp_submission *submission; /* once it is graded */
    char problem[512];         /* why the files can't be read; "" for none */
    bp_grade *grades;          /* one for each exercise */
    int points;
} bp_student;

/* Two answers to one exercise that are alike (similar.h). */
typedef struct bp_similar_pair {
    int exercise;         /* index */
    size_t one, other;    /* indices of students, one < other; or `other` is none, but something of ours: */
    char *source, *text;  /* its name and its text, owned; NULL */
    int percent, windows; /* shared */
} bp_similar_pair;

typedef struct bp_gradebook {
    const bp_allocator *allocator; /* borrowed */
    const char *folder;            /* borrowed */
    bp_student *students;          /* owned, sorted by name */
    size_t student_count;
    bp_similar_pair *pairs; /* owned; once it is graded */
    size_t pair_count;
    char *warnings; /* owned; about entries that aren't graded, a line for each; "" for none */
    const bp_exercise *exercises[BP_SUBMISSION_MAX_EXERCISES + 1]; /* those that are graded */
    int worth[BP_SUBMISSION_MAX_EXERCISES + 1];                    /* the points of each */
    int exercise_count;
    int late_percent; /* of an exercise's points, for each day late */
    uint64_t seed;
} bp_gradebook;

void bp_similar_pairs_free(const bp_allocator *allocator, bp_similar_pair *pairs, size_t count);

typedef struct bp_grade_options {
    uint64_t seed;     /* of the cases (1: the seed that students use) */
    int jobs;          /* simultaneous checks (1) */
    bool unsafe;       /* run students' code without a sandbox */
    bool partial;      /* a wrong answer gets points for the cases that are right (grade.c) */
    const char *cache; /* folder for results: a check that was done before isn't done again */
    void (*progress)(void *user, size_t done, size_t all); /* may be NULL; called by several threads */
    /* Makes two PNGs, of the student's result and of the right one; free them with bp_file_free(NULL, ...).
     * NULL: no pictures. Called by several threads. */
    bool (*draw)(const bp_exercise *exercise, const bp_exercise_result *result, bp_file pictures[2],
                 bp_error *error);
    void *user;
} bp_grade_options;

/* (class.c) Lists the students. Errors: the folder can't be read, has no submissions or too many (INPUT);
 * memory. */
bool bp_gradebook_open(const bp_allocator *allocator, const char *folder, bp_gradebook *out, bp_error *error);
void bp_gradebook_close(bp_gradebook *book);

/* Grades these exercises only: names or numbers with spaces or commas between them. Errors: there is no such
 * exercise, or one is named twice (ARGUMENT). */
bool bp_gradebook_choose(bp_gradebook *book, const char *names, bp_error *error);

/* The name that a file had before the course's site put the student's name in front. */
const char *bp_class_own_name(const char *entry);

/* Checks everything. A student's code can affect only the points of its own exercise. Errors: no
 * compiler, no sandbox (ENVIRONMENT), memory. */
bool bp_gradebook_grade(bp_gradebook *book, const bp_exercise_paths *paths, const bp_grade_options *options,
                        bp_error *error);

int bp_gradebook_max_points(const bp_gradebook *book); /* the highest possible sum */

/* (points.c) Gives exercises other points than ten: "05=20, 10b=5". Errors: no such exercise, or one that
 * isn't graded; a number beyond 0..1000 (ARGUMENT). */
bool bp_gradebook_weigh(bp_gradebook *book, const char *weights, bp_error *error);

/* (points.c) What is newer than `due` ("2026-11-30 18:00", local time; without an hour, the day's end) loses
 * `percent` of each exercise's points, rounded down, for each day that has begun. A student with `extra` days
 * ("Ada=2, 1815=1": a name, an entry or an id) loses them only after those. Errors: ARGUMENT. */
bool bp_gradebook_set_due(bp_gradebook *book, const char *due, int percent, const char *extra,
                          bp_error *error);

/* (points.c) Takes off what late submissions lose, and adds up; once, after grading. */
void bp_gradebook_sum(bp_gradebook *book);

/* Writes all that a teacher gets to a folder, and creates the folder: the tables, similar answers (similar.h)
 * and feedback. tests/grade/README.md describes their form. They contain no times and no paths: equal classes
 * give equal bytes. */
bool bp_gradebook_write(const bp_gradebook *book, const char *folder, bp_error *error);

/* (grade_write.c) Writes grades.csv, grades.json and grades.xml (JUnit), and for Moodle and Canvas what they
 * import, a grade for all and a column for each exercise. */
bool bp_gradebook_write_tables(const bp_gradebook *book, const char *folder, bp_error *error);

/* (feedback.c) Writes feedback/NAME.html for each student: one file that needs no other. */
bool bp_gradebook_write_feedback(const bp_gradebook *book, const char *folder, bp_error *error);

/* ---- (identity.c) whether two submissions say that they are the same student's ---- */

enum { BP_IDENTITY_MOST = 640 }; /* bytes of a key, 0 included; longer names are cut */

/* A name's key: names with equal keys look alike to a reader. With ICU (`make ICU=` builds without) that
 * is its form by NFKC, case folded, without spaces and invisible characters, and then the skeleton of
 * Unicode's report 39, in which letters that look alike are one. Without ICU, case and spaces of ASCII. */
void bp_identity_of_name(const char *name, char key[BP_IDENTITY_MOST]);

/* Likewise, but the skeleton comes first: capitals look alike whose small letters don't, as B and the
 * Cyrillic Ve. */
void bp_identity_of_look(const char *name, char key[BP_IDENTITY_MOST]);

/* An id's key: its letters and digits, in the form above; as a number, if it is one: "0018/15" and "1815". */
void bp_identity_of_id(const char *id, char key[BP_IDENTITY_MOST]);

/* ---- for the files that write grades: names and messages are students' own, so all is escaped ---- */

/* Spreadsheets know UTF-8 by it. */
#define BP_BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* (feedback.c) The head of each page: its looks, and a policy that forbids scripts and other files. */
extern const char bp_grade_page_head[];

bp_text_buffer bp_grade_page(const bp_gradebook *book); /* empty */
/* Fields of a row of CSV, in quotes. */
void bp_grade_put_fields(bp_text_buffer *page, int count, const char *const *texts);
/* Adds XML or HTML. The format has %s and %d only; a text in place of %s is escaped, for elements and
 * attributes. */
void bp_grade_put_markup(bp_text_buffer *page, const char *format, ...) BP_PRINTF(2, 3);
/* An escaped text for an element; its lines stay lines. */
void bp_grade_put_lines(bp_text_buffer *page, const char *text);
/* Writes the text to folder/name, and empties it. */
bool bp_grade_write_page(bp_text_buffer *page, const bp_gradebook *book, const char *folder, const char *name,
                         bp_error *error);
