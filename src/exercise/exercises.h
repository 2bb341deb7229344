/* The exercises' constants, and their floats. */
#pragma once

#include "exercise/calls.h"
#include <bindpose/exercise.h>
#include <stddef.h>
#include <string.h>

/* Tables of all exercises have this many elements (asserted in exercises.c). */
enum { BP_EXERCISES_MOST = 64 };

#define BP_DECLARE_EXERCISE(id) extern const bp_exercise bp_exercise_##id;
BP_EXERCISE_IDS(BP_DECLARE_EXERCISE)

/* Space for any exercise's input struct. */
typedef union bp_exercise_inputs {
    max_align_t align;
    char bytes[BP_EXERCISE_INPUT_BYTES];
} bp_exercise_inputs;

/* A float that was never written. What is computed from one keeps the bits on most machines. */
static inline float bp_unwritten(void) {
    const uint32_t bits = BP_UNWRITTEN;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline bool bp_is_unwritten(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits == BP_UNWRITTEN || value == (float)(int32_t)BP_UNWRITTEN;
}
