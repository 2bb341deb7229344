/* FILE [--animation NAME|N [--time SECONDS]]: finds the clip, reads the time, poses the model. */
#include "cli/model_command.h"
#include "cli/options.h"
#include <bindpose/rig.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which clip, and when -----------------------------------------------------------------------*/

static bool is_number(const char *text) {
    for (const char *c = text; *c; c++)
        if (!isdigit((unsigned char)*c)) return false;
    return *text != '\0';
}

static bool no_such_clip(const bp_model *model, const char *name, bp_error *error) {
    const char *names[65];
    size_t count = 0;
    for (; count < model->clip_count && count < BP_COUNT(names) - 1; count++)
        names[count] = bp_clip_name(model->clips[count]);
    names[count] = NULL;
    const char *nearest = bp_nearest_word(name, names);
    return bp_fail(error, BP_ERROR_ARGUMENT, "--animation",
                   "there is no \"%.80s\" among the file's %zu animations%s%.80s%s", name, model->clip_count,
                   nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

bool bp_model_find_clip(const bp_model *model, const char *animation, int *out, bp_error *error) {
    *out = -1;
    if (!animation) return true;
    if (is_number(animation)) {
        unsigned long number = strtoul(animation, NULL, 10);
        if (number >= model->clip_count) return no_such_clip(model, animation, error);
        *out = (int)number;
        return true;
    }
    for (size_t i = 0; i < model->clip_count && *out < 0; i++)
        if (strcmp(bp_clip_name(model->clips[i]), animation) == 0) *out = (int)i;
    return *out >= 0 || no_such_clip(model, animation, error);
}

/* In double: a float would miss the key that a time like 0.1 is meant for by more than it must. */
bool bp_model_read_time(const char *text, double *out, bp_error *error) {
    *out = 0.0;
    if (!text) return true;
    char *end;
    double seconds = strtod(text, &end);
    bool number = end != text && *end == '\0' && !isspace((unsigned char)text[0]);
    if (!number || seconds - seconds != 0.0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--time", "\"%.40s\" is no number of seconds", text);
    *out = seconds;
    return true;
}

/* ---- opening ------------------------------------------------------------------------------------*/

static bool pose(bp_model_file *file, const char *program, const char *animation, const char *time,
                 bp_error *error) {
    if (!bp_model_find_clip(file->model, animation, &file->clip, error)) return false;
    if (time && !animation)
        fprintf(stderr, "%s: note: --time changes nothing without --animation\n", program);
    return bp_model_read_time(time, &file->seconds, error) &&
           bp_model_pose_set(file->pose, file->clip, file->seconds, error);
}

bool bp_model_file_open_posed(bp_model_file *file, const char *program, const char *path, bool images,
                              const char *animation, const char *time, bp_error *error) {
    if (!bp_model_file_open(file, program, path, images, error)) return false;
    if (pose(file, program, animation, time, error)) return true;
    bp_model_file_close(file);
    return false;
}

/* ---- printing -----------------------------------------------------------------------------------*/

bool bp_printed(bp_error *error) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    return bp_fail(error, BP_ERROR_ENVIRONMENT, "standard output", "can't be written to");
}

bool bp_print_json(bp_json_writer *writer, bp_error *error) {
    bp_allocator allocator = writer->allocator;
    bp_file text;
    if (!bp_json_writer_finish(writer, &text, error)) return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(&allocator, &text);
    return bp_printed(error);
}

/* ---- commands -----------------------------------------------------------------------------------*/

int bp_model_command_run(const bp_model_command *command, int argc, char **argv) {
    bool json = false;
    const char *animation = NULL, *time = NULL, *path = NULL;
    const bp_option options[] = {
        {"--json", BP_OPTION_FLAG, &json, NULL, command->json_help, 0, 0, NULL, NULL},
        {"--animation", BP_OPTION_TEXT, &animation, "NAME|N", "pose by this animation", 0, 0, NULL, NULL},
        {"--time", BP_OPTION_TEXT, &time, "SECONDS", "at this time of it (0)", 0, 0, NULL, NULL},
    };
    bp_usage usage = {.program = command->program,
                      .positionals = "FILE",
                      .summary = command->summary,
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &path, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    bp_model_file file;
    if (parsed != BP_PARSED ||
        !bp_model_file_open_posed(&file, command->program, path, false, animation, time, &error))
        return bp_report(command->program, &error);
    bool good = command->show(&file, json, &error);
    bp_model_file_close(&file);
    return good ? 0 : bp_report(command->program, &error);
}
