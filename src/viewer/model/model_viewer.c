/* Where in which clip, and what follows from it. */
#include "viewer/model/model_viewer.h"
#include "viewer/tree.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SPEEDS[BP_MODEL_SPEEDS] = {0.1, 0.25, 0.5, 1, 2, 4, 8};

double bp_model_speed(int speed) { return SPEEDS[speed]; }

/* The first bone that moves vertices: what is above it says little. */
static size_t first_joint(const bp_model_subject *subject) {
    const bp_skeleton *skeleton = subject->model->skeleton_count > 0 ? subject->model->skeletons[0] : NULL;
    for (const bp_bone *bone = bp_tree_first(skeleton); bone; bone = bp_tree_next(bone))
        if (bp_bone_index(bone) != BP_INDEX_NONE) return bp_bone_id(bone);
    return 0;
}

void bp_model_viewer_take(bp_model_viewer *viewer, const bp_model_subject *subject) {
    bp_viewer_look look = viewer->look;
    bool clips = subject->model->clip_count > 0, doctor = viewer->doctor.open;
    look.yaw = look.pitch = look.pan_x = look.pan_y = 0;
    look.zoom = 1;
    *viewer =
        (bp_model_viewer){.look = look,
                          .play = {.stance = clips ? BP_STANCE_CLIP : BP_STANCE_REST, .clip = clips ? 0 : -1},
                          .choice = {.bone = first_joint(subject), .axis = 2},
                          .doctor = {.open = doctor, .selected = -1}};
    viewer->play.speed = BP_MODEL_SPEED_USUAL;
    snprintf(viewer->notice, sizeof viewer->notice, "%.150s", subject->note);
}

bp_model_viewer bp_model_viewer_make(const bp_model_subject *subject, int width, int height) {
    bp_model_viewer viewer = {.look = bp_look_make(width, height)};
    bp_model_viewer_take(&viewer, subject);
    return viewer;
}

bp_model_posture bp_model_viewer_posture(const bp_model_viewer *viewer) {
    return (bp_model_posture){.stance = viewer->play.stance,
                              .clip = viewer->play.clip,
                              .seconds = viewer->play.seconds,
                              .turns = viewer->turns.now,
                              .turn_count = viewer->turns.count};
}

bp_skeleton *bp_model_viewer_skeleton(const bp_model_viewer *viewer, const bp_model_subject *subject) {
    int number = viewer->choice.stage;
    bool there = number >= 0 && (size_t)number < subject->model->skeleton_count;
    return there ? subject->model->skeletons[number] : NULL;
}

bp_bone *bp_model_viewer_bone(const bp_model_viewer *viewer, const bp_model_subject *subject) {
    bp_skeleton *skeleton = bp_model_viewer_skeleton(viewer, subject);
    return skeleton ? bp_skeleton_bone_by_id(skeleton, viewer->choice.bone) : NULL;
}

unsigned bp_model_viewer_show(const bp_model_viewer *viewer) {
    return (BP_SHOW_MESH | BP_SHOW_BONES) ^ viewer->look.flipped;
}

bp_stage bp_model_viewer_stage(const bp_model_viewer *viewer, const bp_model_subject *subject) {
    return (bp_stage){.title = "",
                      .subtitle = "",
                      .skeleton = bp_model_viewer_skeleton(viewer, subject),
                      .figure = bp_model_figure_get_figure(subject->figure)};
}

/* ---- time --------------------------------------------------------------------------------------- */

void bp_model_viewer_seek(bp_model_viewer *viewer, const bp_model_subject *subject, double seconds) {
    double length = bp_model_subject_length(subject, viewer->play.clip);
    if (viewer->play.clip < 0) return;
    viewer->play.stance = BP_STANCE_CLIP;
    viewer->play.seconds = seconds > 0 ? (seconds < length ? seconds : length) : 0;
}

bool bp_model_viewer_is_moving(const bp_model_viewer *viewer, const bp_model_subject *subject) {
    return viewer->play.playing && viewer->play.stance == BP_STANCE_CLIP &&
           viewer->mouse.drag != BP_DRAG_SCRUB && bp_model_subject_length(subject, viewer->play.clip) > 0;
}

unsigned bp_model_viewer_tick(bp_model_viewer *viewer, const bp_model_subject *subject, double seconds) {
    if (!bp_model_viewer_is_moving(viewer, subject) || !(seconds > 0)) return 0;
    double length = bp_model_subject_length(subject, viewer->play.clip);
    double now = viewer->play.seconds + seconds * bp_model_speed(viewer->play.speed);
    viewer->play.seconds = now - floor(now / length) * length;
    return BP_REQUEST_REDRAW;
}
