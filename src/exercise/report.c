/* A result as text: the case, its inputs, the student's answer, the expected one, the first difference, and
 * an explanation. */
#include "lesson/text_buffer.h"
#include <bindpose/exercise.h>
#include <stdio.h>
#include <string.h>

static void add_floats(bp_text_buffer *to, const float *v, int count) {
    for (int i = 0; i < count; i++) bp_text_buffer_add(to, "%s%9.5g", i ? " " : "", (double)v[i] + 0.0);
}

static void add_value(bp_text_buffer *to, const char *indent, bp_value_kind kind, const float *v) {
    if (kind != BP_VALUE_MAT4) {
        bp_text_buffer_add(to, "%s", indent);
        add_floats(to, v, bp_value_floats(kind));
        bp_text_buffer_add(to, "\n");
        return;
    }
    for (int row = 0; row < 4; row++) {
        bp_text_buffer_add(to, "%s[", indent);
        add_floats(to, v + 4 * row, 4);
        bp_text_buffer_add(to, " ]\n");
    }
}

/* Adds the values of a table until the floats end. */
static void add_values(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_value *values,
                       const float *v, int count, const float *in) {
    int offset = 0;
    for (const bp_exercise_value *value = values; value->name; value++) {
        int floats = bp_value_floats(value->kind), repeat = bp_value_repeat(exercise->inputs, value, in);
        for (int i = 0; i < repeat && offset + floats <= count; i++, offset += floats) {
            if (value->count)
                bp_text_buffer_add(to, "    %s[%d]\n", value->name, i);
            else
                bp_text_buffer_add(to, "    %s\n", value->name);
            add_value(to, "      ", value->kind, v + offset);
        }
    }
}

/* Adds the name of the output float at an index. */
static void add_output_name(bp_text_buffer *to, const bp_exercise *exercise, int index, const float *in) {
    static const char LETTERS[] = "xyzw";
    int offset = 0;
    for (const bp_exercise_value *value = exercise->outputs; value->name; value++) {
        int floats = bp_value_floats(value->kind), repeat = bp_value_repeat(exercise->inputs, value, in);
        if (index >= offset + floats * repeat) {
            offset += floats * repeat;
            continue;
        }
        int element = (index - offset) / floats, within = (index - offset) % floats;
        bp_text_buffer_add(to, "%s", value->name);
        if (value->count) bp_text_buffer_add(to, "[%d]", element);
        if (value->kind == BP_VALUE_MAT4)
            bp_text_buffer_add(to, ", row %d, column %d", within / 4, within % 4);
        else if (floats > 1)
            bp_text_buffer_add(to, ".%c", LETTERS[within]);
        return;
    }
    bp_text_buffer_add(to, "number %d", index);
}

static void add_case(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result) {
    bp_text_buffer_add(to, "\nCase %d of %d: %s\n  input\n", result->failed_case + 1, result->case_count,
                       result->case_name);
    add_values(to, exercise, exercise->inputs, result->in, result->in_count, result->in);
    if (result->got_count > 0) {
        bp_text_buffer_add(to, "  got\n");
        add_values(to, exercise, exercise->outputs, result->got, result->got_count, result->in);
    } else {
        bp_text_buffer_add(to, "  got nothing\n");
    }
    if (result->verdict != BP_EXERCISE_WRONG) return;
    bp_text_buffer_add(to, "  expected\n");
    add_values(to, exercise, exercise->outputs, result->expected, result->expected_count, result->in);
    int first = result->first_difference;
    if (first < 0) return;
    bp_text_buffer_add(to, "  first difference: ");
    add_output_name(to, exercise, first, result->in);
    if (first < result->got_count && first < result->expected_count)
        bp_text_buffer_add(to, ": got %.6g, expected %.6g\n", (double)result->got[first],
                           (double)result->expected[first]);
    else
        bp_text_buffer_add(to, ": got %d numbers, expected %d\n", result->got_count, result->expected_count);
}

/* Breaks at spaces before the 78th column. */
static void add_wrapped(bp_text_buffer *to, const char *text) {
    while (*text) {
        size_t length = strlen(text), cut = length;
        if (length > 78)
            for (cut = 78; cut > 0 && text[cut] != ' ';) cut--;
        if (cut == 0) cut = length;
        bp_text_buffer_add(to, "%.*s\n", (int)cut, text);
        text += cut + (text[cut] == ' ');
    }
}

static void add_result(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result) {
    static const char *const TITLES[] = {
        "pass",    "wrong",         "does not build",      "uses something it may not",
        "crashed", "took too long", "took too much memory"};
    if (result->warnings[0]) bp_text_buffer_add(to, "%s\n", result->warnings);
    bp_text_buffer_add(to, "%02d %s: %s", exercise->number, exercise->title, TITLES[result->verdict]);
    if (result->verdict == BP_EXERCISE_PASSED) {
        bp_text_buffer_add(to, ". All %d cases are right.\n", result->case_count);
        return;
    }
    bool has_run = result->verdict != BP_EXERCISE_BUILD && result->verdict != BP_EXERCISE_FORBIDDEN;
    if (has_run)
        bp_text_buffer_add(to, ". %d of %d cases are right.", result->case_right, result->case_count);
    bp_text_buffer_add(to, "\n");
    if (has_run && result->failed_case >= 0) add_case(to, exercise, result);
    bp_text_buffer_add(to, "\n");
    add_wrapped(to, result->text);
    if (result->printed[0]) bp_text_buffer_add(to, "\nIt printed:\n%s\n", result->printed);
}

bool bp_exercise_report(const bp_exercise *exercise, const bp_allocator *allocator,
                        const bp_exercise_result *result, const bp_exercise_report_options *options,
                        bp_file *out, bp_error *error) {
    (void)options;
    bp_text_buffer to = {.allocator = allocator ? *allocator : bp_allocator_default()};
    add_result(&to, exercise, result);
    return bp_text_buffer_finish(&to, out, error);
}
