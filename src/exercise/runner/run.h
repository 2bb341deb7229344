/* The program that a student's file is linked with: main.c exchanges data with the checker, and one file an
 * exercise hands a case's floats to the student's function. Neither contains a correct answer. */
#ifndef BP_EXERCISE_RUNNER_RUN_H
#define BP_EXERCISE_RUNNER_RUN_H

#include "exercise.h"
#include <bindpose/exercise.h>
#include <stddef.h>

/* Reads a case's inputs, calls the student's function, writes its results, and returns the position after
 * them. */
float *bp_exercise_call(const float *in, float *out);

/* An array for the student's function, of exactly the right length: the sanitizers watch its ends. It is
 * filled with bytes that are NaN as floats, which shows if the function doesn't write an element. Never NULL.
 * main frees it after the call. */
void *bp_run_array(int count, size_t size);
/* Such an array, filled with inputs: `size` is that of a float or of a struct of floats. */
void *bp_run_values(const float **in, int count, size_t size);
int *bp_run_ints(const float **in, int count);

#endif
