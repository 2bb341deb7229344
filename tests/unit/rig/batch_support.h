/* Random skeletons, clips and layers for the tests of batches. */
#ifndef BP_TESTS_BATCH_SUPPORT_H
#define BP_TESTS_BATCH_SUPPORT_H

#include "base/isa.h"
#include "rig/batch/batch.h"
#include "rig/engine.h"
#include "support/allocator.h"
#include "support/engine_forms.h"
#include <bindpose/rig.h>
#include <math.h>

/* The scalar definition of bp_batch_run (without its checks): one bone at a time, in one thread, with the same bits. */
static inline void bp_batch_run_scalar(bp_batch *batch, const bp_batch_job *job) {
    for (size_t i = 0; i < job->count; i++)
        bp_batch_character(batch, &bp_batch_kernels_scalar, job, i, &batch->scratch[0]);
}

enum { BONES = 45, KEYS = 12, CHARACTERS = 9 };

static uint64_t random_state = 4242;

static float any(float low, float high) { return test_random_float(&random_state, low, high); }

static bp_quat any_rotation(void) {
    return bp_quat_normalize(bp_quat_make(any(-1, 1), any(-1, 1), any(-1, 1), any(-1, 1)));
}

static bp_mat4 any_matrix(float shear) {
    bp_trs trs = {{any(-1, 1), any(-1, 1), any(-1, 1)}, any_rotation(), {any(0.8f, 1.2f), 1, 1}};
    bp_mat4 m = bp_mat4_from_trs(trs);
    m.m[4] += shear;
    return m;
}

/* The parent of bone i is one of the five before it. Bone 7 is sheared, 9 has no palette index, 11 a high
 * one, 13 a linked node. */
static bp_skeleton *make_skeleton(bp_context *context, bp_node *node, size_t bones) {
    bp_skeleton *skeleton = bp_skeleton_create(context, NULL, NULL);
    for (size_t i = 0; i < bones; i++) {
        bp_mat4 local = any_matrix(i == 7 ? 0.5f : 0);
        size_t back = 1 + (size_t)(test_random(&random_state) % 5);
        bp_bone_options options = {.local = &local, .has_index = i == 9 || i == 11};
        if (i > 0) options.parent = bp_skeleton_bone_by_id(skeleton, back > i ? 0 : i - back);
        options.index = i == 9 ? BP_INDEX_NONE : 60;
        bp_bone *bone = bp_skeleton_add(skeleton, &options, NULL);
        assert_non_null(bone);
        if (i == 13) bp_bone_link(bone, node);
    }
    return skeleton;
}

/* Values of one key; matrices get shear, which both paths drop. */
static void fill(float *values, bp_track_kind kind) {
    bp_quat q = any_rotation();
    bp_mat4 m = any_matrix(0.1f);
    for (int c = 0; c < 3; c++) values[c] = any(0.5f, 1.5f);
    if (kind == BP_TRACK_ROTATION) memcpy(values, &q, sizeof q);
    if (kind == BP_TRACK_MATRIX) memcpy(values, m.m, sizeof m.m);
}

static void add_track(bp_clip *clip, int target, bp_track_kind kind, bp_interpolation how, size_t keys) {
    double times[KEYS];
    float values[KEYS * 16] = {0};
    uint8_t modes[KEYS];
    bp_track track = {.target = target, .kind = kind, .interpolation = how, .key_count = keys};
    size_t stride = bp_track_width(&track) * (how == BP_INTERPOLATION_CUBIC ? 3 : 1);
    float late = target % 7 == 5 ? any(0, 0.4f) : 0;
    for (size_t k = 0; k < keys; k++) {
        times[k] = (double)k + (double)late;
        modes[k] = target % 11 == 3 && k % 2 ? BP_INTERPOLATION_STEP : BP_INTERPOLATION_LINEAR;
    }
    for (size_t i = 0; i + 16 <= KEYS * 16 && i < keys * stride; i += bp_track_width(&track))
        fill(values + i, kind);
    /* Two nearly equal keys are interpolated linearly. */
    if (kind == BP_TRACK_ROTATION && stride == 4 && keys > 5) memcpy(values + 20, values + 16, 16);
    track.times = times;
    track.values = values;
    track.modes = how == BP_INTERPOLATION_LINEAR && kind < BP_TRACK_MATRIX ? modes : NULL;
    bp_error error = {0};
    assert_true(bp_clip_add(clip, &track, &error) || (expect_no_error(&error), false));
}

static bp_clip *make_clip(void) {
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    for (int i = 0; i < BONES + 2; i++) {
        if (i == 7 || i == 20) continue; /* not animated */
        if (i % 10 == 4) {
            add_track(clip, i, BP_TRACK_MATRIX, BP_INTERPOLATION_LINEAR, KEYS);
            continue;
        }
        if (i % 10 != 6) /* 16, 26 and so on move alone: their rotations stay */
            add_track(clip, i, BP_TRACK_ROTATION,
                      i % 9 == 8 ? BP_INTERPOLATION_CUBIC : BP_INTERPOLATION_LINEAR, i % 9 == 8 ? 4 : KEYS);
        if (i % 3) add_track(clip, i, BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, KEYS);
        if (i % 4 == 1) add_track(clip, i, BP_TRACK_SCALE, BP_INTERPOLATION_LINEAR, 1);
    }
    bp_track weights = {.target = 2,
                        .kind = BP_TRACK_WEIGHTS,
                        .width = 1,
                        .key_count = 1,
                        .times = (double[]){0},
                        .values = (float[]){1}};
    assert_true(bp_clip_add(clip, &weights, NULL));
    return clip;
}

/* A skeleton with a linked node and, if asked for, a pose matrix. */
typedef struct figure {
    bp_context *context;
    bp_node *node;
    bp_skeleton *skeleton;
    bp_batch *batch;
} figure;

static figure make_figure(bp_isa isa, size_t bones, bool pose_matrix, const bp_clip *const *clips,
                          size_t count) {
    figure f = {.context = bp_context_create(&(bp_context_options){.isa = isa, .threads = 2}, NULL)};
    f.node = bp_node_create(f.context, "node", NULL, NULL);
    bp_node_set_scale(f.node, bp_vec3_make(2, 1, 1));
    f.skeleton = make_skeleton(f.context, f.node, bones);
    bp_mat4 pose = any_matrix(0);
    if (pose_matrix) {
        assert_true(bp_skeleton_set_rules(f.skeleton, BP_RULE_POSE_MATRIX, NULL));
        assert_true(bp_skeleton_set_pose_matrix(f.skeleton, &pose, NULL));
    }
    bp_skeleton_prepare(f.skeleton);
    bp_error error = {0};
    f.batch = bp_batch_create(f.context, f.skeleton, clips, count, &error);
    expect_no_error(&error);
    assert_int_equal(bp_batch_bone_count(f.batch), bones);
    assert_int_equal(bp_batch_palette_count(f.batch), bp_skeleton_palette_count(f.skeleton));
    assert_int_equal(bp_batch_weight_count(f.batch), 0);
    return f;
}

static void destroy_figure(figure f) {
    bp_batch_destroy(f.batch);
    bp_skeleton_destroy(f.skeleton);
    bp_node_destroy(f.node);
    bp_context_destroy(f.context);
}

enum { LAYERS = 4 };

/* Clips, times, weights around 0 to 1.5, masks, differences; in each third character one layer alone. */
static void any_layers(bp_batch_layer *layers, size_t characters, const float *mask) {
    for (size_t i = 0; i < characters * LAYERS; i++) {
        layers[i] = (bp_batch_layer){.clip = (int)(test_random(&random_state) % 2),
                                     .time = (double)any(-1, 12),
                                     .weight = any(-0.3f, 1.5f),
                                     .mask = test_random(&random_state) % 3 ? NULL : mask,
                                     .additive = i % LAYERS > 1};
        if (layers[i].additive && layers[i].weight > 1) layers[i].weight = 1;
        if (i / LAYERS % 3 == 2) layers[i].weight = i % LAYERS == 0 ? 1 : NAN;
        if (i / LAYERS % 3 == 2) layers[i].additive = false;
    }
}

#endif
