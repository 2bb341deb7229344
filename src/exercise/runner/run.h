/* The two halves of the program that a student's file is linked with: main, which speaks with the checker, and one
 * file an exercise, which hands a case's floats to the student's function. Neither knows a right answer. */
#ifndef BP_EXERCISE_RUNNER_RUN_H
#define BP_EXERCISE_RUNNER_RUN_H

#include "exercise.h"
#include <bindpose/exercise.h>
#include <stdlib.h>

/* Reads the case's inputs, calls the student's function, writes what it gave and returns the place behind. */
float *bp_exercise_call(const float *in, float *out);

/* An array for the student, exactly as long as it should be, since the sanitizers watch its ends; full of bytes that
 * as floats are NaN: what isn't written is seen. Freed with free. Never NULL. */
void *bp_run_array(size_t count, size_t size);

#endif
