/* Poses: unset parts, decomposed matrices, space for weights. */
#include "rig/anim/anim.h"
#include "support/allocator.h"
#include "support/engine_forms.h"

static void test_new_pose_has_nothing_set(void **state) {
    (void)state;
    bp_pose *pose = bp_pose_create(NULL, 3, NULL, NULL);
    const bp_mat4 identity = bp_mat4_identity();
    for (size_t i = 0; i < 5; i++) { /* beyond the last as well */
        expect_floats(bp_pose_local(pose, i).m, identity.m, 16, 0);
        expect_float(bp_pose_trs(pose, i).scale.y, 1, 0);
    }
    pose->positions[1] = bp_vec3_make(1, 2, 3); /* ignored without its bit */
    expect_float(bp_pose_trs(pose, 1).position.x, 0, 0);
    pose->parts[1] = BP_POSE_POSITION;
    expect_floats(bp_pose_local(pose, 1).m + 12, ((float[]){1, 2, 3, 1}), 4, 0);
    pose->parts[2] = BP_POSE_SCALE | BP_POSE_ROTATION;
    pose->scales[2] = bp_vec3_make(2, 3, 4);
    pose->rotations[2] = bp_quat_identity();
    expect_float(bp_pose_local(pose, 2).m[5], 3, 0);
    bp_pose_clear(pose);
    expect_floats(bp_pose_local(pose, 2).m, identity.m, 16, 0);
    bp_pose_destroy(pose);
    bp_pose_destroy(NULL);
}

static void test_matrices_whole_or_decomposed(void **state) {
    (void)state;
    /* Shear survives in a matrix, not in parts. */
    const bp_mat4 sheared = {{1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1}};
    bp_pose *whole = bp_pose_create(NULL, 1, &(bp_pose_options){.matrices = true}, NULL);
    bp_pose_set_matrix(whole, 0, sheared);
    expect_floats(bp_pose_local(whole, 0).m, sheared.m, 16, 0);
    bp_trs trs = bp_pose_trs(whole, 0); /* the rows' lengths: root 2, 1, 1 */
    expect_floats((float *)&trs.scale, ((float[]){1.41421356f, 1, 1}), 3, 1e-6);
    bp_pose *parts = bp_pose_create(NULL, 1, NULL, NULL);
    bp_pose_set_matrix(parts, 0, sheared);
    assert_int_equal(parts->parts[0], BP_POSE_TRS);
    expect_floats((float *)&parts->scales[0], ((float[]){1.41421356f, 1, 1}), 3, 1e-6);
    expect_floats((float *)&parts->positions[0], ((float[]){5, 6, 7}), 3, 0);
    bp_pose_set_trs(whole, 0, bp_trs_identity()); /* parts replace the matrix */
    assert_int_equal(whole->parts[0], BP_POSE_TRS);
    bp_pose_destroy(whole);
    bp_pose_destroy(parts);
}

static void test_space_for_weights(void **state) {
    (void)state;
    const int counts[] = {2, 0, 3}, wrong[] = {2, -1, 3};
    bp_error error = {0};
    bp_pose *pose = bp_pose_create(NULL, 3, &(bp_pose_options){.weight_counts = counts}, NULL);
    assert_int_equal(bp_pose_weight_count(pose, 0), 2);
    assert_int_equal(bp_pose_weight_count(pose, 1), 0);
    assert_int_equal(pose->weight_starts[2], 2);
    assert_int_equal(pose->weight_starts[3], 5);
    bp_pose_destroy(pose);
    assert_null(bp_pose_create(NULL, 3, &(bp_pose_options){.weight_counts = wrong}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "weight_counts[1]");
    assert_null(bp_pose_create(NULL, SIZE_MAX / 2 + 1, NULL, &error)); /* more than memory can be */
    expect_error(&error, BP_ERROR_MEMORY, "");
}

static bool make_pose(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    const int counts[] = {2, 1};
    bp_pose_options options = {.matrices = true, .weight_counts = counts};
    bp_pose *pose = bp_pose_create(allocator, 2, &options, error);
    bp_pose_destroy(pose);
    return pose != NULL;
}

static void test_each_allocation_may_fail(void **state) {
    (void)state;
    assert_int_equal(test_each_allocation_fails(make_pose, NULL), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_pose_has_nothing_set),
        cmocka_unit_test(test_matrices_whole_or_decomposed),
        cmocka_unit_test(test_space_for_weights),
        cmocka_unit_test(test_each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
