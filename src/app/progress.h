/* The program's folder in the user's data folder (base/system.h), and in it the file with the progress in
 * each lesson: which questions were answered right, and whether its end was reached. */
#pragma once

#include "io/json.h"
#include <bindpose/lesson_session.h>

enum { BP_PROGRESS_MAX = 64, BP_PROGRESS_NAME = 64 };

typedef struct bp_progress_entry {
    char lesson[BP_PROGRESS_NAME];
    int step;          /* the furthest one seen, from 1; 0: none */
    int left;          /* the one where the student left it, from 1; 0: the end page, or unknown */
    uint64_t answered; /* bit 1 << step (from 0): its question was answered right */
    bool ended;        /* the page after the last step was reached */
} bp_progress_entry;

typedef struct bp_progress {
    bp_progress_entry entries[BP_PROGRESS_MAX];
    int count;
} bp_progress;

/* Writes the path of a file in $XDG_DATA_HOME/bindpose (~/.local/share/bindpose) to `path`; `make`: creates
 * the folder. Errors: neither variable is set; the path is too long; the folder can't be created. */
bool bp_data_path(const char *name, bool make, char *path, size_t size, bp_error *error);

/* Finishes the JSON and writes it to a file. The writer is empty afterwards. Errors: memory; the file. */
bool bp_data_write_json(bp_json_writer *json, const char *path, bp_error *error);

/* Reads the file; without a valid one the progress is empty. */
void bp_progress_read(bp_progress *progress);
/* The progress in a lesson; all zero if there is none. */
bp_progress_entry bp_progress_of(const bp_progress *progress, const char *lesson);
/* Adds an entry to what is known of a lesson; the entry's own name doesn't matter. Returns whether that
 * changed anything. False too: a name that is too long, or one lesson too many. */
bool bp_progress_record(bp_progress *progress, const char *lesson, bp_progress_entry seen);
/* How many of a lesson's questions were answered; *count receives how many it has. */
int bp_progress_answered(const bp_progress_entry *entry, const bp_lesson_plan *lesson, int *count);
/* Whether a lesson is done: all questions answered; without questions, its end reached. */
bool bp_progress_is_done(const bp_progress_entry *entry, const bp_lesson_plan *lesson);
/* Writes the file. Errors: no data folder, the file. */
bool bp_progress_write(const bp_progress *progress, bp_error *error);
