/* Shared by the files of `bindpose exercise`. */
#pragma once

#include "app/window.h"
#include "cli/commands.h"
#include "exercise/exercises.h"

/* (exercise_answer.c) For the web page. */
bp_command bp_exercise_describe_command; /* exercises as JSON */
bp_command bp_exercise_try_command;      /* checks an answer; exit 0 passed, 1 wrong, 2 unreadable */

/* (exercise_progress.c) Finds an exercise by name. Error: there is none; the message names the nearest. */
const bp_exercise *bp_exercise_named(const char *name, bp_error *error);

/* ---- answers as pictures (exercise_picture.c) ---------------------------------------------------------- */

typedef struct bp_exercise_pictures {
    const char *folder;     /* exists; for the functions that write files into it */
    const char *screenshot; /* of bp_exercise_show_answer: a PNG file instead of a window; NULL: a window */
    int size[2];            /* 0: 1280x800, of bp_exercise_show_answer */
    int theme;              /* 1: light */
} bp_exercise_pictures;

/* Makes two PNGs without words, of the student's result and of the right one, both seen from one place: the
 * case that failed, or the first. Free them with bp_file_free(NULL, ...). Error: memory. */
bool bp_exercise_draw_pictures(const bp_exercise_pictures *how, const bp_exercise *exercise,
                               const bp_exercise_result *result, bp_file pictures[2], bp_error *error);
/* Writes them as yours.png and right.png. Errors: memory, the files. */
bool bp_exercise_write_pictures(const bp_exercise_pictures *how, const bp_exercise *exercise,
                                const bp_exercise_result *result, bp_error *error);
/* Writes A.png, B.png, ...: each line of a choice, for the first case. Errors: likewise. */
bool bp_exercise_write_choices(const bp_exercise_pictures *how, const bp_exercise *exercise, bp_error *error);
/* Shows both as a lesson of one step, so everything that works in a lesson's window (orbiting, zooming,
 * themes, screenshots) works for them too. Errors: no display (ENVIRONMENT), memory, the file. */
bool bp_exercise_show_answer(const bp_window *window, const bp_exercise *exercise,
                             const bp_exercise_result *result, const bp_exercise_pictures *how,
                             bp_error *error);

/* ---- a student's progress (exercise_progress.c) ------------------------------------------------------- */

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

/* The file is exercises.json in the user's data folder, beside the lessons' progress. If HOME isn't set, or
 * that folder can't be written, it is .progress.json beside the exercises, and a line on standard error says
 * so when it is made. */

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
