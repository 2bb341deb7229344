/* The part of a report that compares: the student's results beside the correct ones, only those that
 * differ. */
#ifndef BP_EXERCISE_REPORT_TABLE_H
#define BP_EXERCISE_REPORT_TABLE_H

#include "base/text_buffer.h"
#include <bindpose/exercise.h>

/* Adds the table: lines of matrices and vectors, arrays of numbers from left to right, images as a grid. */
void bp_report_add_table(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                         const bp_exercise_report_options *options);

#endif
