/* Keeps the world at the viewer's moment, and what panels read at the world. */
#include "viewer/lesson/lesson_controller.h"
#include "viewer/picture.h"
#include "viewer/model/pose_file.h"
#include <stdio.h>
#include <string.h>

static bp_viewer_scope scope_of(const bp_lesson_desk *desk) {
    return (bp_viewer_scope){bp_session_lesson(desk->session), bp_session_world(desk->session), &desk->drawn};
}

bool bp_lesson_desk_open(bp_lesson_desk *desk, bp_context *context, bp_session *session, int step, int width,
                         int height, bp_error *error) {
    *desk = (bp_lesson_desk){.context = context, .session = session};
    desk->viewer = bp_viewer_make(bp_session_lesson(session), step, width, height);
    desk->raster = bp_raster_create(context, error);
    return desk->raster && bp_picture_fit(context, &desk->picture, width, height, false, error);
}

void bp_lesson_desk_close(bp_lesson_desk *desk) {
    bp_framebuffer_destroy(desk->context, &desk->picture);
    bp_raster_destroy(desk->raster);
    *desk = (bp_lesson_desk){0};
}

/* ---- what panels read ------------------------------------------------------------------------------ */

/* The readouts in force: those of the last step that has some. */
static void find_readouts(bp_lesson_desk *desk) {
    const bp_lesson_plan *lesson = bp_session_lesson(desk->session);
    desk->reading.readout_count = 0;
    for (int step = desk->viewer.place.step; step >= 0; step--) {
        if (lesson->steps[step].readout_count == 0) continue;
        desk->reading.readout = lesson->steps[step].readouts;
        desk->reading.readout_count = lesson->steps[step].readout_count;
        if (desk->reading.readout_count > BP_READOUT_MAX) desk->reading.readout_count = BP_READOUT_MAX;
        return;
    }
}

/* What rounds to zero has no sign. */
static void drop_sign_of_zero(char *text) {
    if (text[0] == '-' && !strpbrk(text, "123456789ni")) memmove(text, text + 1, strlen(text));
}

static bool read_out(bp_lesson_desk *desk, char texts[][48], bp_error *error) {
    bp_world *world = bp_session_world(desk->session);
    for (int i = 0; i < desk->reading.readout_count; i++) {
        bp_readout_text(&desk->reading.readout[i], world, texts[i], sizeof texts[i]);
        drop_sign_of_zero(texts[i]);
    }
    if (world->error.kind == BP_ERROR_NONE) return true;
    *error = world->error;
    return false;
}

/* Measures the step's claims that tell of the engine. Costs a few replays, so only on coming to a step. */
static bool read_engine(bp_lesson_desk *desk, bp_error *error) {
    int step = desk->viewer.place.step;
    const bp_step *of = &bp_session_lesson(desk->session)->steps[step];
    desk->reading.differing_count = 0;
    for (int i = 0; i < of->claim_count && desk->reading.differing_count < BP_ENGINE_CLAIMS; i++) {
        if (!of->claims[i].engine) continue;
        bp_claim_result result;
        if (!bp_session_check(desk->session, step, i, &result, error)) return false;
        int count = of->claims[i].count > 0 ? of->claims[i].count : 1, value = 0;
        while (value < count && result.measured[value] == result.engine_measured[value]) value++;
        if (value == count) value = 0;
        desk->reading.differing[desk->reading.differing_count++] = (bp_two_numbers){
            &of->claims[i], result.measured[value], result.engine_measured[value], value + 1};
    }
    return true;
}

/* Whether what was before the last change is still the same, of the same bone. */
static bool same_before(const bp_viewer *a, const bp_viewer *b) {
    return a->place.step == b->place.step && a->place.engine == b->place.engine &&
           a->choice.stage == b->choice.stage && a->choice.bone == b->choice.bone &&
           a->turns.undo_count == 0 && b->turns.undo_count == 0;
}

static bool read_before(bp_lesson_desk *desk, bp_error *error) {
    bp_viewer_scope scope = scope_of(desk);
    bp_user_rotation turns[BP_VIEWER_TURNS];
    if (!bp_session_seek(desk->session, bp_viewer_moment_before(&desk->viewer, turns), error)) return false;
    bp_viewer_settle(&desk->viewer, &scope);
    desk->reading.before = bp_matrices_of(bp_viewer_bone(&desk->viewer, scope.world));
    find_readouts(desk);
    return read_out(desk, desk->reading.readouts_before, error);
}

/* The world of the viewer's moment, and all that is read from it. */
static bool arrive(bp_lesson_desk *desk, bp_error *error) {
    const bp_viewer *viewer = &desk->viewer, *read = &desk->read;
    bool new_step = !desk->has_read || read->place.step != viewer->place.step;
    bool new_before = new_step || !same_before(viewer, read);
    desk->has_read = false; /* where something fails on the way, all of it is read again */
    if (new_step && !read_engine(desk, error)) return false;
    if (new_before && !read_before(desk, error)) return false;
    if (!bp_session_seek(desk->session, bp_viewer_moment(viewer), error)) return false;
    bp_viewer_scope scope = scope_of(desk);
    bp_viewer_settle(&desk->viewer, &scope);
    if (!read_out(desk, desk->reading.readouts, error)) return false;
    desk->read = desk->viewer;
    desk->has_read = true;
    if (viewer->place.step > desk->furthest) desk->furthest = viewer->place.step;
    return true;
}

static bool same_moment(const bp_viewer *a, const bp_viewer *b) {
    return a->place.step == b->place.step && a->place.t == b->place.t && a->place.engine == b->place.engine &&
           a->choice.stage == b->choice.stage && a->choice.bone == b->choice.bone &&
           memcmp(&a->turns, &b->turns, sizeof a->turns) == 0;
}

bool bp_lesson_desk_draw(bp_lesson_desk *desk, bp_error *error) {
    const bp_viewer_look *look = &desk->viewer.look;
    desk->drawn.stands &= look->width == desk->picture.width && look->height == desk->picture.height;
    if (!bp_picture_fit(desk->context, &desk->picture, look->width, look->height, false, error)) return false;
    if ((!desk->has_read || !same_moment(&desk->viewer, &desk->read)) && !arrive(desk, error)) return false;
    bp_viewer_scope scope = scope_of(desk);
    return bp_lesson_view_draw(desk->raster, &desk->picture, &desk->viewer, &scope, &desk->reading,
                               &desk->drawn, error);
}

/* ---- events ---------------------------------------------------------------------------------------- */

static void say(bp_lesson_desk *desk, bool good, const char *did, const char *path, const bp_error *error) {
    char text[400];
    if (good)
        snprintf(desk->viewer.notice, sizeof desk->viewer.notice, "%s %.120s", did, path);
    else
        snprintf(desk->viewer.notice, sizeof desk->viewer.notice, "%.150s",
                 bp_error_text(error, text, sizeof text));
}

static void take_screenshot(bp_lesson_desk *desk) {
    char path[160];
    bp_error error = {0};
    snprintf(path, sizeof path, "%.100s-step-%02d.png", bp_session_lesson(desk->session)->name,
             desk->viewer.place.step + 1);
    /* What was said last is no part of the picture. */
    desk->viewer.notice[0] = '\0';
    bool good = bp_lesson_desk_draw(desk, &error) && bp_picture_write(&desk->picture, path, &error);
    say(desk, good, "picture written:", path, &error);
}

static void save_pose(bp_lesson_desk *desk) {
    char path[1024];
    bp_error error = {0};
    bool good = bp_pose_file_save(&desk->viewer, bp_session_lesson(desk->session), path, sizeof path, &error);
    say(desk, good, "pose saved:", path, &error);
}

static void open_pose(bp_lesson_desk *desk) {
    char path[1024];
    bp_error error = {0};
    bool good = bp_pose_file_open(&desk->viewer, bp_session_lesson(desk->session), path, sizeof path, &error);
    say(desk, good, "pose opened:", path, &error);
}

bool bp_lesson_desk_event(bp_lesson_desk *desk, const bp_event *event, unsigned *requests, bp_error *error) {
    *requests = 0;
    /* Events are judged by what they were aimed at: the world as it was shown. */
    if (!desk->has_read && !arrive(desk, error)) return false;
    bp_viewer_scope scope = scope_of(desk);
    if (desk->viewer.choice.stage < 0 || !same_moment(&desk->viewer, &desk->read)) {
        if (!arrive(desk, error)) return false;
        scope = scope_of(desk);
    }
    *requests = bp_viewer_event(&desk->viewer, &scope, event);
    if (*requests & BP_REQUEST_SCREENSHOT) take_screenshot(desk);
    if (*requests & BP_REQUEST_SAVE) save_pose(desk);
    if (*requests & BP_REQUEST_OPEN) open_pose(desk);
    return true;
}

unsigned bp_lesson_desk_tick(bp_lesson_desk *desk, double seconds) {
    return bp_viewer_tick(&desk->viewer, bp_session_lesson(desk->session), seconds);
}
