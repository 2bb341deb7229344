/* `bindpose view`: the file on a controller, and the controller in a window; or the window's first picture as a file. */
#include "cli/view_command.h"
#include "viewer/model/model_controller.h"
#include "cli/model_command.h"
#include "cli/options.h"
#include "viewer/offscreen_target.h"
#include <stdio.h>
#include <string.h>

static const char PROGRAM[] = "bindpose view";

typedef struct view_arguments {
    const char *file, *animation, *time, *screenshot;
    int size[2], theme;
    bool columns, doctor;
} view_arguments;

static bp_parsed read_arguments(int argc, char **argv, view_arguments *out, bp_error *error) {
    static const char *const themes[] = {"dark", "light", NULL};
    const bp_option options[] = {
        {"--animation", BP_OPTION_TEXT, &out->animation, "NAME|N", "begin with this animation (the first)", 0,
         0, NULL, NULL},
        {"--time", BP_OPTION_TEXT, &out->time, "SECONDS", "at this time of it (0)", 0, 0, NULL, NULL},
        {"--doctor", BP_OPTION_FLAG, &out->doctor, NULL, "begin with what is wrong with the file", 0, 0, NULL,
         NULL},
        {"--screenshot", BP_OPTION_TEXT, &out->screenshot, "OUT.png",
         "write what the window would show first; needs no display", 0, 0, NULL, NULL},
        {"--size", BP_OPTION_SIZE, out->size, "WxH", "of window and picture (1280x800)", 320, 8192, NULL,
         NULL},
        {"--theme", BP_OPTION_CHOICE, &out->theme, "light|dark", "colours (dark)", 0, 0, themes, NULL},
        {"--columns", BP_OPTION_FLAG, &out->columns, NULL, "matrices for column vectors", 0, 0, NULL, NULL},
    };
    bp_usage usage = {.program = PROGRAM,
                      .positionals = "FILE",
                      .summary =
                          "A window with a glTF file's character: clips, bones, the seven matrices, weights, "
                          "the doctor's findings.\nH shows all keys.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    *out = (view_arguments){.size = {1280, 800}};
    return bp_options_parse(&usage, argc, argv, &out->file, error);
}

/* The file as the arguments want it to be seen first. */
static bool prepare(bp_model_controller *controller, const view_arguments *arguments, bp_error *error) {
    int clip;
    double seconds;
    if (!bp_model_find_clip(controller->loaded.model, arguments->animation, &clip, error) ||
        !bp_model_read_time(arguments->time, &seconds, error))
        return false;
    if (clip >= 0) controller->viewer.play.clip = clip;
    bp_model_viewer_seek(&controller->viewer, &controller->loaded, seconds);
    controller->viewer.settings.light = arguments->theme == 1;
    controller->viewer.settings.columns = arguments->columns;
    controller->viewer.doctor.open = arguments->doctor;
    return true;
}

static bool write_picture(bp_model_controller *controller, const char *path, bp_error *error) {
    bp_loaded_model_examine(&controller->loaded);
    controller->viewer.notice[0] = '\0'; /* what is said in passing is no part of a picture */
    return bp_model_controller_draw(controller, error) && bp_offscreen_target_write(&controller->picture, path, error);
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    return bp_model_controller_frame(user, events, count, seconds, out, error);
}

static bool run_window(bp_model_controller *controller, const view_arguments *arguments, const bp_window *window,
                       bp_error *error) {
    bp_error why = {0};
    const bp_window_options options = {bp_model_controller_title(controller), arguments->size[0], arguments->size[1]};
    const bp_window_client shown = {controller, frame};
    if (window && window->run(&options, &shown, &why)) return true;
    if (window && why.kind != BP_ERROR_ENVIRONMENT) {
        if (error) *error = why;
        return false;
    }
    return bp_fail(
        error, BP_ERROR_ENVIRONMENT, NULL,
        "there is no display to open a window on%s%.120s%s. Instead: `bindpose render FILE -o OUT.png` "
        "draws the character, `bindpose view FILE --screenshot OUT.png` this window",
        why.message[0] ? " (" : "", why.message, why.message[0] ? ")" : "");
}

int bp_view_command(int argc, char **argv, const bp_window *window) {
    view_arguments arguments;
    bp_error error = {0};
    bp_parsed parsed = read_arguments(argc, argv, &arguments, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    if (parsed != BP_PARSED) return bp_report(PROGRAM, &error);
    bp_context *context = bp_context_create(NULL, &error);
    bp_model_controller *controller = context ? bp_alloc(NULL, 1, sizeof *controller, &error) : NULL;
    bool good = controller && bp_model_controller_open(controller, context, arguments.file, arguments.size[0],
                                           arguments.size[1], &error);
    good = good && prepare(controller, &arguments, &error) &&
           (arguments.screenshot ? write_picture(controller, arguments.screenshot, &error)
                                 : run_window(controller, &arguments, window, &error));
    if (controller) bp_model_controller_close(controller);
    bp_free(NULL, controller);
    bp_context_destroy(context);
    return good ? 0 : bp_report(PROGRAM, &error);
}
