/* The actions on the core's state: bones, rotations, view settings. */
#include "viewer/bone_tree.h"
#include "viewer/viewer.h"
#include <stdio.h>

static const float ROTATION_STEP = 5; /* degrees a key press */

bp_bone *bp_viewer_bone(const bp_viewer *viewer, const bp_stage *stages, int stage_count) {
    int stage = viewer->selection.stage;
    if (stage < 0 || stage >= stage_count || !stages[stage].skeleton) return NULL;
    return bp_skeleton_bone_by_id(stages[stage].skeleton, viewer->selection.bone);
}

void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone) {
    viewer->selection.stage = stage;
    viewer->selection.bone = bone;
    viewer->selection.scroll = 0;
}

void bp_viewer_rotate(bp_viewer *viewer, const bp_viewer_scope *scope, float radians, bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (!bone || !scope->client->begin_rotation(viewer, bone)) return;
    if (!bp_edit_history_rotate(&viewer->history, &viewer->selection, radians, merge))
        snprintf(viewer->notice, sizeof viewer->notice,
                 "%d joints are rotated, which is the limit; R resets them", BP_EDITS_MAX);
}

/* Stages of a lesson mostly have alike skeletons: there the bone's id is kept. */
static void next_stage(bp_viewer *viewer, const bp_viewer_scope *scope, int by) {
    int count = scope->stage_count;
    if (count < 2) return;
    int stage = (viewer->selection.stage + by + count) % count;
    const bp_skeleton *skeleton = scope->stages[stage].skeleton;
    size_t bone = viewer->selection.bone;
    bool keep = scope->client->alike_stages && skeleton && bp_skeleton_bone_by_id(skeleton, bone);
    const bp_bone *first = bp_bone_tree_first(skeleton);
    bp_viewer_select(viewer, stage, keep ? bone : first ? bp_bone_id(first) : 0);
}

static void act_on_bones(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                         bool repeat) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count), *to = NULL;
    switch (action) {
    case BP_ACTION_BONE_NEXT:
    case BP_ACTION_BONE_PREVIOUS:
        if (bone) to = bp_bone_tree_wrap(bone, action == BP_ACTION_BONE_NEXT);
        break;
    case BP_ACTION_BONE:
        if (bone) to = bp_skeleton_bone_by_id(bp_bone_skeleton(bone), (size_t)value);
        break;
    case BP_ACTION_STAGE: next_stage(viewer, scope, value); break;
    case BP_ACTION_SEARCH: viewer->search.open = bone != NULL; break;
    case BP_ACTION_ROTATE:
        bp_viewer_rotate(viewer, scope, (float)value * bp_radians(ROTATION_STEP), repeat);
        break;
    case BP_ACTION_AXIS: viewer->selection.axis = (viewer->selection.axis + 1) % 3; break;
    case BP_ACTION_UNDO:
        if (!bp_edit_history_undo(&viewer->history))
            snprintf(viewer->notice, sizeof viewer->notice, "nothing to undo: no joint was rotated");
        break;
    default: break;
    }
    if (to) bp_viewer_select(viewer, viewer->selection.stage, bp_bone_id(to));
}

unsigned bp_viewer_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                       bool repeat) {
    unsigned requests = BP_REQUEST_REDRAW;
    viewer->notice[0] = '\0';
    if (action == BP_ACTION_SCREENSHOT) requests |= BP_REQUEST_SCREENSHOT;
    if (action == BP_ACTION_FULLSCREEN) requests |= BP_REQUEST_FULLSCREEN;
    if (action == BP_ACTION_QUIT) requests |= BP_REQUEST_QUIT;
    if (action == BP_ACTION_LEAVE && !viewer->settings.help) requests |= BP_REQUEST_LEAVE;
    if (action == BP_ACTION_LEAVE) viewer->settings.help = false;
    act_on_bones(viewer, scope, action, value, repeat);
    bp_view_settings_act(&viewer->settings, action, value);
    scope->client->act(viewer, scope, action, value, &requests);
    return requests;
}
