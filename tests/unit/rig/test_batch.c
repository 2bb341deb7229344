/* Batch sampling: the kernels against the scalar definition, bit for bit, and that against the path bone by
 * bone: clip, pose, bones, prepare. */
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

/* A skeleton with a linked node and, if asked for, a pose matrix. */
typedef struct figure {
    bp_context *context;
    bp_node *node;
    bp_skeleton *skeleton;
    bp_batch_sampler *sampler;
} figure;

static figure make_figure(bp_isa isa, size_t bones, bool pose_matrix, const bp_clip *clip) {
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
    f.sampler = bp_batch_sampler_create(f.context, f.skeleton, clip, &error);
    expect_no_error(&error);
    assert_int_equal(bp_batch_sampler_bone_count(f.sampler), bones);
    assert_int_equal(bp_batch_sampler_palette_count(f.sampler), bp_skeleton_palette_count(f.skeleton));
    return f;
}

static void destroy_figure(figure f) {
    bp_batch_sampler_destroy(f.sampler);
    bp_skeleton_destroy(f.skeleton);
    bp_node_destroy(f.node);
    bp_context_destroy(f.context);
}

static void test_scalar_equals_the_path_bone_by_bone(void **state) {
    (void)state;
    bp_clip *clip = make_clip();
    for (int round = 0; round < 2; round++) {
        figure f = make_figure(BP_ISA_PORTABLE, BONES, round == 1, clip);
        size_t slots = bp_skeleton_palette_count(f.skeleton);
        bp_mat4 absolutes[BONES], chains[BONES], *palette = malloc(slots * sizeof *palette);
        bp_pose *pose = bp_pose_create(NULL, BONES, NULL, NULL);
        for (size_t c = 0; c < CHARACTERS; c++) {
            bp_batch_sampler_run_scalar(f.sampler, &(bp_batch_job){1, times + c, absolutes, palette});
            bp_clip_sample(clip, times[c], NULL, pose);
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

/* All characters with absolutes and palettes, then only absolutes, then one palette at a time. */
static void expect_bits_of_scalar(figure f, size_t bones) {
    size_t slots = bp_skeleton_palette_count(f.skeleton), matrices = CHARACTERS * bones;
    bp_mat4 *expected = calloc(matrices, sizeof *expected), *absolutes = calloc(matrices, sizeof *absolutes);
    bp_mat4 *expected_palettes = malloc(CHARACTERS * slots * sizeof *expected_palettes);
    bp_mat4 *palettes = malloc(CHARACTERS * slots * sizeof *palettes);
    bp_batch_sampler_run_scalar(f.sampler, &(bp_batch_job){CHARACTERS, times, expected, expected_palettes});
    bp_batch_sampler_run(f.sampler, &(bp_batch_job){CHARACTERS, times, absolutes, palettes});
    expect_bytes(absolutes, expected, matrices * sizeof *expected);
    expect_bytes(palettes, expected_palettes, CHARACTERS * slots * sizeof *palettes);
    memset(absolutes, 1, matrices * sizeof *absolutes);
    bp_batch_sampler_run(f.sampler,
                         &(bp_batch_job){.count = CHARACTERS, .times = times, .absolutes = absolutes});
    expect_bytes(absolutes, expected, matrices * sizeof *expected);
    for (size_t c = CHARACTERS; c-- > 0;) {
        bp_batch_sampler_run(f.sampler,
                             &(bp_batch_job){.count = 1, .times = times + c, .palettes = palettes});
        expect_bytes(palettes, expected_palettes + c * slots, slots * sizeof *palettes);
    }
    free(expected);
    free(absolutes);
    free(expected_palettes);
    free(palettes);
}

/* Bone counts that fill no vector, one more than a vector, and so on. Tracks of bones that the skeleton
 * lacks are ignored. */
static void test_kernels_have_the_bits_of_scalar(void **state) {
    (void)state;
    static const size_t bone_counts[] = {1, 3, 5, 17, 31, 45};
    for (size_t i = 0; i < sizeof bone_counts / sizeof *bone_counts; i++) {
        bp_clip *clip = make_clip();
        for (int isa = BP_ISA_PORTABLE; isa <= (int)best(); isa++) {
            figure f = make_figure((bp_isa)isa, bone_counts[i], i % 2 == 0, clip);
            expect_bits_of_scalar(f, bone_counts[i]);
            destroy_figure(f);
        }
        bp_clip_destroy(clip);
    }
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
        bp_batch_sampler *sampler = bp_batch_sampler_create(context, skeleton, clip, NULL);
        for (int step = 0; step <= 4; step++) {
            double time = step == 4 ? (double)any(0, 1) : step * 0.25;
            bp_mat4 got, expected = bp_mat4_from_quat(bp_quat_slerp(a, b, (float)time));
            bp_batch_sampler_run(sampler, &(bp_batch_job){.count = 1, .times = &time, .absolutes = &got});
            for (int k = 0; k < 16; k++) worst = fmaxf(worst, fabsf(got.m[k] - expected.m[k]));
        }
        bp_batch_sampler_destroy(sampler);
        bp_skeleton_destroy(skeleton);
        bp_clip_destroy(clip);
    }
    /* An entry of the matrix moves by up to four times what a component of the quaternion does. */
    if (worst > 4e-6f) fail_msg("a matrix is off by %g", (double)worst);
}

static void test_nothing_to_do(void **state) {
    (void)state;
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_batch_sampler *sampler = bp_batch_sampler_create(NULL, skeleton, clip, NULL);
    bp_batch_sampler_run(sampler, &(bp_batch_job){.count = 3, .times = (double[]){0, 1, 2}});
    bp_batch_sampler_destroy(sampler);
    /* A bone without tracks keeps its transform, with NaN or not. */
    bp_mat4 local = bp_mat4_translation(bp_vec3_make(1, 2, 3)), got;
    bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local}, NULL);
    sampler = bp_batch_sampler_create(NULL, skeleton, clip, NULL);
    bp_batch_sampler_run(sampler, &(bp_batch_job){.count = 1, .times = (double[]){NAN}, .absolutes = &got});
    expect_floats(got.m, local.m, 16, 0);
    bp_batch_sampler_run(sampler, &(bp_batch_job){.count = 0});
    bp_batch_sampler_destroy(sampler);
    bp_batch_sampler_destroy(NULL);
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
    assert_null(bp_batch_sampler_create(NULL, skeleton, clip, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "bp_skeleton_sort");
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

static bp_clip *clip_for_attempts;

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    const bp_skeleton *skeleton = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_batch_sampler *sampler =
        context ? bp_batch_sampler_create(context, skeleton, clip_for_attempts, error) : NULL;
    bp_batch_sampler_destroy(sampler);
    bp_context_destroy(context);
    return sampler != NULL;
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
        cmocka_unit_test(test_kernels_have_the_bits_of_scalar),
        cmocka_unit_test(test_rotations_are_slerp),
        cmocka_unit_test(test_nothing_to_do),
        cmocka_unit_test(test_unsorted),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
