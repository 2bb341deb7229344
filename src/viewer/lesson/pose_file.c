/* {"lesson", "step": from 1, "turns": [{"stage": from 1, "bone": number, "turn": [x, y, z, w]}]} */
#include "viewer/lesson/lesson_viewer.h"
#include "viewer/progress.h"
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

static void write_rotation(bp_json_writer *json, const bp_user_rotation *rotation) {
    const float parts[4] = {rotation->rotation.x, rotation->rotation.y, rotation->rotation.z,
                            rotation->rotation.w};
    bp_json_begin_object(json);
    bp_json_key(json, "stage");
    bp_json_put_integer(json, rotation->stage + 1);
    bp_json_key(json, "bone");
    bp_json_put_integer(json, (long long)rotation->bone);
    bp_json_key(json, "turn");
    bp_json_put_floats(json, parts, 4);
    bp_json_end_object(json);
}

bool bp_pose_file_save(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, char *path, size_t size,
                       bp_error *error) {
    if (!path_of(lesson, true, path, size, error)) return false;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_begin_object(&json);
    bp_json_key(&json, "lesson");
    bp_json_put_text(&json, lesson->name);
    bp_json_key(&json, "step");
    bp_json_put_integer(&json, viewer->position.step + 1);
    bp_json_key(&json, "turns");
    bp_json_begin_array(&json);
    for (int i = 0; i < viewer->core.rotations.count; i++)
        write_rotation(&json, &viewer->core.rotations.now[i]);
    bp_json_end_array(&json);
    bp_json_end_object(&json);
    return bp_data_write_json(&json, path, error);
}

static bool wrong(const char *what, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, what, "this is not a pose of this lesson");
}

static bool read_rotation(const bp_json *value, bp_rotation_history *history, bp_error *error) {
    long long stage = 0, bone = 0;
    float parts[4];
    if (!bp_json_integer(bp_json_member(value, "stage"), &stage) || stage < 1 || stage > BP_STAGE_MAX)
        return wrong("stage", error);
    if (!bp_json_integer(bp_json_member(value, "bone"), &bone) || bone < 0 || bone > 1 << 30)
        return wrong("bone", error);
    if (!bp_json_floats(bp_json_member(value, "turn"), "turn", parts, 4, error)) return false;
    float length = parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] + parts[3] * parts[3];
    if (!(fabsf(length - 1) < 0.01f)) return wrong("turn", error);
    bp_user_rotation rotation = {(int)stage - 1, (size_t)bone, {parts[0], parts[1], parts[2], parts[3]}};
    bp_user_rotation none = {rotation.stage, rotation.bone, {0, 0, 0, 1}};
    history->now[history->count++] = rotation;
    if (history->undo_count < BP_UNDO_MAX) history->before[history->undo_count++] = none;
    return true;
}

static bool read_pose(const bp_json *root, const bp_lesson_plan *lesson, bp_lesson_viewer *out,
                      bp_error *error) {
    long long step = 0;
    if (strcmp(bp_json_text_or(bp_json_member(root, "lesson"), ""), lesson->name) != 0)
        return wrong("lesson", error);
    if (!bp_json_integer(bp_json_member(root, "step"), &step) || step < 1 || step > lesson->step_count)
        return wrong("step", error);
    const bp_json *turns = bp_json_member(root, "turns");
    if (bp_json_kind_of(turns) != BP_JSON_ARRAY || bp_json_count(turns) > BP_ROTATIONS_MAX)
        return wrong("turns", error);
    bp_lesson_viewer_enter_done(out, lesson, (int)step - 1);
    for (size_t i = 0; i < bp_json_count(turns); i++)
        if (!read_rotation(bp_json_item(turns, i), &out->core.rotations, error)) return false;
    return true;
}

bool bp_pose_file_open(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, char *path, size_t size,
                       bp_error *error) {
    if (!path_of(lesson, false, path, size, error)) return false;
    bp_json *root = bp_json_read(NULL, path, LIMIT, error);
    if (!root) return false;
    bp_lesson_viewer fresh = *viewer;
    bool ok = read_pose(root, lesson, &fresh, error);
    bp_json_destroy(root);
    if (ok) *viewer = fresh;
    return ok;
}
