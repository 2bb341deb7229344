/* Submissions that are alike, for a teacher to look at: never a verdict.
 *
 * Compared are windows of 6 instructions (answer_code.h). Windows of the exercise's original file don't
 * count, nor those that more than a tenth of the class has (and more than 5): a usual way to solve the
 * exercise. Two answers are alike if they share three quarters of the windows of the smaller one, and at
 * least 20: short answers to one gap are alike by nature. */
#ifndef BP_TOOLS_GRADE_SIMILAR_H
#define BP_TOOLS_GRADE_SIMILAR_H

#include "tools/grade/grade.h"

enum { BP_SIMILAR_PERCENT = 75, BP_SIMILAR_WINDOWS = 20 };

/* Lists the pairs that are alike, by exercise and students, from the grades' code. Free them with bp_free.
 * Errors: memory, no compiler. */
bool bp_similar_find(const bp_gradebook *book, const bp_exercise_paths *paths, bp_similar_pair **out,
                     size_t *count, bp_error *error);

/* Writes similar.csv, and similar.html with the two answers of each pair side by side. */
bool bp_similar_write(const bp_gradebook *book, const char *folder, bp_error *error);

#endif
