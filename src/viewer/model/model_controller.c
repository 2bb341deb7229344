/* Keeps the model in the pose of the viewer's state. Vertices are skinned only when the pose changed. */
#include "viewer/model/model_controller.h"
#include "base/file_name.h"
#include "base/system.h"
#include "viewer/inspector.h"
#include "viewer/matrix_words.h"
#include "viewer/settings_file.h"
#include <stdio.h>
#include <string.h>

static bool same_pose(const bp_model_viewer *a, const bp_model_viewer *b) {
    return a->play.source == b->play.source && a->play.clip == b->play.clip &&
           a->play.seconds == b->play.seconds && a->core.history.version == b->core.history.version;
}

static bool same_bone(const bp_viewer *a, const bp_viewer *b) {
    return a->selection.stage == b->selection.stage && a->selection.bone == b->selection.bone &&
           a->history.undo_count == b->history.undo_count;
}

/* The selected bone's matrices before the last rotation by hand: poses the nodes, skins nothing. */
static bool read_before(bp_model_controller *controller, bp_error *error) {
    const bp_model_viewer *viewer = &controller->viewer;
    bp_edit edits[BP_EDITS_MAX];
    controller->before = (bp_matrices){.valid = false};
    if (viewer->core.history.undo_count == 0 || viewer->play.playing) return true;
    bp_pose_spec spec = bp_model_viewer_pose_spec(viewer);
    spec.edit_count = bp_edit_history_before(&viewer->core.history, edits);
    spec.edits = edits;
    if (!bp_loaded_model_pose(&controller->loaded, &spec, error)) return false;
    controller->before = bp_matrices_of(bp_model_viewer_bone(viewer, &controller->loaded));
    return true;
}

static bool pose(bp_model_controller *controller, bp_error *error) {
    const bp_model_viewer *viewer = &controller->viewer, *last = &controller->pose_viewer;
    bool skinned = controller->has_pose && same_pose(viewer, last);
    if (skinned && same_bone(&viewer->core, &last->core)) return true;
    bp_pose_spec spec = bp_model_viewer_pose_spec(viewer);
    controller->has_pose = false; /* after an error everything is posed again */
    if (!read_before(controller, error) || !bp_loaded_model_pose(&controller->loaded, &spec, error))
        return false;
    if (!skinned) {
        if (!bp_model_comparison_pose(&controller->comparison, &controller->loaded, &spec, error))
            return false;
        if (!bp_figure_pose(bp_model_figure_get_figure(controller->loaded.figure), error)) return false;
        controller->posed++;
    }
    controller->pose_viewer = *viewer;
    controller->has_pose = true;
    return true;
}

static bool find_bounds(bp_model_controller *controller, const bp_pose_spec *spec, bp_error *error) {
    bp_bounds after;
    if (!bp_loaded_model_bounds(&controller->loaded, spec, &controller->bounds, error)) return false;
    if (!controller->comparison.open) return true;
    if (!bp_loaded_model_bounds(&controller->comparison.loaded, spec, &after, error)) return false;
    controller->bounds = bp_model_comparison_bounds(controller->bounds, after);
    return true;
}

static bool draw(bp_controller *base, bp_error *error) {
    bp_model_controller *controller = (bp_model_controller *)base;
    if (!pose(controller, error)) return false;
    if (!controller->fitted) {
        bp_pose_spec spec = bp_model_viewer_pose_spec(&controller->viewer);
        if (!find_bounds(controller, &spec, error)) return false;
        controller->fitted = true;
    }
    const bp_model_view view = {.viewer = &controller->viewer,
                                .loaded = &controller->loaded,
                                .before = &controller->before,
                                .bounds = controller->bounds,
                                .comparison = controller->comparison.open ? &controller->comparison : NULL,
                                .posed = controller->posed};
    return bp_model_view_draw(&view, base, &controller->layer, error);
}

static const bp_stage *stage_of(const bp_controller *base, const bp_placed_stage *scene) {
    const bp_model_controller *controller = (const bp_model_controller *)base;
    const bp_loaded_model *shown = scene->passive ? &controller->comparison.loaded : &controller->loaded;
    return &shown->stages[scene->stage < shown->stage_count ? scene->stage : 0];
}

/* Names the file without its folder. A web page has no commands, and no folder to copy files into; its menu
 * has the report. */
static void tell_failure(bp_model_controller *controller, const char *path, bp_error *error) {
    char *failure = controller->viewer.failure, *hint;
    const char *slash = strrchr(path, '/');
    bp_error_text(error, failure, sizeof controller->viewer.failure);
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    if (strncmp(failure, path, folder) == 0) memmove(failure, failure + folder, strlen(failure + folder) + 1);
    if (!controller->viewer.core.settings.page) return;
    if ((hint = strstr(failure, "; `bindpose doctor"))) *hint = '\0';
    if ((hint = strstr(failure, "Copy it there")))
        snprintf(hint, sizeof controller->viewer.failure - (size_t)(hint - failure), "Open them together");
}

/* Another file, or the same one again; if it can't be opened the old one stays. */
static void open_file(bp_model_controller *controller) {
    bp_error error = {0};
    bp_loaded_model fresh;
    char path[BP_PATH_INPUT_MAX];
    memcpy(path, controller->viewer.file.path, sizeof path);
    if (!bp_loaded_model_open(&fresh, controller->base.context, path, &error)) {
        tell_failure(controller, path, &error);
        return;
    }
    bp_model_comparison_close(&controller->comparison);
    bp_loaded_model_close(&controller->loaded);
    controller->loaded = fresh;
    bp_model_viewer_reset(&controller->viewer, &controller->loaded);
    controller->has_pose = controller->fitted = false;
    controller->base.drawn = (bp_drawn_frame){.valid = false};
    /* The key holds pointers, and the new model may have got the old one's addresses. */
    memset(controller->layer.key, 0, sizeof controller->layer.key);
}

/* NAME-view-1.png for "view" and "png", or the next number that is free, in the first `folder` bytes of the
 * model's path; 0: in the current folder. A page is given files of any name, also of a device. */
static void free_path(const bp_model_controller *controller, int folder, const char *kind, const char *ending,
                      char *path, size_t size) {
    const char *name = bp_loaded_model_name(&controller->loaded), *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name), number = 1;
    const char *guard = bp_path_has_device(name) ? "_" : "";
    if (length > 100) length = 100;
    do
        snprintf(path, size, "%.*s%s%.*s-%s-%d.%s", folder, controller->loaded.path, guard, length, name,
                 kind, number++, ending);
    while (bp_path_allows(path, BP_PATH_EXISTS));
}

/* As `bindpose doctor FILE --fix`: a .glb with everything in it. */
static void save_repaired(bp_model_controller *controller) {
    const bp_repair_options options = {.container = BP_GLTF_BINARY, .embed = true};
    bp_viewer *core = &controller->viewer.core;
    bp_error error = {0};
    bp_repair repair = {0};
    char path[160], done[64];
    bool ok = bp_gltf_repair(controller->base.context, controller->loaded.path, &options, &repair, &error);
    if (ok && repair.count == 0) {
        snprintf(core->notice, sizeof core->notice, "nothing that can be repaired mechanically");
    } else if (ok && !repair.whole) {
        snprintf(core->notice, sizeof core->notice, "%zu error%s can't be repaired; nothing was written",
                 repair.after.errors, repair.after.errors == 1 ? "" : "s");
    } else {
        free_path(controller, 0, "repaired", "glb", path, sizeof path);
        ok = ok && bp_file_write(path, repair.file.data, repair.file.size, &error);
        snprintf(done, sizeof done, "%zu repair%s; written:", repair.count, repair.count == 1 ? "" : "s");
        bp_viewer_report(core, ok, done, path, &error);
    }
    bp_repair_clear(&repair);
}

static void compare(bp_model_controller *controller) {
    bp_viewer *core = &controller->viewer.core;
    if (controller->comparison.open)
        bp_model_comparison_close(&controller->comparison);
    else
        (void)bp_model_comparison_open(&controller->comparison, &controller->loaded, core->notice,
                                       sizeof core->notice);
    controller->has_pose = controller->fitted = false;
    controller->base.drawn.valid = false;
}

/* Beside the original; a web page has no folders. */
static void save_binds(bp_model_controller *controller) {
    bp_viewer *core = &controller->viewer.core;
    const bp_loaded_model *loaded = &controller->loaded;
    int folder = (int)(bp_loaded_model_name(loaded) - loaded->path);
    int binds = bp_edit_history_binds(&core->history);
    char path[BP_PATH_INPUT_MAX + 160], done[64];
    bp_error error = {0};
    bp_file file = {0};
    if (core->settings.page || folder > BP_PATH_INPUT_MAX) folder = 0;
    free_path(controller, folder, "rebound", "glb", path, sizeof path);
    bool ok = bp_loaded_model_write_binds(loaded, &core->history, &file, &error) &&
              bp_file_write(path, file.data, file.size, &error);
    snprintf(done, sizeof done, "%d bind%s; written%s:", binds, binds == 1 ? "" : "s",
             folder > 0 ? " beside the file" : "");
    bp_viewer_report(core, ok, done, path + folder, &error);
    bp_file_free(bp_context_allocator(controller->base.context), &file);
}

/* Events are judged by the pose that the user saw. */
static bool on_event(bp_controller *base, const bp_event *event, unsigned *requests, bp_error *error) {
    bp_model_controller *controller = (bp_model_controller *)base;
    char path[160];
    if (!pose(controller, error)) return false;
    bp_viewer_scope scope = bp_model_scope(&controller->loaded, &base->drawn);
    *requests = bp_viewer_event(&controller->viewer.core, &scope, event);
    if (*requests & BP_REQUEST_FIT_VIEW) controller->fitted = false;
    if (*requests & BP_REQUEST_OPEN) open_file(controller);
    if (*requests & BP_REQUEST_REPAIR) save_repaired(controller);
    if (*requests & BP_REQUEST_SAVE_BINDS) save_binds(controller);
    if (*requests & BP_REQUEST_COMPARE) compare(controller);
    if (*requests & BP_REQUEST_SCREENSHOT) {
        free_path(controller, 0, "view", "png", path, sizeof path);
        bp_controller_screenshot(base, path);
    }
    if (*requests & BP_REQUEST_SAVE) {
        bp_error failure = {0};
        free_path(controller, 0, "view", "gif", path, sizeof path);
        bool ok = bp_model_controller_write_gif(controller, path, &failure);
        bp_viewer_report(&controller->viewer.core, ok, "animation written:", path, &failure);
    }
    return true;
}

static unsigned tick(bp_controller *base, double seconds) {
    bp_model_controller *controller = (bp_model_controller *)base;
    return bp_model_viewer_tick(&controller->viewer, &controller->loaded, seconds);
}

static bool is_moving(const bp_controller *base) {
    const bp_model_controller *controller = (const bp_model_controller *)base;
    return bp_model_viewer_is_moving(&controller->viewer, &controller->loaded) ||
           !controller->loaded.examined;
}

bool bp_model_controller_open(bp_model_controller *controller, bp_context *context, const char *path,
                              int width, int height, bp_error *error) {
    static const bp_controller_client client = {on_event, tick, draw, is_moving, stage_of};
    memset(controller, 0, sizeof *controller);
    if (!bp_loaded_model_open(&controller->loaded, context, path, error)) return false;
    controller->viewer = bp_model_viewer_make(&controller->loaded, width, height);
    return bp_controller_open(&controller->base, &client, &controller->viewer.core, context, error);
}

void bp_model_controller_close(bp_model_controller *controller) {
    bp_framebuffer_destroy(controller->base.context, &controller->layer.picture);
    bp_shadow_destroy(controller->layer.shadow);
    bp_controller_close(&controller->base);
    bp_model_comparison_close(&controller->comparison);
    bp_loaded_model_close(&controller->loaded);
    memset(controller, 0, sizeof *controller);
}

void bp_model_controller_load_settings(bp_model_controller *controller) {
    bp_view_settings *settings = &controller->viewer.core.settings;
    bp_settings_read(settings);
    controller->saved = *settings;
    if (settings->still) controller->viewer.play.playing = false;
}

static void describe_findings(const bp_loaded_model *loaded, bp_json_writer *json) {
    if (!loaded->examined) return;
    bp_json_set_text(json, "failure", loaded->failure);
    bp_json_open_array(json, "findings");
    const bp_doctor_finding *finding;
    for (int row = 0; (finding = bp_loaded_model_finding(loaded, row)); row++)
        bp_json_put_text(json, finding->message);
    bp_json_end_array(json);
}

void bp_model_controller_describe(void *user, bp_json_writer *json) {
    const bp_model_controller *controller = user;
    const bp_model_viewer *viewer = &controller->viewer;
    const bp_loaded_model *loaded = &controller->loaded;
    const bp_model *model = loaded->model;
    const bp_bone *bone = bp_model_viewer_bone(viewer, loaded);
    char words[BP_MATRIX_WORDS_MAX];
    bp_json_set_text(json, "program", "view");
    bp_json_set_text(json, "file", bp_loaded_model_name(loaded));
    bp_json_set_text(json, "path", loaded->path);
    bp_settings_describe(&viewer->core.settings, json);
    bp_json_set_text(json, "notice", *viewer->failure ? viewer->failure : viewer->core.notice);
    bp_key_table_describe(&bp_model_keys, json);
    bp_inspector_describe(&viewer->core.inspector, &controller->base.drawn, json);
    bp_json_set_integer(json, "vertices", (long long)loaded->vertices);
    bp_json_set_integer(json, "triangles", (long long)loaded->triangles);
    bp_json_set_integer(json, "joints", (long long)loaded->joints);
    bp_json_set_bool(json, "playing", viewer->play.playing);
    bp_settings_describe_show(bp_model_viewer_show(viewer), json);
    if (viewer->play.clip >= 0)
        bp_json_set_text(json, "animation", bp_clip_name(model->clips[viewer->play.clip]));
    if (bone) {
        bp_mat4 local = bp_bone_local(bone);
        bp_json_set_text(json, "bone", bp_bone_name(bone));
        bp_json_set_text(json, "local", bp_matrix_words(&local, BP_WORDS_ALL, words));
    }
    describe_findings(loaded, json);
}

const char *bp_model_controller_title(bp_model_controller *controller) {
    snprintf(controller->title, sizeof controller->title, "%.120s - Bindpose",
             bp_loaded_model_name(&controller->loaded));
    return controller->title;
}

/* The doctor reads the file's bytes once more. A large model's raster takes as much memory, so it is freed
 * meanwhile. */
static bool examine(bp_model_controller *controller, bp_error *error) {
    bp_raster_destroy(controller->base.raster);
    controller->base.raster = NULL;
    bp_loaded_model_examine(&controller->loaded);
    controller->has_pose = false;
    controller->base.raster = bp_raster_create(controller->base.context, error);
    return controller->base.raster != NULL;
}

bool bp_model_controller_frame(void *user, const bp_event *events, size_t count, double seconds,
                               bp_frame *out, bp_error *error) {
    bp_model_controller *controller = user;
    unsigned requests = 0;
    if (controller->has_pose && !controller->loaded.examined) {
        if (!examine(controller, error)) return false;
        requests = BP_REQUEST_REDRAW;
    }
    if (!bp_controller_frame(&controller->base, events, count, seconds, &requests, out, error)) return false;
    if (requests & BP_REQUEST_OPEN) out->title = bp_model_controller_title(controller);
    if (requests & BP_REQUEST_LEAVE) out->quit = true;
    if (requests & BP_REQUEST_LINK) {
        snprintf(controller->command, sizeof controller->command, "bindpose view '%.1060s'",
                 controller->loaded.path);
        out->copy = controller->command;
    }
    bp_settings_keep(&controller->viewer.core.settings, &controller->saved);
    return true;
}
