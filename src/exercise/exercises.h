/* The sixteen, one a file. */
#ifndef BP_EXERCISE_EXERCISES_H
#define BP_EXERCISE_EXERCISES_H

#include <bindpose/exercise.h>

extern const bp_exercise bp_exercise_05;

#endif
