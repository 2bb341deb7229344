/* A result as text: the verdict and its explanation first, then the failed case as a table that fits the
 * screen, or a trace of its intermediate values. */
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include "exercise/report_values.h"
#include "exercise/trace.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Lines of the screen that belong to the program: what it prints below the report. */
enum { ROWS_BELOW = 5 };

/* Breaks lines at spaces before the last column. The rest of an indented line is indented more. */
static void add_wrapped(bp_text_buffer *to, const char *text, int columns) {
    int most = columns > 100 ? 100 : columns;
    while (*text) {
        int length = (int)strcspn(text, "\n"), indent = (int)strspn(text, " ");
        const char *end = text + length;
        for (int hang = 0; text < end; hang = indent ? indent + 4 : 0) {
            int rest = (int)(end - text), space = most - 1 - hang, cut = rest;
            if (rest > space)
                for (cut = space; cut > indent && text[cut] != ' ';) cut--;
            if (cut <= indent) cut = rest;
            bp_text_buffer_add(to, "%*s%.*s\n", hang, "", cut, text);
            text += cut + (text + cut < end);
        }
        if (length == 0) bp_text_buffer_add(to, "\n");
        text += *text == '\n';
    }
}

static void add_line(bp_text_buffer *to, int columns, const char *format, ...) BP_PRINTF(3, 4);
static void add_line(bp_text_buffer *to, int columns, const char *format, ...) {
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    add_wrapped(to, line, columns);
}

static int lines_of(const char *text) {
    int lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static void add_left_out(bp_text_buffer *to, int count, const char *what) {
    if (count > 0) bp_text_buffer_add(to, "  ... and %d more %s (--whole shows them)\n", count, what);
}

/* Adds at most `most` lines, and says how many it leaves out. */
static void add_cut(bp_text_buffer *to, const char *text, int most) {
    int lines = lines_of(text), keep = lines <= most ? lines : most - 1;
    const char *end = text;
    for (int i = 0; i < keep; i++) end = strchr(end, '\n') + 1;
    bp_text_buffer_add(to, "%.*s", (int)(end - text), text);
    add_left_out(to, lines - keep, "lines");
}

/* The inputs, in about `most` lines. */
static void add_given(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                      int columns, int most) {
    bp_report_blocks *blocks = bp_alloc(&to->allocator, 1, sizeof *blocks, NULL);
    int offset = 0;
    if (!blocks) {
        to->failed = true;
        return;
    }
    blocks->count = 0;
    for (const bp_exercise_value *value = exercise->inputs; value->name; value++) {
        char name[64];
        int floats = bp_value_floats(value->kind),
            repeat = bp_value_repeat(exercise->inputs, value, result->in);
        if (offset + repeat * floats > result->in_count) break;
        bp_exercise_value_name(name, sizeof name, value->name, -1);
        if (value->kind != BP_VALUE_MAT4)
            bp_report_add_list(blocks, name, value->kind, result->in + offset, repeat);
        for (int i = 0; i < repeat && value->kind == BP_VALUE_MAT4; i++) {
            bp_exercise_value_name(name, sizeof name, value->name, value->count ? i : -1);
            bp_report_add_matrix(blocks, name, result->in + offset + 16 * i);
        }
        offset += repeat * floats;
    }
    bp_report_lists_first(blocks);
    add_left_out(to, bp_report_flow(to, blocks, columns, most), "inputs");
    bp_free(&to->allocator, blocks);
}

/* ---- the trace ------------------------------------------------------------------------------------ */

void bp_trace_add(bp_exercise_trace *trace, bp_value_kind kind, const void *value, const char *name, ...) {
    if (trace->count == BP_TRACE_STEPS) return;
    bp_trace_step *step = &trace->steps[trace->count++];
    *step = (bp_trace_step){.kind = kind, .result = -1};
    memcpy(step->value, value, (size_t)bp_value_floats(kind) * sizeof(float));
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(step->name, sizeof step->name, name, arguments);
    va_end(arguments);
}

void bp_trace_is_result(bp_exercise_trace *trace, int index) {
    if (trace->count > 0) trace->steps[trace->count - 1].result = index;
}

/* Adds a step, and the student's value if the step is a result. True: that is wrong. */
static bool add_step(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                     const bp_trace_step *step, int columns) {
    char name[sizeof step->name + 32];
    bool is_result = step->result >= 0 && step->result + bp_value_floats(step->kind) <= result->got_count;
    const float *got = result->got + (is_result ? step->result : 0);
    bool wrong = is_result && bp_exercise_compare_value(exercise, step->kind, got, step->value, NULL) >= 0;
    bp_report_blocks *blocks = bp_alloc(&to->allocator, 1, sizeof *blocks, NULL);
    if (!blocks) {
        to->failed = true;
        return false;
    }
    blocks->count = 0;
    snprintf(name, sizeof name, is_result && !wrong ? "%s (yours too)" : "%s", step->name);
    for (int yours = 0; yours <= wrong; yours++) {
        const float *value = yours ? got : step->value;
        if (yours) snprintf(name, sizeof name, "* yours, which differs");
        if (step->kind == BP_VALUE_MAT4)
            bp_report_add_matrix(blocks, name, value);
        else
            bp_report_add_list(blocks, name, step->kind, value, 1);
        if (step->kind == BP_VALUE_MAT4 && yours < wrong) continue; /* two matrices go side by side */
        bp_report_flow(to, blocks, columns, 10000);
        blocks->count = 0;
    }
    bp_free(&to->allocator, blocks);
    return wrong;
}

/* Whether a value says nothing of where it comes from: zeros, or the identity. */
static bool is_common(bp_value_kind kind, const float *value) {
    bool zero = true, identity = kind == BP_VALUE_MAT4;
    for (int i = 0; i < bp_value_floats(kind); i++) {
        zero &= value[i] == 0;
        identity &= value[i] == (i % 5 == 0 ? 1.0f : 0.0f);
    }
    return zero || identity;
}

/* The step whose value the student gives as the result, or NULL. */
static const bp_trace_step *taken_for_result(const bp_exercise *exercise, const bp_exercise_trace *trace,
                                             const bp_trace_step *wrong, const float *got) {
    if (is_common(wrong->kind, got)) return NULL;
    for (const bp_trace_step *step = trace->steps; step < wrong; step++)
        if (step->kind == wrong->kind && step->kind >= BP_VALUE_VEC2 &&
            bp_exercise_compare_value(exercise, step->kind, got, step->value, NULL) < 0)
            return step;
    return NULL;
}

/* Adds the first wrong result as the last step, if the exercise didn't. */
static void end_trace(const bp_exercise *exercise, const bp_exercise_result *result,
                      bp_exercise_trace *trace) {
    char name[64];
    int index = result->first_difference;
    const bp_exercise_value *value = bp_exercise_output_at(exercise, result->in, &index, name, sizeof name);
    if (!value || index + bp_value_floats(value->kind) > result->expected_count) return;
    for (int i = 0; i < trace->count; i++)
        if (trace->steps[i].result == index) return;
    if (trace->count == BP_TRACE_STEPS) trace->count--;
    bp_trace_step *step = &trace->steps[trace->count++];
    *step = (bp_trace_step){.kind = value->kind, .result = index};
    snprintf(step->name, sizeof step->name, "%s", name);
    memcpy(step->value, result->expected + index, (size_t)bp_value_floats(value->kind) * sizeof(float));
}

static void add_steps(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                      bp_exercise_trace *trace, int columns) {
    bp_exercise_inputs inputs;
    bp_exercise_unpack(exercise->inputs, result->in, inputs.bytes);
    trace->count = 0;
    trace->right = result->expected;
    trace->first = result->first_difference;
    /* An answer with too many floats may be right as far as it should go: then no step leads to the first. */
    if (exercise->trace && result->first_difference < result->expected_count)
        exercise->trace(trace, inputs.bytes);
    end_trace(exercise, result, trace);
    const bp_trace_step *step = trace->steps, *same = NULL;
    bp_text_buffer_add(to, "Step by step, the right way:\n");
    for (; step < trace->steps + trace->count; step++) {
        if (!add_step(to, exercise, result, step, columns)) continue;
        same = taken_for_result(exercise, trace, step, result->got + step->result);
        break;
    }
    if (same) bp_text_buffer_add(to, "Yours has the value of this step: %s.\n", same->name);
}

static void add_trace(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                      int columns) {
    bp_exercise_trace *trace = bp_alloc(&to->allocator, 1, sizeof *trace, NULL);
    if (trace)
        add_steps(to, exercise, result, trace, columns);
    else
        to->failed = true;
    bp_free(&to->allocator, trace);
}

/* ---- the whole ------------------------------------------------------------------------------------- */

static const char *text_of(const bp_text_buffer *buffer) { return buffer->data ? buffer->data : ""; }

/* Whether the explanation names no cause; then the trace helps most. */
static bool is_unnamed(const bp_exercise_result *result) {
    static const char *const IDS[] = {"other", "not_finite", "not_written", "results", "cases"};
    for (size_t i = 0; i < BP_COUNT(IDS); i++)
        if (strcmp(result->id, IDS[i]) == 0) return true;
    return false;
}

/* Given, the table, the trace: within the rows that are left. The table is the most important of them. */
static void add_case(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                     const bp_exercise_report_options *options) {
    enum { LEAST = 4 };
    bp_text_buffer given = {.allocator = to->allocator}, table = {.allocator = to->allocator},
                   trace = {.allocator = to->allocator};
    bool compared = result->verdict == BP_EXERCISE_WRONG && result->got_count > 0;
    add_line(to, options->columns, "\nCase %d of %d: %s", result->failed_case + 1, result->case_count,
             result->case_name);
    if (compared) bp_report_add_table(&table, exercise, result, options);
    if (compared && is_unnamed(result) && exercise->trace)
        add_trace(&trace, exercise, result, options->columns);
    add_given(&given, exercise, result, options->columns, 10000);
    /* The prompt takes a line, too. */
    int left = options->whole ? 10000 : options->rows - 1 - ROWS_BELOW - lines_of(text_of(to)) - 1;
    int least = lines_of(text_of(&given)) < LEAST ? lines_of(text_of(&given)) : LEAST;
    int wanted = lines_of(text_of(&table)), most = left - least < LEAST ? LEAST : left - least;
    if (wanted > most) wanted = most;
    left -= wanted;
    int before = lines_of(text_of(to));
    bp_text_buffer_add(to, "Given:\n");
    add_given(to, exercise, result, options->columns,
              left >= lines_of(text_of(&given)) ? left : (left < least ? least : left) - 1);
    left -= lines_of(text_of(to)) - before - 1;
    add_cut(to, text_of(&table), wanted);
    if (options->whole || lines_of(text_of(&trace)) <= left) bp_text_buffer_add(to, "%s", text_of(&trace));
    to->failed |= given.failed || table.failed || trace.failed;
    bp_free(&to->allocator, given.data);
    bp_free(&to->allocator, table.data);
    bp_free(&to->allocator, trace.data);
}

static void add_text_below(bp_text_buffer *to, const char *title, const char *text, int length, int most) {
    int lines = 0, shown = 0;
    for (; shown < length && lines < most; shown++) lines += text[shown] == '\n';
    if (length == 0) return;
    bp_text_buffer_add(to, "\n%s\n%.*s%s", title, shown, text, text[shown - 1] == '\n' ? "" : "\n");
    if (shown < length) bp_text_buffer_add(to, "... (the rest is left out: --whole shows it)\n");
}

static void add_result(bp_text_buffer *to, const bp_exercise *exercise, const bp_exercise_result *result,
                       const bp_exercise_report_options *options) {
    static const char *const TITLES[] = {
        "pass",    "wrong",         "does not build",      "uses something it may not",
        "crashed", "took too long", "took too much memory"};
    int most = options->whole ? 10000 : 8;
    bool has_run = result->verdict != BP_EXERCISE_BUILD && result->verdict != BP_EXERCISE_FORBIDDEN;
    if (result->verdict == BP_EXERCISE_PASSED)
        add_line(to, options->columns, "%s %s: pass. All %d cases are right.%s%s%s", exercise->id,
                 exercise->title, result->case_count,
                 exercise->source ? " The rasterizer does it in src/" : "",
                 exercise->source ? exercise->source : "", exercise->source ? "." : "");
    else if (has_run)
        add_line(to, options->columns, "%s %s: %s. %d of %d cases are right.", exercise->id, exercise->title,
                 TITLES[result->verdict], result->case_right, result->case_count);
    else
        add_line(to, options->columns, "%s %s: %s.", exercise->id, exercise->title, TITLES[result->verdict]);
    if (result->text[0]) bp_text_buffer_add(to, "\n");
    add_wrapped(to, result->text, options->columns);
    if (has_run && result->failed_case >= 0) add_case(to, exercise, result, options);
    add_text_below(to, "The compiler says:", result->warnings, (int)strlen(result->warnings),
                   has_run ? most : 2 * most);
    add_text_below(to, "It printed:", result->printed,
                   options->whole ? (int)strlen(result->printed) : bp_sanitizer_begins(result->printed),
                   most);
    if (result->unwatched && has_run)
        bp_text_buffer_add(to, "\nCompiled without sanitizers: memory errors aren't watched, such as an "
                               "index that is too large.\n");
}

bool bp_exercise_report(const bp_exercise *exercise, const bp_allocator *allocator,
                        const bp_exercise_result *result, const bp_exercise_report_options *options,
                        bp_file *out, bp_error *error) {
    bp_exercise_report_options filled = options ? *options : (bp_exercise_report_options){.rows = 0};
    bp_text_buffer to = {.allocator = allocator ? *allocator : bp_allocator_default()};
    if (filled.columns <= 0) filled.columns = 80;
    if (filled.columns < 40) filled.columns = 40;
    if (filled.rows <= 0) filled.rows = 24;
    bool can_follow =
        result->verdict == BP_EXERCISE_WRONG && result->got_count > 0 && result->first_difference >= 0;
    if (filled.trace && can_follow) {
        add_line(&to, filled.columns, "Case %d of %d: %s", result->failed_case + 1, result->case_count,
                 result->case_name);
        add_trace(&to, exercise, result, filled.columns);
    } else {
        add_result(&to, exercise, result, &filled);
    }
    return bp_text_buffer_finish(&to, out, error);
}
