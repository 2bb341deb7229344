/* Submissions that are alike, for a teacher to look at: never a verdict.
 *
 * Compared are windows of 6 instructions (answer_code.h). Windows of the exercise's original file don't
 * count, nor those that more than a tenth of the class has (and more than 5): a usual way to solve the
 * exercise. Two answers are alike if they share three quarters of the windows of the smaller one, and at
 * least 20: short answers to one gap are alike by nature. Or they are equal as a whole, with at least 60
 * windows, however many students have them. Answers are compared with each other, and with what
 * Bindpose has of them: the lines in the page, its own answers, and the rasterizer's file that does the same.
 * There the share is that of the student's windows. */
#pragma once

#include "tools/grade/grade.h"

enum { BP_SIMILAR_PERCENT = 75, BP_SIMILAR_WINDOWS = 20, BP_SIMILAR_EQUAL = 60 };

enum { BP_SIMILAR_SOURCES = 4, BP_SIMILAR_NAME = 96 };

/* Something of Bindpose that may have been copied; code NULL: it isn't here. */
typedef struct bp_similar_source {
    char name[BP_SIMILAR_NAME];
    bp_file text;
    char *code;
} bp_similar_source;

/* Reads and compiles source `number` to an exercise. Free it with
 * bp_similar_source_free, after an error, too. Errors: memory, no compiler (ENVIRONMENT). */
bool bp_similar_source_read(const bp_allocator *allocator, const bp_exercise_paths *paths,
                            const bp_exercise *exercise, int number, bp_similar_source *out, bp_error *error);
void bp_similar_source_free(const bp_allocator *allocator, bp_similar_source *source);

/* Lists the pairs that are alike, by exercise and students, from the grades' code. Free them with
 * bp_similar_pairs_free. Errors: memory, no compiler. */
bool bp_similar_find(const bp_gradebook *book, const bp_exercise_paths *paths, bp_similar_pair **out,
                     size_t *count, bp_error *error);

/* Writes similar.csv, and similar.html with the two answers of each pair side by side. */
bool bp_similar_write(const bp_gradebook *book, const char *folder, bp_error *error);
