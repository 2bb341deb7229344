/* Keeps the model standing as the viewer says. Vertices are moved only when the spec changed. */
#include "viewer/model/model_controller.h"
#include "viewer/offscreen_target.h"
#include <stdio.h>
#include <string.h>

static bp_model_scope scope_of(const bp_model_controller *controller) {
    return (bp_model_scope){&controller->loaded, &controller->drawn};
}

bool bp_model_controller_open(bp_model_controller *controller, bp_context *context, const char *path, int width, int height,
                        bp_error *error) {
    memset(controller, 0, sizeof *controller);
    controller->context = context;
    if (!bp_loaded_model_open(&controller->loaded, context, path, error)) return false;
    controller->viewer = bp_model_viewer_make(&controller->loaded, width, height);
    controller->raster = bp_raster_create(context, error);
    return controller->raster && bp_offscreen_target_resize(context, &controller->picture, width, height, false, error);
}

void bp_model_controller_close(bp_model_controller *controller) {
    bp_framebuffer_destroy(controller->context, &controller->picture);
    bp_framebuffer_destroy(controller->context, &controller->layer.picture);
    bp_raster_destroy(controller->raster);
    bp_loaded_model_close(&controller->loaded);
    memset(controller, 0, sizeof *controller);
}

/* ---- posing ------------------------------------------------------------------------------------- */

static bool same_turns(const bp_rotation_history *a, const bp_rotation_history *b) {
    return a->count == b->count && memcmp(a->now, b->now, (size_t)a->count * sizeof *a->now) == 0;
}

static bool same_posture(const bp_model_viewer *a, const bp_model_viewer *b) {
    return a->play.source == b->play.source && a->play.clip == b->play.clip &&
           a->play.seconds == b->play.seconds && same_turns(&a->rotations, &b->rotations);
}

static bool same_bone(const bp_model_viewer *a, const bp_model_viewer *b) {
    return a->selection.stage == b->selection.stage && a->selection.bone == b->selection.bone &&
           a->rotations.undo_count == b->rotations.undo_count;
}

/* The selected bone's matrices as they were before the last turn by hand: nodes are stood up, no vertex moved. */
static bool read_before(bp_model_controller *controller, bp_error *error) {
    const bp_model_viewer *viewer = &controller->viewer;
    bp_user_rotation rotations[BP_ROTATIONS_MAX];
    controller->before = (bp_matrices){.there = false};
    if (viewer->rotations.undo_count == 0 || viewer->play.playing) return true;
    bp_pose_spec spec = bp_model_viewer_pose_spec(viewer);
    bp_rotation_history_before(&viewer->rotations, rotations);
    spec.rotations = rotations;
    if (!bp_loaded_model_pose(&controller->loaded, &spec, error)) return false;
    controller->before = bp_matrices_of(bp_model_viewer_bone(viewer, &controller->loaded));
    return true;
}

static bool stand(bp_model_controller *controller, bp_error *error) {
    const bp_model_viewer *viewer = &controller->viewer;
    bool posed = controller->has_read && same_posture(viewer, &controller->read);
    if (posed && same_bone(viewer, &controller->read)) return true;
    bp_pose_spec spec = bp_model_viewer_pose_spec(viewer);
    controller->has_read = false; /* where something fails on the way, it stands up again */
    if (!read_before(controller, error) || !bp_loaded_model_pose(&controller->loaded, &spec, error)) return false;
    if (!posed) {
        if (!bp_figure_pose(bp_model_figure_get_figure(controller->loaded.figure), error)) return false;
        controller->posed++;
    }
    controller->read = *viewer;
    controller->has_read = true;
    return true;
}

bool bp_model_controller_draw(bp_model_controller *controller, bp_error *error) {
    const bp_view_settings *look = &controller->viewer.settings;
    if (!bp_offscreen_target_resize(controller->context, &controller->picture, look->width, look->height, false, error)) return false;
    if (!stand(controller, error)) return false;
    if (!controller->framed) {
        bp_pose_spec spec = bp_model_viewer_pose_spec(&controller->viewer);
        if (!bp_loaded_model_bounds(&controller->loaded, &spec, &controller->bounds, error)) return false;
        controller->framed = true;
    }
    const bp_model_view view = {&controller->viewer, &controller->loaded, &controller->before, controller->bounds, controller->posed};
    return bp_model_view_draw(controller->context, controller->raster, &controller->picture, &controller->layer, &view, &controller->drawn,
                              error);
}

/* ---- files -------------------------------------------------------------------------------------- */

/* Another file, or the same one again; where it can't be opened the old one stays. */
static void open_file(bp_model_controller *controller) {
    bp_error error = {0};
    bp_loaded_model fresh;
    char path[BP_MODEL_PATH];
    memcpy(path, controller->viewer.typed.path, sizeof path);
    if (!bp_loaded_model_open(&fresh, controller->context, path, &error)) {
        bp_error_text(&error, controller->viewer.trouble, sizeof controller->viewer.trouble);
        return;
    }
    bp_loaded_model_close(&controller->loaded);
    controller->loaded = fresh;
    bp_model_viewer_reset(&controller->viewer, &controller->loaded);
    controller->has_read = controller->framed = false;
    controller->drawn = (bp_model_drawn){.findings_rows = 0};
    /* What was allocated anew may lie where the old was, so the layer must not be taken for the new one's. */
    memset(controller->layer.key, 0, sizeof controller->layer.key);
}

static bool is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

/* NAME-view-1.png, or the next number that is free. */
static void picture_path(const bp_model_controller *controller, char *path, size_t size) {
    const char *name = bp_loaded_model_name(&controller->loaded), *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name), number = 1;
    if (length > 100) length = 100;
    do snprintf(path, size, "%.*s-view-%d.png", length, name, number++);
    while (is_there(path));
}

static void take_screenshot(bp_model_controller *controller) {
    char path[160], text[400];
    bp_error error = {0};
    picture_path(controller, path, sizeof path);
    bool good = bp_model_controller_draw(controller, &error) && bp_offscreen_target_write(&controller->picture, path, &error);
    if (good)
        snprintf(controller->viewer.notice, sizeof controller->viewer.notice, "picture written: %.120s", path);
    else
        snprintf(controller->viewer.notice, sizeof controller->viewer.notice, "%.150s",
                 bp_error_text(&error, text, sizeof text));
}

/* ---- events ------------------------------------------------------------------------------------- */

bool bp_model_controller_event(bp_model_controller *controller, const bp_event *event, unsigned *requests, bp_error *error) {
    *requests = 0;
    /* Events are judged by what they were aimed at: the model as it was shown. */
    if (!stand(controller, error)) return false;
    bp_model_scope scope = scope_of(controller);
    *requests = bp_model_viewer_event(&controller->viewer, &scope, event);
    if (*requests & BP_REQUEST_FIT_VIEW) controller->framed = false;
    if (*requests & BP_REQUEST_OPEN) open_file(controller);
    if (*requests & BP_REQUEST_SCREENSHOT) take_screenshot(controller);
    return true;
}

unsigned bp_model_controller_tick(bp_model_controller *controller, double seconds) {
    return bp_model_viewer_tick(&controller->viewer, &controller->loaded, seconds);
}

const char *bp_model_controller_title(bp_model_controller *controller) {
    snprintf(controller->title, sizeof controller->title, "%.120s - Bindpose", bp_loaded_model_name(&controller->loaded));
    return controller->title;
}

/* Between two pictures. The doctor wants the file's bytes once more, and what it took to draw a large model is as much;
 * so that goes meanwhile. */
static bool examine(bp_model_controller *controller, bp_error *error) {
    bp_raster_destroy(controller->raster);
    controller->raster = NULL;
    bp_loaded_model_examine(&controller->loaded);
    controller->has_read = false;
    controller->raster = bp_raster_create(controller->context, error);
    return controller->raster != NULL;
}

bool bp_model_controller_frame(bp_model_controller *controller, const bp_event *events, size_t count, double seconds,
                         bp_frame *out, bp_error *error) {
    unsigned requests = bp_model_controller_tick(controller, seconds), now;
    bool called = controller->has_read && !controller->loaded.examined;
    if (called && !examine(controller, error)) return false;
    for (size_t i = 0; i < count; i++) {
        if (!bp_model_controller_event(controller, &events[i], &now, error)) return false;
        requests |= now;
        if (now & (BP_REQUEST_LEAVE | BP_REQUEST_QUIT)) break;
    }
    if (called || (requests & BP_REQUEST_REDRAW)) {
        if (!bp_model_controller_draw(controller, error)) return false;
        out->picture = &controller->picture;
    }
    if (requests & BP_REQUEST_OPEN) out->title = bp_model_controller_title(controller);
    out->moving = bp_model_viewer_is_moving(&controller->viewer, &controller->loaded) || !controller->loaded.examined;
    out->toggle_fullscreen = (requests & BP_REQUEST_FULLSCREEN) != 0;
    out->quit = (requests & (BP_REQUEST_QUIT | BP_REQUEST_LEAVE)) != 0;
    return true;
}
