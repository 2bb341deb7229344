/* `bindpose exercise describe` and `try`: exercises without a compiler, for the web page. Both print JSON. */
#include "base/system.h"
#include "cli/exercise_command.h"
#include "cli/print.h"
#include "exercise/expression.h"
#include <stdio.h>
#include <string.h>

static const char *const FORMS[] = {"expression", "lines", "choice"};

/* A name of an input is a name and, sometimes, an explanation behind it. */
static void put_inputs(bp_json_writer *json, const bp_exercise *exercise) {
    static const char *const KINDS[] = {"number",   "number",    "4 numbers",  "row of 2",
                                        "row of 3", "4 numbers", "quaternion", "matrix"};
    bp_json_write(json, "inputs: [");
    for (const bp_exercise_value *one = exercise->inputs; one->name; one++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(one->name, " "), one->name);
        bp_json_write(json, "{name: %s, kind: %s, array: %i}", name, KINDS[one->kind], one->count != 0);
    }
    bp_json_write(json, "]");
}

/* A line of C; " BR " breaks it. The rest of an unfinished statement is indented. */
static void put_line(bp_json_writer *json, const char *line) {
    char text[400];
    size_t used = 0, indent = 0;
    for (; *line && used + 20 < sizeof text; line++) {
        if (strncmp(line, " BR ", 4) != 0) {
            text[used++] = *line;
            continue;
        }
        indent += used > 0 && text[used - 1] != ';' ? 4 : 0;
        used += (size_t)snprintf(text + used, sizeof text - used, "\n%*s", (int)indent, "");
        line += 3;
    }
    text[used] = '\0';
    bp_json_write(json, "%s", text);
}

static void put_form(bp_json_writer *json, const bp_exercise *exercise) {
    const bp_exercise_form *form = &exercise->form;
    put_inputs(json, exercise);
    if (form->kind == BP_FORM_EXPRESSION) {
        bp_json_write(json, "start: %s", form->start);
        if (form->example) bp_json_write(json, "example: %s", form->example);
        bp_json_write(json, "arrays: %i, functions: [", form->indices != 0);
        for (const bp_expression_function *one = bp_expression_functions; one->usage; one++)
            bp_json_write(json, "{usage: %s, help: %s}", one->usage, one->help);
        bp_json_write(json, "]");
        return;
    }
    bp_json_write(json, "before: %s, after: %s, lines: [", form->before, form->after);
    for (int i = 0; i < form->line_count; i++) put_line(json, form->lines[i]);
    bp_json_write(json, "]");
}

static void put_exercise(bp_json_writer *json, const bp_cli *call, const bp_exercise *exercise, bool whole) {
    bp_json_write(json, "{id: %s, name: %s, title: %s", exercise->id, exercise->name, exercise->title);
    for (const bp_lesson_plan *const *lesson = call->lessons; *lesson; lesson++) {
        if (!exercise->lesson || strcmp((*lesson)->name, exercise->lesson) != 0) continue;
        bp_json_write(json, "lesson: %d, lesson_title: %s", (*lesson)->number, (*lesson)->title);
    }
    if (exercise->source) bp_json_write(json, "source: %s", exercise->source);
    bp_json_write(json, "form: %s", FORMS[exercise->form.kind]);
    if (whole) {
        bp_json_write(json, "hints: [");
        for (const char *const *hint = exercise->hints; *hint; hint++) bp_json_write(json, "%s", *hint);
        bp_json_write(json, "]");
        put_form(json, exercise);
    }
    bp_json_write(json, "}");
}

int bp_exercise_describe_command(bp_cli *call) {
    bp_exercise_pictures pictures = {.size = {480, 360}};
    const bp_option options[] = {
        bp_option_text("--pictures", &pictures.folder, "DIR", "of a choice: a picture of each line"),
        bp_option_size(pictures.size, 16, "of the pictures (480x360)"),
        bp_option_theme(&pictures.theme, "of the pictures (dark)"),
    };
    if (!bp_cli_read(call, "[N]", "Prints the exercises, or all about one, as the web page shows them: JSON.",
                     BP_OPTIONS(options)))
        return 0;
    const char *name = call->argv[1];
    const bp_exercise *chosen = name ? bp_exercise_named(name, &call->error) : NULL;
    if (name && !chosen) return 0;
    if (chosen && pictures.folder && chosen->form.kind == BP_FORM_CHOICE &&
        !bp_exercise_write_choices(&pictures, chosen, &call->error))
        return 0;
    bp_json_writer json = bp_json_writer_make(NULL);
    if (chosen) {
        put_exercise(&json, call, chosen, true);
    } else {
        bp_json_write(&json, "[");
        for (const bp_exercise *const *one = bp_exercises; *one; one++)
            put_exercise(&json, call, *one, false);
        bp_json_write(&json, "]");
    }
    (void)bp_print_json(&json, &call->error);
    return 0;
}

/* Sets a key to a report, or to the trace. */
static bool set_report(bp_json_writer *json, const char *key, const bp_exercise *exercise,
                       const bp_exercise_result *result, bool trace, bp_error *error) {
    /* The page scrolls, but only downwards on a phone. */
    const bp_exercise_report_options how = {.columns = 72, .rows = 200, .trace = trace};
    bp_file report;
    if (!bp_exercise_report(exercise, NULL, result, &how, &report, error)) return false;
    /* The page has the trace of a mistake without a name in its own place, too. */
    char *twice = trace ? NULL : strstr((char *)report.data, "Step by step, the right way:\n");
    if (twice) *twice = '\0';
    bp_json_write(json, "%s: %s", key, (const char *)report.data);
    bp_file_free(NULL, &report);
    return true;
}

/* Lines and short formulas could be found by trying them all. After three wrong answers in a row each costs a
 * pause, twice as long as the one before, and gets a hint. Returns the hint, or NULL. */
static const char *slow_down(const bp_exercise *exercise, const bp_exercise_result *result) {
    enum { FREE_TRIES = 3, LONGEST = 30 };
    bp_exercise_progress progress;
    if (result->verdict == BP_EXERCISE_BUILD) return NULL;
    bp_exercise_progress_begin(&progress);
    bp_exercise_record *record = bp_exercise_progress_record(&progress, exercise->name);
    const bool passed = result->verdict == BP_EXERCISE_PASSED;
    const int wrong = record->wrong_tries = passed ? 0 : record->wrong_tries + 1;
    bp_exercise_progress_end(&progress);
    if (wrong < FREE_TRIES) return NULL;
#ifndef __EMSCRIPTEN__ /* the page would stand still */
    if (wrong > FREE_TRIES) bp_sleep(wrong > FREE_TRIES + 5 ? LONGEST : 1 << (wrong - FREE_TRIES - 1));
#endif
    const int given = wrong - FREE_TRIES;
    int hints = 0;
    while (hints < (int)BP_COUNT(exercise->hints) && exercise->hints[hints]) hints++;
    return hints > 0 ? exercise->hints[given < hints ? given : hints - 1] : NULL;
}

/* The report comes without the explanation, which is a text of its own. */
static bool print_result(const bp_exercise *exercise, bp_exercise_result *result, const char *hint,
                         bp_error *error) {
    bp_json_writer json = bp_json_writer_make(NULL);
    bool ok = true;
    bp_json_write(&json, "{passed: %i, verdict: %s, id: %s, text: %s", result->verdict == BP_EXERCISE_PASSED,
                  bp_exercise_verdict_text(result->verdict), result->id, result->text);
    if (hint) bp_json_write(&json, "hint: %s", hint);
    result->text[0] = '\0';
    if (result->line > 0) {
        bp_json_write(&json, "line: %d, column: %d", result->line, result->column);
    } else {
        bp_json_write(&json, "case: %s, case_count: %d, case_right: %d", result->case_name,
                      result->case_count, result->case_right);
        ok = set_report(&json, "report", exercise, result, false, error) &&
             (result->verdict != BP_EXERCISE_WRONG ||
              set_report(&json, "trace", exercise, result, true, error));
    }
    bp_json_write(&json, "}");
    if (ok) return bp_print_json(&json, error);
    bp_json_writer_clear(&json);
    return false;
}

int bp_exercise_try_command(bp_cli *call) {
    bp_exercise_pictures pictures = {.size = {480, 360}};
    int seed = 1;
    const bp_option options[] = {
        bp_option_integer("--seed", &seed, "N", 1, 1e9, "of the random cases (1)"),
        bp_option_text("--pictures", &pictures.folder, "DIR", "write yours.png and right.png"),
        bp_option_size(pictures.size, 16, "of the pictures (480x360)"),
        bp_option_theme(&pictures.theme, "of the pictures (dark)"),
    };
    const char *summary =
        "Checks an answer without a compiler, as the web page does: a formula, or letters of lines (see\n"
        "`describe`). Prints JSON; exit 0 pass, 1 wrong, 2 unreadable.";
    bp_error *error = &call->error;
    if (!bp_cli_read(call, "N ANSWER", summary, BP_OPTIONS(options))) return 0;
    const bp_exercise *exercise = bp_exercise_named(call->argv[1], error);
    bp_exercise_result *result = exercise ? bp_alloc(NULL, 1, sizeof *result, error) : NULL;
    bool ok =
        result && bp_exercise_check_answer(exercise, NULL, call->argv[2], (uint64_t)seed, result, error);
    if (ok && pictures.folder && result->verdict != BP_EXERCISE_BUILD)
        ok = bp_exercise_write_pictures(&pictures, exercise, result, error);
    ok = ok && print_result(exercise, result, slow_down(exercise, result), error);
    const int code = ok ? bp_exercise_exit_code(result->verdict) : 0;
    bp_free(NULL, result);
    return code;
}
