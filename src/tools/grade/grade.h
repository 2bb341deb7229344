/* A class: many students' folders, each exercise of each checked apart, with hidden cases.
 *
 * A student's file is looked for in the student's folder as lessons/exercises/NN_name/exercise.c (a whole handout
 * sent back), exercises/NN_name/exercise.c, NN_name/exercise.c or NN_name.c; the first that is there counts. It
 * is copied out before anything is done with it, so that what is compiled is the file and nothing round it. */
#ifndef BP_TOOLS_GRADE_GRADE_H
#define BP_TOOLS_GRADE_GRADE_H

#include "base/folder.h"
#include <bindpose/exercise.h>

enum { BP_GRADEBOOK_MAX_STUDENTS = 4096 }; /* students */

/* One exercise of one student. */
typedef struct bp_grade {
    bool checked; /* else there was nothing to check, and `cause` says why */
    bp_exercise_verdict verdict;
    int points;
    /* "" where it passed; "missing", "not_begun" (the gap is as it was), "unreadable" (no plain file in the student's own
     * folder, or over 64 KiB); else bp_exercise_result's id. */
    char cause[48];
    char text[768];
    char case_name[96]; /* of the first case that failed; "" for none */
} bp_grade;

typedef struct bp_student {
    const char *name; /* the folder's; borrowed from the class */
    bp_grade *marks;   /* one an exercise; owned */
    int points;
} bp_student;

typedef struct bp_gradebook {
    const bp_allocator *allocator; /* borrowed */
    const char *folder;            /* borrowed */
    bp_folder_names names;
    bp_student *students; /* names.count of them, sorted by name */
    int exercise_count;
    uint64_t seed;
} bp_gradebook;

typedef struct bp_grade_options {
    uint64_t seed; /* of the cases (1, which is what students check with) */
    int jobs;      /* checks at a time (1) */
    bool unsafe;   /* without walls, where the teacher says so */
    void (*progress)(void *user, size_t done, size_t all); /* may be NULL; called by one thread at a time */
    void *user;
} bp_grade_options;

/* Finds the students. Errors: the folder can't be read, no folder in it, too many (INPUT); memory. */
bool bp_gradebook_open(const bp_allocator *allocator, const char *folder, bp_gradebook *out, bp_error *error);
void bp_gradebook_close(bp_gradebook *class);

/* Checks everything; whatever a student's code does costs that exercise its points and nothing else. Errors: no
 * compiler, no walls (ENVIRONMENT), memory. */
bool bp_gradebook_grade(bp_gradebook *class, const bp_exercise_paths *paths, const bp_grade_options *options,
                    bp_error *error);

int bp_gradebook_max_points(const bp_gradebook *class); /* that a student can have */

/* "passed", "wrong", ..., or "none" for what was not checked. */
const char *bp_grade_verdict(const bp_grade *mark);

/* ---- writing (src/tools/grade/grade_write.c) --------------------------------------------------------------- */

/* grades.csv, grades.json and grades.xml (JUnit) in a folder, which is made; their form is in
 * tests/grade/README.md. No times, no paths: the same class gives the same bytes. */
bool bp_gradebook_write(const bp_gradebook *class, const char *folder, bp_error *error);

#endif
