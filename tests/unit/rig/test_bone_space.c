/* Moving, rotating, scaling and reading a bone, in the parent's space and in the world. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

/* Root turned by 90 degrees about z at (10,0,0); a child at (1,0,0) of it, so at (10,1,0); a mesh's node
 * that is twice the size and stands at (0,0,100). */
typedef struct scene {
    bp_skeleton *skeleton;
    bp_bone *root, *child;
    bp_node *mesh;
} scene;

static scene make_scene(void) {
    scene s = {.skeleton = skeleton_with(BP_RULES_PAGE)};
    s.root = add_bone(s.skeleton, "root", NULL, turned(90, 10, 0, 0));
    s.child = add_bone(s.skeleton, "child", s.root, moved(1, 0, 0));
    s.mesh = bp_node_create(NULL, "mesh", NULL, NULL);
    bp_node_set_position(s.mesh, bp_vec3_make(0, 0, 100));
    bp_node_set_scale(s.mesh, bp_vec3_make(2, 2, 2));
    return s;
}

static void free_scene(scene s) {
    bp_skeleton_destroy(s.skeleton);
    bp_node_destroy(s.mesh);
}

static void test_positions(void **state) {
    (void)state;
    scene s = make_scene();
    expect_vec3(bp_bone_position_in(s.child, BP_SPACE_LOCAL, NULL), 1, 0, 0, 0);
    expect_vec3(bp_bone_position_in(s.child, BP_SPACE_LOCAL, s.mesh), 1, 0, 0, 0);
    expect_vec3(bp_bone_position_in(s.child, BP_SPACE_WORLD, NULL), 10, 1, 0, NEAR);
    expect_vec3(bp_bone_position_in(s.child, BP_SPACE_WORLD, s.mesh), 20, 2, 100, NEAR);
    free_scene(s);
}

static void test_set_position(void **state) {
    (void)state;
    scene s = make_scene();
    assert_true(bp_bone_set_position_in(s.child, bp_vec3_make(4, 5, 6), BP_SPACE_LOCAL, s.mesh, NULL));
    expect_vec3(bp_bone_position(s.child), 4, 5, 6, 0);
    assert_true(bp_bone_set_position_in(s.child, bp_vec3_make(10, 7, 3), BP_SPACE_WORLD, NULL, NULL));
    expect_vec3(bp_bone_position(s.child), 7, 0, 3, NEAR);
    assert_true(bp_bone_set_position_in(s.child, bp_vec3_make(20, 8, 106), BP_SPACE_WORLD, s.mesh, NULL));
    expect_vec3(bp_bone_position(s.child), 4, 0, 3, 1e-5);
    /* A root takes the position unchanged, whatever the node. */
    assert_true(bp_bone_set_position_in(s.root, bp_vec3_make(1, 2, 3), BP_SPACE_WORLD, s.mesh, NULL));
    expect_vec3(bp_bone_position(s.root), 1, 2, 3, 0);
    free_scene(s);
}

static void test_translate(void **state) {
    (void)state;
    scene s = make_scene();
    assert_true(bp_bone_translate(s.child, bp_vec3_make(1, 2, 3), BP_SPACE_LOCAL, NULL, NULL));
    expect_vec3(bp_bone_position(s.child), 2, 2, 3, 0);
    /* World x is the parent's -y. */
    assert_true(bp_bone_translate(s.child, bp_vec3_make(1, 0, 0), BP_SPACE_WORLD, NULL, NULL));
    expect_vec3(bp_bone_position(s.child), 2, 1, 3, NEAR);
    assert_true(bp_bone_translate(s.child, bp_vec3_make(0, 4, 0), BP_SPACE_WORLD, s.mesh, NULL));
    expect_vec3(bp_bone_position(s.child), 4, 1, 3, NEAR);
    assert_true(bp_bone_translate(s.root, bp_vec3_make(1, 1, 1), BP_SPACE_WORLD, s.mesh, NULL));
    expect_vec3(bp_bone_position(s.root), 11, 1, 1, 0);
    free_scene(s);
}

/* Local: after the bone's own rotation, about the parent's axes. */
static void test_rotate(void **state) {
    (void)state;
    scene s = make_scene();
    const bp_vec3 x = {1, 0, 0}, z = {0, 0, 1};
    bp_bone_set_rotation(s.child, bp_quat_from_axis_angle(z, BP_PI / 2));
    assert_true(bp_bone_rotate(s.child, x, BP_PI / 2, BP_SPACE_LOCAL, NULL, NULL));
    /* Its x axis: turned to y by its own rotation, then about the parent's x to z. */
    expect_vec3(bp_mat4_direction(bp_bone_local(s.child), x), 0, 0, 1, NEAR);
    expect_vec3(bp_bone_position(s.child), 1, 0, 0, 0);
    /* World: the same direction, (0,0,1) in the world too, about world x to -y. */
    assert_true(bp_bone_rotate(s.child, x, BP_PI / 2, BP_SPACE_WORLD, NULL, NULL));
    expect_vec3(bp_bone_direction(s.child, x, NULL), 0, -1, 0, NEAR);
    expect_vec3(bp_bone_position_in(s.child, BP_SPACE_WORLD, NULL), 10, 1, 0, NEAR);
    /* In a mesh that is turned by 90 degrees about z, world x is the skeleton's -y. */
    bp_node_set_scale(s.mesh, bp_vec3_make(1, 1, 1));
    bp_node_set_euler(s.mesh, bp_vec3_make(0, 0, BP_PI / 2));
    expect_vec3(bp_bone_direction(s.child, x, s.mesh), 1, 0, 0, NEAR);
    assert_true(bp_bone_rotate(s.child, z, BP_PI / 2, BP_SPACE_WORLD, s.mesh, NULL));
    expect_vec3(bp_bone_direction(s.child, x, s.mesh), 0, 1, 0, NEAR);
    assert_true(bp_bone_rotate(s.root, x, BP_PI, BP_SPACE_WORLD, s.mesh, NULL));
    expect_vec3(bp_bone_direction(s.child, x, s.mesh), 0, -1, 0, NEAR);
    free_scene(s);
}

static void test_set_rotation_in_local_space(void **state) {
    (void)state;
    scene s = make_scene();
    const bp_vec3 z = {0, 0, 1};
    bp_mat4 quarter = turned(90, 1, 0, 0);
    for (int form = 0; form < 5; form++) {
        bp_bone_set_rotation(s.child, bp_quat_identity());
        switch (form) {
        case 0:
            assert_true(bp_bone_set_rotation_in(s.child, bp_quat_from_axis_angle(z, BP_PI / 2),
                                                BP_SPACE_LOCAL, s.mesh, NULL));
            break;
        case 1:
            assert_true(bp_bone_set_axis_angle(s.child, z, BP_PI / 2, BP_SPACE_LOCAL, s.mesh, NULL));
            break;
        case 2:
            assert_true(
                bp_bone_set_euler_in(s.child, bp_vec3_make(0, 0, BP_PI / 2), BP_SPACE_LOCAL, NULL, NULL));
            break;
        case 3:
            assert_true(
                bp_bone_set_euler_in(s.child, (bp_vec3){0, 0, BP_PI / 2}, BP_SPACE_LOCAL, NULL, NULL));
            break;
        default:
            assert_true(bp_bone_set_rotation_matrix(s.child, quarter, BP_SPACE_LOCAL, NULL, NULL));
            break;
        }
        expect_mat4(bp_bone_local(s.child), quarter, NEAR);
    }
    free_scene(s);
}

/* In world space, with the parent turned by 90 degrees and a mesh of twice the size. */
static void test_set_rotation_in_world_space(void **state) {
    (void)state;
    scene s = make_scene();
    const bp_vec3 y = {0, 1, 0};
    bp_quat q = bp_quat_from_axis_angle(y, 1);
    for (int form = 0; form < 5; form++) {
        const bp_node *mesh = form % 2 ? s.mesh : NULL;
        bp_bone_set_rotation(s.child, bp_quat_from_axis_angle(bp_vec3_make(1, 1, 0), 2));
        switch (form) {
        case 0: assert_true(bp_bone_set_rotation_in(s.child, q, BP_SPACE_WORLD, mesh, NULL)); break;
        case 1: assert_true(bp_bone_set_axis_angle(s.child, y, 1, BP_SPACE_WORLD, mesh, NULL)); break;
        case 2:
            assert_true(bp_bone_set_euler_in(s.child, bp_vec3_make(0, 1, 0), BP_SPACE_WORLD, mesh, NULL));
            break;
        case 3:
            assert_true(bp_bone_set_euler_in(s.child, (bp_vec3){0, 1, 0}, BP_SPACE_WORLD, mesh, NULL));
            break;
        default:
            assert_true(
                bp_bone_set_rotation_matrix(s.child, bp_mat4_rotation_y(1), BP_SPACE_WORLD, mesh, NULL));
            break;
        }
        /* sin(1/2) and cos(1/2) about y. */
        bp_quat got = bp_bone_rotation_in(s.child, BP_SPACE_WORLD, mesh);
        if (got.w < 0) got = bp_quat_negate(got);
        expect_floats(&got.x, ((float[4]){0, 0.47942554f, 0, 0.87758256f}), 4, 1e-5);
        expect_vec3(bp_bone_euler_in(s.child, BP_SPACE_WORLD, mesh), 0, 1, 0, 1e-5);
        expect_mat4(bp_bone_rotation_matrix(s.child, BP_SPACE_WORLD, mesh), bp_mat4_rotation_y(1), 1e-5);
        expect_vec3(bp_bone_position(s.child), 1, 0, 0, 0);
    }
    free_scene(s);
}

static void test_rotation_matrix(void **state) {
    (void)state;
    scene s = make_scene();
    bp_bone_set_scale(s.child, bp_vec3_make(2, 3, 4));
    bp_bone_set_euler(s.child, bp_vec3_make(0, 0, BP_PI / 2));
    expect_mat4(bp_bone_rotation_matrix(s.child, BP_SPACE_LOCAL, NULL), turned(90, 0, 0, 0), NEAR);
    expect_mat4(bp_bone_rotation_matrix(s.child, BP_SPACE_WORLD, NULL), turned(180, 0, 0, 0), NEAR);
    expect_mat4(bp_bone_rotation_matrix(s.child, BP_SPACE_WORLD, s.mesh), turned(180, 0, 0, 0), NEAR);
    bp_bone_set_scale(s.child, bp_vec3_make(2, 0, 4));
    expect_mat4(bp_bone_rotation_matrix(s.child, BP_SPACE_LOCAL, NULL), bp_mat4_identity(), 0);
    free_scene(s);
}

/* A bone whose absolute bind mirrors: the mirroring is undone before the rotation is read. */
static void test_a_mirroring_bind(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_bone *bone = add_bone(skeleton, "m", NULL, bp_mat4_scaling(bp_vec3_make(-1, 1, 1)));
    bp_quat q = bp_bone_rotation_in(bone, BP_SPACE_WORLD, NULL);
    expect_floats(&q.x, ((float[4]){0, 0, 0, 1}), 4, NEAR);
    expect_mat4(bp_bone_rotation_matrix(bone, BP_SPACE_WORLD, NULL), bp_mat4_identity(), NEAR);
    assert_true(bp_bone_set_axis_angle(bone, bp_vec3_make(0, 0, 1), BP_PI / 2, BP_SPACE_WORLD, NULL, NULL));
    expect_mat4(bp_bone_rotation_matrix(bone, BP_SPACE_WORLD, NULL), turned(90, 0, 0, 0), NEAR);
    bp_skeleton_destroy(skeleton);
}

static void test_points_and_directions(void **state) {
    (void)state;
    scene s = make_scene();
    const bp_vec3 x = {1, 0, 0};
    expect_vec3(bp_bone_direction(s.child, bp_vec3_make(5, 0, 0), NULL), 0, 1, 0, NEAR);
    expect_vec3(bp_bone_direction(s.child, x, s.mesh), 0, 1, 0, NEAR);
    expect_vec3(bp_bone_to_world(s.child, x, NULL), 10, 2, 0, NEAR);
    expect_vec3(bp_bone_to_world(s.child, x, s.mesh), 20, 4, 100, NEAR);
    bp_vec3 back;
    assert_true(bp_bone_from_world(s.child, bp_vec3_make(10, 2, 0), NULL, &back, NULL));
    expect_vec3(back, 1, 0, 0, NEAR);
    assert_true(bp_bone_from_world(s.child, bp_vec3_make(20, 4, 100), s.mesh, &back, NULL));
    expect_vec3(back, 1, 0, 0, NEAR);
    expect_vec3(bp_bone_direction(s.child, bp_vec3_make(0, 0, 0), NULL), 0, 0, 0, 0);
    free_scene(s);
}

/* A singular matrix above the bone refuses every setter. */
static void test_singular_matrix_above_the_bone(void **state) {
    (void)state;
    scene s = make_scene();
    bp_bone_set_scale(s.root, bp_vec3_make(1, 0, 1));
    bp_mat4 before = bp_bone_local(s.child);
    const bp_vec3 v = {1, 2, 3};
    bp_vec3 out;
    for (int form = 0; form < 6; form++) {
        bp_error error = {0};
        bool ok = true;
        switch (form) {
        case 0: ok = bp_bone_set_position_in(s.child, v, BP_SPACE_WORLD, NULL, &error); break;
        case 1: ok = bp_bone_translate(s.child, v, BP_SPACE_WORLD, s.mesh, &error); break;
        case 2: ok = bp_bone_rotate(s.child, v, 1, BP_SPACE_WORLD, NULL, &error); break;
        case 3: ok = bp_bone_set_axis_angle(s.child, v, 1, BP_SPACE_WORLD, s.mesh, &error); break;
        case 4:
            ok = bp_bone_set_rotation_matrix(s.child, turned(9, 0, 0, 0), BP_SPACE_WORLD, NULL, &error);
            break;
        default: ok = bp_bone_from_world(s.child, v, NULL, &out, &error); break;
        }
        assert_false(ok);
        expect_error(&error, BP_ERROR_ARGUMENT, "child");
        expect_error(&error, BP_ERROR_ARGUMENT, "no inverse");
        expect_mat4(bp_bone_local(s.child), before, 0);
    }
    expect_vec3(out, 1, 2, 3, 0);
    /* Local space needs no inverse. */
    assert_true(bp_bone_rotate(s.child, v, 1, BP_SPACE_LOCAL, NULL, NULL));
    free_scene(s);
}

/* ---- scale
 * ---------------------------------------------------------------------------------------------- */

static void test_scale_without_children(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_bone *root = number(skeleton, 0), *child = number(skeleton, 1), *leaf = number(skeleton, 2);
    assert_true(bp_bone_scale_by(root, bp_vec3_make(2, 3, 4), false, NULL));
    expect_vec3(bp_bone_scale(root), 2, 3, 4, NEAR);
    expect_vec3(bp_bone_position(root), 1, 0, 0, 0);
    /* The child keeps its size in the world; its position is scaled with the bone. */
    expect_vec3(bp_bone_scale(child), 0.5f, 1.0f / 3, 0.25f, NEAR);
    expect_vec3(bp_bone_position(child), 1, 0, 0, 0);
    expect_mat4(bp_bone_local(leaf), moved(1, 0, 0), 0);
    bp_skeleton_compute_absolutes(skeleton, false);
    expect_mat4(bp_bone_absolute(child), moved(3, 0, 0), NEAR);
    bp_skeleton_destroy(skeleton);
}

static void test_scale_with_children(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_bone *leaf = number(skeleton, 2);
    assert_true(bp_bone_scale_by(number(skeleton, 0), bp_vec3_make(2, 2, 2), true, NULL));
    bp_skeleton_compute_absolutes(skeleton, false);
    for (size_t i = 0; i < 3; i++) {
        bp_mat4 m = bp_bone_absolute(number(skeleton, i));
        expect_floats(((float[3]){m.m[0], m.m[5], m.m[10]}), ((float[3]){2, 2, 2}), 3, NEAR);
    }
    expect_float(bp_bone_absolute(leaf).m[12], 5, NEAR); /* 1 + 2 + 2 */
    bp_skeleton_destroy(skeleton);
}

static void test_scale_by_zero(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 2);
    for (int i = 0; i < 3; i++) {
        bp_vec3 v = {i == 0 ? 0.0f : 1.0f, i == 1 ? 0.0f : 1.0f, i == 2 ? 0.0f : 1.0f};
        bp_error error = {0};
        assert_false(bp_bone_scale_by(number(skeleton, 0), v, false, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "link: scaling by 0");
    }
    expect_mat4(bp_bone_local(number(skeleton, 0)), moved(1, 0, 0), 0);
    assert_true(
        bp_bone_scale_by(number(skeleton, 1), bp_vec3_make(0, 1, 1), true, NULL)); /* a leaf accepts a 0 */
    expect_float(bp_bone_local(number(skeleton, 1)).m[0], 0, 0);
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_set_position),
        cmocka_unit_test(test_translate),
        cmocka_unit_test(test_rotate),
        cmocka_unit_test(test_set_rotation_in_local_space),
        cmocka_unit_test(test_set_rotation_in_world_space),
        cmocka_unit_test(test_rotation_matrix),
        cmocka_unit_test(test_a_mirroring_bind),
        cmocka_unit_test(test_points_and_directions),
        cmocka_unit_test(test_singular_matrix_above_the_bone),
        cmocka_unit_test(test_scale_without_children),
        cmocka_unit_test(test_scale_with_children),
        cmocka_unit_test(test_scale_by_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
