/* The selected bone, and changing it by hand: what keys, mouse and typed numbers have in common. */
#include "viewer/viewer.h"
#include <stdio.h>

bp_bone *bp_viewer_bone(const bp_viewer *viewer, const bp_stage *stages, int stage_count) {
    int stage = viewer->selection.stage;
    if (stage < 0 || stage >= stage_count || !stages[stage].skeleton) return NULL;
    return bp_skeleton_bone_by_id(stages[stage].skeleton, viewer->selection.bone);
}

void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone) {
    viewer->selection.stage = stage;
    viewer->selection.bone = bone;
    viewer->selection.scroll = 0;
    viewer->selection.handle = 0;
    viewer->number = (bp_number_input){.number = BP_NUMBER_NONE};
}

static bool set_edit(bp_viewer *viewer, bp_user_edit edit, bool merge) {
    if (bp_edit_history_set(&viewer->history, edit, merge)) return true;
    snprintf(viewer->notice, sizeof viewer->notice, "%d changes by hand are the limit; R resets them",
             BP_EDITS_MAX);
    return false;
}

bool bp_viewer_rotate(bp_viewer *viewer, const bp_viewer_scope *scope, float radians, bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (!bone || !scope->client->begin_rotation(viewer, bone)) return false;
    return set_edit(viewer, bp_edit_history_rotated(&viewer->history, &viewer->selection, radians), merge);
}

bool bp_viewer_move(bp_viewer *viewer, const bp_viewer_scope *scope, bp_vec3 by, bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (!bone || !scope->client->begin_rotation(viewer, bone)) return false;
    bp_user_edit edit =
        bp_edit_history_get(&viewer->history, BP_EDIT_MOVE, viewer->selection.stage, viewer->selection.bone);
    edit.vector = bp_vec3_add(edit.vector, by);
    return set_edit(viewer, edit, merge);
}

bool bp_viewer_move_handle(bp_viewer *viewer, const bp_viewer_scope *scope, int handle, bp_vec3 position,
                           bool merge) {
    if (handle < 0 || handle >= scope->drawn->handle_count || !scope->client->begin_rotation(viewer, NULL))
        return false;
    bp_user_edit edit = bp_edit_history_get(&viewer->history, BP_EDIT_HANDLE,
                                            scope->drawn->handles[handle].stage, (size_t)handle);
    edit.vector = position;
    return set_edit(viewer, edit, merge);
}

bool bp_viewer_cancel_drag(bp_viewer *viewer) {
    bp_mouse mouse = viewer->mouse;
    if (!mouse.edited || mouse.drag == BP_DRAG_NONE) return false;
    viewer->mouse = (bp_mouse){.drag = BP_DRAG_NONE};
    viewer->hover = (bp_hover){.drag = BP_DRAG_NONE};
    return bp_edit_history_undo(&viewer->history);
}
