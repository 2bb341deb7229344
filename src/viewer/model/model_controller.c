/* Keeps the model standing as the viewer says. Vertices are moved only when the posture changed. */
#include "viewer/model/model_controller.h"
#include "viewer/picture.h"
#include <stdio.h>
#include <string.h>

static bp_model_scope scope_of(const bp_model_desk *desk) {
    return (bp_model_scope){&desk->subject, &desk->drawn};
}

bool bp_model_desk_open(bp_model_desk *desk, bp_context *context, const char *path, int width, int height,
                        bp_error *error) {
    memset(desk, 0, sizeof *desk);
    desk->context = context;
    if (!bp_model_subject_open(&desk->subject, context, path, error)) return false;
    desk->viewer = bp_model_viewer_make(&desk->subject, width, height);
    desk->raster = bp_raster_create(context, error);
    return desk->raster && bp_picture_fit(context, &desk->picture, width, height, false, error);
}

void bp_model_desk_close(bp_model_desk *desk) {
    bp_framebuffer_destroy(desk->context, &desk->picture);
    bp_framebuffer_destroy(desk->context, &desk->layer.picture);
    bp_raster_destroy(desk->raster);
    bp_model_subject_close(&desk->subject);
    memset(desk, 0, sizeof *desk);
}

/* ---- posing ------------------------------------------------------------------------------------- */

static bool same_turns(const bp_viewer_turns *a, const bp_viewer_turns *b) {
    return a->count == b->count && memcmp(a->now, b->now, (size_t)a->count * sizeof *a->now) == 0;
}

static bool same_posture(const bp_model_viewer *a, const bp_model_viewer *b) {
    return a->play.stance == b->play.stance && a->play.clip == b->play.clip &&
           a->play.seconds == b->play.seconds && same_turns(&a->turns, &b->turns);
}

static bool same_bone(const bp_model_viewer *a, const bp_model_viewer *b) {
    return a->choice.stage == b->choice.stage && a->choice.bone == b->choice.bone &&
           a->turns.undo_count == b->turns.undo_count;
}

/* The selected bone's matrices as they were before the last turn by hand: nodes are stood up, no vertex moved. */
static bool read_before(bp_model_desk *desk, bp_error *error) {
    const bp_model_viewer *viewer = &desk->viewer;
    bp_user_rotation turns[BP_VIEWER_TURNS];
    desk->before = (bp_matrices){.there = false};
    if (viewer->turns.undo_count == 0 || viewer->play.playing) return true;
    bp_model_posture posture = bp_model_viewer_posture(viewer);
    bp_turns_before(&viewer->turns, turns);
    posture.turns = turns;
    if (!bp_model_subject_stand(&desk->subject, &posture, error)) return false;
    desk->before = bp_matrices_of(bp_model_viewer_bone(viewer, &desk->subject));
    return true;
}

static bool stand(bp_model_desk *desk, bp_error *error) {
    const bp_model_viewer *viewer = &desk->viewer;
    bool posed = desk->has_read && same_posture(viewer, &desk->read);
    if (posed && same_bone(viewer, &desk->read)) return true;
    bp_model_posture posture = bp_model_viewer_posture(viewer);
    desk->has_read = false; /* where something fails on the way, it stands up again */
    if (!read_before(desk, error) || !bp_model_subject_stand(&desk->subject, &posture, error)) return false;
    if (!posed) {
        if (!bp_figure_pose(bp_model_figure_get_figure(desk->subject.figure), error)) return false;
        desk->posed++;
    }
    desk->read = *viewer;
    desk->has_read = true;
    return true;
}

bool bp_model_desk_draw(bp_model_desk *desk, bp_error *error) {
    const bp_viewer_look *look = &desk->viewer.look;
    if (!bp_picture_fit(desk->context, &desk->picture, look->width, look->height, false, error)) return false;
    if (!stand(desk, error)) return false;
    if (!desk->framed) {
        bp_model_posture posture = bp_model_viewer_posture(&desk->viewer);
        if (!bp_model_subject_bounds(&desk->subject, &posture, &desk->bounds, error)) return false;
        desk->framed = true;
    }
    const bp_model_view view = {&desk->viewer, &desk->subject, &desk->before, desk->bounds, desk->posed};
    return bp_model_view_draw(desk->context, desk->raster, &desk->picture, &desk->layer, &view, &desk->drawn,
                              error);
}

/* ---- files -------------------------------------------------------------------------------------- */

/* Another file, or the same one again; where it can't be opened the old one stays. */
static void open_file(bp_model_desk *desk) {
    bp_error error = {0};
    bp_model_subject fresh;
    char path[BP_MODEL_PATH];
    memcpy(path, desk->viewer.typed.path, sizeof path);
    if (!bp_model_subject_open(&fresh, desk->context, path, &error)) {
        bp_error_text(&error, desk->viewer.trouble, sizeof desk->viewer.trouble);
        return;
    }
    bp_model_subject_close(&desk->subject);
    desk->subject = fresh;
    bp_model_viewer_take(&desk->viewer, &desk->subject);
    desk->has_read = desk->framed = false;
    desk->drawn = (bp_model_drawn){.findings_rows = 0};
    /* What was allocated anew may lie where the old was, so the layer must not be taken for the new one's. */
    memset(desk->layer.key, 0, sizeof desk->layer.key);
}

static bool is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

/* NAME-view-1.png, or the next number that is free. */
static void picture_path(const bp_model_desk *desk, char *path, size_t size) {
    const char *name = bp_model_subject_name(&desk->subject), *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name), number = 1;
    if (length > 100) length = 100;
    do snprintf(path, size, "%.*s-view-%d.png", length, name, number++);
    while (is_there(path));
}

static void take_screenshot(bp_model_desk *desk) {
    char path[160], text[400];
    bp_error error = {0};
    picture_path(desk, path, sizeof path);
    bool good = bp_model_desk_draw(desk, &error) && bp_picture_write(&desk->picture, path, &error);
    if (good)
        snprintf(desk->viewer.notice, sizeof desk->viewer.notice, "picture written: %.120s", path);
    else
        snprintf(desk->viewer.notice, sizeof desk->viewer.notice, "%.150s",
                 bp_error_text(&error, text, sizeof text));
}

/* ---- events ------------------------------------------------------------------------------------- */

bool bp_model_desk_event(bp_model_desk *desk, const bp_event *event, unsigned *requests, bp_error *error) {
    *requests = 0;
    /* Events are judged by what they were aimed at: the model as it was shown. */
    if (!stand(desk, error)) return false;
    bp_model_scope scope = scope_of(desk);
    *requests = bp_model_viewer_event(&desk->viewer, &scope, event);
    if (*requests & BP_REQUEST_FRAME) desk->framed = false;
    if (*requests & BP_REQUEST_OPEN) open_file(desk);
    if (*requests & BP_REQUEST_SCREENSHOT) take_screenshot(desk);
    return true;
}

unsigned bp_model_desk_tick(bp_model_desk *desk, double seconds) {
    return bp_model_viewer_tick(&desk->viewer, &desk->subject, seconds);
}

const char *bp_model_desk_title(bp_model_desk *desk) {
    snprintf(desk->title, sizeof desk->title, "%.120s - Bindpose", bp_model_subject_name(&desk->subject));
    return desk->title;
}

/* Between two pictures. The doctor wants the file's bytes once more, and what it took to draw a large model is as much;
 * so that goes meanwhile. */
static bool examine(bp_model_desk *desk, bp_error *error) {
    bp_raster_destroy(desk->raster);
    desk->raster = NULL;
    bp_model_subject_examine(&desk->subject);
    desk->has_read = false;
    desk->raster = bp_raster_create(desk->context, error);
    return desk->raster != NULL;
}

bool bp_model_desk_frame(bp_model_desk *desk, const bp_event *events, size_t count, double seconds,
                         bp_frame *out, bp_error *error) {
    unsigned requests = bp_model_desk_tick(desk, seconds), now;
    bool called = desk->has_read && !desk->subject.examined;
    if (called && !examine(desk, error)) return false;
    for (size_t i = 0; i < count; i++) {
        if (!bp_model_desk_event(desk, &events[i], &now, error)) return false;
        requests |= now;
        if (now & (BP_REQUEST_LEAVE | BP_REQUEST_QUIT)) break;
    }
    if (called || (requests & BP_REQUEST_REDRAW)) {
        if (!bp_model_desk_draw(desk, error)) return false;
        out->picture = &desk->picture;
    }
    if (requests & BP_REQUEST_OPEN) out->title = bp_model_desk_title(desk);
    out->moving = bp_model_viewer_is_moving(&desk->viewer, &desk->subject) || !desk->subject.examined;
    out->toggle_fullscreen = (requests & BP_REQUEST_FULLSCREEN) != 0;
    out->quit = (requests & (BP_REQUEST_QUIT | BP_REQUEST_LEAVE)) != 0;
    return true;
}
