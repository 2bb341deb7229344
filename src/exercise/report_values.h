/* Values as text: numbers, blocks of lines that stand side by side where the screen is wide enough, and a
 * table that compares. */
#pragma once

#include "base/text_buffer.h"
#include <bindpose/exercise.h>

enum { BP_BLOCK_LINES = 5, BP_BLOCK_WIDTH = 160, BP_BLOCKS = 64, BP_NUMBER_SIZE = 20 };

/* A value under its name, or beside it. */
typedef struct bp_report_block {
    int lines;
    char line[BP_BLOCK_LINES][BP_BLOCK_WIDTH];
} bp_report_block;

typedef struct bp_report_blocks {
    int count;
    bp_report_block blocks[BP_BLOCKS];
} bp_report_blocks;

/* A number as short as it can be: at most four decimals, "0" for what is nearly 0, "?" for what was never
 * written. */
void bp_report_number(char text[BP_NUMBER_SIZE], float value);
/* Adds a matrix below its name, or "name = identity". */
void bp_report_add_matrix(bp_report_blocks *to, const char *name, const float *m);
/* Adds "name = (x, y, z)" for each element, separated by spaces; a number has no parentheses. */
void bp_report_add_list(bp_report_blocks *to, const char *name, bp_value_kind kind, const float *v,
                        int count);
/* Moves the blocks of one line before the others; otherwise the order stays. */
void bp_report_lists_first(bp_report_blocks *blocks);
/* Writes the blocks from left to right, as many beside each other as the columns hold, in about `most` lines.
 * Returns how many are left out. */
int bp_report_flow(bp_text_buffer *to, const bp_report_blocks *blocks, int columns, int most);

/* (report_table.c) Adds a table of the student's results beside the correct ones, of those that differ:
 * lines of matrices and vectors, arrays of numbers from left to right, images as a grid. */
void bp_report_add_table(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                         const bp_exercise_report_options *options);
