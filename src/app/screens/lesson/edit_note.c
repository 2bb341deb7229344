/* A stage's note while the student's changes make the lesson's untrue. */
#include "app/bone_tree.h"
#include "app/matrix_words.h"
#include "app/screens/lesson/lesson_screen.h"
#include <stdio.h>

/* The stage's edit that was made last, and in *others the number of other bones and handles with one; NULL:
 * none. */
static const bp_edit *last_edit(const bp_edit_history *history, int stage, int *others) {
    const bp_edit *found = NULL,
                  *last = history->undo_count > 0 ? &history->replaced[history->undo_count - 1] : NULL;
    *others = 0;
    for (int i = 0; i < history->count; i++) {
        const bp_edit *edit = &history->edits[i];
        if (edit->stage != stage) continue;
        bool is_last =
            last && last->stage == stage && last->kind == edit->kind && last->target == edit->target;
        if (!found || is_last) found = edit;
    }
    for (int i = 0; i < history->count && found; i++) {
        const bp_edit *edit = &history->edits[i];
        bool handle = edit->kind == BP_EDIT_HANDLE, same = handle == (found->kind == BP_EDIT_HANDLE);
        if (edit->stage == stage && !(same && edit->target == found->target)) ++*others;
    }
    return found;
}

const char *bp_lesson_edit_note(const bp_lesson_screen *lesson, int stage, char *text, size_t size) {
    const bp_content *content = &lesson->picture.content;
    const bp_stage *changed = &lesson->stages[stage];
    int others;
    const bp_edit *edit = last_edit(&lesson->picture.history, stage, &others);
    if (!edit || changed->note_is_current) return NULL;
    char more[40] = "", number[32], words[BP_MATRIX_WORDS_MAX];
    if (others > 0) snprintf(more, sizeof more, " (and %d more)", others);
    if (edit->kind == BP_EDIT_HANDLE && edit->target < (size_t)content->handle_count) {
        const bp_placed_handle *handle = &content->handles[edit->target];
        bp_vec3 at = handle->position;
        snprintf(text, size, "%.60s by hand: at (%.3g, %.3g, %.3g)%s", handle->label, (double)at.x,
                 (double)at.y, (double)at.z, more);
        return text;
    }
    const bp_bone *bone = changed->skeleton ? bp_skeleton_bone_by_id(changed->skeleton, edit->target) : NULL;
    if (!bone) return NULL;
    bp_mat4 local = bp_bone_local(bone);
    bp_matrix_words(&local, BP_WORDS_ALL, words);
    snprintf(text, size, "%.60s by hand: %s%s", bp_bone_label(bone, number, sizeof number), words, more);
    return text;
}
