/* The list of all exercises. */
#include "exercise/exercises.h"
#include <stdlib.h>
#include <string.h>

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
    &bp_exercise_11,
    &bp_exercise_12,
    &bp_exercise_13,
    &bp_exercise_14,
    &bp_exercise_15,
    &bp_exercise_16,
    &bp_exercise_17,
    &bp_exercise_18,
    NULL,
};

const bp_exercise *bp_exercise_find(const char *name) {
    char *end;
    long number = strtol(name, &end, 10);
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        if (strcmp((*one)->name, name) == 0) return *one;
        if (end != name && *end == '\0' && number == (*one)->number) return *one;
    }
    return NULL;
}
