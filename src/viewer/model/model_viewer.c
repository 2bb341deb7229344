/* Time in a clip, and the pose that follows from it. */
#include "viewer/model/model_viewer.h"
#include "viewer/bone_tree.h"
#include <math.h>
#include <stdio.h>

static const double SPEEDS[BP_MODEL_SPEEDS] = {0.1, 0.25, 0.5, 1, 2, 4, 8};

double bp_model_speed(int speed) { return SPEEDS[speed]; }

/* The first bone that moves vertices: the bones above it show little. */
static size_t first_joint(const bp_loaded_model *loaded) {
    const bp_bone *bone = bp_bone_tree_first(loaded->stages[0].skeleton);
    for (; bone; bone = bp_bone_tree_next(bone))
        if (bp_bone_index(bone) != BP_INDEX_NONE) return bp_bone_id(bone);
    return 0;
}

void bp_model_viewer_reset(bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    bp_view_settings settings = viewer->core.settings;
    bool clips = loaded->model->clip_count > 0, doctor = viewer->doctor.open;
    bp_view_settings_reset_camera(&settings);
    *viewer = (bp_model_viewer){
        .core = {.settings = settings, .selection = {.bone = first_joint(loaded), .axis = 2}, .pulls = true},
        .play = {.source = clips ? BP_POSE_FROM_CLIP : BP_POSE_FROM_REST,
                 .clip = clips ? 0 : -1,
                 .playing = clips && !settings.still},
        .doctor = {.open = doctor, .selected = -1}};
    viewer->play.speed = BP_MODEL_SPEED_DEFAULT;
    snprintf(viewer->core.notice, sizeof viewer->core.notice, "%.150s", loaded->note);
}

bp_model_viewer bp_model_viewer_make(const bp_loaded_model *loaded, int width, int height) {
    bp_model_viewer viewer = {.core = {.settings = bp_view_settings_make(width, height)}};
    bp_model_viewer_reset(&viewer, loaded);
    return viewer;
}

bp_pose_spec bp_model_viewer_pose_spec(const bp_model_viewer *viewer) {
    return (bp_pose_spec){.source = viewer->play.source,
                          .clip = viewer->play.clip,
                          .seconds = viewer->play.seconds,
                          .edits = viewer->core.history.edits,
                          .edit_count = viewer->core.history.count};
}

bp_bone *bp_model_viewer_bone(const bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    return bp_viewer_bone(&viewer->core, loaded->stages, loaded->stage_count);
}

int bp_clip_list_at(const bp_clip_list *list, const bp_loaded_model *loaded, int row) {
    const bp_model *model = loaded->model;
    for (size_t i = 0; i < model->clip_count && row >= 0; i++)
        if (bp_name_contains(bp_clip_name(model->clips[i]), list->search) && row-- == 0) return (int)i;
    return -1;
}

int bp_clip_list_count(const bp_clip_list *list, const bp_loaded_model *loaded) {
    const bp_model *model = loaded->model;
    int count = 0;
    for (size_t i = 0; i < model->clip_count; i++)
        count += bp_name_contains(bp_clip_name(model->clips[i]), list->search);
    return count;
}

unsigned bp_model_viewer_show(const bp_model_viewer *viewer) {
    return (BP_SHOW_MESH | BP_SHOW_BONES) ^ viewer->core.settings.flipped;
}

void bp_model_viewer_seek(bp_model_viewer *viewer, const bp_loaded_model *loaded, double seconds) {
    double length = bp_loaded_model_clip_length(loaded, viewer->play.clip);
    if (viewer->play.clip < 0) return;
    viewer->play.source = BP_POSE_FROM_CLIP;
    viewer->play.seconds = seconds > 0 ? (seconds < length ? seconds : length) : 0;
}

bool bp_model_viewer_is_moving(const bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    return viewer->play.playing && viewer->play.source == BP_POSE_FROM_CLIP &&
           viewer->core.mouse.drag != BP_DRAG_SCRUB &&
           bp_loaded_model_clip_length(loaded, viewer->play.clip) > 0;
}

unsigned bp_model_viewer_tick(bp_model_viewer *viewer, const bp_loaded_model *loaded, double seconds) {
    if (!bp_model_viewer_is_moving(viewer, loaded) || !(seconds > 0)) return 0;
    double length = bp_loaded_model_clip_length(loaded, viewer->play.clip);
    double now = viewer->play.seconds + seconds * bp_model_speed(viewer->play.speed);
    viewer->play.seconds = now - floor(now / length) * length;
    return BP_REQUEST_REDRAW;
}
