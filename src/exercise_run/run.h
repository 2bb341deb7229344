/* The two halves of the program that a student's file is linked with: main, which speaks with the checker, and one
 * file an exercise, which hands a case's floats to the student's function. Neither knows a right answer. */
#ifndef BP_EXERCISE_RUN_RUN_H
#define BP_EXERCISE_RUN_RUN_H

#include "exercise.h"
#include <bindpose/exercise.h>

/* Reads the case's inputs, calls the student's function, writes what it gave and returns the place behind. What
 * the student is handed a pointer to should come from malloc: the sanitizers watch the ends of it. */
float *bp_exercise_call(const float *in, float *out);

#endif
