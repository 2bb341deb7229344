/* The posing workload: see workload.h. */
#include "base/allocator.h"
#include "tools/bench/workload.h"

enum { KEYS = 30, CHAINS = 3 };

/* Three chains from one root: about as deep as a body with hands. */
static bool add_bones(bp_skeleton *skeleton, bp_error *error) {
    for (size_t i = 0; i < BP_WORKLOAD_POSE_JOINTS; i++) {
        bp_mat4 local = bp_mat4_translation(bp_vec3_make(0, i ? 0.1f : 1.0f, 0));
        size_t parent = i <= CHAINS ? 0 : i - CHAINS;
        bp_bone_options options = {.parent = i ? bp_skeleton_bone_by_id(skeleton, parent) : NULL,
                                   .local = &local};
        if (!bp_skeleton_add(skeleton, &options, error)) return false;
    }
    return true;
}

static bool add_tracks(bp_clip *clip, bp_error *error) {
    double times[KEYS];
    float rotations[KEYS][4], positions[KEYS][3];
    for (int k = 0; k < KEYS; k++) times[k] = k / (KEYS - 1.0);
    for (int joint = 0; joint < BP_WORKLOAD_POSE_JOINTS; joint++) {
        for (int k = 0; k < KEYS; k++) {
            float phase = 2 * BP_PI * (float)times[k];
            bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(1, 0.2f * (float)(joint % 5), 0.1f),
                                                0.5f * bp_sin(phase + 0.3f * (float)joint));
            rotations[k][0] = q.x, rotations[k][1] = q.y, rotations[k][2] = q.z, rotations[k][3] = q.w;
            positions[k][0] = 0, positions[k][1] = 1 + 0.03f * bp_sin(2 * phase),
            positions[k][2] = (float)times[k];
        }
        bp_track rotation = {.target = joint,
                             .kind = BP_TRACK_ROTATION,
                             .key_count = KEYS,
                             .times = times,
                             .values = rotations[0]};
        if (!bp_clip_add(clip, &rotation, error)) return false;
    }
    bp_track position = {
        .target = 0, .kind = BP_TRACK_POSITION, .key_count = KEYS, .times = times, .values = positions[0]};
    return bp_clip_add(clip, &position, error);
}

static bool make_character(const bp_context *context, bp_workload_pose *w, bp_workload_character *out,
                           bp_error *error) {
    out->skeleton =
        bp_skeleton_create(context, &(bp_skeleton_options){.reserve = BP_WORKLOAD_POSE_JOINTS}, error);
    if (!out->skeleton || !add_bones(out->skeleton, error)) return false;
    out->pose = bp_pose_create(&w->allocator, BP_WORKLOAD_POSE_JOINTS, NULL, error);
    return out->pose != NULL;
}

/* In a batch all characters share one skeleton. */
static bool make_batch(const bp_context *context, bp_workload_pose *w, bp_error *error) {
    size_t matrices = w->count * BP_WORKLOAD_POSE_JOINTS;
    w->layers = bp_alloc(&w->allocator, w->count, sizeof *w->layers, error);
    if (w->layers) w->absolutes = bp_alloc_aligned(&w->allocator, matrices * sizeof *w->absolutes, 64, error);
    const bp_clip *clips[] = {w->clip};
    if (w->absolutes) w->batch = bp_batch_create(context, w->characters[0].skeleton, clips, 1, error);
    return w->batch != NULL;
}

bp_workload_pose *bp_workload_pose_create(bp_context *context, size_t characters, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_workload_pose *w = bp_alloc(allocator, 1, sizeof *w, error);
    if (!w) return NULL;
    w->allocator = *allocator;
    w->clip = bp_clip_create(allocator, &(bp_clip_options){.name = "walk"}, error);
    bool ok = w->clip && add_tracks(w->clip, error);
    if (ok) w->characters = bp_alloc(allocator, characters, sizeof *w->characters, error);
    ok = w->characters != NULL;
    for (; ok && w->count < characters; w->count++)
        ok = make_character(context, w, &w->characters[w->count], error);
    if (ok && make_batch(context, w, error)) return w;
    bp_workload_pose_destroy(w);
    return NULL;
}

void bp_workload_pose_destroy(bp_workload_pose *w) {
    if (!w) return;
    bp_allocator allocator = w->allocator;
    for (size_t i = 0; i < w->count; i++) {
        bp_pose_destroy(w->characters[i].pose);
        bp_skeleton_destroy(w->characters[i].skeleton);
    }
    bp_batch_destroy(w->batch);
    bp_free(&allocator, w->layers);
    bp_free_aligned(&allocator, w->absolutes);
    bp_free(&allocator, w->characters);
    bp_clip_destroy(w->clip);
    bp_free(&allocator, w);
}

static double time_of(size_t character, int frame) {
    double time = (double)frame / 60 + (double)character / BP_WORKLOAD_POSE_CROWD;
    return time - (double)(long)time;
}

void bp_workload_pose_run(bp_workload_pose *w, int frame) {
    for (size_t i = 0; i < w->count; i++)
        w->layers[i] = (bp_batch_layer){.time = time_of(i, frame), .weight = 1};
    const bp_batch_job job = {.count = w->count, .layers = w->layers, .absolutes = w->absolutes};
    bp_batch_run(w->batch, &job, NULL);
}

void bp_workload_pose_run_bones(bp_workload_pose *w, int frame) {
    for (size_t i = 0; i < w->count; i++) {
        bp_workload_character *one = &w->characters[i];
        bp_clip_sample(w->clip, time_of(i, frame), one->pose);
        bp_pose_apply(one->pose, one->skeleton, NULL);
        bp_skeleton_compute_absolutes(one->skeleton, false);
    }
}
