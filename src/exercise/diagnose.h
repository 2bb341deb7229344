/* Shared by diagnose.c and mutant.c; the first uses the second. */
#pragma once

#include "exercise/mutant.h"
#include <bindpose/exercise.h>

typedef struct bp_diagnosis {
    const bp_exercise *exercise;
    const bp_case_list *cases;
    const bp_exercise_answer *answers, *right,
        *known; /* of each case; known: of one known mistake, the next ... */
    int answered;
    const bp_allocator *allocator;
} bp_diagnosis;

/* A text of limited length. */
typedef struct bp_note {
    char text[640];
    size_t used;
} bp_note;

void bp_note_say(bp_note *to, const char *format, ...) BP_PRINTF(2, 3);

/* (mutant.c) Says one change of a correct answer, or several, that give the student's results. */
bool bp_diagnose_change(const bp_diagnosis *d, bool several, bp_note *to);
/* (mutant.c) The same for one component of an output, or for all of it (part < 0). `is_of`: "x is " stands
 * before. */
bool bp_diagnose_part(const bp_diagnosis *d, int output, int part, bool is_of, bp_note *to);
/* (mutant.c) How many alternatives a point has, and one of them in words. */
int bp_mutation_alternatives(const bp_mutation *m);
void bp_mutation_say(bp_note *to, const bp_mutation *m, int alternative);
/* (diagnose.c) Where the floats of an input, or of a right result, begin in a case, and its number of
 * elements. `values`: the exercise's table of the one or the other. */
int bp_diagnose_find(const bp_diagnosis *d, const bp_exercise_value *values, int index, int of_case,
                     int *count);
