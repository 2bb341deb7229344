/* How far somebody has come with the exercises: kept in the user's data folder beside the lessons' progress. */
#ifndef BP_CLI_EXERCISE_PROGRESS_H
#define BP_CLI_EXERCISE_PROGRESS_H

#include <bindpose/exercise.h>

enum { BP_EXERCISE_RECORDS = 32 };

typedef struct bp_exercise_record {
    char name[48];
    int hints;      /* given so far */
    bool passed;    /* the file, as it was when it was checked last: ... */
    char print[20]; /* ... a fingerprint of it; "" where it never was */
} bp_exercise_record;

typedef struct bp_exercise_progress {
    bp_exercise_record notes[BP_EXERCISE_RECORDS];
    int count;
} bp_exercise_progress;

/* Reads it; where there is none, or none that can be understood, nothing is known. */
void bp_exercise_progress_read(bp_exercise_progress *state);
/* Writes it. Errors: no data folder, the file. */
bool bp_exercise_progress_write(const bp_exercise_progress *state, bp_error *error);
/* The note of an exercise, made where there is none; never NULL (beyond the table, the last). */
bp_exercise_record *bp_exercise_progress_record(bp_exercise_progress *state, const char *name);

typedef enum bp_exercise_status {
    BP_EXERCISE_STATUS_MISSING,   /* there is no file */
    BP_EXERCISE_STATUS_NOT_BEGUN, /* the file is the original */
    BP_EXERCISE_STATUS_CHANGED,   /* since it was checked, or never was */
    BP_EXERCISE_STATUS_FAILS,
    BP_EXERCISE_STATUS_PASSES,
} bp_exercise_status;

/* "not begun", ... */
const char *bp_exercise_status_text(bp_exercise_status standing);
/* Compares the student's file with the original and with what was checked. */
bp_exercise_status bp_exercise_status_of(const bp_exercise_progress *state, const bp_exercise_paths *paths,
                                         const bp_exercise *exercise);
/* Notes the verdict on a file that was just checked, and writes the state down; without a data folder nothing is
 * kept. */
void bp_exercise_progress_store(const bp_exercise *exercise, const char *source, bool passed);

#endif
