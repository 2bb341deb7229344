/* The page's claims about bones, with the page's numbers. Claims that other test programs of the
 * module show are not repeated: 3-5 and 6-10 test_bone, 13 and 29-33 test_bone_absolute, 14, 17, 21, 22
 * test_prepare, 18, 19, 24, 35-37 and 61 test_bone_bind, 25-27, 38 and 39 test_bone_local, 28 and 41
 * test_rules, 40 test_order. Positions are in the XY plane unless said; turns are about Z. */
#include "rig/engine.h"
#include "rig_support.h"

static const bp_vec3 shoulder = {0.5f, 1.5f, 0};

/* A corner of the page's left arm: a box 0.5 x 2.5 x 0.5 at (1, 0.5, 0), turned by 30 degrees. */
static bp_vec3 arm_corner(int corner) {
    bp_vec3 v = {corner & 1 ? 0.25f : -0.25f, corner & 2 ? 1.25f : -1.25f, corner & 4 ? 0.25f : -0.25f};
    return bp_mat4_point(turned(30, 1, 0.5f, 0), v);
}

/* The character with the given binds of both arms, as the page makes them. */
static character with_binds(bp_mat4 left, bp_mat4 right) {
    character c = {.skeleton = skeleton_with(BP_RULES_PAGE)};
    c.body = add_bone(c.skeleton, "boneBody", NULL, bp_mat4_identity());
    c.left = add_bone(c.skeleton, "boneArmLeft", c.body, left);
    c.right = add_bone(c.skeleton, "boneArmRight", c.body, right);
    return c;
}

static void expect_arm_at(const character *c, bp_mat4 expected, double tolerance) {
    for (int i = 0; i < 8; i++) {
        bp_vec3 got = bp_mat4_point(bp_bone_final(c->left), arm_corner(i));
        bp_vec3 want = bp_mat4_point(expected, arm_corner(i));
        expect_vec3(got, want.x, want.y, want.z, tolerance);
    }
}

static float degrees_of(const bp_bone *bone) { return bp_degrees(bp_bone_euler(bone).z); }

/* 1, 2: a bone has parts of its own and is listed under its skeleton; parents -1, 0, 0. */
static void test_a_bone_has_its_own_parts(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    expect_vec3(bp_bone_position(c.left), 0.5f, 1.5f, 0, 0);
    expect_float(degrees_of(c.left), 30, 1e-5);
    expect_vec3(bp_bone_scale(c.left), 1, 1, 1, NEAR);
    assert_null(bp_bone_parent(c.body));
    assert_ptr_equal(bp_bone_parent(c.left), c.body);
    assert_ptr_equal(bp_bone_parent(c.right), c.body);
    bp_skeleton_destroy(c.skeleton);
}

/* 3: with another length, all the matrices have the same bits. */
static void test_no_matrix_knows_the_length(void **state) {
    (void)state;
    bp_mat4 seen[2][8];
    for (int k = 0; k < 2; k++) {
        character c = make_character(BP_RULES_PAGE);
        if (k) bp_bone_set_length(c.left, 100);
        bp_bone_set_euler(c.left, bp_vec3_make(0, 0, 1));
        bp_skeleton_prepare(c.skeleton);
        bp_skeleton_compute_absolutes(c.skeleton, true);
        bp_mat4 all[8] = {bp_bone_local(c.left),         bp_bone_absolute(c.left),
                          bp_bone_final(c.left),         bp_bone_bind(c.left),
                          bp_bone_absolute_bind(c.left), bp_bone_absolute_inverse_bind(c.left),
                          bp_bone_rest(c.left),          bp_bone_chain(c.left)};
        memcpy(seen[k], all, sizeof all);
        bp_skeleton_destroy(c.skeleton);
    }
    expect_bytes(seen[1], seen[0], sizeof seen[0]);
}

/* 15, 23, 63: final skins vertices and is relative to the skeleton's root; the mesh comes after. */
static void test_the_mesh_comes_after(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_node *mesh = bp_node_create(NULL, "mesh", NULL, NULL);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_compute_absolutes(c.skeleton, true);
    bp_mat4 before[2] = {bp_bone_final(c.left), bp_bone_absolute(c.left)};
    bp_vec3 there = bp_mat4_point(bp_mat4_mul(before[0], bp_node_world(mesh)), arm_corner(0));
    bp_node_set_position(mesh, bp_vec3_make(5, 0, 0));
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_compute_absolutes(c.skeleton, true);
    bp_mat4 after[2] = {bp_bone_final(c.left), bp_bone_absolute(c.left)};
    expect_bytes(after, before, sizeof before);
    bp_vec3 now = bp_mat4_point(bp_mat4_mul(after[0], bp_node_world(mesh)), arm_corner(0));
    expect_vec3(bp_vec3_sub(now, there), 5, 0, 0, NEAR);
    bp_skeleton_destroy(c.skeleton);
    bp_node_destroy(mesh);
}

/* 16, 60, 62: local and bind start as the transform the bone was made with, rest too. */
static void test_initial_matrices(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_mat4 made = turned(30, 0.5f, 1.5f, 0);
    expect_mat4(bp_bone_local(c.left), made, 0);
    expect_mat4(bp_bone_bind(c.left), made, 0);
    bp_bone_return_to_rest(c.left);
    expect_mat4(bp_bone_local(c.left), made, 0);
    bp_skeleton_destroy(c.skeleton);
}

/* 44, 45, 55: the left arm's bone starts at the shoulder and runs along the arm, 0.0670 off its axis. */
static void test_the_line_runs_along_the_arm(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_vec3 tip, start = bp_bone_position_in(c.left, BP_SPACE_WORLD, NULL);
    assert_true(bp_bone_tip(c.left, NULL, &tip));
    bp_vec3 along = bp_vec3_normalize(bp_vec3_sub(tip, start));
    bp_vec3 axis = bp_mat4_direction(bp_mat4_rotation_z(bp_radians(30)), bp_vec3_make(0, -1, 0));
    expect_vec3(along, axis.x, axis.y, axis.z, NEAR);
    bp_vec3 off = bp_vec3_cross(bp_vec3_sub(start, bp_vec3_make(1, 0.5f, 0)), axis);
    expect_float(bp_vec3_length(off), 0.066987298f, NEAR); /* 1 - sqrt(3)/2, over 2 */
    bp_skeleton_destroy(c.skeleton);
}

/* 46, 47: with other binds the starting pose looks the same. */
static void test_any_starting_bind_looks_the_same(void **state) {
    (void)state;
    const bp_mat4 left[] = {turned(30, 0.5f, 1.5f, 0), moved(0.5f, 1.5f, 0), bp_mat4_identity()};
    const bp_mat4 right[] = {turned(-30, -0.5f, 1.5f, 0), moved(-0.5f, 1.5f, 0), bp_mat4_identity()};
    for (int i = 0; i < 3; i++) {
        character c = with_binds(left[i], right[i]);
        bp_skeleton_prepare(c.skeleton);
        expect_arm_at(&c, bp_mat4_identity(), 1e-6);
        bp_skeleton_destroy(c.skeleton);
    }
}

/* 48: removing the bind subtracts the position only where rotations are equal. */
static void test_removing_the_bind_does_not_subtract_positions(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_position(c.left, bp_vec3_make(0.75f, 1.25f, 0));
    bp_skeleton_prepare(c.skeleton);
    expect_vec3(bp_mat4_position(bp_bone_final(c.left)), 0.25f, -0.25f, 0, NEAR); /* the difference */
    bp_bone_set_position(c.left, shoulder);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_skeleton_prepare(c.skeleton);
    expect_vec3(bp_mat4_position(bp_bone_final(c.left)), 1.2071068f, 0.085786438f, 0, NEAR); /* not 0 */
    bp_skeleton_destroy(c.skeleton);
}

/* The Euler angles in degrees of final, for one bone of this bind and this local rotation. */
static bp_vec3 final_angles(bp_vec3 bind, bp_vec3 local) {
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_quat q = bp_quat_from_euler(bp_vec3_scale(bind, BP_PI / 180));
    bp_bone *bone = add_bone(skeleton, "b", NULL, bp_mat4_from_quat(q));
    bp_bone_set_euler(bone, bp_vec3_scale(local, BP_PI / 180));
    bp_skeleton_prepare(skeleton);
    bp_vec3 angles = bp_quat_to_euler(bp_quat_from_mat4(bp_bone_final(bone)));
    bp_skeleton_destroy(skeleton);
    return bp_vec3_scale(angles, 180 / BP_PI);
}

/* 49: ... nor the angles, but about one axis or where the bind's turn comes first. */
static void test_removing_the_bind_does_not_subtract_angles(void **state) {
    (void)state;
    expect_vec3(final_angles((bp_vec3){0, 0, 30}, (bp_vec3){0, 0, 75}), 0, 0, 45, 1e-5);
    expect_vec3(final_angles((bp_vec3){0, 0, 30}, (bp_vec3){40, 0, 0}), 40, 0, -30, 1e-5);
    /* Subtraction says (-30, 0, 40). */
    expect_vec3(final_angles((bp_vec3){30, 0, 0}, (bp_vec3){0, 0, 40}), -22.521f, -20.361f, 44.095f, 1e-4);
}

/* 50: ... nor are scales divided, but along the bind's axes. */
static void test_removing_the_bind_does_not_divide_scales(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_mat4 turn = bp_mat4_rotation_z(bp_radians(30));
    bp_mat4 bind = bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(2, 1, 1)), turn);
    bp_mat4 local = bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(4, 1, 1)), turn);
    bp_bone *bone = add_bone(skeleton, "b", NULL, bind);
    bp_bone_set_local(bone, local);
    bp_skeleton_prepare(skeleton);
    bp_mat4 final = bp_bone_final(bone);
    expect_floats(((float[4]){final.m[0], final.m[1], final.m[4], final.m[5]}),
                  ((float[4]){1.75f, 0.4330127f, 0.4330127f, 1.25f}), 4, NEAR);
    bp_skeleton_destroy(skeleton);
}

/* 51, 57: on local matrices the removal fails for children; absolutes are needed. */
static void test_absolutes_are_needed(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_euler(c.body, bp_vec3_make(0, 0, bp_radians(90)));
    bp_skeleton_prepare(c.skeleton);
    bp_mat4 inverse;
    assert_true(bp_mat4_inverse_affine(bp_bone_bind(c.left), &inverse));
    expect_mat4(bp_mat4_mul(inverse, bp_bone_local(c.left)), bp_mat4_identity(), NEAR);
    expect_mat4(bp_bone_final(c.left), turned(90, 0, 0, 0), NEAR);
    bp_skeleton_destroy(c.skeleton);
}

/* 52 to 54 and 59: the same pose three ways, and one that is wrong. */
static void test_the_same_pose_three_ways(void **state) {
    (void)state;
    const bp_mat4 expected = turned(45, 1.2071068f, 0.085786438f, 0);
    character c = with_binds(moved(0.5f, 1.5f, 0), moved(-0.5f, 1.5f, 0));
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(45)));
    bp_skeleton_prepare(c.skeleton);
    expect_arm_at(&c, expected, 1e-6);
    bp_skeleton_destroy(c.skeleton);

    c = make_character(BP_RULES_PAGE);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_skeleton_prepare(c.skeleton);
    expect_arm_at(&c, expected, 1e-6);
    bp_skeleton_destroy(c.skeleton);

    c = with_binds(bp_mat4_identity(), bp_mat4_identity());
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(45)));
    bp_skeleton_prepare(c.skeleton);
    /* Alone it is off by the length of S - S * R45. */
    bp_vec3 off = bp_vec3_sub(bp_mat4_point(bp_bone_final(c.left), arm_corner(0)),
                              bp_mat4_point(expected, arm_corner(0)));
    expect_float(bp_vec3_length(off), 1.2101512f, 1e-5);
    bp_bone_set_position(c.left, bp_vec3_make(1.2071068f, 0.085786438f, 0));
    bp_skeleton_prepare(c.skeleton);
    expect_arm_at(&c, expected, 1e-6);
    bp_bone_set_position(c.left, bp_vec3_make(1.2f, 0.08f, 0));
    bp_skeleton_prepare(c.skeleton);
    off = bp_vec3_sub(bp_mat4_point(bp_bone_final(c.left), arm_corner(0)),
                      bp_mat4_point(expected, arm_corner(0)));
    expect_float(bp_vec3_length(off), 0.0091646f, 1e-6);
    bp_skeleton_destroy(c.skeleton);
}

/* 56: clips hold local matrices, bind included. */
static void test_clips_hold_locals(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(30)));
    bp_bone_set_euler(c.right, bp_vec3_make(0, 0, bp_radians(-30)));
    bp_skeleton_prepare(c.skeleton);
    expect_arm_at(&c, bp_mat4_identity(), 1e-6);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, 0));
    bp_skeleton_prepare(c.skeleton);
    bp_mat4 final = bp_bone_final(c.left);
    expect_float(bp_degrees(bp_quat_to_euler(bp_quat_from_mat4(final)).z), -30, 1e-5);
    bp_skeleton_destroy(c.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bone_has_its_own_parts),
        cmocka_unit_test(test_no_matrix_knows_the_length),
        cmocka_unit_test(test_the_mesh_comes_after),
        cmocka_unit_test(test_initial_matrices),
        cmocka_unit_test(test_the_line_runs_along_the_arm),
        cmocka_unit_test(test_any_starting_bind_looks_the_same),
        cmocka_unit_test(test_removing_the_bind_does_not_subtract_positions),
        cmocka_unit_test(test_removing_the_bind_does_not_subtract_angles),
        cmocka_unit_test(test_removing_the_bind_does_not_divide_scales),
        cmocka_unit_test(test_absolutes_are_needed),
        cmocka_unit_test(test_the_same_pose_three_ways),
        cmocka_unit_test(test_clips_hold_locals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
