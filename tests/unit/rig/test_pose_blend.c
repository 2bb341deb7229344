/* Blending two poses. */
#include "rig/anim/anim.h"
#include "support/test.h"
#include <math.h>

#define SIN_45 0.707106781f
#define SIN_22_5 0.382683432f
#define COS_22_5 0.923879533f

static const int weight_counts[] = {2, 2};

/* Two targets: a transform, and two weights. */
static bp_pose *pose_of(bp_trs trs, float weight) {
    bp_pose_options options = {.matrices = true, .weight_counts = weight_counts};
    bp_pose *pose = bp_pose_create(NULL, 2, &options, NULL);
    for (size_t i = 0; i < 2; i++) {
        bp_pose_set_trs(pose, i, trs);
        pose->parts[i] |= BP_POSE_WEIGHTS;
        pose->weights[2 * i] = pose->weights[2 * i + 1] = weight;
    }
    return pose;
}

static bp_pose *first(void) { return pose_of((bp_trs){{0, 2, 4}, {0, 0, 0, 1}, {1, 1, 1}}, 0); }

/* 90 degrees about z. */
static bp_pose *second(void) { return pose_of((bp_trs){{4, 2, 0}, {0, 0, SIN_45, SIN_45}, {3, 1, 1}}, 1); }

static void expect_pose(const bp_pose *pose, size_t i, bp_trs want, float weight, double tolerance) {
    bp_trs got = bp_pose_trs(pose, i);
    expect_floats((float *)&got, (float *)&want, 10, tolerance);
    expect_floats(pose->weights + 2 * i, ((float[]){weight, weight}), 2, tolerance);
}

static const bp_trs halfway = {{2, 2, 2}, {0, 0, SIN_22_5, COS_22_5}, {2, 1, 1}};

static void test_halfway_and_the_ends(void **state) {
    (void)state;
    bp_pose *a = first(), *b = second(), *out = first();
    assert_true(bp_pose_blend(a, b, 0.5f, NULL, out, NULL));
    expect_pose(out, 0, halfway, 0.5f, 1e-6);
    const float weights[] = {0, -3, NAN, 1, 7};
    for (int i = 0; i < 5; i++) {
        const bp_pose *want = i < 3 ? a : b;
        assert_true(bp_pose_blend(a, b, weights[i], NULL, out, NULL));
        for (size_t target = 0; target < 2; target++) {
            expect_pose(out, target, bp_pose_trs(want, target), i < 3 ? 0 : 1, 0);
        }
    }
    /* In place, and with the upper body (target 1) alone. */
    const float mask[] = {0, 1};
    assert_true(bp_pose_blend(a, b, 0.5f, mask, a, NULL));
    expect_pose(a, 0, (bp_trs){{0, 2, 4}, {0, 0, 0, 1}, {1, 1, 1}}, 0, 0);
    expect_pose(a, 1, halfway, 0.5f, 1e-6);
    bp_pose_destroy(a);
    bp_pose_destroy(b);
    bp_pose_destroy(out);
}

static void test_part_that_only_one_pose_holds(void **state) {
    (void)state;
    bp_pose *a = first(), *b = second(), *out = first();
    a->parts[0] = BP_POSE_POSITION;
    b->parts[0] = BP_POSE_ROTATION | BP_POSE_SCALE | BP_POSE_WEIGHTS;
    a->parts[1] = 0;
    for (float weight = 0; weight <= 1; weight += 0.5f) {
        assert_true(bp_pose_blend(a, b, weight, NULL, out, NULL));
        assert_int_equal(out->parts[0], BP_POSE_TRS | BP_POSE_WEIGHTS);
        expect_pose(out, 0, (bp_trs){{0, 2, 4}, {0, 0, SIN_45, SIN_45}, {3, 1, 1}}, 1, 1e-6);
        expect_pose(out, 1, bp_pose_trs(b, 1), 1, 1e-6);
        assert_true(bp_pose_blend(b, a, weight, NULL, out, NULL)); /* either way round */
        expect_pose(out, 0, (bp_trs){{0, 2, 4}, {0, 0, SIN_45, SIN_45}, {3, 1, 1}}, 1, 1e-6);
    }
    b->parts[1] = 0; /* unset in both */
    assert_true(bp_pose_blend(a, b, 0.5f, NULL, out, NULL));
    assert_int_equal(out->parts[1], 0);
    bp_pose_destroy(a);
    bp_pose_destroy(b);
    bp_pose_destroy(out);
}

static void test_matrices_are_blended_in_parts(void **state) {
    (void)state;
    bp_pose *a = first(), *b = second(), *out = first(), *plain = bp_pose_create(NULL, 2, NULL, NULL);
    bp_pose_set_matrix(b, 0, bp_pose_local(b, 0));
    assert_true(bp_pose_blend(a, b, 0.5f, NULL, out, NULL));
    assert_int_equal(out->parts[0], BP_POSE_TRS | BP_POSE_WEIGHTS);
    expect_pose(out, 0, halfway, 0.5f, 1e-6);
    assert_true(bp_pose_blend(a, b, 1, NULL, out, NULL)); /* at the end whole again */
    assert_true(out->parts[0] & BP_POSE_MATRIX);
    expect_floats(out->matrices[0].m, b->matrices[0].m, 16, 0);
    bp_pose_destroy(a);
    bp_pose_destroy(b);
    bp_pose_destroy(out);
    bp_pose_destroy(plain);
}

static void test_matrix_into_a_pose_without_matrices(void **state) {
    (void)state;
    bp_pose *whole = bp_pose_create(NULL, 1, &(bp_pose_options){.matrices = true}, NULL);
    bp_pose *parts = bp_pose_create(NULL, 1, NULL, NULL);
    bp_pose_set_matrix(whole, 0, bp_mat4_translation(bp_vec3_make(1, 2, 3)));
    assert_true(bp_pose_blend(whole, whole, 0, NULL, parts, NULL));
    assert_int_equal(parts->parts[0], BP_POSE_TRS);
    expect_float(parts->positions[0].z, 3, 0);
    bp_pose_destroy(whole);
    bp_pose_destroy(parts);
}

static void test_shapes_must_agree(void **state) {
    (void)state;
    const int other_counts[] = {2, 3};
    bp_error error = {0};
    bp_pose *a = first(), *small = bp_pose_create(NULL, 1, NULL, NULL),
            *bare = bp_pose_create(NULL, 2, NULL, NULL);
    bp_pose *other = bp_pose_create(NULL, 2, &(bp_pose_options){.weight_counts = other_counts}, NULL);
    assert_false(bp_pose_blend(a, small, 0, NULL, a, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "targets");
    assert_false(bp_pose_blend(a, bare, 0, NULL, a, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "weight_counts");
    assert_false(bp_pose_blend(a, a, 0, NULL, other, &error));
    bp_pose_destroy(a);
    bp_pose_destroy(small);
    bp_pose_destroy(bare);
    bp_pose_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halfway_and_the_ends),
        cmocka_unit_test(test_part_that_only_one_pose_holds),
        cmocka_unit_test(test_matrices_are_blended_in_parts),
        cmocka_unit_test(test_matrix_into_a_pose_without_matrices),
        cmocka_unit_test(test_shapes_must_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
