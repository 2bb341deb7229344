/* Joints turned by hand, and taking that back. */
#include "app/viewer.h"
#include <string.h>

static bp_turn *turn_of(bp_viewer_turns *turns, int stage, size_t bone) {
    for (int i = 0; i < turns->count; i++)
        if (turns->now[i].stage == stage && turns->now[i].bone == bone) return &turns->now[i];
    if (turns->count == BP_VIEWER_TURNS) return NULL;
    bp_turn *fresh = &turns->now[turns->count++];
    *fresh = (bp_turn){stage, bone, {0, 0, 0, 1}};
    return fresh;
}

static void remember(bp_viewer_turns *turns, bp_turn was) {
    if (turns->undo_count == BP_VIEWER_UNDO) {
        memmove(turns->before, turns->before + 1, (BP_VIEWER_UNDO - 1) * sizeof *turns->before);
        turns->undo_count--;
    }
    turns->before[turns->undo_count++] = was;
}

bool bp_viewer_turn(bp_viewer *viewer, const bp_world *world, float radians, bool merge) {
    const bp_viewer_choice *choice = &viewer->choice;
    if (viewer->place.asking || !bp_viewer_bone(viewer, world)) return false;
    bp_turn *turn = turn_of(&viewer->turns, choice->stage, choice->bone);
    if (!turn) return false;
    viewer->place.t = 1; /* a change that is still running ends: hands come first */
    if (!merge || viewer->turns.undo_count == 0) remember(&viewer->turns, *turn);
    bp_vec3 axis = {choice->axis == 0, choice->axis == 1, choice->axis == 2};
    bp_quat more = bp_quat_from_axis_angle(axis, radians);
    /* About the bone's own axes as they are now: the new turn is applied first. */
    turn->turn = bp_quat_normalize(bp_quat_mul(turn->turn, more));
    return true;
}

bool bp_viewer_undo(bp_viewer *viewer) {
    bp_viewer_turns *turns = &viewer->turns;
    if (turns->undo_count == 0) return false;
    bp_turn was = turns->before[--turns->undo_count];
    bp_turn *turn = turn_of(turns, was.stage, was.bone);
    if (turn) turn->turn = was.turn;
    return true;
}

void bp_viewer_forget_turns(bp_viewer *viewer) { viewer->turns = (bp_viewer_turns){0}; }

void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone) {
    viewer->choice.stage = stage;
    viewer->choice.bone = bone;
    viewer->choice.scroll = 0;
}
