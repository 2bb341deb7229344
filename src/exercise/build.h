/* Compiling a student's file and making a program of it, with a verdict where that fails. */
#ifndef BP_EXERCISE_BUILD_H
#define BP_EXERCISE_BUILD_H

#include <bindpose/exercise.h>

/* A check under way. */
typedef struct bp_exercise_job {
    const bp_exercise *exercise;
    const bp_exercise_paths *place;
    const char *source;
    const bp_exercise_options *options; /* all zeros filled in */
    const bp_allocator *allocator;
    char folder[1100]; /* what is built */
    char object[1200], includes[1200], program[1200];
} bp_exercise_job;

/* Compiles, looks at the object, links. result->verdict is PASSED where there is a program now. */
bool bp_exercise_build(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error);

/* Says no. Always true: a verdict is there. */
bool bp_exercise_set_verdict(bp_exercise_result *result, bp_exercise_verdict verdict, const char *id,
                        const char *format, ...) BP_PRINTF(4, 5);

/* (src/exercise/check_object.c) Refuses an object that includes files, calls functions or defines what it may not; the list
 * of the included files is in make's form at job->includes. */
bool bp_exercise_check_object(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error);

#endif
