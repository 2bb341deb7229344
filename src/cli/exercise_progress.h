/* A student's progress with the exercises, stored in the user's data folder beside the lessons' progress. */
#ifndef BP_CLI_EXERCISE_PROGRESS_H
#define BP_CLI_EXERCISE_PROGRESS_H

#include "exercise/exercises.h"

enum { BP_EXERCISE_RECORDS = BP_EXERCISES_MOST };

typedef struct bp_exercise_record {
    char name[48];
    int hints;            /* number of hints given */
    int wrong_tries;      /* wrong answers to `exercise try`, since the last right one */
    bool passed;          /* result of the last check */
    char fingerprint[20]; /* of the file at that check; "" before the first one */
} bp_exercise_record;

typedef struct bp_exercise_progress {
    bp_exercise_record records[BP_EXERCISE_RECORDS];
    int count;
    int lock; /* between begin and end */
} bp_exercise_progress;

/* The file is exercises.json in the user's data folder. If HOME isn't set, or that folder can't be written,
 * it is .progress.json beside the exercises, and a line on standard error says so when it is made. */

/* Reads the progress. Empty if the file is missing or damaged. */
void bp_exercise_progress_read(bp_exercise_progress *progress);
/* Writes it. Errors: no data folder; the file can't be written. */
bool bp_exercise_progress_write(const bp_exercise_progress *progress, bp_error *error);
/* Reads the progress, to change it; other processes wait until it is written. */
void bp_exercise_progress_begin(bp_exercise_progress *progress);
/* Writes it. If that fails, says so on standard error. */
void bp_exercise_progress_end(bp_exercise_progress *progress);
/* The record of an exercise; adds one if there is none. Never NULL (a full table returns the last record). */
bp_exercise_record *bp_exercise_progress_record(bp_exercise_progress *progress, const char *name);

typedef enum bp_exercise_status {
    BP_EXERCISE_STATUS_MISSING,   /* there is no file */
    BP_EXERCISE_STATUS_NOT_BEGUN, /* the file is the original */
    BP_EXERCISE_STATUS_CHANGED,   /* changed since the last check, or never checked */
    BP_EXERCISE_STATUS_FAILS,
    BP_EXERCISE_STATUS_PASSES,
} bp_exercise_status;

/* "not begun", ... */
const char *bp_exercise_status_text(bp_exercise_status status);
/* Compares the student's file with the original and with the file that was checked last. */
bp_exercise_status bp_exercise_status_of(const bp_exercise_progress *progress, const bp_exercise_paths *paths,
                                         const bp_exercise *exercise);
/* Stores the result of a check. Does nothing without a data folder. */
void bp_exercise_progress_store(const bp_exercise *exercise, const char *source, bool passed);

#endif
