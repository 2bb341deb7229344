/* Values as text. */
#include "exercise/report_values.h"
#include "exercise/exercises.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 4 }; /* columns between blocks */

void bp_report_number(char text[BP_NUMBER_SIZE], float value) {
    double size = fabs((double)value);
    if (bp_is_unwritten(value))
        snprintf(text, BP_NUMBER_SIZE, "?");
    else if (!isfinite(value))
        snprintf(text, BP_NUMBER_SIZE, isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf");
    else if (size < 1e-6)
        snprintf(text, BP_NUMBER_SIZE, "0");
    else if (size < 5e-5 || size >= 1e6)
        snprintf(text, BP_NUMBER_SIZE, "%.1e", (double)value);
    else {
        int decimals = size < 10 ? 4 : size < 100 ? 3 : size < 1000 ? 2 : 1;
        int length = snprintf(text, BP_NUMBER_SIZE, "%.*f", decimals, (double)value);
        while (text[length - 1] == '0') text[--length] = '\0';
        if (text[length - 1] == '.') text[--length] = '\0';
    }
}

static bp_report_block *add_block(bp_report_blocks *to, int lines) {
    bp_report_block *block = &to->blocks[to->count < BP_BLOCKS ? to->count++ : BP_BLOCKS - 1];
    *block = (bp_report_block){.lines = lines};
    return block;
}

static bool is_identity(const float *m) {
    for (int i = 0; i < 16; i++)
        if (!(fabsf(m[i] - (i % 5 == 0 ? 1.0f : 0.0f)) < 1e-6f)) return false;
    return true;
}

void bp_report_add_matrix(bp_report_blocks *to, const char *name, const float *m) {
    char text[16][BP_NUMBER_SIZE];
    int width[4] = {1, 1, 1, 1};
    bool identity = is_identity(m);
    bp_report_block *block = add_block(to, identity ? 1 : 5);
    snprintf(block->line[0], BP_BLOCK_WIDTH, identity ? "%s = identity" : "%s", name);
    for (int i = 0; i < 16; i++) {
        bp_report_number(text[i], m[i]);
        if ((int)strlen(text[i]) > width[i % 4]) width[i % 4] = (int)strlen(text[i]);
    }
    for (int row = 0; row < 4 && !identity; row++) {
        char *line = block->line[row + 1];
        int length = snprintf(line, BP_BLOCK_WIDTH, "  ");
        for (int i = 0; i < 4; i++)
            length += snprintf(line + length, BP_BLOCK_WIDTH - (size_t)length, "%s%*s", i ? "  " : "",
                               width[i], text[4 * row + i]);
    }
}

void bp_report_add_list(bp_report_blocks *to, const char *name, bp_value_kind kind, const float *v,
                        int count) {
    char *line = add_block(to, 1)->line[0], number[BP_NUMBER_SIZE];
    int floats = bp_value_floats(kind);
    size_t used = (size_t)snprintf(line, BP_BLOCK_WIDTH, "%s =", name);
    for (int i = 0; i < count * floats && used + 2 * sizeof number < BP_BLOCK_WIDTH; i++) {
        bool first = i % floats == 0, last = (i + 1) % floats == 0;
        bp_report_number(number, v[i]);
        used += (size_t)snprintf(line + used, BP_BLOCK_WIDTH - used, "%s%s%s%s", first ? " " : ", ",
                                 first && floats > 1 ? "(" : "", number, last && floats > 1 ? ")" : "");
        if (last && i + 1 < count * floats && used + 48 > BP_BLOCK_WIDTH) {
            snprintf(line + used, BP_BLOCK_WIDTH - used, " ...");
            break;
        }
    }
}

void bp_report_lists_first(bp_report_blocks *blocks) {
    bp_report_block one;
    for (int i = 0, lists = 0; i < blocks->count; i++) {
        if (blocks->blocks[i].lines != 1) continue;
        one = blocks->blocks[i];
        memmove(&blocks->blocks[lists + 1], &blocks->blocks[lists], (size_t)(i - lists) * sizeof one);
        blocks->blocks[lists++] = one;
    }
}

static int width_of(const bp_report_block *block) {
    size_t width = 0;
    for (int i = 0; i < block->lines; i++)
        if (strlen(block->line[i]) > width) width = strlen(block->line[i]);
    return (int)width;
}

/* A line that is too long is broken at a space, and goes on further to the right. */
static void add_long_line(bp_text_buffer *to, const char *line, int columns) {
    int indent = 2;
    while (*line) {
        int length = (int)strlen(line), space = columns - indent, cut = length;
        if (length > space)
            for (cut = space; cut > 0 && (line[cut] != ' ' || line[cut - 1] == ',');) cut--;
        if (cut == 0) cut = length;
        bp_text_buffer_add(to, "%*s%.*s\n", indent, "", cut, line);
        line += cut + (line[cut] == ' ');
        indent = 6;
    }
}

/* Writes blocks[0..count) beside each other. */
static void add_beside(bp_text_buffer *to, const bp_report_block *blocks, int count) {
    for (int line = 0; line < blocks->lines; line++) {
        bp_text_buffer_add(to, "  ");
        for (int i = 0; i < count; i++)
            bp_text_buffer_add(to, "%-*s", i + 1 < count ? GAP + width_of(&blocks[i]) : 0,
                               blocks[i].line[line]);
        bp_text_buffer_add(to, "\n");
    }
}

int bp_report_flow(bp_text_buffer *to, const bp_report_blocks *blocks, int columns, int most) {
    for (int first = 0, next; first < blocks->count; first = next) {
        const bp_report_block *begin = &blocks->blocks[first];
        int width = 2 + width_of(begin);
        for (next = first + 1; next < blocks->count && blocks->blocks[next].lines == begin->lines; next++) {
            width += GAP + width_of(&blocks->blocks[next]);
            if (width > columns) break;
        }
        most -= begin->lines + (width_of(begin) > columns - 2 ? width_of(begin) / (columns - 8) : 0);
        if (most < 0) return blocks->count - first;
        if (next == first + 1 && begin->lines == 1)
            add_long_line(to, begin->line[0], columns);
        else
            add_beside(to, begin, next - first);
    }
    return 0;
}
