/* The list of all exercises. */
#include "exercise/exercises.h"
#include <string.h>
#include <strings.h>

#define ENTRY(id) &bp_exercise_##id,
const bp_exercise *const bp_exercises[] = {BP_EXERCISE_IDS(ENTRY) NULL};
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
