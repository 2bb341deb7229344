/* The selected bone, and changing it by hand: what keys, mouse and typed numbers have in common. */
#include "math/double.h"
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

/* Says so if there was no room for a change. */
static bool report_limit(bp_viewer *viewer, bool ok) {
    if (ok) return true;
    snprintf(viewer->notice, sizeof viewer->notice, "%d changes by hand are the limit; R resets them",
             BP_EDITS_MAX);
    return false;
}

/* ---- binds --------------------------------------------------------------------------------------*/

bool bp_viewer_set_inverse_bind(bp_viewer *viewer, const bp_viewer_scope *scope, bp_mat4 inverse,
                                bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (!bone || !scope->client->begin_rotation(viewer, bone)) return false;
    bp_edit edit =
        bp_edit_history_get(&viewer->history, BP_EDIT_BIND, viewer->selection.stage, viewer->selection.bone);
    edit.matrix = inverse;
    return report_limit(viewer, bp_edit_history_set(&viewer->history, edit, merge));
}

/* Row vectors: absolute inverse bind = the parent's * inverse(bind). */
bool bp_viewer_set_bind(bp_viewer *viewer, const bp_viewer_scope *scope, bp_mat4 bind, bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    const bp_bone *parent = bone ? bp_bone_parent(bone) : NULL;
    bp_dmat4 inverse;
    if (!bp_dmat4_inverse_affine(bp_dmat4_from_mat4(bind), &inverse)) {
        snprintf(viewer->notice, sizeof viewer->notice, "a bind needs an inverse; a scale of 0 has none");
        return false;
    }
    if (parent) inverse = bp_dmat4_mul(bp_dmat4_from_mat4(bp_bone_absolute_inverse_bind(parent)), inverse);
    return bp_viewer_set_inverse_bind(viewer, scope, bp_dmat4_to_mat4(inverse), merge);
}

/* By hand the visible part follows: in the bind pose the bone. In other poses the bone stays and its part of
 * the mesh moves, as final = inverse bind * absolute; for that the bind goes the other way. */
static bool rotate_bind(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_bone *bone, float radians,
                        bool merge) {
    int axis = viewer->selection.axis;
    bp_dmat4 more = bp_dmat4_from_axis_angle((bp_dvec3){axis == 0, axis == 1, axis == 2},
                                             (double)(scope->at_bind ? radians : -radians));
    bp_dmat4 bind = bp_dmat4_mul(more, bp_dmat4_from_mat4(bp_bone_bind(bone)));
    return bp_viewer_set_bind(viewer, scope, bp_dmat4_to_mat4(bind), merge);
}

/* `by` is along the parent's axes, in which the bone is at local. */
static bool move_bind(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_bone *bone, bp_vec3 by,
                      bool merge) {
    bp_mat4 bind = bp_bone_bind(bone), inverse;
    if (!scope->at_bind) {
        if (!bp_mat4_inverse_affine(bp_bone_local(bone), &inverse)) return false;
        by = bp_mat4_direction(bind, bp_vec3_scale(bp_mat4_direction(inverse, by), -1));
    }
    bind.m[12] += by.x, bind.m[13] += by.y, bind.m[14] += by.z;
    return bp_viewer_set_bind(viewer, scope, bind, merge);
}

/* ---- poses, and what both have in common --------------------------------------------------------*/

bool bp_viewer_rotate(bp_viewer *viewer, const bp_viewer_scope *scope, float radians, bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (bone && viewer->binds) return rotate_bind(viewer, scope, bone, radians, merge);
    if (!bone || !scope->client->begin_rotation(viewer, bone)) return false;
    const bp_selection *at = &viewer->selection;
    return report_limit(
        viewer, bp_edit_history_rotate(&viewer->history, at->stage, at->bone, at->axis, radians, merge));
}

bool bp_viewer_move(bp_viewer *viewer, const bp_viewer_scope *scope, bp_vec3 by, bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (bone && viewer->binds) return move_bind(viewer, scope, bone, by, merge);
    if (!bone || !scope->client->begin_rotation(viewer, bone)) return false;
    bp_edit edit =
        bp_edit_history_get(&viewer->history, BP_EDIT_MOVE, viewer->selection.stage, viewer->selection.bone);
    edit.vector = bp_vec3_add(edit.vector, by);
    return report_limit(viewer, bp_edit_history_set(&viewer->history, edit, merge));
}

bool bp_viewer_move_handle(bp_viewer *viewer, const bp_viewer_scope *scope, int handle, bp_vec3 position,
                           bool merge) {
    if (handle < 0 || handle >= scope->drawn->handle_count || !scope->client->begin_rotation(viewer, NULL))
        return false;
    bp_edit edit = bp_edit_history_get(&viewer->history, BP_EDIT_HANDLE, scope->drawn->handles[handle].stage,
                                       (size_t)handle);
    edit.vector = position;
    return report_limit(viewer, bp_edit_history_set(&viewer->history, edit, merge));
}

bool bp_viewer_cancel_drag(bp_viewer *viewer) {
    bp_mouse mouse = viewer->mouse;
    if (!mouse.edited || mouse.drag == BP_DRAG_NONE) return false;
    viewer->mouse = (bp_mouse){.drag = BP_DRAG_NONE};
    viewer->hover = (bp_hover){.drag = BP_DRAG_NONE};
    return bp_edit_history_undo(&viewer->history);
}
