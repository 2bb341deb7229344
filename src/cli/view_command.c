/* `bindpose view`: a glTF file in a window, or the window's first picture as a PNG. */
#include "cli/commands.h"
#include "cli/draco.h"
#include "cli/model_command.h"
#include "cli/options.h"
#include "cli/print.h"
#include "viewer/model/model_controller.h"
#include "viewer/offscreen_target.h"
#include <stdio.h>
#include <string.h>

static const char PROGRAM[] = "bindpose view";

typedef struct view_arguments {
    const char *file, *animation, *time, *screenshot;
    int size[2], theme;
    float limit;
    bool columns, doctor, no_shadow;
} view_arguments;

static bool read_arguments(int argc, char **argv, view_arguments *out, int *code) {
    const bp_option options[] = {
        bp_option_text("--animation", &out->animation, "NAME|N", "begin with this animation (the first)"),
        bp_option_text("--time", &out->time, "SECONDS", "at this time of it (0)"),
        bp_option_flag("--doctor", &out->doctor, "begin with what is wrong with the file"),
        bp_option_text("--screenshot", &out->screenshot, "OUT.png",
                       "write what the window would show first; needs no display"),
        bp_option_size(out->size, 320, "of window and picture (1280x800)"),
        bp_option_theme(&out->theme, "colours (dark)"),
        bp_option_flag("--columns", &out->columns, "matrices for column vectors"),
        bp_option_flag("--no-shadow", &out->no_shadow, "without the shadow on the ground"),
        bp_option_limit(&out->limit),
    };
    bp_usage usage = {.program = PROGRAM,
                      .positionals = "FILE",
                      .summary =
                          "Shows a glTF file's character in a window: clips, bones, the seven matrices, "
                          "weights, the doctor's findings.\nH shows all keys.",
                      BP_OPTION_TABLE(options)};
    return bp_options_read(&usage, argc, argv, &out->file, code);
}

/* Sets clip, time and view settings as the arguments say. */
static bool prepare(bp_model_controller *controller, const view_arguments *arguments, bp_error *error) {
    int clip;
    double seconds;
    if (!bp_model_choose_clip(controller->loaded.model, arguments->animation, &clip, error) ||
        !bp_model_read_time(arguments->time, &seconds, error))
        return false;
    if (clip >= 0) controller->viewer.play.clip = clip;
    bp_model_viewer_seek(&controller->viewer, &controller->loaded, seconds);
    bp_view_settings *settings = &controller->viewer.core.settings;
    if (!arguments->screenshot) bp_model_controller_load_settings(controller);
    if (arguments->theme >= 0) settings->light = arguments->theme == 1;
    settings->columns |= arguments->columns;
    settings->no_shadow = arguments->no_shadow;
    controller->viewer.doctor.open = arguments->doctor || controller->loaded.repairs > 0;
    return true;
}

static bool write_picture(bp_model_controller *controller, const char *path, bp_error *error) {
    bp_loaded_model_examine(&controller->loaded);
    controller->viewer.core.notice[0] = '\0'; /* a picture shows no messages */
    return bp_controller_draw(&controller->base, error) &&
           bp_offscreen_target_write(&controller->base.picture, path, error);
}

static bool run_window(bp_model_controller *controller, const view_arguments *arguments,
                       const bp_window *window, bp_error *error) {
    const bp_window_options options = {bp_model_controller_title(controller), arguments->size[0],
                                       arguments->size[1]};
    const bp_window_client client = {controller, bp_model_controller_frame, bp_model_controller_describe};
    return bp_run_window(
        window, &options, &client,
        "`bindpose render FILE -o OUT.png` draws the character, `bindpose view FILE --screenshot "
        "OUT.png` draws this window",
        error);
}

int bp_view_command(const bp_environment *environment, int argc, char **argv) {
    view_arguments arguments = {.size = {1280, 800}, .theme = -1};
    bp_error error = {0};
    int code;
    if (!read_arguments(argc, argv, &arguments, &code)) return code;
    const bp_context_options within = {.draco = bp_draco_default(), .limit = bp_limit_bytes(arguments.limit)};
    bp_context *context = bp_context_create(&within, &error);
    bp_model_controller *controller = context ? bp_alloc(NULL, 1, sizeof *controller, &error) : NULL;
    bool ok = controller && bp_model_controller_open(controller, context, arguments.file, arguments.size[0],
                                                     arguments.size[1], &error);
    if (ok && controller->loaded.repairs > 0) {
        char note[400];
        fprintf(stderr, "%s: %s: %s\n", PROGRAM, arguments.file,
                bp_escape(controller->loaded.note, note, sizeof note));
    }
    ok = ok && prepare(controller, &arguments, &error) &&
         (arguments.screenshot ? write_picture(controller, arguments.screenshot, &error)
                               : run_window(controller, &arguments, environment->window, &error));
    if (controller) bp_model_controller_close(controller);
    bp_free(NULL, controller);
    bp_context_destroy(context);
    return ok ? 0 : bp_report(PROGRAM, &error);
}
