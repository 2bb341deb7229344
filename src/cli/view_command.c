/* `bindpose view`: a glTF file in a window, or the window's first picture as a PNG. */
#include "app/screens/model/model_screen.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/draco.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include <stdio.h>
#include <string.h>

static const char PROGRAM[] = "bindpose view";

typedef struct view_arguments {
    const char *file, *animation, *time, *screenshot, *motion, *map;
    int size[2], theme;
    float limit;
    bool columns, doctor, no_shadow, illustration;
} view_arguments;

static bool read_arguments(bp_cli *call, view_arguments *out) {
    const bp_option options[] = {
        bp_option_text("--animation", &out->animation, "NAME|N", "begin with this animation (the first)"),
        bp_option_text("--time", &out->time, "SECONDS", "at this time of it (0)"),
        bp_option_text("--motion", &out->motion, "SOURCE",
                       "retarget that file's motion to FILE, and show both, bones coloured by error"),
        bp_option_text("--map", &out->map, "MAP", "of that: as for `bindpose retarget`"),
        bp_option_flag("--doctor", &out->doctor, "begin with what is wrong with the file"),
        bp_option_text("--screenshot", &out->screenshot, "OUT.png",
                       "write what the window would show first; needs no display"),
        bp_option_size(out->size, 320, "of window and picture (1280x800)"),
        bp_option_theme(&out->theme, "colours (dark)"),
        bp_option_flag("--columns", &out->columns, "matrices for column vectors"),
        bp_option_flag("--no-shadow", &out->no_shadow, "without the shadow on the ground"),
        bp_option_flag("--illustration", &out->illustration, "the picture alone, as in the web page"),
        bp_option_limit(&out->limit),
    };
    return bp_cli_read(
        call, "FILE",
        "Shows a glTF file's character in a window: clips, bones, the seven matrices, weights, "
        "the doctor's findings.\nH shows all keys.",
        BP_OPTIONS(options));
}

/* Sets clip, time and view settings as the arguments say. */
static bool prepare(bp_app *app, const view_arguments *arguments, bp_error *error) {
    bp_model_screen *screen = app->model;
    int clip;
    double seconds;
    const bp_motion_source motion = {
        .path = arguments->motion, .map = arguments->map, .clip = -1, .options = {.keep_feet = true}};
    if (arguments->map && !arguments->motion)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--map", "goes with --motion SOURCE");
    if (arguments->motion && !bp_model_retarget(app, &motion, error)) return false;
    if (!bp_model_choose_clip(screen->loaded.model, "--animation", arguments->animation, &clip, error) ||
        !bp_model_read_time(arguments->time, &seconds, error))
        return false;
    if (clip >= 0) screen->play.clip = clip;
    bp_model_seek(screen, seconds);
    if (arguments->screenshot && !arguments->time) (void)bp_model_seek_worst(screen, BP_RETARGET_ANGLE);
    bp_settings *settings = &app->settings;
    if (!arguments->screenshot) bp_app_read_settings(app);
    if (arguments->theme >= 0) settings->light = arguments->theme == 1;
    settings->columns |= arguments->columns;
    settings->numbers |= arguments->columns; /* there are no matrices otherwise */
    settings->no_shadow = arguments->no_shadow;
    settings->illustration = arguments->illustration;
    screen->play.playing &= !settings->still;
    screen->findings = arguments->doctor || screen->loaded.repairs > 0;
    return true;
}

static bool write_picture(bp_app *app, const char *path, bp_error *error) {
    bp_model_examine(app);
    app->notice[0] = '\0'; /* a picture shows no messages, and stands still */
    app->model->play.playing = false;
    return bp_app_draw(app, error) && bp_picture_write(&app->picture, path, error);
}

static bool run_window(bp_app *app, const view_arguments *arguments, const bp_window *window,
                       bp_error *error) {
    const bp_window_options options = {app->title, arguments->size[0], arguments->size[1]};
    const bp_window_client client = {app, bp_app_frame, bp_app_describe};
    return bp_run_window(window, &options, &client,
                         "`bindpose render FILE -o OUT.png` draws the character, `bindpose view FILE "
                         "--screenshot OUT.png` draws this window",
                         error);
}

int bp_view_command(bp_cli *call) {
    view_arguments arguments = {.size = {1280, 800}, .theme = -1};
    bp_error *error = &call->error;
    if (!read_arguments(call, &arguments)) return 0;
    arguments.file = call->argv[1];
    const bp_context_options within = {.draco = bp_draco_default(), .limit = bp_limit_bytes(arguments.limit)};
    bp_context *context = bp_context_create(&within, error);
    bp_app *app = context ? bp_alloc(NULL, 1, sizeof *app, error) : NULL;
    bool opened = app && bp_app_open(app, context, arguments.size[0], arguments.size[1], error) &&
                  bp_model_open(app, arguments.file, error);
    if (opened && app->model->loaded.repairs > 0)
        fprintf(stderr, "%s: %s: %s\n", PROGRAM, arguments.file, bp_escape(app->model->loaded.note).text);
    if (opened && prepare(app, &arguments, error))
        (void)(arguments.screenshot ? write_picture(app, arguments.screenshot, error)
                                    : run_window(app, &arguments, call->window, error));
    bool page = app && app->settings.page;
    if (app) bp_app_close(app);
    bp_free(NULL, app);
    bp_context_destroy(context);
    bool inside = strcmp(error->place, arguments.file) != 0;
    if (opened || !inside || error->kind != BP_ERROR_INPUT || page) return 0;
    (void)bp_report(PROGRAM, error);
    *error = (bp_error){0};
    fprintf(stderr, "`bindpose doctor FILE` tells more.\n");
    return 2;
}
