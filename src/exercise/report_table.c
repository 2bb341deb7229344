/* The student's results beside the correct ones. */
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include "exercise/report_values.h"
#include <stdio.h>
#include <string.h>

enum { ROWS = 48, LABEL = 48 };

/* A row of the table: a vector, or a row of a matrix. */
typedef struct table_row {
    char label[LABEL];
    int count;
    char yours[4][BP_NUMBER_SIZE + 1], right[4][BP_NUMBER_SIZE];
} table_row;

typedef struct table {
    int count, left_out;
    table_row rows[ROWS];
} table;

static int longest(int so_far, const char *text) {
    return (int)strlen(text) > so_far ? (int)strlen(text) : so_far;
}

/* Both numbers; yours with a star if it is wrong. Numbers that differ must not look equal. */
static void set_pair(char yours[BP_NUMBER_SIZE + 1], char right[BP_NUMBER_SIZE], float got, float expected,
                     bool wrong) {
    bp_report_number(yours, got);
    bp_report_number(right, expected);
    if (wrong && strcmp(yours, right) == 0) {
        snprintf(yours, BP_NUMBER_SIZE, "%.8g", (double)got);
        snprintf(right, BP_NUMBER_SIZE, "%.8g", (double)expected);
    }
    strcat(yours, wrong ? "*" : " ");
}

static void add_row(table *to, const char *name, int row, int count, const float *got, const float *expected,
                    const bool *wrong) {
    if (to->count == ROWS) {
        to->left_out++;
        return;
    }
    table_row *one = &to->rows[to->count++];
    *one = (table_row){.count = count};
    if (row < 0)
        snprintf(one->label, LABEL, "%.30s", name);
    else
        snprintf(one->label, LABEL, "%.30s row %d", name, row);
    for (int i = 0; i < count; i++) set_pair(one->yours[i], one->right[i], got[i], expected[i], wrong[i]);
}

static void add_value(table *to, const bp_exercise *exercise, const bp_exercise_value *value, int element,
                      const float *got, const float *expected, bool whole) {
    char name[64];
    bool wrong[16];
    int floats = bp_value_floats(value->kind), width = value->kind == BP_VALUE_MAT4 ? 4 : floats;
    bool differs = bp_exercise_compare_value(exercise, value->kind, got, expected, wrong) >= 0;
    if (!differs && !whole) return;
    bp_exercise_value_name(name, sizeof name, value->name, value->count ? element : -1);
    int unwritten = 0;
    for (int i = 0; i < floats; i++) unwritten += bp_is_unwritten(got[i]);
    if (unwritten == floats && width < floats) { /* one row says it all */
        add_row(to, name, 0, width, got, expected, wrong);
        return;
    }
    for (int row = 0; row * width < floats; row++) {
        bool any = whole;
        for (int i = 0; i < width; i++) any |= wrong[row * width + i];
        if (any)
            add_row(to, name, width < floats ? row : -1, width, got + row * width, expected + row * width,
                    wrong + row * width);
    }
}

static void print_numbers(bp_text_buffer *to, const table_row *row, bool yours, const int *width) {
    for (int i = 0; i < row->count; i++) {
        if (yours)
            bp_text_buffer_add(to, "%*s%s", width[i] + 1, row->yours[i], i + 1 < row->count ? " " : "");
        else
            bp_text_buffer_add(to, "%*s%s", width[i], row->right[i], i + 1 < row->count ? "  " : "\n");
    }
}

/* Beside each other, or below each other if the screen is too narrow. */
static void print_table(bp_text_buffer *to, const table *from, int columns) {
    int label = 8, width[4] = {1, 1, 1, 1}, count = 0;
    for (const table_row *row = from->rows; row < from->rows + from->count; row++) {
        label = longest(label, row->label);
        if (row->count > count) count = row->count;
        for (int i = 0; i < row->count; i++) {
            width[i] = longest(width[i], row->right[i]);
            if ((int)strlen(row->yours[i]) - 1 > width[i]) width[i] = (int)strlen(row->yours[i]) - 1;
        }
    }
    int half = 0;
    for (int i = 0; i < count; i++) half += width[i] + 2;
    if (half < 7) width[0] += 7 - half, half = 7;
    bool beside = 2 + label + 2 + 2 * half + 3 <= columns;
    if (beside)
        bp_text_buffer_add(to, "%-*s  %-*s   right\n", label + 2, "Differs: *", half, "yours");
    else
        bp_text_buffer_add(to, "Differs: *\n");
    for (const table_row *row = from->rows; row < from->rows + from->count; row++) {
        bp_text_buffer_add(to, beside ? "  %-*s  " : "  %-*s  yours  ", label, row->label);
        print_numbers(to, row, true, width);
        int unused = 0;
        for (int i = row->count; i < count; i++) unused += width[i] + 2;
        if (beside)
            bp_text_buffer_add(to, "%*s    ", unused, "");
        else
            bp_text_buffer_add(to, "\n  %-*s  right  ", label, "");
        print_numbers(to, row, false, width);
    }
    if (from->left_out) bp_text_buffer_add(to, "  ... and %d more rows\n", from->left_out);
}

/* An array of numbers, from left to right: all of them if they fit, else those that differ. */
static void print_array(bp_text_buffer *to, const char *name, const float *got, const float *expected,
                        const bool *wrong, int count, int columns) {
    char index[16], yours[BP_NUMBER_SIZE + 1], right[BP_NUMBER_SIZE];
    bp_text_buffer line[3] = {
        {.allocator = to->allocator}, {.allocator = to->allocator}, {.allocator = to->allocator}};
    int label = (int)strlen(name), room = columns - label - 13, total = 0, differing = 0, shown = 0;
    for (int i = 0; i < count; i++) {
        set_pair(yours, right, got[i], expected[i], wrong[i]);
        snprintf(index, sizeof index, "[%d]", i);
        total += longest(longest(longest(0, index), yours), right) + 1;
        differing += wrong[i];
    }
    for (int i = 0; i < count; i++) {
        if (total > room && !wrong[i]) continue;
        set_pair(yours, right, got[i], expected[i], wrong[i]);
        snprintf(index, sizeof index, "[%d]", i);
        int width = longest(longest(longest(0, index), yours), right) + 1;
        if ((room -= width) < 0) break;
        /* The star and the bracket end a column: the digits stand above each other. */
        bp_text_buffer_add(&line[0], "%*s", width, index);
        bp_text_buffer_add(&line[1], "%*s", width, yours);
        bp_text_buffer_add(&line[2], "%*s ", width - 1, right);
        shown += wrong[i];
    }
    static const char *const TITLES[] = {"", "yours", "right"};
    for (int i = 0; i < 3; i++) {
        bp_text_buffer_add(to, "  %-*s  %-5s %s\n", label, i == 1 ? name : "", TITLES[i],
                           line[i].data ? line[i].data : "");
        to->failed |= line[i].failed;
        bp_free(&to->allocator, line[i].data);
    }
    if (shown < differing) bp_text_buffer_add(to, "  ... and %d more that differ\n", differing - shown);
}

static char pixel_of(float got, float expected) {
    bool yours = got > 0.5f, right = expected > 0.5f;
    if (bp_is_unwritten(got)) return '?';
    if (got != 0 && got != 1) return '!';
    return yours ? (right ? '#' : '+') : (right ? '-' : '.');
}

/* Ones and zeros as a picture, the rows that differ; a legend of the characters that occur. */
static void print_grid(bp_text_buffer *to, const char *name, const float *got, const float *expected,
                       const bool *wrong, int width, int height, bool whole) {
    static const struct {
        char character;
        const char *meaning;
    } LEGEND[] = {{'#', "both 1"},           {'.', "both 0"},        {'+', "yours 1, right 0"},
                  {'-', "yours 0, right 1"}, {'?', "never written"}, {'!', "neither 0 nor 1"}};
    bool occurs[BP_COUNT(LEGEND)] = {false};
    bp_text_buffer rows = {.allocator = to->allocator};
    for (int row = 0; row < height; row++) {
        bool differs = whole;
        for (int i = row * width; i < (row + 1) * width; i++) differs |= wrong[i];
        if (!differs) continue;
        bp_text_buffer_add(&rows, "  row %2d ", row);
        for (int i = row * width; i < (row + 1) * width; i++) {
            char pixel = pixel_of(got[i], expected[i]);
            bp_text_buffer_add(&rows, " %c", pixel);
            for (size_t k = 0; k < BP_COUNT(LEGEND); k++) occurs[k] |= LEGEND[k].character == pixel;
        }
        bp_text_buffer_add(&rows, "\n");
    }
    bp_text_buffer_add(to, "%s:", name);
    size_t used = strlen(name) + 1;
    for (size_t i = 0; i < BP_COUNT(LEGEND); i++) {
        if (!occurs[i]) continue;
        const bool breaks = used + strlen(LEGEND[i].meaning) > 74;
        if (breaks) used = 0;
        used += strlen(LEGEND[i].meaning) + 4;
        bp_text_buffer_add(to, "%s  %c %s", breaks ? "\n" : "", LEGEND[i].character, LEGEND[i].meaning);
    }
    bp_text_buffer_add(to, "\n%s", rows.data ? rows.data : "");
    to->failed |= rows.failed;
    bp_free(&to->allocator, rows.data);
}

static bool is_black_and_white(const float *v, int count) {
    for (int i = 0; i < count; i++)
        if (v[i] != 0 && v[i] != 1) return false;
    return true;
}

/* An image that isn't of ones and zeros: the rows that differ. */
static void print_image(bp_text_buffer *to, const char *name, const float *got, const float *expected,
                        const bool *wrong, int width, int height, int columns) {
    for (int row = 0; row < height; row++) {
        char label[64];
        bool any = false;
        for (int i = 0; i < width; i++) any |= wrong[row * width + i];
        if (!any) continue;
        snprintf(label, sizeof label, "%.40s row %d", name, row);
        print_array(to, label, got + row * width, expected + row * width, wrong + row * width, width,
                    columns);
    }
}

/* All elements of an array of numbers. */
static void add_numbers(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_value *value,
                        const bp_exercise_result *result, int offset, int count,
                        const bp_exercise_report_options *options) {
    bool wrong[BP_EXERCISE_FLOATS], any = options->whole;
    char name[64];
    const float *got = result->got + offset, *expected = result->expected + offset;
    for (int i = 0; i < count; i++) {
        bp_exercise_compare_value(exercise, value->kind, got + i, expected + i, &wrong[i]);
        any |= wrong[i];
    }
    if (!any) return;
    bp_exercise_value_name(name, sizeof name, value->name, -1);
    int width = value->count == BP_VALUE_PER_PIXEL ? (int)result->in[0] : count;
    if (width == count)
        print_array(to, name, got, expected, wrong, count, options->columns);
    else if (is_black_and_white(expected, count))
        print_grid(to, name, got, expected, wrong, width, count / width, options->whole);
    else
        print_image(to, name, got, expected, wrong, width, count / width, options->columns);
}

void bp_report_add_table(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                         const bp_exercise_report_options *options) {
    table rows = {.count = 0};
    int offset = 0,
        count = result->got_count < result->expected_count ? result->got_count : result->expected_count;
    for (const bp_exercise_value *value = exercise->outputs; value->name; value++) {
        int floats = bp_value_floats(value->kind),
            repeat = bp_value_repeat(exercise->inputs, value, result->in);
        if (repeat * floats > count - offset) repeat = (count - offset) / floats;
        if (value->kind == BP_VALUE_NUMBER && value->count)
            add_numbers(to, exercise, value, result, offset, repeat, options);
        else
            for (int i = 0; i < repeat; i++)
                add_value(&rows, exercise, value, i, result->got + offset + i * floats,
                          result->expected + offset + i * floats, options->whole);
        offset += repeat * floats;
    }
    if (rows.count) print_table(to, &rows, options->columns);
    if (result->got_count != result->expected_count)
        bp_text_buffer_add(to, "  %d numbers came back, and %d were expected\n", result->got_count,
                           result->expected_count);
}
