/* look_at: a bone that points its +Z at a target.
 *
 * With z towards the target and u up: x = u x z, y = z x x, each normalized, are the rows of the bone's
 * rotation in the world. For a root without a mesh, they are the rows of its local matrix.
 */
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "unit/rig/look_at_support.h"

/* z = (3, 0, 4) / 5; x = (0, 1, 0) x z = (0.8, 0, -0.6); y = z x x = (0, 1, 0). */
static void test_target_ahead(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_look_at *look = control(&s, NULL);
    look_at(look, 3, 0, 4);
    expect_rows(bp_bone_local(s.bone), (float[]){0.8f, 0, -0.6f, 0, 1, 0, 0.6f, 0, 0.8f}, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

/* z = (0, 1, 1) / sqrt 2; x = (0, 1, 0) x z = (1, 0, 0) after normalizing; y = z x x = (0, 1, -1) / sqrt
 * 2. */
static void test_target_above(void **state) {
    (void)state;
    const float r = 0.70710678f;
    scene s = make_scene(false);
    bp_look_at *look = control(&s, NULL);
    look_at(look, 0, 7, 7);
    expect_rows(bp_bone_local(s.bone), (float[]){1, 0, 0, 0, r, -r, 0, r, r}, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

/* Rows are the bone's own x, y, z in the world: the forward axis goes towards the target, the bone's own up
 * towards +Y, and the third is a cross product. The last one has a limit of 30 degrees to the side. */
static void test_other_axes_point_ahead(void **state) {
    (void)state;
    const float c = 0.8660254f;
    static const bp_look_at_options options[] = {
        {.forward_axis = {0, 2, 0}}, /* up is +Z then */
        {.forward_axis = {0, 0, -1}},
        {.forward_axis = {1, 0, 0}, .yaw_axis = {1, 0, 1}}, /* up is its perpendicular part, +Z */
        {.forward_axis = {1, 0, 0}, .limit_yaw = true, .min_yaw = -30 * DEGREE, .max_yaw = 30 * DEGREE},
    };
    const bp_vec3 targets[] = {{3, 0, 0}, {3, 0, 0}, {0, 0, 4}, {0, 0, -5}};
    const float rows[][9] = {{0, 0, 1, 1, 0, 0, 0, 1, 0},
                             {0, 0, 1, 0, 1, 0, -1, 0, 0},
                             {0, 0, 1, 1, 0, 0, 0, 1, 0},
                             {c, 0, -0.5f, 0, 1, 0, 0.5f, 0, c}};
    scene s = make_scene(false);
    for (size_t i = 0; i < BP_COUNT(options); i++) {
        bp_look_at *look = control(&s, &options[i]);
        look_at(look, targets[i].x, targets[i].y, targets[i].z);
        expect_rows(bp_bone_local(s.bone), rows[i], 1e-6);
        bp_look_at_destroy(look);
    }
    strike(&s);
}

/* With the target straight ahead only the adjustment remains: a quarter turn takes, about y, x to -z
 * and z to x; about x, y to z and z to -y; about z, x to y and y to -x. */
static void test_adjustments(void **state) {
    (void)state;
    const bp_look_at_options turns[] = {
        {.adjust_yaw = 90 * DEGREE}, {.adjust_pitch = 90 * DEGREE}, {.adjust_roll = 90 * DEGREE}};
    const float rows[3][9] = {
        {0, 0, -1, 0, 1, 0, 1, 0, 0}, {1, 0, 0, 0, 0, 1, 0, -1, 0}, {0, 1, 0, -1, 0, 0, 0, 0, 1}};
    scene s = make_scene(false);
    for (int i = 0; i < 3; i++) {
        bp_look_at *look = control(&s, &turns[i]);
        look_at(look, 0, 0, 5);
        expect_rows(bp_bone_local(s.bone), rows[i], 1e-6);
        bp_look_at_destroy(look);
    }
    strike(&s);
}

/* Up is +Z, the target in +X: z = (1, 0, 0), x = (0, 0, 1) x z = (0, 1, 0), y = z x x = (0, 0, 1). Up's
 * length doesn't matter. */
static void test_up_in_world(void **state) {
    (void)state;
    scene s = make_scene(true);
    bp_node_set_euler(s.mesh, (bp_vec3){1, 2, 3});
    bp_bone_set_euler(s.parent, (bp_vec3){3, 2, 1});
    bp_look_at_options o = {.mesh = s.mesh, .up_axis = {0, 0, 3}, .up_space = BP_LOOK_AT_UP_WORLD};
    bp_look_at *look = control(&s, &o);
    look_at(look, 5, 0, 0);
    expect_rows(bp_bone_rotation_matrix(s.bone, BP_SPACE_WORLD, s.mesh), (float[]){0, 1, 0, 0, 0, 1, 1, 0, 0},
                1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

/* Parent (or, for a root, the mesh) turned a quarter about z, so that its +Y is -X of the world. The target
 * in +Z: x = (-1, 0, 0) x (0, 0, 1) = (0, 1, 0), y = z x x = (-1, 0, 0). */
static void test_up_of_parent_and_mesh(void **state) {
    (void)state;
    const float rows[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
    for (int with_parent = 0; with_parent < 2; with_parent++) {
        scene s = make_scene(with_parent);
        if (with_parent)
            bp_bone_set_euler(s.parent, (bp_vec3){0, 0, 90 * DEGREE});
        else
            bp_node_set_euler(s.mesh, (bp_vec3){0, 0, 90 * DEGREE});
        bp_look_at *look =
            control(&s, &(bp_look_at_options){.mesh = s.mesh, .up_space = BP_LOOK_AT_UP_PARENT});
        look_at(look, 0, 0, 5);
        expect_rows(bp_bone_rotation_matrix(s.bone, BP_SPACE_WORLD, s.mesh), rows, 1e-6);
        bp_look_at_destroy(look);
        strike(&s);
    }
}

/* Yaw about the bone's z, pitch about its x: roll axis = x x z = -y. So the bone's -Y points at the target
 * (its y row is -(0, 0, 1)), and its z row is up. */
static void test_other_axes(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_look_at *look = control(&s, &(bp_look_at_options){.yaw_axis = {0, 0, 2}, .pitch_axis = {3, 0, 0}});
    look_at(look, 0, 0, 5);
    expect_rows(bp_bone_local(s.bone), (float[]){1, 0, 0, 0, 0, -1, 0, 1, 0}, 1e-6);
    /* pitch axis -x instead: roll axis = -x x z = y, so +Y looks, and x is the other way round */
    assert_true(bp_look_at_set_options(
        look, &(bp_look_at_options){.yaw_axis = {0, 0, 1}, .pitch_axis = {-1, 0, 0}}, NULL));
    look_at(look, 0, 0, 5);
    expect_rows(bp_bone_local(s.bone), (float[]){-1, 0, 0, 0, 0, 1, 0, 1, 0}, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

/* Up for BP_LOOK_AT_UP_PARENT is in terms of the axes: its y is the yaw axis, here the parent's +Z. To +X:
 * R has the rows of test_up_in_world, (0, 1, 0), (0, 0, 1), (1, 0, 0), and the bone's -Y looks: its rows
 * are x, -z, y. */
static void test_up_in_other_axes(void **state) {
    (void)state;
    scene s = make_scene(true);
    bp_look_at_options o = {.up_space = BP_LOOK_AT_UP_PARENT, .yaw_axis = {0, 0, 1}, .pitch_axis = {1, 0, 0}};
    bp_look_at *look = control(&s, &o);
    look_at(look, 5, 0, 0);
    expect_rows(bp_bone_local(s.bone), (float[]){0, 1, 0, -1, 0, 0, 0, 0, 1}, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

static void test_scale_and_position_stay(void **state) {
    (void)state;
    scene s = make_scene(true);
    bp_bone_set_local(
        s.parent, bp_mat4_from_trs((bp_trs){{1, 2, 3}, bp_quat_from_euler((bp_vec3){1, 2, 3}), {2, 2, 2}}));
    bp_bone_set_local(s.bone, bp_mat4_from_trs((bp_trs){{4, 5, 6}, bp_quat_identity(), {0.5f, 3, 7}}));
    bp_look_at *look = control(&s, NULL);
    look_at(look, 100, -50, 30);
    bp_trs now = bp_bone_trs(s.bone);
    float got[6] = {now.position.x, now.position.y, now.position.z, now.scale.x, now.scale.y, now.scale.z};
    expect_floats(got, ((float[]){4, 5, 6, 0.5f, 3, 7}), 6, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

static void test_linked_node(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_node *node = bp_node_create(NULL, "head", NULL, NULL);
    bp_node_set_euler(node, (bp_vec3){1, 1, 1});
    bp_bone_link(s.bone, node);
    bp_look_at *look = control(&s, NULL);
    look_at(look, 3, 0, 4);
    bp_skeleton_prepare(s.skeleton);
    expect_rows(bp_bone_local(s.bone), (float[]){0.8f, 0, -0.6f, 0, 1, 0, 0.6f, 0, 0.8f}, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
    bp_node_destroy(node);
}

/* Target straight up: the bone's own x, made level with the target's line, stays: (0.8, 0, -0.6). Then z =
 * (0, 1, 0) and y = z x x = (-0.6, 0, -0.8). The engine changes nothing. */
static void test_target_in_line_with_up(void **state) {
    (void)state;
    const float kept[9] = {0.8f, 0, -0.6f, 0, 1, 0, 0.6f, 0, 0.8f};
    scene s = make_scene(false);
    bp_look_at *look = control(&s, NULL);
    look_at(look, 3, 0, 4);
    look_at(look, 0, 5, 0);
    expect_rows(bp_bone_local(s.bone), (float[]){0.8f, 0, -0.6f, -0.6f, 0, -0.8f, 0, 1, 0}, 1e-6);
    bp_look_at_destroy(look);
    look = control(&s, &(bp_look_at_options){.as_engine = true});
    look_at(look, 3, 0, 4);
    look_at(look, 0, 5, 0);
    expect_rows(bp_bone_local(s.bone), kept, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

/* The same with adjustments and other axes: what is kept doesn't turn on from update to update. */
static void test_in_line_is_steady(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_look_at_options o = {.adjust_yaw = 1, .adjust_pitch = 0.5f, .adjust_roll = -2, .yaw_axis = {0, 0, 1}};
    bp_look_at *look = control(&s, &o);
    look_at(look, 1e-4f, 5, 2e-4f); /* nearly in line, but the plane is known */
    bp_mat4 before = bp_bone_local(s.bone);
    for (int i = 0; i < 5; i++) {
        look_at(look, 0, 5, 0);
        bp_mat4 now = bp_bone_local(s.bone);
        expect_floats(now.m, before.m, 16, 1e-4);
    }
    bp_look_at_destroy(look);
    strike(&s);
}

static void test_target_in_bone(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_bone_set_euler(s.bone, (bp_vec3){1, 2, 3});
    bp_mat4 before = bp_bone_local(s.bone);
    bp_look_at *look = control(&s, NULL);
    look_at(look, 0, 0, 0);
    bp_mat4 after = bp_bone_local(s.bone);
    expect_floats(after.m, before.m, 16, 0);
    bp_look_at_destroy(look);
    strike(&s);
}

/* The first update waits; then a quarter of 80 degrees, and a quarter of the rest: 20, 35, ... */
static void test_slerp(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_look_at *look = control(&s, &(bp_look_at_options){.slerp = 0.25f});
    look_to(look, 80, 0);
    expect_direction(&s, NULL, 0, 0);
    look_to(look, 80, 0);
    expect_direction(&s, NULL, 20, 0);
    look_to(look, 80, 0);
    expect_direction(&s, NULL, 35, 0);
    for (int i = 0; i < 80; i++) look_to(look, 80, 0);
    expect_direction(&s, NULL, 80, 0);
    /* all at once, and slerping again from where the bone is */
    assert_true(bp_look_at_set_options(look, NULL, NULL));
    look_to(look, -40, 0);
    expect_direction(&s, NULL, -40, 0);
    bp_bone_set_rotation(s.bone, bp_quat_identity());
    assert_true(bp_look_at_set_options(look, &(bp_look_at_options){.slerp = 0.25f}, NULL));
    look_to(look, 80, 0);
    look_to(look, 80, 0);
    expect_direction(&s, NULL, 20 + 15, 0); /* has waited once and for all */
    bp_look_at_destroy(look);
    look = control(&s, &(bp_look_at_options){.slerp = 1}); /* all at once as well: nothing to wait for */
    look_to(look, -70, 0);
    expect_direction(&s, NULL, -70, 0);
    bp_look_at_destroy(look);
    strike(&s);
}

static void refuse_update(const scene *s, bp_look_at *look, const char *part) {
    bp_error error = {0};
    bp_mat4 before = bp_bone_local(s->bone);
    assert_false(bp_look_at_update(look, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, part);
    bp_mat4 after = bp_bone_local(s->bone);
    expect_floats(after.m, before.m, 16, 0);
}

static void test_bad_updates(void **state) {
    (void)state;
    scene s = make_scene(true);
    bp_look_at *look = control(&s, &(bp_look_at_options){.mesh = s.mesh});
    bp_look_at_set_target(look, (bp_vec3){0, NAN, 0});
    refuse_update(&s, look, "target");
    bp_look_at_set_target(look, (bp_vec3){1, 2, -INFINITY});
    refuse_update(&s, look, "target");
    bp_look_at_set_target(look, (bp_vec3){1, 2, 3});
    bp_bone_set_scale(s.parent, (bp_vec3){1, 1, 0});
    refuse_update(&s, look, "head: the matrix above the bone can't be inverted");
    bp_bone_set_position(s.parent, (bp_vec3){INFINITY, 0, 0});
    refuse_update(&s, look, "head: the bone's position in the world");
    bp_bone_set_local(s.parent, bp_mat4_from_trs(bp_trs_identity()));
    bp_node_set_scale(s.mesh, (bp_vec3){1, NAN, 1});
    refuse_update(&s, look, "head: the bone's position in the world or the up direction");
    bp_node_set_scale(s.mesh, (bp_vec3){1, 0, 1});
    refuse_update(&s, look, "head");
    bp_look_at_destroy(look);
    strike(&s);
}

/* For any transform of mesh and parent, the bone's +Z points at the target, or at the nearest direction within
 * the limits. The test measures yaw and pitch in the parent's axes; up is the parent's y. */
static void test_points_anywhere(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 400; i++) {
        scene s = make_scene(true);
        float size = test_random_float(&seed, 0.5f, 2), mesh_size = test_random_float(&seed, 0.5f, 2);
        float uneven = i % 4 ? 1 : 3; /* without limits */
        bp_bone_set_local(
            s.parent,
            bp_mat4_from_trs((bp_trs){anywhere(&seed, 3), any_rotation(&seed), {size, uneven * size, size}}));
        bp_bone_set_local(s.bone,
                          bp_mat4_from_trs((bp_trs){anywhere(&seed, 3), any_rotation(&seed), {1, 2, 3}}));
        bp_node_set_position(s.mesh, anywhere(&seed, 3));
        bp_node_set_rotation(s.mesh, any_rotation(&seed));
        bp_node_set_scale(s.mesh, (bp_vec3){mesh_size, mesh_size, uneven * mesh_size});
        bp_look_at_options o = {
            .mesh = s.mesh, .up_space = BP_LOOK_AT_UP_PARENT, .limit_yaw = i % 2, .limit_pitch = i % 4 > 1};
        if (o.limit_yaw) {
            o.min_yaw = test_random_float(&seed, -3, 0);
            o.max_yaw = test_random_float(&seed, 0, 3);
        }
        if (o.limit_pitch) {
            o.min_pitch = test_random_float(&seed, -1.5f, 0);
            o.max_pitch = test_random_float(&seed, 0, 1.5f);
        }
        bp_look_at *look = control(&s, &o);
        bp_vec3 target = anywhere(&seed, 9);
        look_at(look, target.x, target.y, target.z);

        bp_vec3 at = bp_bone_position_in(s.bone, BP_SPACE_WORLD, s.mesh);
        bp_vec3 to = bp_vec3_normalize(bp_vec3_sub(target, at));
        bp_vec3 gaze_is = bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, s.mesh);
        bp_vec3 axes[3] = {bp_bone_direction(s.parent, (bp_vec3){1, 0, 0}, s.mesh),
                           bp_bone_direction(s.parent, (bp_vec3){0, 1, 0}, s.mesh),
                           bp_bone_direction(s.parent, (bp_vec3){0, 0, 1}, s.mesh)};
        float want_yaw = bp_atan2(bp_vec3_dot(to, axes[0]), bp_vec3_dot(to, axes[2]));
        float want_pitch = bp_asin(bp_vec3_dot(to, axes[1]));
        float yaw = bp_atan2(bp_vec3_dot(gaze_is, axes[0]), bp_vec3_dot(gaze_is, axes[2]));
        float pitch = bp_asin(bp_vec3_dot(gaze_is, axes[1]));
        if (o.limit_pitch) want_pitch = bp_clamp(want_pitch, o.min_pitch, o.max_pitch);
        expect_float(pitch, want_pitch, 1e-4);
        if (!o.limit_yaw || (want_yaw >= o.min_yaw && want_yaw <= o.max_yaw)) {
            float apart = yaw - want_yaw;
            expect_float(bp_cos(apart), 1, 1e-6);
        } else {
            assert_true(fabsf(yaw - o.min_yaw) < 1e-4f || fabsf(yaw - o.max_yaw) < 1e-4f);
        }
        /* and its +Y leans to up as far as it can: x is level */
        bp_vec3 x = bp_bone_direction(s.bone, (bp_vec3){1, 0, 0}, s.mesh);
        if (uneven == 1) expect_float(bp_vec3_dot(x, axes[1]), 0, 1e-5);
        bp_look_at_destroy(look);
        strike(&s);
    }
}

static void test_stays_finite(void **state) {
    (void)state;
    uint64_t seed = 3;
    static const float sizes[] = {0, 1e-30f, 1e-6f, 1, 1e6f, 1e30f};
    scene s = make_scene(true);
    for (int i = 0; i < 2000; i++) {
        bp_look_at_options o = {.limit_yaw = i % 2,
                                .limit_pitch = i % 3,
                                .up_space = (bp_look_at_up)(i % 3),
                                .as_engine = i % 7 == 0};
        if (i % 5 == 0) o.slerp = test_random_float(&seed, 0, 1);
        if (i % 4 == 0) o.up_axis = anywhere(&seed, sizes[test_random(&seed) % 6]);
        if (o.limit_yaw) o.min_yaw = test_random_float(&seed, -3, 0);
        if (o.limit_pitch) o.max_pitch = test_random_float(&seed, 0, 1.57f);
        bp_look_at *look = control(&s, &o);
        for (int k = 0; k < 3; k++) {
            bp_vec3 to = anywhere(&seed, sizes[test_random(&seed) % 6]);
            look_at(look, to.x, to.y, to.z);
            look_at(look, 0, to.y, 0);
        }
        bp_mat4 local = bp_bone_local(s.bone);
        for (int k = 0; k < 16; k++) assert_true(isfinite(local.m[k]));
        bp_look_at_destroy(look);
    }
    strike(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_target_ahead),
        cmocka_unit_test(test_target_above),
        cmocka_unit_test(test_other_axes_point_ahead),
        cmocka_unit_test(test_adjustments),
        cmocka_unit_test(test_up_in_world),
        cmocka_unit_test(test_up_of_parent_and_mesh),
        cmocka_unit_test(test_other_axes),
        cmocka_unit_test(test_up_in_other_axes),
        cmocka_unit_test(test_scale_and_position_stay),
        cmocka_unit_test(test_linked_node),
        cmocka_unit_test(test_target_in_line_with_up),
        cmocka_unit_test(test_in_line_is_steady),
        cmocka_unit_test(test_target_in_bone),
        cmocka_unit_test(test_slerp),
        cmocka_unit_test(test_bad_updates),
        cmocka_unit_test(test_points_anywhere),
        cmocka_unit_test(test_stays_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
