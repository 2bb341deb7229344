/* Each bone and handle has one edit of a kind; an undo step is the edit that a change replaced. An edit that
 * changes nothing is not kept, so undoing everything leaves an empty history. */
#include "viewer/viewer.h"
#include <math.h>
#include <string.h>

static bp_user_edit no_edit(bp_edit_kind kind, int stage, size_t target) {
    bp_user_edit edit;
    memset(&edit, 0, sizeof edit); /* with its padding: histories are compared as memory */
    edit.kind = kind, edit.stage = stage, edit.target = target, edit.rotation.w = 1;
    if (kind == BP_EDIT_SCALE) edit.vector = (bp_vec3){1, 1, 1};
    if (kind == BP_EDIT_HANDLE) edit.vector = (bp_vec3){NAN, NAN, NAN}; /* where the step puts it */
    return edit;
}

static bool is_same_target(const bp_user_edit *a, const bp_user_edit *b) {
    return a->kind == b->kind && a->stage == b->stage && a->target == b->target;
}

static bool changes_nothing(const bp_user_edit *edit) {
    bp_user_edit none = no_edit(edit->kind, edit->stage, edit->target);
    if (edit->kind == BP_EDIT_HANDLE) return isnan(edit->vector.x);
    return memcmp(&edit->rotation, &none.rotation, sizeof none.rotation) == 0 &&
           memcmp(&edit->vector, &none.vector, sizeof none.vector) == 0 &&
           memcmp(&edit->matrix, &none.matrix, sizeof none.matrix) == 0;
}

/* Its index, or `count`. */
static int find(const bp_user_edit *edits, int count, const bp_user_edit *like) {
    int i = 0;
    while (i < count && !is_same_target(&edits[i], like)) i++;
    return i;
}

/* Puts the edit into the array, or takes it out if it changes nothing. Returns the new count. */
static int replace(bp_user_edit *edits, int count, const bp_user_edit *edit) {
    int i = find(edits, count, edit);
    if (!changes_nothing(edit)) {
        edits[i] = *edit;
        return i == count ? count + 1 : count;
    }
    if (i == count) return count;
    memmove(&edits[i], &edits[i + 1], (size_t)(count - i - 1) * sizeof *edits);
    memset(&edits[count - 1], 0, sizeof *edits); /* histories are compared as memory */
    return count - 1;
}

static void remember(bp_edit_history *history, bp_user_edit replaced) {
    if (history->undo_count == BP_UNDO_MAX) {
        memmove(history->replaced, history->replaced + 1, (BP_UNDO_MAX - 1) * sizeof *history->replaced);
        memmove(history->with_next, history->with_next + 1, (BP_UNDO_MAX - 1) * sizeof *history->with_next);
        history->undo_count--;
    }
    history->with_next[history->undo_count] = false;
    history->replaced[history->undo_count++] = replaced;
}

void bp_edit_history_join(bp_edit_history *history) {
    if (history->undo_count > 1) history->with_next[history->undo_count - 2] = true;
}

bp_user_edit bp_edit_history_get(const bp_edit_history *history, bp_edit_kind kind, int stage,
                                 size_t target) {
    bp_user_edit none = no_edit(kind, stage, target);
    int i = find(history->edits, history->count, &none);
    return i < history->count ? history->edits[i] : none;
}

bool bp_edit_history_set(bp_edit_history *history, bp_user_edit edit, bool merge) {
    if (history->count == BP_EDITS_MAX && find(history->edits, history->count, &edit) == history->count)
        return false;
    bp_user_edit old = bp_edit_history_get(history, edit.kind, edit.stage, edit.target);
    if (!merge || history->undo_count == 0) remember(history, old);
    history->redo_count = 0;
    history->count = replace(history->edits, history->count, &edit);
    return true;
}

bp_user_edit bp_edit_history_rotated(const bp_edit_history *history, const bp_selection *selection,
                                     float radians) {
    bp_user_edit edit = bp_edit_history_get(history, BP_EDIT_ROTATE, selection->stage, selection->bone);
    bp_vec3 axis = {selection->axis == 0, selection->axis == 1, selection->axis == 2};
    /* The new rotation is applied first: about the bone's own axes as they are now. */
    edit.rotation = bp_quat_normalize(bp_quat_mul(edit.rotation, bp_quat_from_axis_angle(axis, radians)));
    return edit;
}

/* Puts replaced[i] into effect and keeps there what it replaces: undo and redo are the same exchange. */
static void exchange(bp_edit_history *history, int i) {
    bp_user_edit wanted = history->replaced[i];
    history->replaced[i] = bp_edit_history_get(history, wanted.kind, wanted.stage, wanted.target);
    history->count = replace(history->edits, history->count, &wanted);
}

bool bp_edit_history_undo(bp_edit_history *history) {
    if (history->undo_count == 0) return false;
    do {
        exchange(history, --history->undo_count);
        history->redo_count++;
    } while (history->undo_count > 0 && history->with_next[history->undo_count - 1]);
    return true;
}

bool bp_edit_history_redo(bp_edit_history *history) {
    if (history->redo_count == 0) return false;
    do {
        exchange(history, history->undo_count++);
        history->redo_count--;
    } while (history->redo_count > 0 && history->with_next[history->undo_count - 1]);
    return true;
}

void bp_edit_history_keep_binds(bp_edit_history *history) {
    bp_edit_history kept = {.count = 0};
    for (int i = 0; i < history->count; i++)
        if (history->edits[i].kind == BP_EDIT_BIND) kept.edits[kept.count++] = history->edits[i];
    for (int i = 0; i < history->undo_count + history->redo_count; i++) {
        if (history->replaced[i].kind != BP_EDIT_BIND) continue;
        kept.replaced[kept.undo_count + kept.redo_count] = history->replaced[i];
        kept.undo_count += i < history->undo_count;
        kept.redo_count += i >= history->undo_count;
    }
    *history = kept;
}

int bp_edit_history_binds(const bp_edit_history *history) {
    int count = 0;
    for (int i = 0; i < history->count; i++) count += history->edits[i].kind == BP_EDIT_BIND;
    return count;
}

int bp_edit_history_before(const bp_edit_history *history, bp_user_edit *out) {
    memcpy(out, history->edits, sizeof history->edits);
    int count = history->count, i = history->undo_count;
    while (i > 0) {
        count = replace(out, count, &history->replaced[--i]);
        if (i == 0 || !history->with_next[i - 1]) break;
    }
    return count;
}
