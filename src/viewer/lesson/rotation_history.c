/* Joints turned by hand, and taking that back. */
#include "viewer/lesson/lesson_viewer.h"
#include <string.h>

static bp_user_rotation *turn_of(bp_viewer_turns *turns, int stage, size_t bone) {
    for (int i = 0; i < turns->count; i++)
        if (turns->now[i].stage == stage && turns->now[i].bone == bone) return &turns->now[i];
    if (turns->count == BP_VIEWER_TURNS) return NULL;
    bp_user_rotation *fresh = &turns->now[turns->count++];
    *fresh = (bp_user_rotation){stage, bone, {0, 0, 0, 1}};
    return fresh;
}

static void remember(bp_viewer_turns *turns, bp_user_rotation was) {
    if (turns->undo_count == BP_VIEWER_UNDO) {
        memmove(turns->before, turns->before + 1, (BP_VIEWER_UNDO - 1) * sizeof *turns->before);
        turns->undo_count--;
    }
    turns->before[turns->undo_count++] = was;
}

bool bp_turns_turn(bp_viewer_turns *turns, const bp_viewer_choice *choice, float radians, bool merge) {
    bp_user_rotation *turn = turn_of(turns, choice->stage, choice->bone);
    if (!turn) return false;
    if (!merge || turns->undo_count == 0) remember(turns, *turn);
    bp_vec3 axis = {choice->axis == 0, choice->axis == 1, choice->axis == 2};
    bp_quat more = bp_quat_from_axis_angle(axis, radians);
    /* About the bone's own axes as they are now: the new turn is applied first. */
    turn->rotation = bp_quat_normalize(bp_quat_mul(turn->rotation, more));
    return true;
}

bool bp_viewer_turn(bp_viewer *viewer, const bp_world *world, float radians, bool merge) {
    if (viewer->place.asking || !bp_viewer_bone(viewer, world)) return false;
    if (!bp_turns_turn(&viewer->turns, &viewer->choice, radians, merge)) return false;
    viewer->place.t = 1; /* a change that is still running ends: hands come first */
    return true;
}

bool bp_turns_undo(bp_viewer_turns *turns) {
    if (turns->undo_count == 0) return false;
    bp_user_rotation was = turns->before[--turns->undo_count];
    bp_user_rotation *turn = turn_of(turns, was.stage, was.bone);
    if (turn) turn->rotation = was.rotation;
    return true;
}

void bp_turns_before(const bp_viewer_turns *turns, bp_user_rotation *out) {
    memcpy(out, turns->now, sizeof turns->now);
    if (turns->undo_count == 0) return;
    bp_user_rotation last = turns->before[turns->undo_count - 1];
    for (int i = 0; i < turns->count; i++)
        if (out[i].stage == last.stage && out[i].bone == last.bone) out[i].rotation = last.rotation;
}

void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone) {
    viewer->choice.stage = stage;
    viewer->choice.bone = bone;
    viewer->choice.scroll = 0;
}
