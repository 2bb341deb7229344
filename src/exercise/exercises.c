/* The list of all exercises. */
#include "exercise/exercises.h"
#include <string.h>
#include <strings.h>

const bp_exercise *const bp_exercises[] = {
    &bp_exercise_01,
    &bp_exercise_02,
    &bp_exercise_03,
    &bp_exercise_04,
    &bp_exercise_05,
    &bp_exercise_06,
    &bp_exercise_07,
    &bp_exercise_08,
    &bp_exercise_09,
    &bp_exercise_10,
    &bp_exercise_10b,
    &bp_exercise_11,
    &bp_exercise_11b,
    &bp_exercise_12,
    &bp_exercise_12b,
    &bp_exercise_13,
    &bp_exercise_13b,
    &bp_exercise_14,
    &bp_exercise_14b,
    &bp_exercise_15,
    &bp_exercise_15b,
    &bp_exercise_16,
    &bp_exercise_17,
    &bp_exercise_18,
    &bp_exercise_19,
    &bp_exercise_20,
    &bp_exercise_21,
    &bp_exercise_22,
    &bp_exercise_23,
    &bp_exercise_24,
    NULL,
};
_Static_assert(BP_COUNT(bp_exercises) - 1 <= BP_EXERCISES_MOST, "raise BP_EXERCISES_MOST");

/* Zeros in front don't matter, nor does the letter's case. */
static bool same_id(const char *a, const char *b) {
    return strcasecmp(a + strspn(a, "0"), b + strspn(b, "0")) == 0;
}

const bp_exercise *bp_exercise_find(const char *name) {
    for (const bp_exercise *const *one = bp_exercises; *one; one++)
        if (strcmp((*one)->name, name) == 0 || same_id((*one)->id, name)) return *one;
    return NULL;
}
