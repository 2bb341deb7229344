/* A result in words: what was asked, what came, what was wanted, where they part, and why that may be. */
#include <bindpose/exercise.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Text that grows. */
typedef struct report_text {
    const bp_allocator *allocator;
    bp_file text;
    size_t room;
    bool failed;
} report_text;

static void say(report_text *to, const char *format, ...) BP_PRINTF(2, 3);
static void say(report_text *to, const char *format, ...) {
    for (int turn = 0; turn < 2 && !to->failed; turn++) {
        va_list arguments;
        va_start(arguments, format);
        size_t left = to->room - to->text.size;
        int length = vsnprintf(left ? (char *)to->text.data + to->text.size : NULL, left, format, arguments);
        va_end(arguments);
        if (length < 0 || (size_t)length < left) {
            to->text.size += length < 0 ? 0 : (size_t)length;
            return;
        }
        size_t larger = to->room * 2 + (size_t)length + 1024;
        uint8_t *grown = bp_realloc(to->allocator, to->text.data, to->room, larger, 1, NULL);
        to->failed = !grown;
        if (!grown) return;
        to->text.data = grown;
        to->room = larger;
    }
}

/* ---- values ------------------------------------------------------------------------------------------ */

static void say_floats(report_text *to, const float *v, int count) {
    for (int i = 0; i < count; i++) say(to, "%s%9.5g", i ? " " : "", (double)v[i] + 0.0);
}

static void say_value(report_text *to, const char *indent, bp_value_kind kind, const float *v) {
    if (kind != BP_VALUE_MAT4) {
        say(to, "%s", indent);
        say_floats(to, v, bp_value_floats(kind));
        say(to, "\n");
        return;
    }
    for (int row = 0; row < 4; row++) {
        say(to, "%s[", indent);
        say_floats(to, v + 4 * row, 4);
        say(to, " ]\n");
    }
}

static int repeats(const bp_exercise_value *value, const float *in) {
    if (value->count == BP_VALUE_REST) return BP_EXERCISE_FLOATS;
    if (value->count == BP_VALUE_PER_FIRST) return in ? (int)in[0] : BP_EXERCISE_FLOATS;
    return value->count ? value->count : 1;
}

/* All values of a list, as far as there are floats. */
static void say_values(report_text *to, const bp_exercise_value *values, const float *v, int count,
                       const float *in) {
    int at = 0;
    for (const bp_exercise_value *value = values; value->name; value++) {
        int floats = bp_value_floats(value->kind), many = repeats(value, in);
        for (int i = 0; i < many && at + floats <= count; i++, at += floats) {
            if (value->count)
                say(to, "    %s[%d]\n", value->name, i);
            else
                say(to, "    %s\n", value->name);
            say_value(to, "      ", value->kind, v + at);
        }
    }
}

/* What the float at an index of the outputs is called. */
static void name_float(report_text *to, const bp_exercise_value *values, int index, const float *in) {
    static const char LETTERS[] = "xyzw";
    int at = 0;
    for (const bp_exercise_value *value = values; value->name; value++) {
        int floats = bp_value_floats(value->kind), many = repeats(value, in);
        if (index >= at + floats * many) {
            at += floats * many;
            continue;
        }
        int one = (index - at) / floats, within = (index - at) % floats;
        say(to, "%s", value->name);
        if (value->count) say(to, "[%d]", one);
        if (value->kind == BP_VALUE_MAT4)
            say(to, ", row %d, column %d", within / 4, within % 4);
        else if (value->kind != BP_VALUE_NUMBER)
            say(to, ".%c", LETTERS[within]);
        return;
    }
    say(to, "number %d", index);
}

/* ---- the report ---------------------------------------------------------------------------------------- */

static void say_case(report_text *to, const bp_exercise *exercise, const bp_exercise_result *result) {
    say(to, "\nCase %d of %d: %s\n  input\n", result->failed_case + 1, result->case_count, result->case_name);
    say_values(to, exercise->inputs, result->in, result->in_count, result->in);
    if (result->got_count > 0) {
        say(to, "  got\n");
        say_values(to, exercise->outputs, result->got, result->got_count, result->in);
    } else {
        say(to, "  got nothing\n");
    }
    if (result->verdict != BP_EXERCISE_WRONG) return;
    say(to, "  wanted\n");
    say_values(to, exercise->outputs, result->wanted, result->wanted_count, result->in);
    int first = result->first_difference;
    if (first < 0) return;
    say(to, "  first difference: ");
    name_float(to, exercise->outputs, first, result->in);
    if (first < result->got_count && first < result->wanted_count)
        say(to, ": got %.6g, wanted %.6g\n", (double)result->got[first], (double)result->wanted[first]);
    else
        say(to, ": got %d numbers, wanted %d\n", result->got_count, result->wanted_count);
}

/* Breaks at spaces before the 78th column. */
static void say_wrapped(report_text *to, const char *text) {
    while (*text) {
        size_t length = strlen(text), cut = length;
        if (length > 78)
            for (cut = 78; cut > 0 && text[cut] != ' ';) cut--;
        if (cut == 0) cut = length;
        say(to, "%.*s\n", (int)cut, text);
        text += cut + (text[cut] == ' ');
    }
}

static void say_all(report_text *to, const bp_exercise *exercise, const bp_exercise_result *result) {
    static const char *const TITLES[] = {
        "pass",    "wrong",         "does not build",      "uses what it may not",
        "crashed", "took too long", "took too much memory"};
    if (result->warnings[0]) say(to, "%s\n", result->warnings);
    say(to, "%02d %s: %s", exercise->number, exercise->title, TITLES[result->verdict]);
    if (result->verdict == BP_EXERCISE_PASSED) {
        say(to, ". All %d cases are right.\n", result->case_count);
        return;
    }
    bool asked = result->verdict != BP_EXERCISE_BUILD && result->verdict != BP_EXERCISE_FORBIDDEN;
    if (asked) say(to, ". %d of %d cases are right.", result->case_right, result->case_count);
    say(to, "\n");
    if (asked && result->failed_case >= 0) say_case(to, exercise, result);
    say(to, "\n");
    say_wrapped(to, result->text);
    if (result->printed[0]) say(to, "\nIt printed:\n%s\n", result->printed);
}

bool bp_exercise_report(const bp_exercise *exercise, const bp_allocator *allocator,
                        const bp_exercise_result *result, bp_file *out, bp_error *error) {
    report_text to = {.allocator = allocator};
    say_all(&to, exercise, result);
    if (to.failed) {
        bp_file_free(allocator, &to.text);
        return bp_fail(error, BP_ERROR_MEMORY, NULL, "no memory for the report");
    }
    *out = to.text;
    return true;
}
