/* What the compiler makes of a C file, for comparing it with others (similar.h): its instructions at -O1,
 * which don't change with names, layout, macros, constants written as sums, or kinds of loops. Registers,
 * addresses, moves and sizes of operands are left out. */
#pragma once

#include "exercise/exercises.h"

typedef struct bp_code_options {
    const bp_exercise_paths *paths;
    const char *const *wrap; /* the words of a sandbox; NULL: none */
    const char *folder;      /* to run in; NULL: ours */
    const char *sources;     /* "-Isrc" for a file of the library's own; NULL: none */
    const char *header;      /* as bp_exercise_options.header; NULL: none */
} bp_code_options;

/* An answer that has so few characters more than the original, without spaces and comments, is short:
 * those of independent students are alike by nature. */
enum { BP_CODE_SHORT = 250 };

/* The characters of C text, without spaces and comments. */
int bp_code_length(const char *text, size_t size);

/* Compiles exercise.h alone to the file `header`, with the flags for answers, for the option above. Leaves no
 * file if the compiler fails. Errors: memory, no compiler (ENVIRONMENT), files. */
bool bp_answer_code_make_header(const bp_allocator *allocator, const bp_code_options *options,
                                const char *header, bp_error *error);

/* Words with a space behind each, and a line for each function. "": the compiler failed, or took too long.
 * Free it with bp_free. Errors: memory, no compiler (ENVIRONMENT). */
char *bp_answer_code(const bp_allocator *allocator, const bp_code_options *options, const char *source,
                     bp_error *error);
