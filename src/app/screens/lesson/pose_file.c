/* {"lesson", "step": from 1, "turns": [{"stage": from 1, "bone": number, "turn": [x, y, z, w]}],
 *  "edits": [{"kind": "move", "scale" or "handle", "stage": from 1, "bone": number, "vector": [x, y, z]}]}
 *
 * "edits" may be missing: files of earlier versions have only "turns". A handle's "bone" is its index. */
#include "app/screens/lesson/lesson_screen.h"
#include <bindpose/io.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT = 1 << 20 };

static bool path_of(const bp_lesson_plan *lesson, bool make, char *path, size_t size, bp_error *error) {
    char name[120];
    snprintf(name, sizeof name, "%.100s.pose.json", lesson->name);
    return bp_data_path(name, make, path, size, error);
}

static const char *const KINDS[] = {
    [BP_EDIT_MOVE] = "move", [BP_EDIT_SCALE] = "scale", [BP_EDIT_HANDLE] = "handle"};

static void write_edit(bp_json_writer *json, const bp_edit *edit) {
    const float rotation[4] = {edit->rotation.x, edit->rotation.y, edit->rotation.z, edit->rotation.w};
    const float vector[3] = {edit->vector.x, edit->vector.y, edit->vector.z};
    bp_json_begin_object(json);
    if (edit->kind != BP_EDIT_ROTATE) {
        bp_json_set_text(json, "kind", KINDS[edit->kind]);
    }
    bp_json_set_integer(json, "stage", edit->stage + 1);
    bp_json_set_integer(json, "bone", (long long)edit->target);
    bp_json_key(json, edit->kind == BP_EDIT_ROTATE ? "turn" : "vector");
    if (edit->kind == BP_EDIT_ROTATE)
        bp_json_put_floats(json, rotation, 4);
    else
        bp_json_put_floats(json, vector, 3);
    bp_json_end_object(json);
}

static void write_edits(bp_json_writer *json, const bp_edit_history *history, const char *key,
                        bool rotations) {
    bp_json_open_array(json, key);
    for (int i = 0; i < history->count; i++)
        if ((history->edits[i].kind == BP_EDIT_ROTATE) == rotations) write_edit(json, &history->edits[i]);
    bp_json_end_array(json);
}

bool bp_pose_file_save(const bp_lesson_screen *lesson, char *path, size_t size, bp_error *error) {
    if (!path_of(lesson->plan, true, path, size, error)) return false;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_begin_object(&json);
    bp_json_set_text(&json, "lesson", lesson->plan->name);
    bp_json_set_integer(&json, "step", lesson->position.step + 1);
    write_edits(&json, &lesson->picture.history, "turns", true);
    write_edits(&json, &lesson->picture.history, "edits", false);
    bp_json_end_object(&json);
    return bp_data_write_json(&json, path, error);
}

static bool wrong(const char *what, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, what, "this is not a pose of this lesson");
}

static bool read_target(const bp_json *value, bp_edit *edit, bp_error *error) {
    long long stage = 0, bone = 0;
    if (!bp_json_integer(bp_json_member(value, "stage"), &stage) || stage < 1 || stage > BP_STAGE_MAX)
        return wrong("stage", error);
    if (!bp_json_integer(bp_json_member(value, "bone"), &bone) || bone < 0 || bone > 1 << 30)
        return wrong("bone", error);
    edit->stage = (int)stage - 1;
    edit->target = (size_t)bone;
    return true;
}

static bool read_rotation(const bp_json *value, bp_edit *edit, bp_error *error) {
    float q[4];
    if (!bp_json_floats(bp_json_member(value, "turn"), "turn", q, 4, error)) return false;
    float length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(fabsf(length - 1) < 0.01f)) return wrong("turn", error);
    *edit = (bp_edit){.kind = BP_EDIT_ROTATE, .rotation = {q[0], q[1], q[2], q[3]}};
    return read_target(value, edit, error);
}

static bool read_vector(const bp_json *value, bp_edit *edit, bp_error *error) {
    const char *kind = bp_json_text_or(bp_json_member(value, "kind"), "");
    float v[3];
    int k = BP_EDIT_MOVE;
    while (k <= BP_EDIT_HANDLE && strcmp(kind, KINDS[k]) != 0) k++;
    if (k > BP_EDIT_HANDLE) return wrong("kind", error);
    if (!bp_json_floats(bp_json_member(value, "vector"), "vector", v, 3, error)) return false;
    *edit = (bp_edit){.kind = (bp_edit_kind)k, .rotation = {0, 0, 0, 1}, .vector = {v[0], v[1], v[2]}};
    return read_target(value, edit, error);
}

static bool read_edits(const bp_json *list, const char *key, bool rotations, bp_edit_history *history,
                       bp_error *error) {
    if (bp_json_kind_of(list) != BP_JSON_ARRAY) return wrong(key, error);
    for (size_t i = 0; i < bp_json_count(list); i++) {
        bp_edit edit;
        if (!(rotations ? read_rotation : read_vector)(bp_json_item(list, i), &edit, error)) return false;
        if (!bp_edit_history_set(history, edit, false)) return wrong(key, error);
    }
    return true;
}

static bool read_pose(const bp_json *root, const bp_lesson_plan *plan, int *step, bp_edit_history *history,
                      bp_error *error) {
    long long number = 0;
    if (strcmp(bp_json_text_or(bp_json_member(root, "lesson"), ""), plan->name) != 0)
        return wrong("lesson", error);
    if (!bp_json_integer(bp_json_member(root, "step"), &number) || number < 1 || number > plan->step_count)
        return wrong("step", error);
    *step = (int)number - 1;
    const bp_json *edits = bp_json_member(root, "edits");
    return read_edits(bp_json_member(root, "turns"), "turns", true, history, error) &&
           (!edits || read_edits(edits, "edits", false, history, error));
}

bool bp_pose_file_open(bp_lesson_screen *lesson, char *path, size_t size, bp_error *error) {
    bp_edit_history fresh = {.count = 0};
    int step = 0;
    if (!path_of(lesson->plan, false, path, size, error)) return false;
    bp_json *root = bp_json_read(NULL, path, LIMIT, error);
    if (!root) return false;
    bool ok = read_pose(root, lesson->plan, &step, &fresh, error);
    bp_json_destroy(root);
    if (!ok) return false;
    bool waits = lesson->plan->steps[step].question && !bp_lesson_answered(lesson, step);
    if (waits && fresh.count == 0) { /* saved while its question was open */
        bp_lesson_enter(lesson, step);
        return true;
    }
    bp_lesson_enter_done(lesson, step);
    lesson->answer.skipped = waits;
    fresh.version = lesson->picture.history.version + 1;
    lesson->picture.history = fresh;
    return true;
}
