/* The program of a lesson. Without options it opens a window. With options it prints the steps, checks the
 * claims or writes pictures, without a display. */
#include "app/screens/lesson/lesson_screen.h"
#include "cli/commands.h"
#include "cli/print.h"
#include "lesson/article.h"
#include <stdio.h>
#include <string.h>

typedef struct lesson_arguments {
    bool headless, check, list, columns;
    int step; /* 1..; 0: none asked for */
    int size[2];
    int theme;
    bool illustration;
    const char *screenshot, *frames, *transcript, *article, *file;
} lesson_arguments;

static bool read_arguments(bp_cli *call, const bp_lesson_plan *lesson, lesson_arguments *out) {
    const bp_option options[] = {
        bp_option_flag("--headless", &out->headless, "run all steps, print them and their claims"),
        bp_option_flag("--check", &out->check, "claims only; exit 1 if one fails"),
        bp_option_flag("--list", &out->list, "the steps, numbered from 1"),
        bp_option_integer("--step", &out->step, "N", 1, lesson->step_count,
                          "the step of --screenshot, or to begin with"),
        bp_option_text("--screenshot", &out->screenshot, "OUT.png", "write the picture of a step"),
        bp_option_text("--frames", &out->frames, "DIR",
                       "write step-01.png, of a question step-01-answer.png, contact.png"),
        bp_option_text("--transcript", &out->transcript, "OUT.md|OUT.json",
                       "write every number that the steps show"),
        bp_option_text("--article", &out->article, "OUT.json",
                       "write the words, questions and numbers of the web page"),
        bp_option_flag("--illustration", &out->illustration, "pictures without words"),
        bp_option_size(out->size, 200, "of pictures and window (1280x800)"),
        bp_option_theme(&out->theme, "colours (dark)"),
        bp_option_flag("--columns", &out->columns, "matrices for column vectors"),
    };
    if (!bp_cli_read(call, lesson->takes_file ? "[FILE]" : "", lesson->summary, BP_OPTIONS(options)))
        return false;
    out->file = call->argv[1];
    bool other = out->headless || out->check || out->list || out->frames || out->transcript || out->article;
    return out->step == 0 || !other ||
           bp_fail(&call->error, BP_ERROR_ARGUMENT, "--step",
                   "it goes with --screenshot, or with the window");
}

static void print_steps(const bp_lesson_plan *lesson) {
    for (int i = 0; i < lesson->step_count; i++) {
        const char *heading = lesson->steps[i].heading;
        char prose[BP_PROSE_MAX];
        bp_prose_plain(bp_step_prose(&lesson->steps[i]), prose, sizeof prose);
        prose[strcspn(prose, "\n")] = '\0'; /* the first paragraph */
        printf("%2d  %s\n", i + 1, heading && *heading ? heading : prose);
    }
}

static bool print_headless(bp_session *session, const lesson_arguments *arguments, int *failed,
                           bp_error *error) {
    bp_file text;
    if (!bp_session_transcript(session, BP_TRANSCRIPT_TEXT, arguments->columns, &text, failed, error))
        return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(NULL, &text);
    int claims = bp_lesson_claim_count(bp_session_lesson(session));
    printf("\n%d of %d claims hold.\n", claims - *failed, claims);
    return true;
}

static bool print_check(bp_session *session, int *failed, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    for (int step = 0; step < lesson->step_count; step++) {
        for (int i = 0; i < lesson->steps[step].claim_count; i++) {
            bp_claim_result result;
            if (!bp_session_check(session, step, i, &result, error)) return false;
            *failed += !result.pass;
            char name[16] = "0";
            if (result.claim->number > 0)
                bp_claim_name(lesson->group, result.claim->number, name, sizeof name);
            printf("%s step %d, claim %s: %s%s%s\n", result.pass ? "pass" : "FAIL", step + 1, name,
                   result.claim->text, result.pass ? "" : " -- ", result.failure);
        }
    }
    int claims = bp_lesson_claim_count(lesson);
    printf("%s: %d of %d claims hold\n", lesson->name, claims - *failed, claims);
    return true;
}

static bool write_transcript(bp_session *session, const lesson_arguments *arguments, int *failed,
                             bp_error *error) {
    const char *dot = strrchr(arguments->transcript, '.');
    bp_transcript_format form = BP_TRANSCRIPT_MARKDOWN;
    if (dot && strcmp(dot, ".json") == 0)
        form = BP_TRANSCRIPT_JSON;
    else if (!dot || strcmp(dot, ".md") != 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, arguments->transcript,
                       "a transcript's name ends in .md or .json");
    bp_file text;
    if (!bp_session_transcript(session, form, arguments->columns, &text, failed, error)) return false;
    bool ok = bp_file_write(arguments->transcript, text.data, text.size, error);
    bp_file_free(NULL, &text);
    return ok;
}

static bool write_article(bp_session *session, const char *path, bp_error *error) {
    bp_file json;
    if (!bp_session_article(session, &json, error)) return false;
    bool ok = bp_file_write(path, json.data, json.size, error);
    bp_file_free(NULL, &json);
    return ok;
}

static bp_lesson_options lesson_options(const lesson_arguments *arguments) {
    return (bp_lesson_options){.step = arguments->step - 1, /* -1: none was asked for */
                               .width = arguments->size[0],
                               .height = arguments->size[1],
                               .light = arguments->theme == 1,
                               .dark = arguments->theme == 0,
                               .columns = arguments->columns,
                               .illustration = arguments->illustration};
}

/* Does what the options ask for. *any: they asked for something other than a window. */
static bool run_without_window(const bp_context *context, bp_session *session,
                               const lesson_arguments *arguments, bool *any, int *failed, bp_error *error) {
    const bp_lesson_options picture = lesson_options(arguments);
    *any = arguments->headless || arguments->check || arguments->list || arguments->transcript ||
           arguments->article || arguments->screenshot || arguments->frames;
    if (arguments->list) print_steps(bp_session_lesson(session));
    if (arguments->headless && !print_headless(session, arguments, failed, error)) return false;
    if (arguments->check && !print_check(session, failed, error)) return false;
    if (arguments->transcript && !write_transcript(session, arguments, failed, error)) return false;
    if (arguments->article && !write_article(session, arguments->article, error)) return false;
    if (arguments->screenshot &&
        !bp_lesson_write_picture(context, session, &picture, arguments->screenshot, error))
        return false;
    return !arguments->frames || bp_lesson_write_frames(context, session, &picture, arguments->frames, error);
}

static bool run_window(const bp_context *context, bp_session *session, const lesson_arguments *arguments,
                       bp_cli *call) {
    const bp_lesson_options start = lesson_options(arguments);
    if (call->window && bp_lesson_window_run(call->window, context, session, &start, &call->error))
        return true;
    if (call->window && call->error.kind != BP_ERROR_ENVIRONMENT) return false;
    char instead[400];
    snprintf(
        instead, sizeof instead,
        "%.120s --headless prints the steps and their numbers, %.120s --frames DIR writes their pictures",
        call->program, call->program);
    bp_explain_no_window(instead, &call->error);
    return false;
}

int bp_lesson_command(bp_cli *call) {
    lesson_arguments arguments = {.theme = -1};
    const bp_lesson_plan *lesson = call->lessons[0];
    if (!read_arguments(call, lesson, &arguments)) return 0;
    bp_context *context = bp_context_create(NULL, &call->error);
    bp_session *session = context ? bp_session_create(context, lesson, arguments.file, &call->error) : NULL;
    bool any = false;
    int failed = 0;
    if (session && run_without_window(context, session, &arguments, &any, &failed, &call->error) && !any)
        (void)run_window(context, session, &arguments, call);
    bp_session_destroy(session);
    bp_context_destroy(context);
    return failed > 0 ? 1 : 0;
}

int bp_lesson_program(int argc, char **argv, const bp_lesson_plan *lesson, const bp_window *window) {
    const char *program = argc > 0 ? argv[0] : lesson->name;
    bp_cli call = {program, argc, argv, &lesson, window, "", .error = {0}};
    return bp_finish_output(program, bp_cli_run(bp_lesson_command, &call));
}
