/* Joints turned by hand, and taking that back. */
#include "viewer/lesson/lesson_viewer.h"
#include <string.h>

static bp_user_rotation *turn_of(bp_rotation_history *rotations, int stage, size_t bone) {
    for (int i = 0; i < rotations->count; i++)
        if (rotations->now[i].stage == stage && rotations->now[i].bone == bone) return &rotations->now[i];
    if (rotations->count == BP_ROTATIONS_MAX) return NULL;
    bp_user_rotation *fresh = &rotations->now[rotations->count++];
    *fresh = (bp_user_rotation){stage, bone, {0, 0, 0, 1}};
    return fresh;
}

static void remember(bp_rotation_history *rotations, bp_user_rotation was) {
    if (rotations->undo_count == BP_UNDO_MAX) {
        memmove(rotations->before, rotations->before + 1, (BP_UNDO_MAX - 1) * sizeof *rotations->before);
        rotations->undo_count--;
    }
    rotations->before[rotations->undo_count++] = was;
}

bool bp_rotation_history_rotate(bp_rotation_history *rotations, const bp_selection *selection, float radians, bool merge) {
    bp_user_rotation *turn = turn_of(rotations, selection->stage, selection->bone);
    if (!turn) return false;
    if (!merge || rotations->undo_count == 0) remember(rotations, *turn);
    bp_vec3 axis = {selection->axis == 0, selection->axis == 1, selection->axis == 2};
    bp_quat more = bp_quat_from_axis_angle(axis, radians);
    /* About the bone's own axes as they are now: the new turn is applied first. */
    turn->rotation = bp_quat_normalize(bp_quat_mul(turn->rotation, more));
    return true;
}

bool bp_viewer_turn(bp_viewer *viewer, const bp_world *world, float radians, bool merge) {
    if (viewer->position.asking || !bp_viewer_bone(viewer, world)) return false;
    if (!bp_rotation_history_rotate(&viewer->rotations, &viewer->selection, radians, merge)) return false;
    viewer->position.t = 1; /* a change that is still running ends: hands come first */
    return true;
}

bool bp_rotation_history_undo(bp_rotation_history *rotations) {
    if (rotations->undo_count == 0) return false;
    bp_user_rotation was = rotations->before[--rotations->undo_count];
    bp_user_rotation *turn = turn_of(rotations, was.stage, was.bone);
    if (turn) turn->rotation = was.rotation;
    return true;
}

void bp_rotation_history_before(const bp_rotation_history *rotations, bp_user_rotation *out) {
    memcpy(out, rotations->now, sizeof rotations->now);
    if (rotations->undo_count == 0) return;
    bp_user_rotation last = rotations->before[rotations->undo_count - 1];
    for (int i = 0; i < rotations->count; i++)
        if (out[i].stage == last.stage && out[i].bone == last.bone) out[i].rotation = last.rotation;
}

void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone) {
    viewer->selection.stage = stage;
    viewer->selection.bone = bone;
    viewer->selection.scroll = 0;
}
