/* Results of checks, kept in a folder: a file that is checked again by the same checker, with the same
 * seed, isn't run again. So a run that was interrupted goes on where it was. Others may be able to write
 * to that folder, so a result is believed only with a proof: a hash of it and of a secret number in the
 * account's data folder. */
#pragma once

#include "base/sha256.h"
#include "tools/grade/grade.h"

typedef struct bp_check_cache {
    const bp_allocator *allocator; /* borrowed */
    const char *folder;            /* borrowed */
    char checker[BP_SHA256_TEXT];  /* the program, what students' code is linked with, and the compiler */
    char secret[BP_SHA256_TEXT];   /* proves that a result is this account's own */
} bp_check_cache;

/* Creates the folder, and hashes everything that a result depends on besides the student's file. Errors: the
 * folder, a part of the checker can't be read (ENVIRONMENT). */
bool bp_check_cache_open(const bp_allocator *allocator, const bp_exercise_paths *paths,
                         const bp_grade_options *options, bp_check_cache *out, bp_error *error);

/* The name of a check's result. */
void bp_check_cache_key(const bp_check_cache *cache, const bp_exercise *exercise, const bp_file *file,
                        char key[BP_SHA256_TEXT]);

/* Fills the grade with a result that was stored. False: there is none. */
bool bp_check_cache_load(const bp_check_cache *cache, const char *key, bp_grade *grade);

/* Stores a result, with its report, the answer's code, and the pictures, which may be empty. Errors: the disk
 * (ENVIRONMENT). */
bool bp_check_cache_store(const bp_check_cache *cache, const char *key, const bp_exercise *exercise,
                          const bp_exercise_result *result, const char *code, const bp_file pictures[2],
                          bp_error *error);

/* For grading on several machines: adds the results that the folder has to `out`, a line of JSON for each. */
bool bp_check_cache_export(const bp_check_cache *cache, bp_text_buffer *out, bp_error *error);
/* Takes in such a line, and from then on believes it. Errors: it is none, or of another checker (INPUT); the
 * disk. */
bool bp_check_cache_import(const bp_check_cache *cache, const char *line, size_t length, const char *place,
                           bp_error *error);

void bp_check_cache_forget(const bp_check_cache *cache, const char *key);
