/* Shared by diagnose.c and the files that it uses: diagnose_expression.c and mutant.c. */
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

enum {
    BP_SAMPLES = 4096, /* elements of a result in all cases */
    BP_COLUMNS = 64,
    BP_FEWEST = 4 /* elements that a relation must hold for */
};

/* A number for each element of a result: what the student's may be made of. */
typedef enum bp_column_kind { BP_COLUMN_RIGHT, BP_COLUMN_INPUT, BP_COLUMN_INDEX } bp_column_kind;
typedef struct bp_column {
    bp_column_kind kind;
    char name[64];
    float v[BP_SAMPLES];
} bp_column;

/* A component of a result in all cases: the right floats, the student's, and the tolerance of each. */
typedef struct bp_samples {
    int count, columns, own; /* own: the column of the result's first component */
    bool left_out[BP_SAMPLES];
    float right[BP_SAMPLES], got[BP_SAMPLES], slack[BP_SAMPLES];
    bp_column column[BP_COLUMNS];
} bp_samples;

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
/* (diagnose_expression.c) Says an expression of columns that gives the student's floats, the simplest first:
 * another component, the right one with an input or with two; if `deep`, any other column with these. */
bool bp_diagnose_expression(const bp_samples *s, const bp_column *own, bool deep, bp_note *to);
/* (diagnose_expression.c) Says which elements are wrong, the others being left out: those where a number is
 * below, equal to or above another, or within a range. */
bool bp_diagnose_where(const bp_samples *s, const bp_column *own, bp_note *to);
