/* Submissions that are alike, for a teacher to look at: never a verdict.
 *
 * Compared are windows of 8 tokens, in which the student's own names count by their order only, without
 * comments. Windows of the exercise's original file don't count, nor those that more than a tenth of the
 * class has (and more than 5): a usual way to solve the exercise. Two files are alike if they share four
 * fifths of the other windows, and at least 60: short answers to one small gap are alike by nature. */
#ifndef BP_TOOLS_GRADE_SIMILAR_H
#define BP_TOOLS_GRADE_SIMILAR_H

#include "tools/grade/grade.h"

enum { BP_SIMILAR_PERCENT = 80, BP_SIMILAR_WINDOWS = 60 };

/* The C tokens of a text, each with a space behind it, as the compiler takes them: without comments, lines
 * for the preprocessor, and what strings say; digraphs and names that #define stands for tokens are
 * replaced; + 0, * 1, (void)0 and empty statements are left out. Free it with bp_free. Errors: memory. */
char *bp_similar_tokens(const bp_allocator *allocator, const char *text, bp_error *error);

/* Lists the pairs that are alike, by exercise and students. Free them with bp_free. Errors: memory, an
 * original file that can't be read. */
bool bp_similar_find(const bp_gradebook *book, const bp_exercise_paths *paths, bp_similar_pair **out,
                     size_t *count, bp_error *error);

#endif
