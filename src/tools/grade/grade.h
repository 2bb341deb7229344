/* Grading a class: checks every exercise of every student separately, with hidden cases.
 *
 * In a student's folder the grader looks for lessons/exercises/NN_name/exercise.c (a whole handout sent
 * back), exercises/NN_name/exercise.c, NN_name/exercise.c and NN_name.c; the first that exists counts. It
 * copies that file out before it does anything with it, so only the file itself is compiled. */
#ifndef BP_TOOLS_GRADE_GRADE_H
#define BP_TOOLS_GRADE_GRADE_H

#include "base/folder.h"
#include <bindpose/exercise.h>

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
} bp_grade;

typedef struct bp_student {
    const char *name; /* the folder's; borrowed from the gradebook */
    bp_grade *grades; /* one for each exercise; owned */
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
    uint64_t seed;                                         /* of the cases (1: the seed that students use) */
    int jobs;                                              /* simultaneous checks (1) */
    bool unsafe;                                           /* run students' code without a sandbox */
    void (*progress)(void *user, size_t done, size_t all); /* may be NULL; called by one thread at a time */
    void *user;
} bp_grade_options;

/* Lists the students' folders. Errors: the folder can't be read, has no folders or too many (INPUT);
 * memory. */
bool bp_gradebook_open(const bp_allocator *allocator, const char *folder, bp_gradebook *out, bp_error *error);
void bp_gradebook_close(bp_gradebook *book);

/* Checks everything. A student's code can affect only the points of its own exercise. Errors: no
 * compiler, no sandbox (ENVIRONMENT), memory. */
bool bp_gradebook_grade(bp_gradebook *book, const bp_exercise_paths *paths, const bp_grade_options *options,
                        bp_error *error);

int bp_gradebook_max_points(const bp_gradebook *book); /* the highest possible sum */

/* "passed", "wrong", ..., or "none" if it was not checked. */
const char *bp_grade_verdict(const bp_grade *grade);

/* (grade_write.c) Writes grades.csv, grades.json and grades.xml (JUnit) to a folder, and creates the folder.
 * tests/grade/README.md describes their form. They contain no times and no paths: equal classes give equal
 * bytes. */
bool bp_gradebook_write(const bp_gradebook *book, const char *folder, bp_error *error);

#endif
