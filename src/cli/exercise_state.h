/* How far somebody has come with the exercises: kept in the user's data folder beside the lessons' progress. */
#ifndef BP_CLI_EXERCISE_STATE_H
#define BP_CLI_EXERCISE_STATE_H

#include <bindpose/exercise.h>

enum { BP_EXERCISE_STATES = 32 };

typedef struct bp_exercise_note {
    char name[48];
    int hints;      /* given so far */
    bool passed;    /* the file, as it was when it was checked last: ... */
    char print[20]; /* ... a fingerprint of it; "" where it never was */
} bp_exercise_note;

typedef struct bp_exercise_state {
    bp_exercise_note notes[BP_EXERCISE_STATES];
    int count;
} bp_exercise_state;

/* Reads it; where there is none, or none that can be understood, nothing is known. */
void bp_exercise_state_read(bp_exercise_state *state);
/* Writes it. Errors: no data folder, the file. */
bool bp_exercise_state_write(const bp_exercise_state *state, bp_error *error);
/* The note of an exercise, made where there is none; never NULL (beyond the table, the last). */
bp_exercise_note *bp_exercise_state_note(bp_exercise_state *state, const char *name);

typedef enum bp_exercise_standing {
    BP_STANDING_MISSING,   /* there is no file */
    BP_STANDING_NOT_BEGUN, /* the file is the original */
    BP_STANDING_CHANGED,   /* since it was checked, or never was */
    BP_STANDING_FAILS,
    BP_STANDING_PASSES,
} bp_exercise_standing;

/* "not begun", ... */
const char *bp_standing_text(bp_exercise_standing standing);
/* Compares the student's file with the original and with what was checked. */
bp_exercise_standing bp_exercise_standing_of(const bp_exercise_state *state, const bp_exercise_place *place,
                                             const bp_exercise *exercise);
/* Notes the verdict on a file that was just checked, and writes the state down; without a data folder nothing is
 * kept. */
void bp_exercise_state_keep(const bp_exercise *exercise, const char *source, bool passed);

#endif
