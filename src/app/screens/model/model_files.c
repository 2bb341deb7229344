/* The requests of a model's window: reading, repairing and writing files. */
#include "app/model/model_sequence.h"
#include "app/screens/model/model_screen.h"
#include "base/file_name.h"
#include "base/system.h"
#include <stdio.h>
#include <string.h>

/* Names the file without its folder. */
static void tell_failure(bp_app *app, const char *path, const bp_error *error) {
    char *failure = app->model->failure;
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    bp_error_text(error, failure, sizeof app->model->failure);
    if (strncmp(failure, path, folder) == 0) memmove(failure, failure + folder, strlen(failure + folder) + 1);
}

/* Another file, or the same one again; if it can't be opened the old one stays. */
static void open_file(bp_app *app) {
    bp_error error = {0};
    bp_loaded_model fresh;
    char path[BP_FIELD_MAX];
    memcpy(path, app->field.text, sizeof path);
    bp_field_open(&app->field, BP_FIELD_NONE);
    if (bp_loaded_model_open(&fresh, app->context, path, &error))
        bp_model_replace(app, fresh);
    else
        tell_failure(app, path, &error);
}

/* NAME-view-1.png for "view" and "png", or the next number that is free, in the first `folder` bytes of
 * the model's path; 0: in the current folder. A page is given files of any name, also of a device. */
static void free_path(const bp_app *app, int folder, const char *kind, const char *ending, char *path,
                      size_t size) {
    const bp_loaded_model *loaded = &app->model->loaded;
    const char *name = bp_loaded_model_name(loaded), *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name), number = 1;
    const char *guard = bp_path_has_device(name) ? "_" : "";
    if (length > 100) length = 100;
    do
        snprintf(path, size, "%.*s%s%.*s-%s-%d.%s", folder, loaded->path, guard, length, name, kind, number++,
                 ending);
    while (bp_path_allows(path, BP_PATH_EXISTS));
}

void bp_model_picture_path(const bp_app *app, char *path, size_t size) {
    free_path(app, 0, "view", "png", path, size);
}

/* As `bindpose doctor FILE --fix`: a .glb with everything in it. */
static void save_repaired(bp_app *app) {
    const bp_repair_options options = {.container = BP_GLTF_BINARY, .embed = true};
    bp_error error = {0};
    bp_repair repair = {0};
    char path[160], done[64];
    bool ok = bp_gltf_repair(app->context, app->model->loaded.path, &options, &repair, &error);
    if (ok && repair.count == 0) {
        bp_app_notify(app, "nothing that can be repaired mechanically");
    } else {
        free_path(app, 0, "repaired", "glb", path, sizeof path);
        ok = ok && bp_file_write(path, repair.file.data, repair.file.size, &error);
        snprintf(done, sizeof done, "%zu repair%s; written:", repair.count, repair.count == 1 ? "" : "s");
        bp_app_report(app, ok, done, path, &error);
    }
    bp_repair_clear(&repair);
}

static void compare(bp_app *app) {
    bp_model_screen *screen = app->model;
    if (screen->comparison.open)
        bp_model_comparison_close(&screen->comparison);
    else
        (void)bp_model_comparison_open(&screen->comparison, &screen->loaded, app->notice, sizeof app->notice);
    screen->fitted = false;
    screen->version++;
    app->drawn.valid = false;
}

/* Beside the original; a web page has no folders. */
static void save_binds(bp_app *app) {
    const bp_loaded_model *loaded = &app->model->loaded;
    const bp_edit_history *history = &app->model->picture.history;
    int folder = (int)(bp_loaded_model_name(loaded) - loaded->path), binds = bp_edit_history_binds(history);
    char path[BP_FIELD_MAX + 160], done[64];
    bp_error error = {0};
    bp_file file = {0};
    if (app->settings.page || folder > BP_FIELD_MAX) folder = 0;
    free_path(app, folder, "rebound", "glb", path, sizeof path);
    bool ok = bp_loaded_model_write_binds(loaded, history, &file, &error) &&
              bp_file_write(path, file.data, file.size, &error);
    snprintf(done, sizeof done, "%d bind%s; written%s:", binds, binds == 1 ? "" : "s",
             folder > 0 ? " beside the file" : "");
    bp_app_report(app, ok, done, path + folder, &error);
    bp_file_free(bp_context_allocator(app->context), &file);
}

/* The doctor reads the file's bytes once more. A large model's raster takes as much memory, so it is freed
 * meanwhile. */
static bool examine(bp_app *app, bp_error *error) {
    bp_raster_destroy(app->raster);
    app->raster = NULL;
    bp_model_examine(app);
    app->raster = bp_raster_create(app->context, error);
    app->drawn.valid = false;
    return app->raster != NULL;
}

bool bp_model_fulfil(bp_app *app, unsigned requests, bp_error *error) {
    char path[160];
    bp_error failure = {0};
    if ((requests & BP_REQUEST_EXAMINE) && !examine(app, error)) return false;
    if (requests & BP_REQUEST_OPEN) open_file(app);
    if (requests & BP_REQUEST_REPAIR) save_repaired(app);
    if (requests & BP_REQUEST_SAVE_BINDS) save_binds(app);
    if (requests & BP_REQUEST_COMPARE) compare(app);
    if (requests & BP_REQUEST_LINK)
        snprintf(app->command, sizeof app->command, "bindpose view '%.1060s'", app->model->loaded.path);
    if (requests & BP_REQUEST_SAVE) {
        free_path(app, 0, "view", "gif", path, sizeof path);
        bool ok = bp_model_write_gif(app, path, &failure);
        bp_app_report(app, ok, "animation written:", path, &failure);
    }
    return true;
}

/* ---- a clip as a GIF ---------------------------------------------------------------------------- */

enum { LONGEST_SIDE = 480, FPS = 25, SECONDS_MAX = 20 /* nothing else happens while it is written */ };

static bool pose(void *user, double seconds, bp_error *error) {
    bp_model_screen *screen = user;
    bp_pose_spec spec = bp_model_spec(screen);
    spec.seconds = seconds;
    return bp_loaded_model_pose(&screen->loaded, &spec, error) &&
           bp_figure_pose(bp_model_figure_get_figure(screen->loaded.figure), error);
}

/* Seen by the same camera, with the user's changes. */
bool bp_model_write_gif(bp_app *app, const char *path, bp_error *error) {
    bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    const bp_placed_stage *placed = &screen->picture.placed[0];
    bp_model_sequence sequence = {.raster = app->raster,
                                  .picture = {.model = loaded->model,
                                              .figure = bp_model_figure_get_figure(loaded->figure),
                                              .theme = bp_theme_of(app->settings.light),
                                              .camera = placed->camera,
                                              .show = bp_illustration_show(&screen->picture),
                                              .samples = 4,
                                              .shadow = screen->shadows[0],
                                              .bounds = screen->bounds},
                                  .pose = pose,
                                  .user = screen,
                                  .length = bp_loaded_model_clip_length(loaded, screen->play.clip),
                                  .fps = FPS};
    if (screen->play.source != BP_POSE_FROM_CLIP)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL, "no animation plays; a GIF shows one");
    if (sequence.length > SECONDS_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                       "the animation takes %.1f s; from here GIFs of up to %d s are written",
                       sequence.length, SECONDS_MAX);
    bp_model_sequence_plan(&sequence);
    bp_rect scene = placed->rect;
    int side = scene.width > scene.height ? scene.width : scene.height,
        to = side < LONGEST_SIDE ? side : LONGEST_SIDE;
    bool ok = bp_framebuffer_create(app->context, (scene.width * to + side - 1) / side,
                                    (scene.height * to + side - 1) / side, &sequence.framebuffer, error) &&
              bp_model_sequence_write(&sequence, bp_sequence_encode_gif, path, error);
    bp_framebuffer_destroy(app->context, &sequence.framebuffer);
    screen->version++; /* the model has the clip's last pose */
    return ok;
}
