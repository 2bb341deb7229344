/* A handin: one file with all that a student wrote, as JSON:
 *
 *   {"form": "bindpose-handin-1", "name": "Ada Lovelace", "id": "1815",
 *    "files": [{"exercise": "05_final_matrix", "sha256": "...", "lines": ["#include ...", ...]}, ...]}
 *
 * A file's lines are joined by line feeds; bytes that aren't UTF-8 (an old encoding in a comment) are lost,
 * and the hash is of the text as it is in the handin. Exercises that weren't begun are left out. */
#pragma once

#include <bindpose/exercise.h>

typedef struct bp_handin_counts {
    int begun, untouched, missing;
} bp_handin_counts;

/* Packs the student's files. Errors: a file that can't be read, or is over 64 KiB (INPUT); none is begun
 * (INPUT); the output. */
bool bp_handin_write(const bp_exercise_paths *paths, const char *name, const char *id, const char *path,
                     bp_handin_counts *counts, bp_error *error);

/* Whether the file is a handin; copies its name and id (owned, bp_free). */
bool bp_handin_open(const bp_allocator *allocator, const char *path, char **name, char **id);

/* Writes its files as folder/NN_name/exercise.c. Errors: it is damaged (INPUT), the folder (ENVIRONMENT). */
bool bp_handin_unpack(const bp_allocator *allocator, const char *path, const char *folder, bp_error *error);
