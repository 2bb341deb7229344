/* Rotations are kept as one quaternion per bone; an undo step is the quaternion that a change replaced. */
#include "viewer/viewer.h"
#include <string.h>

static bp_user_rotation *entry_of(bp_rotation_history *history, int stage, size_t bone) {
    for (int i = 0; i < history->count; i++)
        if (history->now[i].stage == stage && history->now[i].bone == bone) return &history->now[i];
    if (history->count == BP_ROTATIONS_MAX) return NULL;
    bp_user_rotation *fresh = &history->now[history->count++];
    *fresh = (bp_user_rotation){stage, bone, {0, 0, 0, 1}};
    return fresh;
}

static void remember(bp_rotation_history *history, bp_user_rotation replaced) {
    if (history->undo_count == BP_UNDO_MAX) {
        memmove(history->before, history->before + 1, (BP_UNDO_MAX - 1) * sizeof *history->before);
        history->undo_count--;
    }
    history->before[history->undo_count++] = replaced;
}

bool bp_rotation_history_rotate(bp_rotation_history *history, const bp_selection *selection, float radians,
                                bool merge) {
    bp_user_rotation *entry = entry_of(history, selection->stage, selection->bone);
    if (!entry) return false;
    if (!merge || history->undo_count == 0) remember(history, *entry);
    bp_vec3 axis = {selection->axis == 0, selection->axis == 1, selection->axis == 2};
    /* The new rotation is applied first: about the bone's own axes as they are now. */
    entry->rotation = bp_quat_normalize(bp_quat_mul(entry->rotation, bp_quat_from_axis_angle(axis, radians)));
    return true;
}

bool bp_rotation_history_undo(bp_rotation_history *history) {
    if (history->undo_count == 0) return false;
    bp_user_rotation replaced = history->before[--history->undo_count];
    bp_user_rotation *entry = entry_of(history, replaced.stage, replaced.bone);
    if (entry) entry->rotation = replaced.rotation;
    return true;
}

void bp_rotation_history_before(const bp_rotation_history *history, bp_user_rotation *out) {
    memcpy(out, history->now, sizeof history->now);
    if (history->undo_count == 0) return;
    bp_user_rotation last = history->before[history->undo_count - 1];
    for (int i = 0; i < history->count; i++)
        if (out[i].stage == last.stage && out[i].bone == last.bone) out[i].rotation = last.rotation;
}
