/* Shared by diagnose.c, diagnose_inputs.c and mutant.c, each of which uses those behind it. */
#ifndef BP_EXERCISE_DIAGNOSE_H
#define BP_EXERCISE_DIAGNOSE_H

#include "exercise/mutant.h"
#include <bindpose/exercise.h>

typedef struct bp_diagnosis {
    const bp_exercise *exercise;
    const bp_case_list *cases;
    const bp_exercise_answer *answers, *right; /* of each case */
    int answered;
    const bp_allocator *allocator;
} bp_diagnosis;

/* A text of limited length. */
typedef struct bp_note {
    char text[640];
    size_t used;
} bp_note;

void bp_note_say(bp_note *to, const char *format, ...) BP_PRINTF(2, 3);

/* Orders of elements: the one that is in place i of count, or -1. */
typedef int bp_element_order(int i, int count);
typedef struct bp_named_order {
    bp_element_order *order;
    const char *text; /* behind an array's name */
} bp_named_order;
enum { BP_ELEMENT_ORDERS = 4 };
extern const bp_named_order bp_element_orders[BP_ELEMENT_ORDERS];

/* Says which other inputs the right answer would need to equal the student's. False: none is known. */
bool bp_diagnose_inputs(const bp_diagnosis *d, bp_note *to);
/* (mutant.c) Says one change of the correct answer, or several, that give the student's results. */
bool bp_diagnose_change(const bp_diagnosis *d, bool several, bp_note *to);
/* (mutant.c) The same for one component of an output, or for all of it (part < 0). `is_of`: "x is " stands
 * before. */
bool bp_diagnose_part(const bp_diagnosis *d, int output, int part, bool is_of, bp_note *to);
/* (mutant.c) How many alternatives a point has, and one of them in words. */
int bp_mutation_alternatives(const bp_mutation *m);
void bp_mutation_say(bp_note *to, const bp_mutation *m, int alternative);
/* (mutant.c) Where a result's floats begin in a case's answer, and its number of elements. */
int bp_diagnose_find_output(const bp_diagnosis *d, int index, int of_case, int *count);
/* Where an input's floats begin in a case, and its number of elements. */
float *bp_diagnose_find_input(const bp_exercise *exercise, float *in, int input, int *count);
void bp_diagnose_name_input(const bp_exercise *exercise, int input, char *name, size_t size);

#endif
