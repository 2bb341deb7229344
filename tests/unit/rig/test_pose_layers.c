/* Blending any number of poses: weighted means, masks, the rest's share, additive layers; values by hand. */
#include "rig/anim/anim.h"
#include "support/test.h"
#include <bindpose/rig.h>

static bp_pose *pose_of(bp_vec3 position, float degrees_z, float scale) {
    bp_pose *pose = bp_pose_create(NULL, 2, &(bp_pose_options){.weight_counts = (int[]){1, 0}}, NULL);
    for (int i = 0; i < 2; i++) {
        pose->parts[i] = BP_POSE_POSITION | BP_POSE_ROTATION | BP_POSE_SCALE;
        pose->positions[i] = position;
        pose->rotations[i] = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), bp_radians(degrees_z));
        pose->scales[i] = bp_vec3_make(scale, scale, scale);
    }
    pose->parts[0] |= BP_POSE_WEIGHTS;
    pose->weights[0] = scale;
    return pose;
}

static void expect_target(const bp_pose *pose, size_t i, bp_vec3 position, float degrees_z, float scale) {
    bp_trs got = bp_pose_trs(pose, i);
    bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), bp_radians(degrees_z));
    expect_floats(&got.position.x, &position.x, 3, 1e-5);
    expect_float(fabsf(bp_quat_dot(got.rotation, q)), 1, 1e-6);
    expect_float(got.scale.x, scale, 1e-5);
}

static void test_weighted_means_and_masks(void **state) {
    (void)state;
    bp_pose *a = pose_of(bp_vec3_make(0, 0, 4), 0, 1), *b = pose_of(bp_vec3_make(8, 0, 0), 60, 3);
    bp_pose *out = pose_of(bp_vec3_make(9, 9, 9), 9, 9);
    const float mask[2] = {1, 0};
    bp_pose_layer layers[] = {{.pose = a, .weight = 1}, {.pose = b, .weight = 3, .mask = mask}};
    bp_pose_blend_options options = {.layers = layers, .count = 2};
    assert_true(bp_pose_blend_layers(&options, out, NULL));
    /* Target 0: (1 a + 3 b) / 4. The rotation of 1 (0, 1) + 3 (sin 30, cos 30) is 2 atan2(1.5, 3.598). */
    expect_target(out, 0, bp_vec3_make(6, 0, 1), 45.2634f, 2.5f);
    expect_float(out->weights[0], 2.5f, 1e-6);
    expect_target(out, 1, bp_vec3_make(0, 0, 4), 0, 1);
    /* q and -q are the same rotation. */
    b->rotations[0] = bp_quat_negate(b->rotations[0]);
    assert_true(bp_pose_blend_layers(&options, out, NULL));
    expect_target(out, 0, bp_vec3_make(6, 0, 1), 45.2634f, 2.5f);
    bp_pose_destroy(a);
    bp_pose_destroy(b);
    bp_pose_destroy(out);
}

static void test_the_rest_has_what_is_missing(void **state) {
    (void)state;
    bp_pose *a = pose_of(bp_vec3_make(4, 0, 0), 0, 1), *rest = pose_of(bp_vec3_make(0, 4, 0), 0, 5);
    bp_pose *out = pose_of(bp_vec3_make(9, 9, 9), 9, 9);
    bp_pose_layer layer = {.pose = a, .weight = 0.25f};
    bp_pose_blend_options options = {.layers = &layer, .count = 1, .rest = rest, .threshold = 1};
    assert_true(bp_pose_blend_layers(&options, out, NULL));
    expect_target(out, 0, bp_vec3_make(1, 3, 0), 0, 4);
    expect_float(out->weights[0], 4, 1e-6);
    options.threshold = 0; /* 0.1 */
    assert_true(bp_pose_blend_layers(&options, out, NULL));
    expect_target(out, 0, bp_vec3_make(4, 0, 0), 0, 1);
    options.rest = NULL;
    a->parts[0] = BP_POSE_SCALE;
    layer.weight = NAN;
    assert_true(bp_pose_blend_layers(&options, out, NULL));
    assert_int_equal(out->parts[0] | out->parts[1], 0);
    bp_pose_destroy(a);
    bp_pose_destroy(rest);
    bp_pose_destroy(out);
}

static void test_additive(void **state) {
    (void)state;
    bp_pose *base = pose_of(bp_vec3_make(1, 0, 0), 90, 2);
    bp_pose *wave = pose_of(bp_vec3_make(0, 3, 0), 50, 6), *first = pose_of(bp_vec3_make(0, 1, 0), 10, 2);
    bp_pose *out = pose_of(bp_vec3_make(9, 9, 9), 9, 9);
    assert_true(bp_pose_subtract(wave, first, wave, NULL));
    expect_target(wave, 0, bp_vec3_make(0, 2, 0), 40, 3);
    bp_pose_layer layers[] = {{.pose = wave, .weight = 0.5f, .additive = true}, {.pose = base, .weight = 1}};
    assert_true(bp_pose_blend_layers(&(bp_pose_blend_options){.layers = layers, .count = 2}, out, NULL));
    expect_target(out, 0, bp_vec3_make(1, 1, 0), 110, 4); /* 2 * (1 + 0.5 * 2) */
    expect_float(out->weights[0], 4, 1e-6);               /* 2 + 0.5 * (6 - 2) */
    bp_pose_destroy(base);
    bp_pose_destroy(wave);
    bp_pose_destroy(first);
    bp_pose_destroy(out);
}

static void test_wrong_shapes(void **state) {
    (void)state;
    bp_error error = {0};
    bp_pose *a = pose_of(bp_vec3_make(0, 0, 0), 0, 1), *small = bp_pose_create(NULL, 1, NULL, NULL);
    bp_pose *plain = bp_pose_create(NULL, 2, NULL, NULL);
    assert_false(bp_pose_subtract(a, a, small, &error));
    assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
    assert_false(bp_pose_subtract(a, a, plain, &error));
    assert_false(bp_pose_subtract(a, small, a, &error));
    bp_pose_layer layer = {.pose = small, .weight = 1};
    assert_false(bp_pose_blend_layers(&(bp_pose_blend_options){.layers = &layer, .count = 1}, a, &error));
    assert_false(bp_pose_blend_layers(&(bp_pose_blend_options){.rest = small}, a, &error));
    bp_pose_destroy(a);
    bp_pose_destroy(small);
    bp_pose_destroy(plain);
}

/* A chain a-b with a sibling c of b: the mask of b. */
static void test_mask(void **state) {
    (void)state;
    bp_skeleton *s = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *a = bp_skeleton_add(s, NULL, NULL),
            *b = bp_skeleton_add(s, &(bp_bone_options){.parent = a}, NULL);
    bp_skeleton_add(s, &(bp_bone_options){.parent = a}, NULL);
    bp_skeleton_add(s, &(bp_bone_options){.parent = b}, NULL);
    float mask[4];
    bp_skeleton_mask(b, 1, 0.25f, mask);
    const float expected[] = {0.25f, 1, 0.25f, 1};
    expect_floats(mask, expected, 4, 0);
    bp_skeleton_destroy(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weighted_means_and_masks),
        cmocka_unit_test(test_the_rest_has_what_is_missing),
        cmocka_unit_test(test_additive),
        cmocka_unit_test(test_wrong_shapes),
        cmocka_unit_test(test_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
