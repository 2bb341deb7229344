/* Each bone and handle has one edit of a kind; an undo step is the edit that a change replaced. An edit that
 * changes nothing is not kept, so undoing everything leaves an empty history. */
#include <bindpose/stage.h>
#include <string.h>

static bp_edit no_edit(bp_edit_kind kind, int stage, size_t target) {
    bp_edit edit = {.kind = kind, .stage = stage, .target = target, .rotation = {0, 0, 0, 1}};
    /* Where the stage itself puts it. */
    if (kind == BP_EDIT_HANDLE || kind == BP_EDIT_SLIDER) edit.vector = (bp_vec3){NAN, NAN, NAN};
    return edit;
}

static bool is_same_target(const bp_edit *a, const bp_edit *b) {
    return a->kind == b->kind && a->stage == b->stage && a->target == b->target;
}

static bool changes_nothing(const bp_edit *edit) {
    bp_edit none = no_edit(edit->kind, edit->stage, edit->target);
    if (isnan(none.vector.x)) return isnan(edit->vector.x);
    const bp_quat q = edit->rotation, r = none.rotation;
    const bp_vec3 v = edit->vector, w = none.vector;
    bool same =
        q.x == r.x && q.y == r.y && q.z == r.z && q.w == r.w && v.x == w.x && v.y == w.y && v.z == w.z;
    for (int i = 0; i < 16; i++) same = same && edit->matrix.m[i] == none.matrix.m[i];
    return same;
}

/* Its index, or `count`. */
static int find(const bp_edit *edits, int count, const bp_edit *like) {
    int i = 0;
    while (i < count && !is_same_target(&edits[i], like)) i++;
    return i;
}

/* Puts the edit into the array, or takes it out if it changes nothing. Returns the new count. */
static int replace(bp_edit *edits, int count, const bp_edit *edit) {
    int i = find(edits, count, edit);
    if (!changes_nothing(edit)) {
        edits[i] = *edit;
        return i == count ? count + 1 : count;
    }
    if (i == count) return count;
    memmove(&edits[i], &edits[i + 1], (size_t)(count - i - 1) * sizeof *edits);
    return count - 1;
}

static void remember(bp_edit_history *history, bp_edit replaced) {
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

bp_edit bp_edit_history_get(const bp_edit_history *history, bp_edit_kind kind, int stage, size_t target) {
    bp_edit none = no_edit(kind, stage, target);
    int i = find(history->edits, history->count, &none);
    return i < history->count ? history->edits[i] : none;
}

bool bp_edit_history_set(bp_edit_history *history, bp_edit edit, bool merge) {
    if (history->count == BP_EDITS_MAX && find(history->edits, history->count, &edit) == history->count)
        return false;
    bp_edit old = bp_edit_history_get(history, edit.kind, edit.stage, edit.target);
    if (!merge || history->undo_count == 0) {
        remember(history, old);
        history->undo_version++;
    }
    history->redo_count = 0;
    history->count = replace(history->edits, history->count, &edit);
    history->version++;
    return true;
}

/* Puts replaced[i] into effect and keeps there what it replaces: undo and redo are the same exchange. */
static void exchange(bp_edit_history *history, int i) {
    bp_edit wanted = history->replaced[i];
    history->replaced[i] = bp_edit_history_get(history, wanted.kind, wanted.stage, wanted.target);
    history->count = replace(history->edits, history->count, &wanted);
    history->version++;
    history->undo_version++;
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

void bp_edit_history_clear(bp_edit_history *history) {
    *history = (bp_edit_history){.version = history->version + 1, .undo_version = history->undo_version + 1};
}

void bp_edit_history_keep_binds(bp_edit_history *history) {
    bp_edit_history kept = {.version = history->version + 1, .undo_version = history->undo_version + 1};
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

int bp_edit_history_before(const bp_edit_history *history, bp_edit *out) {
    memcpy(out, history->edits, sizeof history->edits);
    int count = history->count, i = history->undo_count;
    while (i > 0) {
        count = replace(out, count, &history->replaced[--i]);
        if (i == 0 || !history->with_next[i - 1]) break;
    }
    return count;
}

/* ---- applying them ---- */

void bp_edit_apply(const bp_edit *edit, bp_bone *bone) {
    bp_node *node = bp_bone_node(bone);
    /* Before the bone's own rotation: on the right of Hamilton's product. */
    if (edit->kind == BP_EDIT_ROTATE && node)
        bp_node_set_rotation(node, bp_quat_mul(bp_node_rotation(node), edit->rotation));
    else if (edit->kind == BP_EDIT_ROTATE)
        bp_bone_set_rotation(bone, bp_quat_mul(bp_bone_trs(bone).rotation, edit->rotation));
    else if (edit->kind == BP_EDIT_MOVE && node)
        bp_node_set_position(node, bp_vec3_add(bp_node_position(node), edit->vector));
    else if (edit->kind == BP_EDIT_MOVE)
        bp_bone_set_position(bone, bp_vec3_add(bp_bone_trs(bone).position, edit->vector));
}
