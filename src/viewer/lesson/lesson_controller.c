/* Keeps the world at the viewer's moment, and what panels read at the world. */
#include "viewer/lesson/lesson_controller.h"
#include "viewer/offscreen_target.h"
#include "viewer/lesson/pose_file.h"
#include <stdio.h>
#include <string.h>

static bp_viewer_scope scope_of(const bp_lesson_controller *controller) {
    return (bp_viewer_scope){bp_session_lesson(controller->session), bp_session_world(controller->session), &controller->drawn};
}

bool bp_lesson_controller_open(bp_lesson_controller *controller, bp_context *context, bp_session *session, int step, int width,
                         int height, bp_error *error) {
    *controller = (bp_lesson_controller){.context = context, .session = session};
    controller->viewer = bp_viewer_make(bp_session_lesson(session), step, width, height);
    controller->raster = bp_raster_create(context, error);
    return controller->raster && bp_offscreen_target_resize(context, &controller->picture, width, height, false, error);
}

void bp_lesson_controller_close(bp_lesson_controller *controller) {
    bp_framebuffer_destroy(controller->context, &controller->picture);
    bp_raster_destroy(controller->raster);
    *controller = (bp_lesson_controller){0};
}

/* ---- what panels read ------------------------------------------------------------------------------ */

/* The readouts in force: those of the last step that has some. */
static void find_readouts(bp_lesson_controller *controller) {
    const bp_lesson_plan *lesson = bp_session_lesson(controller->session);
    controller->data.readout_count = 0;
    for (int step = controller->viewer.position.step; step >= 0; step--) {
        if (lesson->steps[step].readout_count == 0) continue;
        controller->data.readout = lesson->steps[step].readouts;
        controller->data.readout_count = lesson->steps[step].readout_count;
        if (controller->data.readout_count > BP_READOUT_MAX) controller->data.readout_count = BP_READOUT_MAX;
        return;
    }
}

/* What rounds to zero has no sign. */
static void drop_sign_of_zero(char *text) {
    if (text[0] == '-' && !strpbrk(text, "123456789ni")) memmove(text, text + 1, strlen(text));
}

static bool read_out(bp_lesson_controller *controller, char texts[][48], bp_error *error) {
    bp_world *world = bp_session_world(controller->session);
    for (int i = 0; i < controller->data.readout_count; i++) {
        bp_readout_text(&controller->data.readout[i], world, texts[i], sizeof texts[i]);
        drop_sign_of_zero(texts[i]);
    }
    if (world->error.kind == BP_ERROR_NONE) return true;
    *error = world->error;
    return false;
}

/* Measures the step's claims that tell of the engine. Costs a few replays, so only on coming to a step. */
static bool read_engine(bp_lesson_controller *controller, bp_error *error) {
    int step = controller->viewer.position.step;
    const bp_step *of = &bp_session_lesson(controller->session)->steps[step];
    controller->data.differing_count = 0;
    for (int i = 0; i < of->claim_count && controller->data.differing_count < BP_ENGINE_CLAIMS; i++) {
        if (!of->claims[i].engine) continue;
        bp_claim_result result;
        if (!bp_session_check(controller->session, step, i, &result, error)) return false;
        int count = of->claims[i].count > 0 ? of->claims[i].count : 1, value = 0;
        while (value < count && result.measured[value] == result.engine_measured[value]) value++;
        if (value == count) value = 0;
        controller->data.differing[controller->data.differing_count++] = (bp_engine_difference){
            &of->claims[i], result.measured[value], result.engine_measured[value], value + 1};
    }
    return true;
}

/* Whether what was before the last change is still the same, of the same bone. */
static bool same_before(const bp_viewer *a, const bp_viewer *b) {
    return a->position.step == b->position.step && a->position.engine == b->position.engine &&
           a->selection.stage == b->selection.stage && a->selection.bone == b->selection.bone &&
           a->rotations.undo_count == 0 && b->rotations.undo_count == 0;
}

static bool read_before(bp_lesson_controller *controller, bp_error *error) {
    bp_viewer_scope scope = scope_of(controller);
    bp_user_rotation rotations[BP_ROTATIONS_MAX];
    if (!bp_session_seek(controller->session, bp_viewer_moment_before(&controller->viewer, rotations), error)) return false;
    bp_viewer_settle(&controller->viewer, &scope);
    controller->data.before = bp_matrices_of(bp_viewer_bone(&controller->viewer, scope.world));
    find_readouts(controller);
    return read_out(controller, controller->data.readouts_before, error);
}

/* The world of the viewer's moment, and all that is read from it. */
static bool arrive(bp_lesson_controller *controller, bp_error *error) {
    const bp_viewer *viewer = &controller->viewer, *read = &controller->read;
    bool new_step = !controller->has_read || read->position.step != viewer->position.step;
    bool new_before = new_step || !same_before(viewer, read);
    controller->has_read = false; /* where something fails on the way, all of it is read again */
    if (new_step && !read_engine(controller, error)) return false;
    if (new_before && !read_before(controller, error)) return false;
    if (!bp_session_seek(controller->session, bp_viewer_moment(viewer), error)) return false;
    bp_viewer_scope scope = scope_of(controller);
    bp_viewer_settle(&controller->viewer, &scope);
    if (!read_out(controller, controller->data.readouts, error)) return false;
    controller->read = controller->viewer;
    controller->has_read = true;
    if (viewer->position.step > controller->furthest) controller->furthest = viewer->position.step;
    return true;
}

static bool same_moment(const bp_viewer *a, const bp_viewer *b) {
    return a->position.step == b->position.step && a->position.t == b->position.t && a->position.engine == b->position.engine &&
           a->selection.stage == b->selection.stage && a->selection.bone == b->selection.bone &&
           memcmp(&a->rotations, &b->rotations, sizeof a->rotations) == 0;
}

bool bp_lesson_controller_draw(bp_lesson_controller *controller, bp_error *error) {
    const bp_view_settings *look = &controller->viewer.settings;
    controller->drawn.stands &= look->width == controller->picture.width && look->height == controller->picture.height;
    if (!bp_offscreen_target_resize(controller->context, &controller->picture, look->width, look->height, false, error)) return false;
    if ((!controller->has_read || !same_moment(&controller->viewer, &controller->read)) && !arrive(controller, error)) return false;
    bp_viewer_scope scope = scope_of(controller);
    return bp_lesson_view_draw(controller->raster, &controller->picture, &controller->viewer, &scope, &controller->data,
                               &controller->drawn, error);
}

/* ---- events ---------------------------------------------------------------------------------------- */

static void say(bp_lesson_controller *controller, bool good, const char *did, const char *path, const bp_error *error) {
    char text[400];
    if (good)
        snprintf(controller->viewer.notice, sizeof controller->viewer.notice, "%s %.120s", did, path);
    else
        snprintf(controller->viewer.notice, sizeof controller->viewer.notice, "%.150s",
                 bp_error_text(error, text, sizeof text));
}

static void take_screenshot(bp_lesson_controller *controller) {
    char path[160];
    bp_error error = {0};
    snprintf(path, sizeof path, "%.100s-step-%02d.png", bp_session_lesson(controller->session)->name,
             controller->viewer.position.step + 1);
    /* What was said last is no part of the picture. */
    controller->viewer.notice[0] = '\0';
    bool good = bp_lesson_controller_draw(controller, &error) && bp_offscreen_target_write(&controller->picture, path, &error);
    say(controller, good, "picture written:", path, &error);
}

static void save_pose(bp_lesson_controller *controller) {
    char path[1024];
    bp_error error = {0};
    bool good = bp_pose_file_save(&controller->viewer, bp_session_lesson(controller->session), path, sizeof path, &error);
    say(controller, good, "pose saved:", path, &error);
}

static void open_pose(bp_lesson_controller *controller) {
    char path[1024];
    bp_error error = {0};
    bool good = bp_pose_file_open(&controller->viewer, bp_session_lesson(controller->session), path, sizeof path, &error);
    say(controller, good, "pose opened:", path, &error);
}

bool bp_lesson_controller_event(bp_lesson_controller *controller, const bp_event *event, unsigned *requests, bp_error *error) {
    *requests = 0;
    /* Events are judged by what they were aimed at: the world as it was shown. */
    if (!controller->has_read && !arrive(controller, error)) return false;
    bp_viewer_scope scope = scope_of(controller);
    if (controller->viewer.selection.stage < 0 || !same_moment(&controller->viewer, &controller->read)) {
        if (!arrive(controller, error)) return false;
        scope = scope_of(controller);
    }
    *requests = bp_viewer_event(&controller->viewer, &scope, event);
    if (*requests & BP_REQUEST_SCREENSHOT) take_screenshot(controller);
    if (*requests & BP_REQUEST_SAVE) save_pose(controller);
    if (*requests & BP_REQUEST_OPEN) open_pose(controller);
    return true;
}

unsigned bp_lesson_controller_tick(bp_lesson_controller *controller, double seconds) {
    return bp_viewer_tick(&controller->viewer, bp_session_lesson(controller->session), seconds);
}
