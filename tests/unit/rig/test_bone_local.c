/* Local and rest: parts and matrix as two forms of one pose, and the writes that each change costs. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

static bp_bone *one_bone(bp_skeleton **skeleton, bp_mat4 local) {
    *skeleton = skeleton_with(BP_RULES_PAGE);
    return add_bone(*skeleton, "bone", NULL, local);
}

static void test_parts_compose_the_matrix(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_bone *bone = one_bone(&skeleton, bp_mat4_identity());
    bp_bone_set_position(bone, bp_vec3_make(5, 6, 7));
    bp_bone_set_scale(bone, bp_vec3_make(2, 3, 4));
    bp_bone_set_rotation(bone, bp_quat_make(0, 0, 0.70710678f, 0.70710678f)); /* 90 degrees about z */
    /* Rows: (2,0,0), (0,3,0), (0,0,4), each turned by 90 degrees about z; then the translation. */
    const bp_mat4 expected = {{0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1}};
    expect_mat4(bp_bone_local(bone), expected, NEAR);
    expect_vec3(bp_bone_position(bone), 5, 6, 7, 0);
    expect_vec3(bp_bone_scale(bone), 2, 3, 4, 0);
    expect_vec3(bp_bone_euler(bone), 0, 0, BP_PI / 2, NEAR);
    bp_skeleton_destroy(skeleton);
}

static void test_matrix_is_decomposed(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_mat4 m = {{0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1}};
    bp_bone *bone = one_bone(&skeleton, m);
    bp_trs trs = bp_bone_trs(bone);
    expect_vec3(trs.position, 5, 6, 7, 0);
    expect_vec3(trs.scale, 2, 3, 4, NEAR);
    expect_float(trs.rotation.z * trs.rotation.w, 0.5f, NEAR);
    /* Setting one part keeps the others. */
    bp_bone_set_position(bone, bp_vec3_make(1, 1, 1));
    m.m[12] = m.m[13] = m.m[14] = 1;
    expect_mat4(bp_bone_local(bone), m, NEAR);
    bp_bone_set_local(bone, moved(9, 8, 7));
    expect_vec3(bp_bone_scale(bone), 1, 1, 1, 0);
    bp_skeleton_destroy(skeleton);
}

/* Shear stays until a part is set. */
static void test_shear_stays_until_a_part_is_set(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_mat4 sheared = bp_mat4_identity();
    sheared.m[4] = 0.75f;
    bp_bone *bone = one_bone(&skeleton, bp_mat4_identity());
    bp_bone_set_local(bone, sheared);
    expect_mat4(bp_bone_local(bone), sheared, 0);
    expect_vec3(bp_bone_scale(bone), 1, 1.25f, 1, NEAR); /* |(0.75, 1, 0)| = 1.25 */
    expect_mat4(bp_bone_local(bone), sheared, 0);        /* reading changes nothing */
    assert_true(bp_bone_translate(bone, bp_vec3_make(1, 2, 3), BP_SPACE_LOCAL, NULL, NULL));
    sheared.m[12] = 1;
    sheared.m[13] = 2;
    sheared.m[14] = 3;
    expect_mat4(bp_bone_local(bone), sheared, 0);
    bp_bone_set_position(bone, bp_vec3_make(0, 0, 0));
    /* A matrix composed from parts has no shear. */
    bp_mat4 m = bp_bone_local(bone);
    assert_true(fabsf(m.m[4] - 0.75f) > 0.01f);
    bp_skeleton_destroy(skeleton);
}

/* As in the engine, decomposing a mirrored matrix negates the scale's y, whatever the axis. */
static void test_a_mirror_shows_in_y(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_bone *bone = one_bone(&skeleton, bp_mat4_scaling(bp_vec3_make(-1, 1, 1)));
    expect_vec3(bp_bone_scale(bone), 1, -1, 1, 0);
    bp_bone_set_position(bone, bp_vec3_make(0, 2, 0));
    const bp_mat4 expected = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1}};
    expect_mat4(bp_bone_local(bone), expected, NEAR); /* turned by 180 about z, so the matrix is the same */
    bp_skeleton_destroy(skeleton);
}

static void test_a_scale_of_zero(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_bone *bone = one_bone(&skeleton, turned(40, 1, 2, 3));
    bp_mat4 flat = bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(1, 0, 1)), turned(40, 1, 2, 3));
    bp_bone_set_local(bone, flat);
    /* A zero matrix has no rotation: the identity. */
    bp_quat q = bp_bone_rotation(bone);
    expect_floats(&q.x, ((float[4]){0, 0, 0, 1}), 4, 0);
    expect_vec3(bp_bone_position(bone), 1, 2, 3, 0);
    expect_mat4(bp_bone_local(bone), flat, 0);
    bp_skeleton_destroy(skeleton);
}

/* Claims 38 and 39: stored as a quaternion; Euler angles cost a conversion, a quaternion none. */
static void test_conversions_are_counted(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_bone *bone = one_bone(&skeleton, bp_mat4_identity());
    bp_skeleton_reset_stats(skeleton);
    bp_bone_set_rotation(bone, bp_quat_make(0, 0, 0.6f, 0.8f));
    assert_int_equal(bp_skeleton_stats(skeleton).euler_to_quaternion, 0);
    bp_bone_set_euler(bone, bp_vec3_make(0, 0, bp_radians(75)));
    assert_int_equal(bp_skeleton_stats(skeleton).euler_to_quaternion, 1);
    assert_int_equal(bp_skeleton_stats(skeleton).quaternion_to_euler, 0);
    expect_float(bp_degrees(bp_bone_euler(bone).z), 75, 1e-5);
    assert_int_equal(bp_skeleton_stats(skeleton).quaternion_to_euler, 1);
    (void)bp_bone_euler_in(bone, BP_SPACE_LOCAL, NULL);
    assert_int_equal(bp_skeleton_stats(skeleton).quaternion_to_euler, 2);
    assert_true(bp_bone_set_euler_in(bone, bp_vec3_make(0, 0, 1), BP_SPACE_WORLD, NULL, NULL));
    assert_int_equal(bp_skeleton_stats(skeleton).euler_to_quaternion, 2);
    bp_skeleton_destroy(skeleton);
}

/* Setting three parts composes once, when the matrix is needed. */
static void test_composing_is_counted(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_bone *bone = one_bone(&skeleton, bp_mat4_identity());
    bp_skeleton_reset_stats(skeleton);
    bp_bone_set_position(bone, bp_vec3_make(1, 2, 3)); /* decomposes the matrix first */
    bp_bone_set_scale(bone, bp_vec3_make(1, 2, 3));
    bp_bone_set_rotation(bone, bp_quat_identity());
    bp_skeleton_counters counters = bp_skeleton_stats(skeleton);
    assert_int_equal(counters.decomposed, 1);
    assert_int_equal(counters.composed, 0);
    assert_int_equal(counters.local, 0);
    (void)bp_bone_local(bone);
    (void)bp_bone_local(bone);
    bp_skeleton_prepare(skeleton);
    counters = bp_skeleton_stats(skeleton);
    assert_int_equal(counters.composed, 1);
    assert_int_equal(counters.local, 1);
    bp_bone_set_local(bone, moved(1, 0, 0));
    assert_int_equal(bp_skeleton_stats(skeleton).local, 2);
    bp_skeleton_destroy(skeleton);
}

/* ---- rest -------------------------------------------------------------------------------------------- */

/* Claims 25 to 27 and 62. */
static void test_return_to_rest(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_mat4 start = bp_bone_local(c.left);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_bone_set_euler(c.right, bp_vec3_make(0, 0, bp_radians(-75)));
    bp_bone_return_to_rest(c.left);
    expect_mat4(bp_bone_local(c.left), start, 0);
    expect_float(bp_degrees(bp_bone_euler(c.right).z), -75, 1e-5);
    bp_skeleton_return_to_rest(c.skeleton);
    expect_float(bp_degrees(bp_bone_euler(c.right).z), -30, 1e-5);
    /* Changing rest changes nothing else. */
    bp_mat4 bind = bp_bone_bind(c.left);
    bp_skeleton_prepare(c.skeleton);
    bp_bone_set_rest(c.left, moved(7, 7, 7));
    assert_false(bp_skeleton_prepare(c.skeleton));
    expect_mat4(bp_bone_local(c.left), start, 0);
    expect_mat4(bp_bone_bind(c.left), bind, 0);
    bp_bone_return_to_rest(c.left);
    expect_mat4(bp_bone_local(c.left), moved(7, 7, 7), 0);
    bp_skeleton_destroy(c.skeleton);
}

static void test_rest_from_pose(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_position(c.left, bp_vec3_make(1, 2, 3));
    bp_bone_set_rest_from_pose(c.left);
    expect_mat4(bp_bone_rest(c.left), turned(30, 1, 2, 3), NEAR);
    expect_mat4(bp_bone_rest(c.right), turned(-30, -0.5f, 1.5f, 0), 0);
    bp_bone_set_position(c.body, bp_vec3_make(7, 8, 9));
    bp_bone_set_position(c.right, bp_vec3_make(4, 5, 6));
    bp_skeleton_set_rest_from_pose(c.skeleton);
    expect_mat4(bp_bone_rest(c.body), moved(7, 8, 9), NEAR);
    expect_mat4(bp_bone_rest(c.right), turned(-30, 4, 5, 6), NEAR);
    bp_bone_set_position(c.right, bp_vec3_make(0, 0, 0));
    bp_skeleton_return_to_rest(c.skeleton);
    expect_vec3(bp_bone_position(c.right), 4, 5, 6, 0);
    bp_skeleton_destroy(c.skeleton);
}

/* A return that changes nothing costs nothing, and parts stay as they were set. */
static void test_return_to_where_it_is(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_return_to_rest(c.skeleton);
    assert_false(bp_skeleton_is_dirty(c.skeleton));
    bp_bone_set_position(c.left, bp_vec3_make(1, 1, 1));
    bp_bone_return_to_rest(c.left);
    expect_vec3(bp_bone_position(c.left), 0.5f, 1.5f, 0, 0);
    bp_skeleton_prepare(c.skeleton);
    bp_bone_return_to_rest(c.left);
    assert_false(bp_skeleton_is_dirty(c.skeleton));
    bp_skeleton_destroy(c.skeleton);
}

static void test_return_to_rest_skips_index_none(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    assert_true(bp_bone_set_index(c.left, 5, NULL)); /* an explicit index counts like any other */
    assert_true(bp_bone_set_index(c.right, BP_INDEX_NONE, NULL));
    bp_bone_set_position(c.left, bp_vec3_make(9, 9, 9));
    bp_bone_set_position(c.right, bp_vec3_make(9, 9, 9));
    bp_skeleton_return_to_rest(c.skeleton);
    expect_vec3(bp_bone_position(c.left), 0.5f, 1.5f, 0, 0);
    expect_vec3(bp_bone_position(c.right), 9, 9, 9, 0);
    bp_bone_return_to_rest(c.right); /* called on the bone itself, it returns */
    expect_vec3(bp_bone_position(c.right), -0.5f, 1.5f, 0, 0);
    bp_skeleton_destroy(c.skeleton);
}

static void test_values_that_are_not_finite(void **state) {
    (void)state;
    const float strange[] = {NAN, INFINITY, -INFINITY, 3e38f, 1e-45f};
    for (size_t i = 0; i < BP_COUNT(strange); i++) {
        character c = make_character(BP_RULES_PAGE);
        float x = strange[i], length;
        bp_bone_set_position(c.left, bp_vec3_make(x, x, x));
        bp_bone_set_rotation(c.left, bp_quat_make(x, x, x, x));
        bp_bone_set_scale(c.left, bp_vec3_make(x, x, x));
        bp_bone_set_euler(c.body, bp_vec3_make(x, x, x));
        bp_bone_set_length(c.right, x);
        bp_bone_unset_length(c.body);
        (void)bp_bone_length(c.body, &length);
        bp_skeleton_prepare(c.skeleton);
        bp_skeleton_compute_absolutes(c.skeleton, true);
        (void)bp_bone_euler_in(c.left, BP_SPACE_WORLD, NULL);
        (void)bp_bone_set_rotation_in(c.left, bp_quat_make(x, 0, 0, 1), BP_SPACE_WORLD, NULL, NULL);
        bp_bone_set_rest_from_pose(c.left);
        bp_bone_return_to_rest(c.left);
        /* The other arm's matrix is unchanged. */
        expect_mat4(bp_bone_local(c.right), turned(-30, -0.5f, 1.5f, 0), 0);
        bp_skeleton_destroy(c.skeleton);
    }
}

static void test_writes_of_rest_are_counted(void **state) {
    (void)state;
    bp_skeleton *skeleton;
    bp_bone *bone = one_bone(&skeleton, bp_mat4_identity());
    bp_skeleton_reset_stats(skeleton);
    bp_bone_set_rest(bone, moved(1, 2, 3));
    assert_int_equal(bp_skeleton_stats(skeleton).rest, 1);
    bp_bone_set_rest_from_pose(bone);
    assert_int_equal(bp_skeleton_stats(skeleton).rest, 2);
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_compose_the_matrix),
        cmocka_unit_test(test_matrix_is_decomposed),
        cmocka_unit_test(test_shear_stays_until_a_part_is_set),
        cmocka_unit_test(test_a_mirror_shows_in_y),
        cmocka_unit_test(test_a_scale_of_zero),
        cmocka_unit_test(test_conversions_are_counted),
        cmocka_unit_test(test_composing_is_counted),
        cmocka_unit_test(test_return_to_rest),
        cmocka_unit_test(test_rest_from_pose),
        cmocka_unit_test(test_return_to_where_it_is),
        cmocka_unit_test(test_return_to_rest_skips_index_none),
        cmocka_unit_test(test_values_that_are_not_finite),
        cmocka_unit_test(test_writes_of_rest_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
