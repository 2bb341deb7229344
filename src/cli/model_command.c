/* Reading a model, with the reader's notes on standard error, and posing it by one of its clips. */
#include "cli/model_command.h"
#include "cli/draco.h"
#include "cli/print.h"
#include "gltf/read/reader.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_notes(const char *program, const char *path, const bp_gltf_notes *notes) {
    for (size_t i = 0; i < notes->kept; i++)
        fprintf(stderr, "%s: note: %s: %s%s%s\n", program, path, notes->notes[i].place,
                notes->notes[i].place[0] ? ": " : "", notes->notes[i].message);
    if (notes->count > notes->kept)
        fprintf(stderr, "%s: note: %s: and %zu more of the kind\n", program, path,
                notes->count - notes->kept);
}

bool bp_model_file_open(bp_model_file *file, const char *program, const char *path, bp_error *error) {
    bp_gltf_notes notes = {0};
    bp_gltf_read_options options = {.no_images = !file->images};
    const bp_context_options within = {.draco = bp_draco_default(), .limit = bp_limit_bytes(file->limit)};
    file->path = path;
    file->context = bp_context_create(&within, error);
    bool read = file->context;
    if (read && file->bytes) {
        const bp_gltf_source source = bp_gltf_source_of(path, file->bytes);
        read = bp_gltf_read_source(file->context, &source, NULL, &options, &file->model, &notes, error);
    } else if (read) {
        read = bp_gltf_read(file->context, path, &options, &file->model, &notes, error);
    }
    print_notes(program, path, &notes);
    bp_gltf_notes_clear(&notes);
    if (read) file->pose = bp_model_pose_create(file->model, error);
    bool known =
        file->pose && bp_model_choose_clip(file->model, "--animation", file->animation, &file->clip, error);
    if (known && file->time && !file->animation)
        fprintf(stderr, "%s: note: --time changes nothing without --animation\n", program);
    if (known && bp_model_read_time(file->time, &file->seconds, error) &&
        bp_model_pose_set(file->pose, file->clip, file->seconds, error))
        return true;
    bp_model_file_close(file);
    return false;
}

void bp_model_file_close(bp_model_file *file) {
    bp_model_pose_destroy(file->pose);
    bp_model_destroy(file->model);
    bp_context_destroy(file->context);
    *file = (bp_model_file){.clip = -1};
}

bool bp_model_choose_clip(const bp_model *model, const char *option, const char *animation, int *out,
                          bp_error *error) {
    const char *names[65] = {NULL};
    *out = -1;
    if (!animation) return true;
    if (animation[strspn(animation, "0123456789")] != '\0')
        *out = bp_model_find_clip(model, animation);
    else if (strtoul(animation, NULL, 10) < model->clip_count)
        *out = atoi(animation);
    for (size_t i = 0; i < model->clip_count && i < BP_COUNT(names) - 1; i++)
        names[i] = bp_clip_name(model->clips[i]);
    return *out >= 0 || bp_fail(error, BP_ERROR_ARGUMENT, option,
                                "there is no \"%.80s\" among the file's %zu animations%s", animation,
                                model->clip_count, bp_suggest(animation, names).text);
}

/* As a double: rounded to a float, a time like 0.1 would miss its key by more than necessary. */
bool bp_model_read_time(const char *text, double *out, bp_error *error) {
    *out = 0.0;
    if (!text) return true;
    char *end;
    double seconds = strtod(text, &end);
    bool number = end != text && *end == '\0' && !isspace((unsigned char)text[0]);
    if (!number || seconds - seconds != 0.0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--time", "\"%.40s\" is not a number of seconds", text);
    *out = seconds;
    return true;
}

int bp_model_command_run(bp_cli *call, const char *summary, const char *json_help, bp_model_printer *show,
                         bp_model_printer *summarize) {
    bool json = false;
    bp_model_file file = {.limit = 0};
    const bp_option options[] = {
        bp_option_flag("--json", &json, json_help),
        bp_option_text("--animation", &file.animation, "NAME|N", "pose by this animation"),
        bp_option_text("--time", &file.time, "SECONDS", "at this time of it (0)"),
        bp_option_limit(&file.limit),
        bp_option_flag("--summary", &file.images, "what is in the file, and how many bytes it takes"),
    };
    if (!bp_cli_read(call, "FILE", summary, options, BP_COUNT(options) - (summarize ? 0 : 1))) return 0;
    if (!bp_model_file_open(&file, call->program, call->argv[1], &call->error)) return 0;
    (file.images ? summarize : show)(&file, json, &call->error); /* only the summary needs images */
    bp_model_file_close(&file);
    return 0;
}
