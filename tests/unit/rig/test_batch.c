/* Batches: the kernels against the scalar definition, bit for bit, and that against the path bone by bone:
 * clips, blended poses, bones, prepare. */
#include "base/isa.h"
#include "rig/batch/batch.h"
#include "rig/engine.h"
#include "support/allocator.h"
#include <bindpose/rig.h>
#include <math.h>

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

static bp_isa best(void) {
    bp_context *context = bp_context_create(NULL, NULL);
    bp_isa isa = bp_context_isa(context);
    bp_context_destroy(context);
    return isa;
}

/* Chains of 45 bones with scales up to 1.5: entries reach hundreds; float keeps 1e-7 of them a bone. */
static void expect_matrices(const bp_mat4 *got, const bp_mat4 *expected, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float size = 1;
        for (int k = 0; k < 16; k++) size = fmaxf(size, fabsf(expected[i].m[k]));
        for (int k = 0; k < 16; k++) {
            if (test_close((double)(got[i].m[k] / size), (double)(expected[i].m[k] / size), 4e-5)) continue;
            print_error("matrix %zu [%d]: got %.9g, expected %.9g\n", i, k, (double)got[i].m[k],
                        (double)expected[i].m[k]);
            fail();
        }
    }
}

static const double times[CHARACTERS] = {-3, 0, 0.5, 3.25, 4.7, 6.9, 10.999, 11, 1e9};

static bp_batch_layer at_time(double time) { return (bp_batch_layer){.time = time, .weight = 1}; }

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

static void test_scalar_equals_the_path_bone_by_bone(void **state) {
    (void)state;
    bp_clip *clip = make_clip();
    for (int round = 0; round < 2; round++) {
        figure f = make_figure(BP_ISA_PORTABLE, BONES, round == 1, (const bp_clip *[]){clip}, 1);
        size_t slots = bp_skeleton_palette_count(f.skeleton);
        bp_mat4 absolutes[BONES], chains[BONES], *palette = malloc(slots * sizeof *palette);
        bp_pose *pose = bp_pose_create(NULL, BONES, NULL, NULL);
        for (size_t c = 0; c < CHARACTERS; c++) {
            bp_batch_layer layer = at_time(times[c]);
            bp_batch_job job = {.count = 1, .layers = &layer, .absolutes = absolutes, .palettes = palette};
            bp_batch_run_scalar(f.batch, &job);
            bp_clip_sample(clip, times[c], pose);
            bp_pose_apply(pose, f.skeleton, NULL);
            bp_skeleton_prepare(f.skeleton);
            for (size_t i = 0; i < BONES; i++)
                chains[i] = bp_bone_chain(bp_skeleton_bone_by_id(f.skeleton, i));
            expect_matrices(absolutes, chains, BONES);
            expect_matrices(palette, bp_skeleton_palette(f.skeleton), slots);
        }
        bp_pose_destroy(pose);
        free(palette);
        destroy_figure(f);
    }
    bp_clip_destroy(clip);
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

/* What bp_pose_blend_layers makes of the layers, over the bones' own parts. */
static void expect_blended(const bp_clip *const *clips, const bp_batch_layer *layers, const bp_pose *rest,
                           const bp_trs *got) {
    bp_pose_layer blended[LAYERS];
    for (int l = 0; l < LAYERS; l++) {
        const bp_clip *clip = clips[layers[l].clip];
        bp_pose *pose = bp_pose_create(NULL, BONES, NULL, NULL),
                *first = bp_pose_create(NULL, BONES, NULL, NULL);
        double from, to;
        bp_clip_sample(clip, layers[l].time, pose);
        bp_clip_span(clip, &from, &to);
        bp_clip_sample(clip, from, first);
        if (layers[l].additive) assert_true(bp_pose_subtract(pose, first, pose, NULL));
        bp_pose_destroy(first);
        blended[l] = (bp_pose_layer){pose, layers[l].weight, layers[l].mask, layers[l].additive};
    }
    bp_pose *out = bp_pose_create(NULL, BONES, NULL, NULL);
    bp_pose_blend_options options = {.layers = blended, .count = LAYERS, .rest = rest, .threshold = 1};
    assert_true(bp_pose_blend_layers(&options, out, NULL));
    for (size_t i = 0; i < BONES; i++) {
        bp_trs expected = bp_pose_trs(out, i), one = got[i];
        if (i == 7) continue; /* sheared, and no clip moves it: its matrix stays */
        if (bp_quat_dot(one.rotation, expected.rotation) < 0) one.rotation = bp_quat_negate(one.rotation);
        /* Matrices with shear decompose to rotations that aren't quite unit. */
        double tolerance = i % 10 == 4 ? 0.03 : 1e-5;
        expect_floats(&one.translation.x, &expected.translation.x, 3, 1e-5);
        expect_floats(&one.rotation.x, &expected.rotation.x, 4, tolerance);
        expect_floats(&one.scale.x, &expected.scale.x, 3, 1e-5);
    }
    for (int l = 0; l < LAYERS; l++) bp_pose_destroy((bp_pose *)blended[l].pose);
    bp_pose_destroy(out);
}

static void test_blending_equals_poses(void **state) {
    (void)state;
    const bp_clip *clips[2] = {make_clip(), make_clip()};
    figure f = make_figure(BP_ISA_PORTABLE, BONES, false, clips, 2);
    float mask[BONES];
    bp_pose *rest = bp_pose_create(NULL, BONES, NULL, NULL);
    for (size_t i = 0; i < BONES; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(f.skeleton, i);
        mask[i] = i % 4 == 0 ? 0 : any(0, 1);
        bp_pose_set_trs(rest, i, bp_bone_trs(bone));
    }
    for (int round = 0; round < 40; round++) {
        bp_batch_layer layers[CHARACTERS * LAYERS];
        bp_trs locals[CHARACTERS * BONES];
        any_layers(layers, CHARACTERS, mask);
        bp_batch_run_scalar(
            f.batch,
            &(bp_batch_job){.count = CHARACTERS, .layers = layers, .layer_count = LAYERS, .locals = locals});
        for (size_t c = 0; c < CHARACTERS; c++)
            expect_blended(clips, layers + c * LAYERS, rest, locals + c * BONES);
    }
    bp_pose_destroy(rest);
    destroy_figure(f);
    for (int i = 0; i < 2; i++) bp_clip_destroy((bp_clip *)clips[i]);
}

/* Everything that a job can write. */
typedef struct outputs {
    bp_trs *locals;
    bp_mat4 *absolutes, *palettes;
} outputs;

static outputs make_outputs(size_t bones, size_t slots) {
    return (outputs){calloc(CHARACTERS * bones, sizeof(bp_trs)), calloc(CHARACTERS * bones, sizeof(bp_mat4)),
                     calloc(CHARACTERS * slots, sizeof(bp_mat4))};
}

static void free_outputs(outputs o) {
    free(o.locals);
    free(o.absolutes);
    free(o.palettes);
}

static void expect_outputs(outputs got, outputs expected, size_t bones, size_t slots) {
    expect_bytes(got.locals, expected.locals, CHARACTERS * bones * sizeof *got.locals);
    expect_bytes(got.absolutes, expected.absolutes, CHARACTERS * bones * sizeof *got.absolutes);
    expect_bytes(got.palettes, expected.palettes, CHARACTERS * slots * sizeof *got.palettes);
}

/* All characters, then only absolutes, then one palette at a time; then from the locals. */
static void expect_bits_of_scalar(figure f, size_t bones, const bp_batch_layer *layers, size_t layer_count) {
    size_t slots = bp_skeleton_palette_count(f.skeleton);
    outputs expected = make_outputs(bones, slots), got = make_outputs(bones, slots);
    bp_batch_job job = {CHARACTERS,        layers, layer_count,    0,   expected.locals, expected.absolutes,
                        expected.palettes, 0,      BP_PALETTE_4X4, NULL};
    bp_batch_run_scalar(f.batch, &job);
    job.locals = got.locals, job.absolutes = got.absolutes, job.palettes = got.palettes;
    assert_true(bp_batch_run(f.batch, &job, NULL));
    expect_outputs(got, expected, bones, slots);
    memset(got.absolutes, 1, CHARACTERS * bones * sizeof *got.absolutes);
    job.locals = NULL, job.palettes = NULL;
    assert_true(bp_batch_run(f.batch, &job, NULL));
    expect_outputs(got, expected, bones, slots);
    for (size_t c = CHARACTERS; c-- > 0;) {
        bp_batch_job one = {.count = 1,
                            .layers = layers + c * layer_count,
                            .layer_count = layer_count,
                            .palettes = got.palettes};
        assert_true(bp_batch_run(f.batch, &one, NULL));
        expect_bytes(got.palettes, expected.palettes + c * slots, slots * sizeof *got.palettes);
    }
    bp_batch_job again = {
        .count = CHARACTERS, .locals = expected.locals, .absolutes = got.absolutes, .palettes = got.palettes};
    memset(got.absolutes, 1, CHARACTERS * bones * sizeof *got.absolutes);
    assert_true(bp_batch_run(f.batch, &again, NULL));
    expect_outputs(got, expected, bones, slots);
    free_outputs(expected);
    free_outputs(got);
}

/* Bone counts that fill no vector, one more than a vector, and so on. Tracks of bones that the skeleton
 * lacks are ignored. */
static void test_kernels_have_the_bits_of_scalar(void **state) {
    (void)state;
    static const size_t bone_counts[] = {1, 3, 5, 17, 31, 45};
    float mask[BONES];
    for (size_t i = 0; i < BONES; i++) mask[i] = any(-0.2f, 1.5f);
    for (size_t i = 0; i < sizeof bone_counts / sizeof *bone_counts; i++) {
        const bp_clip *clips[2] = {make_clip(), make_clip()};
        bp_batch_layer alone[CHARACTERS], layers[CHARACTERS * LAYERS];
        for (size_t c = 0; c < CHARACTERS; c++) alone[c] = at_time(times[c]);
        any_layers(layers, CHARACTERS, mask);
        for (size_t l = 0; l < CHARACTERS * LAYERS; l += 5) layers[l].depth = (int)(l % 4);
        for (int isa = BP_ISA_PORTABLE; isa <= (int)best(); isa++) {
            figure f = make_figure((bp_isa)isa, bone_counts[i], i % 2 == 0, clips, 2);
            expect_bits_of_scalar(f, bone_counts[i], alone, 1);
            expect_bits_of_scalar(f, bone_counts[i], layers, LAYERS);
            destroy_figure(f);
        }
        for (int k = 0; k < 2; k++) bp_clip_destroy((bp_clip *)clips[k]);
    }
}

/* Clips for one bone: (1, 0, 0) and no rotation; (0, 2, 0) and 90 degrees about Z, from the other way round
 * (-q); 0 to 60 degrees about Z in a second, from (0, 0, 1) to (0, 0, 3), from scale 2 to 3. */
static void test_blending_by_hand(void **state) {
    (void)state;
    static const double key_times[] = {0, 1};
    static const float positions[3][6] = {{1, 0, 0, 1, 0, 0}, {0, 2, 0, 0, 2, 0}, {0, 0, 1, 0, 0, 3}};
    static const float rotations[3][8] = {
        {0, 0, 0, 1, 0, 0, 0, 1},
        {0, 0, -0.70710678f, -0.70710678f, 0, 0, -0.70710678f, -0.70710678f},
        {0, 0, 0, 1, 0, 0, 0.5f, 0.86602540f}};
    static const float scales[6] = {2, 2, 2, 3, 3, 3};
    bp_clip *clips[3];
    for (int i = 0; i < 3; i++) {
        clips[i] = bp_clip_create(NULL, NULL, NULL);
        bp_track position = {
            .kind = BP_TRACK_POSITION, .key_count = 2, .times = key_times, .values = positions[i]};
        bp_track rotation = {
            .kind = BP_TRACK_ROTATION, .key_count = 2, .times = key_times, .values = rotations[i]};
        bp_track scale = {.kind = BP_TRACK_SCALE, .key_count = 2, .times = key_times, .values = scales};
        assert_true(bp_clip_add(clips[i], &position, NULL) && bp_clip_add(clips[i], &rotation, NULL));
        if (i == 2) assert_true(bp_clip_add(clips[i], &scale, NULL));
    }
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_mat4 local = bp_mat4_translation(bp_vec3_make(0, 0, 8));
    bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local}, NULL);
    bp_batch *batch = bp_batch_create(NULL, skeleton, (const bp_clip *const *)clips, 3, NULL);
    float half = 0.5f;
    const struct {
        bp_batch_layer layers[3];
        bp_vec3 position;
        float degrees, scale;
    } cases[] = {
        {{{0, 0, 1, NULL, false, 0}, {1, 0, 3, NULL, false, 0}},
         {0.25f, 1.5f, 0},
         68.401839f,
         1}, /* twice that of (1 + 3 cos 45, 3 sin 45) */
        {{{0, 0, 1, NULL, false, 0}, {1, 0, 1, NULL, false, 0}}, {0.5f, 1, 0}, 45, 1},
        /* The mask halves a weight of 1: rest has the other half. */
        {{{0, 0, 1, &half, false, 0}}, {0.5f, 0, 4}, 0, 1},
        {{{0, 0, 0, NULL, false, 0}}, {0, 0, 8}, 0, 1}, /* no layer: rest */
        /* On top of the first clip: a quarter of 60 degrees, of (0, 0, 2), and of the factor 1.5 - 1. */
        {{{0, 0, 1, NULL, false, 0}, {2, 1, 0.25f, NULL, true, 0}}, {1, 0, 0.5f}, 15, 1.125f},
        {{{0, 0, 1, NULL, false, 0}, {2, 1, 9, NULL, true, 0}}, {1, 0, 2}, 60, 1.5f}, /* counts as 1 */
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_trs got;
        bp_batch_job job = {.count = 1, .layers = cases[i].layers, .layer_count = 3, .locals = &got};
        assert_true(bp_batch_run(batch, &job, NULL));
        bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), bp_radians(cases[i].degrees));
        if (got.rotation.w < 0) got.rotation = bp_quat_negate(got.rotation);
        expect_floats(&got.translation.x, &cases[i].position.x, 3, 1e-6);
        expect_floats(&got.rotation.x, &q.x, 4, 1e-6);
        expect_floats(&got.scale.x, ((float[]){cases[i].scale, cases[i].scale, cases[i].scale}), 3, 1e-6);
    }
    bp_batch_destroy(batch);
    bp_skeleton_destroy(skeleton);
    for (int i = 0; i < 3; i++) bp_clip_destroy(clips[i]);
}

/* The entries of a matrix in column notation, whose rows are our columns; and a stride's gaps stay. */
static void test_formats(void **state) {
    (void)state;
    bp_clip *clip = make_clip();
    figure f = make_figure(BP_ISA_AUTO, BONES, false, (const bp_clip *[]){clip}, 1);
    size_t slots = bp_skeleton_palette_count(f.skeleton), stride = slots * 48 + 20;
    bp_batch_layer layers[2] = {at_time(1.5), at_time(7.25)};
    bp_mat4 *whole = calloc(2 * slots, sizeof *whole);
    uint8_t *packed = malloc(2 * stride);
    bp_batch_job job = {.count = 2, .layers = layers, .palettes = whole};
    assert_true(bp_batch_run(f.batch, &job, NULL));
    for (int format = BP_PALETTE_3X4_ROWS; format <= BP_PALETTE_3X4_COLUMNS; format++) {
        memset(packed, 0xa5, 2 * stride);
        job.palettes = packed, job.palette_stride = stride, job.format = (bp_palette_format)format;
        assert_true(bp_batch_run(f.batch, &job, NULL));
        for (size_t i = 0; i < 2 * slots; i++) {
            float m[12];
            memcpy(m, packed + i / slots * stride + i % slots * 48, sizeof m);
            for (int row = 0; row < 3; row++)
                for (int column = 0; column < 4; column++) {
                    float got = m[format == BP_PALETTE_3X4_ROWS ? 4 * row + column : 3 * column + row];
                    expect_float(got, whole[i].m[4 * column + row], 0);
                }
        }
        for (size_t i = 0; i < 20; i++) assert_int_equal(packed[slots * 48 + i], 0xa5);
        assert_int_equal(packed[stride + slots * 48], 0xa5);
    }
    bp_error error = {0};
    job.palette_stride = slots * 48 - 4;
    assert_false(bp_batch_run(f.batch, &job, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "palette_stride");
    layers[1].clip = 1;
    job.palette_stride = 0;
    assert_false(bp_batch_run(f.batch, &job, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "no clip 1");
    job.layers = NULL;
    assert_false(bp_batch_run(f.batch, &job, &error));
    free(whole);
    free(packed);
    destroy_figure(f);
    bp_clip_destroy(clip);
}

static bool is_below(const bp_bone *bone, const bp_bone *top) {
    while (bone && bone != top) bone = bp_bone_parent(bone);
    return bone != NULL;
}

/* A bone that turns: the job for its subtree has the bits of the whole one there, and writes nothing else. */
static void test_subtrees(void **state) {
    (void)state;
    bp_clip *clip = make_clip();
    figure f = make_figure(BP_ISA_AUTO, BONES, false, (const bp_clip *[]){clip}, 1);
    bp_batch_layer layer = at_time(2.5);
    bp_trs locals[BONES];
    bp_mat4 part[BONES], whole[BONES];
    for (size_t top = 1; top < BONES; top += 3) {
        bp_batch_job job = {.count = 1, .layers = &layer, .locals = locals, .absolutes = part};
        assert_true(bp_batch_run(f.batch, &job, NULL));
        locals[top].rotation = any_rotation();
        const bp_bone *bone = bp_skeleton_bone_by_id(f.skeleton, top);
        for (size_t i = 0; i < BONES; i++)
            if (!is_below(bp_skeleton_bone_by_id(f.skeleton, i), bone))
                memset(&locals[i], 0xff, sizeof *locals);
        job.layers = NULL, job.top = top;
        assert_true(bp_batch_run(f.batch, &job, NULL));
        bp_trs turned = locals[top];
        job = (bp_batch_job){.count = 1, .layers = &layer, .locals = locals};
        assert_true(bp_batch_run(f.batch, &job, NULL));
        locals[top] = turned;
        job = (bp_batch_job){.count = 1, .locals = locals, .absolutes = whole};
        assert_true(bp_batch_run(f.batch, &job, NULL));
        expect_bytes(part, whole, sizeof whole);
    }
    destroy_figure(f);
    bp_clip_destroy(clip);
}

static size_t depth_of(const bp_bone *bone) {
    size_t depth = 0;
    while ((bone = bp_bone_parent(bone))) depth++;
    return depth;
}

/* A chain of 60 bones, all turning: to depth 20 as ever, from 20 + 16 on at rest. */
static void test_fewer_tracks(void **state) {
    (void)state;
    enum { LONG = 60, DEPTH = 20 };
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *above = NULL;
    for (int i = LONG; i-- > 0;) add_track(clip, i, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 3);
    for (int i = 0; i < LONG; i++)
        above = bp_skeleton_add(skeleton, &(bp_bone_options){.parent = above}, NULL);
    bp_batch *batch = bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, NULL);
    bp_batch_layer layers[2] = {at_time(1.3), at_time(1.3)};
    bp_trs locals[2][LONG], rest = bp_trs_identity();
    layers[1].depth = DEPTH;
    bp_batch_job job = {.count = 2, .layers = layers, .locals = locals[0]};
    assert_true(bp_batch_run(batch, &job, NULL));
    for (size_t i = 0; i < LONG; i++) {
        size_t depth = depth_of(bp_skeleton_bone_by_id(skeleton, i));
        if (depth <= DEPTH) expect_bytes(&locals[1][i], &locals[0][i], sizeof rest);
        if (depth > DEPTH + 15) expect_bytes(&locals[1][i], &rest, sizeof rest);
    }
    bp_batch_destroy(batch);
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

/* Sampled in a batch, reached for bone by bone, finished in the batch: the end is in the target. */
static void test_reaching(void **state) {
    (void)state;
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *bones[4] = {NULL};
    bp_mat4 up = bp_mat4_translation(bp_vec3_make(0, 1, 0));
    for (int i = 0; i < 4; i++)
        bones[i] = bp_skeleton_add(skeleton,
                                   &(bp_bone_options){.parent = i ? bones[i - 1] : NULL, .local = &up}, NULL);
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    add_track(clip, 1, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, KEYS);
    bp_batch *batch = bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, NULL);
    bp_batch_layer layers[CHARACTERS];
    bp_trs locals[CHARACTERS * 4];
    bp_mat4 absolutes[CHARACTERS * 4];
    for (size_t c = 0; c < CHARACTERS; c++) layers[c] = at_time(times[c]);
    bp_batch_job job = {.count = CHARACTERS, .layers = layers, .locals = locals};
    assert_true(bp_batch_run(batch, &job, NULL));
    bp_ik *ik = bp_ik_create(NULL, bones[2], NULL, NULL);
    bp_vec3 targets[CHARACTERS];
    for (size_t c = 0; c < CHARACTERS; c++) {
        /* The chain of 1 and 2 begins at (0, 2, 0) and has the length 2. */
        targets[c] = bp_vec3_make(any(-1, 1), 2 + any(0.2f, 1), any(-1, 1));
        bp_batch_to_skeleton(batch, locals + 4 * c, skeleton);
        bp_ik_set_target(ik, targets[c]);
        assert_true(bp_ik_update(ik, NULL, NULL));
        bp_batch_from_skeleton(batch, skeleton, locals + 4 * c);
    }
    job = (bp_batch_job){.count = CHARACTERS, .locals = locals, .absolutes = absolutes};
    assert_true(bp_batch_run(batch, &job, NULL));
    for (size_t c = 0; c < CHARACTERS; c++)
        expect_floats(&absolutes[4 * c + 3].m[12], &targets[c].x, 3, 1e-5);
    bp_ik_destroy(ik);
    bp_batch_destroy(batch);
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

/* Two keys at any angle apart, at any fraction between: the first row of the matrix of bp_quat_slerp. */
static void test_rotations_are_slerp(void **state) {
    (void)state;
    const double key_times[2] = {0, 1};
    float worst = 0;
    for (int round = 0; round < 2000; round++) {
        bp_context *context = NULL;
        bp_quat a = any_rotation(), b = any_rotation();
        if (round % 3 == 0) /* near: down to a thousandth of a degree */
            b = bp_quat_mul(bp_quat_from_axis_angle(bp_vec3_make(1, 2, 3), powf(10, any(-5, 0))), a);
        const float values[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        bp_track track = {.kind = BP_TRACK_ROTATION, .key_count = 2, .times = key_times, .values = values};
        bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
        assert_true(bp_clip_add(clip, &track, NULL));
        bp_skeleton *skeleton = bp_skeleton_create(context, NULL, NULL);
        bp_skeleton_add(skeleton, NULL, NULL);
        bp_batch *batch = bp_batch_create(context, skeleton, (const bp_clip *[]){clip}, 1, NULL);
        for (int step = 0; step <= 4; step++) {
            double time = step == 4 ? (double)any(0, 1) : step * 0.25;
            bp_mat4 got, expected = bp_mat4_from_quat(bp_quat_slerp(a, b, (float)time));
            bp_batch_layer layer = at_time(time);
            bp_batch_run(batch, &(bp_batch_job){.count = 1, .layers = &layer, .absolutes = &got}, NULL);
            for (int k = 0; k < 16; k++) worst = fmaxf(worst, fabsf(got.m[k] - expected.m[k]));
        }
        bp_batch_destroy(batch);
        bp_skeleton_destroy(skeleton);
        bp_clip_destroy(clip);
    }
    /* An entry of the matrix moves by up to four times what a component of the quaternion does. */
    if (worst > 4e-6f) fail_msg("a matrix is off by %g", (double)worst);
}

static void test_nothing_to_do(void **state) {
    (void)state;
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_batch *batch = bp_batch_create(NULL, skeleton, NULL, 0, NULL);
    const bp_batch_layer none[3] = {{0}};
    assert_true(bp_batch_run(batch, &(bp_batch_job){.count = 3, .layers = none}, NULL));
    bp_batch_destroy(batch);
    /* A bone without tracks keeps its transform, with NaN or not. */
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_mat4 local = bp_mat4_translation(bp_vec3_make(1, 2, 3)), got;
    bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local}, NULL);
    batch = bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, NULL);
    bp_batch_layer layer = at_time((double)NAN);
    assert_true(bp_batch_run(batch, &(bp_batch_job){.count = 1, .layers = &layer, .absolutes = &got}, NULL));
    expect_floats(got.m, local.m, 16, 0);
    assert_true(bp_batch_run(batch, &(bp_batch_job){.count = 0}, NULL));
    bp_batch_destroy(batch);
    bp_batch_destroy(NULL);
    assert_false(bp_batch_run(NULL, NULL, NULL));
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

static void test_unsorted(void **state) {
    (void)state;
    bp_error error = {0};
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_skeleton *skeleton = bp_skeleton_create(NULL, &(bp_skeleton_options){.name = "arm"}, NULL);
    bp_bone *root = bp_skeleton_add(skeleton, NULL, NULL);
    bp_skeleton_add(skeleton, &(bp_bone_options){.parent = root}, NULL);
    assert_true(bp_skeleton_reorder(skeleton, (size_t[]){1, 0}, 2, NULL));
    assert_null(bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "bp_skeleton_sort");
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

static bp_clip *clip_for_attempts;

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    const bp_skeleton *skeleton = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    const bp_clip *clips[] = {clip_for_attempts};
    bp_batch *batch = context ? bp_batch_create(context, skeleton, clips, 1, error) : NULL;
    bp_batch_destroy(batch);
    bp_context_destroy(context);
    return batch != NULL;
}

static void test_no_memory(void **state) {
    (void)state;
    clip_for_attempts = bp_clip_create(NULL, NULL, NULL);
    add_track(clip_for_attempts, 0, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 3);
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_skeleton_add(skeleton, NULL, NULL);
    assert_true(test_each_allocation_fails(attempt, skeleton) >= 10);
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip_for_attempts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalar_equals_the_path_bone_by_bone),
        cmocka_unit_test(test_blending_equals_poses),
        cmocka_unit_test(test_blending_by_hand),
        cmocka_unit_test(test_kernels_have_the_bits_of_scalar),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_subtrees),
        cmocka_unit_test(test_fewer_tracks),
        cmocka_unit_test(test_reaching),
        cmocka_unit_test(test_rotations_are_slerp),
        cmocka_unit_test(test_nothing_to_do),
        cmocka_unit_test(test_unsorted),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
