/* ik: two bones that reach for a target.
 *
 * Most expected values come from the triangle 3, 4, 5, worked out by hand once: a = 3, b = 4, c = 5.
 *   at the upper joint  cos B = (9 + 25 - 16) / 30 = 0.6, sin B = 0.8, B = 0.92729522
 *   at the target       cos A = (16 + 25 - 9) / 40 = 0.8, sin A = 0.6, A = 0.64350111
 * A + B is a right angle, as it should be between 3 and 4: the lower bone turns by pi/2.
 * Upper joint in the origin, target in (5, 0, 0), pole above it: y = (1, 0, 0), z = y x (0, 1, 0) = (0, 0,
 * 1), x = y x z = (0, -1, 0). Bent about -z by B, the upper bone's +Y becomes sin B x + cos B y =
 * (0.6, -0.8, 0), so the middle joint is in 3 (0.6, -0.8, 0) = (1.8, -2.4, 0): away from the pole.
 */
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "unit/rig/arm.h"

static void test_right_angle(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.pole_fixed = true});
    expect_float(bp_ik_read(ik).bend, 3.14159265, 1e-6);
    bp_ik_set_pole(ik, (bp_vec3){0, 10, 0});
    reach(ik, 5, 0, 0);
    expect_triangle(&a, 1);
    expect_float(bp_ik_read(ik).bend, -HALF_PI, 1e-6);
    expect_at(bp_ik_read(ik).target, 5, 0, 0, 0);
    expect_at(bp_ik_read(ik).pole, 0, 10, 0, 0);
    /* the lower bone's rotation: -pi/2 about (0, 0, -1), so +pi/2 about z: z and w are sin, cos of pi/4 */
    bp_quat q = bp_bone_rotation(a.lower);
    float got[4] = {q.x, q.y, q.z, q.w}, want[4] = {0, 0, 0.70710678f, 0.70710678f};
    expect_floats(got, want, 4, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* All of them put the pole somewhere straight above the joint. */
static void test_pole_sources(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_node *node = bp_node_create(NULL, "pole", NULL, NULL);
    bp_node_set_position(node, (bp_vec3){1, 2, 3});
    const bp_ik_options ways[] = {
        {0}, /* the parent, at (0, 5, 0) */
        {.pole_bone = a.root, .pole_offset = {0, -3, 0}},
        {.pole_node = node, .pole_offset = {-1, 1, -3}},
        {.pole_bone = a.upper}, /* in the joint: up is +Y */
    };
    const float poles[] = {5, 2, 3, 0};
    for (size_t i = 0; i < BP_COUNT(ways); i++) {
        bp_ik *ik = control(&a, &ways[i]);
        bp_ik_set_pole(ik, (bp_vec3){7, 7, 7}); /* of no effect */
        reach(ik, 5, 0, 0);
        expect_at(bp_ik_read(ik).pole, 0, poles[i], 0, 1e-6);
        expect_triangle(&a, 1);
        bp_ik_destroy(ik);
    }
    bp_node_destroy(node);
    bp_skeleton_destroy(a.skeleton);
}

/* Without a parent above the upper bone, the pole is what was set: the origin, i.e. the joint. */
static void test_upper_bone_is_root(void **state) {
    (void)state;
    arm a = {.skeleton = bp_skeleton_create(NULL, NULL, NULL)};
    a.upper = add(a.skeleton, "upper", NULL, (bp_vec3){0, 0, 0}, 3);
    a.lower = add(a.skeleton, "lower", a.upper, (bp_vec3){0, 3, 0}, 4);
    bp_ik *ik = control(&a, NULL);
    reach(ik, 5, 0, 0);
    expect_triangle(&a, 1);
    bp_ik_set_pole(ik, (bp_vec3){1, -2, 0});
    reach(ik, 5, 0, 0);
    expect_triangle(&a, -1);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* Half a turn about the line to the target moves the middle joint to its other side, a quarter turn
 * (x to the front) takes (0, -2.4, 0) to (0, 0, -2.4). */
static void test_pole_angle(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.pole_angle = BP_PI});
    reach(ik, 5, 0, 0);
    expect_triangle(&a, -1);
    assert_true(bp_ik_set_options(ik, &(bp_ik_options){.pole_angle = HALF_PI}, NULL));
    reach(ik, 5, 0, 0);
    expect_at(middle(&a), 1.8f, 0, -2.4f, 1e-6);
    expect_at(tip(&a), 5, 0, 0, 1e-6);
    assert_true(bp_ik_set_options(ik, NULL, NULL));
    reach(ik, 5, 0, 0);
    expect_triangle(&a, 1);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* Bent about +z by B, +Y becomes -sin B x + cos B y: towards the pole. The axis has length 2. */
static void test_bend_axis(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.bend_axis = {0, 0, 2}});
    reach(ik, 5, 0, 0);
    expect_triangle(&a, -1);
    expect_at(bp_ik_read(ik).bend_axis, 0, 0, 2, 0);
    expect_float(bp_ik_read(ik).roll, 0, 0);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* A lower bone that starts at +X: rolled, the upper bone's +X is y and its +Y is -x of the plane; bent
 * about +z by B, +X becomes cos B y - sin B x: towards the pole. Lengths from joint to joint. */
static void test_bones_along_x(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_bone_unset_length(a.lower);
    bp_bone_set_position(a.lower, (bp_vec3){3, 0, 0});
    bp_bone *hand = add(a.skeleton, "hand", a.lower, (bp_vec3){4, 0, 0}, 0);
    bp_ik *ik = control(&a, &(bp_ik_options){.as_engine = true});
    expect_float(bp_ik_read(ik).roll, HALF_PI, 1e-6);
    expect_at(bp_ik_read(ik).bend_axis, 0, 0, 1, 0);
    expect_float(bp_ik_read(ik).upper_length, 3, 1e-6);
    expect_float(bp_ik_read(ik).lower_length, 4, 1e-6);
    reach(ik, 5, 0, 0);
    expect_at(middle(&a), 1.8f, 2.4f, 0, 1e-6);
    expect_at(bp_bone_position_in(hand, BP_SPACE_WORLD, NULL), 5, 0, 0, 1e-6);
    bp_ik_destroy(ik);
    /* By default the middle joint is away from the pole, as with every axis. */
    bp_bone_set_rotation(a.upper, bp_quat_identity());
    bp_bone_set_rotation(a.lower, bp_quat_identity());
    ik = control(&a, NULL);
    expect_at(bp_ik_read(ik).bone_axis, 1, 0, 0, 1e-6);
    expect_at(bp_ik_read(ik).bend_axis, 0, 0, -1, 1e-6);
    reach(ik, 5, 0, 0);
    expect_at(middle(&a), 1.8f, -2.4f, 0, 1e-6);
    expect_at(bp_bone_position_in(hand, BP_SPACE_WORLD, NULL), 5, 0, 0, 1e-6);
    expect_float(bp_ik_read(ik).distance, 0, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* Under a root that mirrors, the axis is (1, 0, 0), and the upper bone turns about (-1, 0, 0) by -B, i.e.
 * about x by B: its +Y becomes cos B y + sin B z = (0.6, 0, 0.8). Its +X would stay x = (0, -1, 0), but
 * that is the row which the mirror negates. */
static void test_mirrored(void **state) {
    (void)state;
    arm a = {.skeleton = bp_skeleton_create(NULL, NULL, NULL)};
    bp_mat4 mirror = bp_mat4_scaling((bp_vec3){1, 1, -1});
    a.root = bp_skeleton_add(a.skeleton, &(bp_bone_options){.name = "root", .local = &mirror}, NULL);
    a.upper = add(a.skeleton, "upper", a.root, (bp_vec3){0, 0, 0}, 3);
    a.lower = add(a.skeleton, "lower", a.upper, (bp_vec3){0, 3, 0}, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.as_engine = true});
    assert_true(bp_ik_read(ik).mirrored);
    expect_at(bp_ik_read(ik).bend_axis, 1, 0, 0, 0);
    reach(ik, 5, 0, 0);
    expect_at(middle(&a), 1.8f, 0, 2.4f, 1e-6);
    expect_at(tip(&a), 5, 0, 0, 1e-6);
    expect_at(bp_bone_direction(a.upper, (bp_vec3){1, 0, 0}, NULL), 0, 1, 0, 1e-6);
    /* half the way from a pose to itself is that pose */
    bp_ik *again = control(&a, &(bp_ik_options){.slerp = 0.5f, .as_engine = true});
    reach(again, 5, 0, 0);
    expect_at(middle(&a), 1.8f, 0, 2.4f, 1e-6);
    expect_at(bp_bone_direction(a.upper, (bp_vec3){1, 0, 0}, NULL), 0, 1, 0, 1e-6);
    bp_ik_destroy(again);
    /* By default as without a mirror. */
    bp_bone_set_rotation(a.upper, bp_quat_identity());
    bp_bone_set_rotation(a.lower, bp_quat_identity());
    again = control(&a, NULL);
    reach(again, 5, 0, 0);
    expect_triangle(&a, 1);
    bp_ik_destroy(again);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

static void test_out_of_reach(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, NULL);
    expect_float(bp_ik_read(ik).reach, 7, 1e-6);
    reach(ik, 100, 0, 0);
    expect_at(middle(&a), 3, 0, 0, 1e-6);
    expect_at(tip(&a), 7, 0, 0, 1e-6);
    expect_float(bp_ik_read(ik).bend, 0, 1e-6);
    reach(ik, 1e38f, 0, 1e38f); /* 7 / sqrt 2 each */
    expect_at(tip(&a), 4.94974747f, 0, 4.94974747f, 1e-5);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* Within |a - b| = 1: cos B = (9 + 0.25 - 16) / 3 is under -1, so the upper bone points away from the
 * target and the lower one comes back: -3 + 4 = 1. */
static void test_target_too_near(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, NULL);
    reach(ik, 0.5f, 0, 0);
    expect_at(middle(&a), -3, 0, 0, 1e-6);
    expect_at(tip(&a), 1, 0, 0, 1e-6);
    expect_float(bp_ik_read(ik).bend, -BP_PI, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* c = 0. Equal lengths: B and A are right angles (a flat triangle folded up), and the end is in the joint.
 * A longer lower bone: B = pi, A = 0; a longer upper one: B = 0, A = pi. The bones start along +Y, which
 * is in line with the pole too: the plane is the one that the upper bone's +Z stands on. */
static void test_target_in_joint(void **state) {
    (void)state;
    static const struct {
        float a, b, middle_y, tip_y, middle_x;
    } cases[] = {{2, 2, 0, 0, 2}, {2, 3, -2, 1, 0}, {3, 2, 3, 1, 0}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        arm a = make_arm(cases[i].a, cases[i].b);
        bp_ik *ik = control(&a, NULL);
        reach(ik, 0, 0, 0);
        expect_at(middle(&a), cases[i].middle_x, cases[i].middle_y, 0, 1e-6);
        expect_at(tip(&a), 0, cases[i].tip_y, 0, 1e-6);
        expect_float(bp_ik_read(ik).bend, -BP_PI, 1e-6);
        bp_ik_destroy(ik);
        bp_skeleton_destroy(a.skeleton);
    }
}

/* The upper bone's +Z is +X of the world: x = y x z = (0, 1, 0) x (1, 0, 0) = (0, 0, -1), and with a right
 * angle in the joint that is where the middle joint goes. */
static void test_plane_of_upper_bone(void **state) {
    (void)state;
    arm a = make_arm(2, 2);
    bp_bone_set_euler(a.upper, (bp_vec3){0, HALF_PI, 0});
    bp_ik *ik = control(&a, NULL);
    reach(ik, 0, 0, 0);
    expect_at(middle(&a), 0, 0, -2, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* Also where the upper bone's own matrix says nothing about its direction. */
static void test_target_in_joint_of_flat_bone(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.as_engine = true});
    bp_bone_set_scale(a.upper, (bp_vec3){1, 0, 1});
    reach(ik, 0, 0, 0);
    expect_at(tip(&a), 0, 1, 0, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* Pole and target straight above: the plane of the last update is kept, and does not turn on. */
static void test_pole_in_line(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.pole_fixed = true, .pole_angle = 0.7f});
    bp_ik_set_pole(ik, (bp_vec3){0, 0, 9});
    reach(ik, 0, 5, 0);
    bp_vec3 before = middle(&a);
    for (int i = 0; i < 5; i++) {
        bp_ik_set_pole(ik, (bp_vec3){0, i % 2 ? 9.0f : -9.0f, 0});
        reach(ik, 0, 5, 0);
        expect_at(middle(&a), before.x, before.y, before.z, 1e-6);
        expect_at(tip(&a), 0, 5, 0, 1e-6);
    }
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* In line at once, with the upper bone's own +Z in line as well: some plane, finite, and the end arrives. */
static void test_everything_in_line(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    const bp_vec3 lines[] = {{0, 0, 5}, {0, 0, -5}, {5, 0, 0}, {0, 3, 4}};
    for (size_t i = 0; i < BP_COUNT(lines); i++) {
        bp_vec3 to = lines[i];
        bp_ik *ik = control(&a, &(bp_ik_options){.pole_fixed = true});
        bp_ik_set_pole(ik, bp_vec3_scale(to, 3));
        reach(ik, to.x, to.y, to.z);
        expect_at(tip(&a), to.x, to.y, to.z, 1e-6);
        bp_ik_destroy(ik);
    }
    bp_skeleton_destroy(a.skeleton);
}

/* The upper bone turns about z from +Y to (0.6, -0.8, 0), by -143.13 degrees; half of that is -71.565
 * degrees, where +Y is (sin, cos) = (0.9486833, 0.3162278). The lower one goes from 0 to -pi/4 at first. */
static void test_slerp(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.slerp = 0.5f});
    reach(ik, 5, 0, 0);
    expect_at(middle(&a), 3 * 0.9486833f, 3 * 0.3162278f, 0, 1e-6);
    expect_float(bp_ik_read(ik).bend, -HALF_PI / 2, 1e-6);
    bp_bone_set_rotation(a.lower, bp_quat_identity()); /* goes on from where it had got to itself */
    reach(ik, 5, 0, 0);
    expect_float(bp_ik_read(ik).bend, -HALF_PI * 0.75f, 1e-6);
    for (int i = 0; i < 40; i++) reach(ik, 5, 0, 0);
    expect_triangle(&a, 1);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* By default the start is where the bones are at the first update; the engine's is the creation's pose, and
 * pi for the lower bone: pi / 2 - pi / 4. */
static void test_slerp_start(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        arm a = make_arm(3, 4);
        bp_ik *ik = control(&a, &(bp_ik_options){.slerp = 0.5f, .as_engine = engine});
        bp_bone_set_euler(a.upper, (bp_vec3){0, 0, -143.130102f * BP_PI / 180});
        bp_bone_set_euler(a.lower, (bp_vec3){0, 0, HALF_PI}); /* as solved */
        reach(ik, 5, 0, 0);
        if (engine)
            expect_at(middle(&a), 3 * 0.9486833f, 3 * 0.3162278f, 0, 1e-6);
        else
            expect_triangle(&a, 1);
        expect_float(bp_ik_read(ik).bend, engine ? HALF_PI / 2 : -HALF_PI, 1e-6);
        bp_ik_destroy(ik);
        bp_skeleton_destroy(a.skeleton);
    }
}

/* A lower bone that was turned by 200 degrees either way is at -160 or 160. The short way to -90 is 70 degrees
 * from one and 110 from the other: half of it ends at -125 and at 215, which is a bend of 145. */
static void test_slerp_from_large_bend(void **state) {
    (void)state;
    const float turns[] = {200, -200};
    for (int i = 0; i < 2; i++) {
        arm a = make_arm(3, 4);
        bp_ik *ik = control(&a, &(bp_ik_options){.slerp = 0.5f, .bend_axis = {0, 0, 1}});
        float half = turns[i] / 2 * BP_PI / 180;
        bp_bone_set_rotation(a.lower, (bp_quat){0, 0, bp_sin(half), bp_cos(half)});
        reach(ik, 5, 0, 0);
        expect_float(bp_ik_read(ik).bend, (i ? -145.0f : -125.0f) * BP_PI / 180, 1e-6);
        bp_ik_destroy(ik);
        bp_skeleton_destroy(a.skeleton);
    }
}

static void test_target_node_and_mesh(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_node *mesh = bp_node_create(NULL, "mesh", NULL, NULL),
            *goal = bp_node_create(NULL, "goal", mesh, NULL);
    bp_node_set_position(mesh, (bp_vec3){100, 0, 0});
    bp_node_set_position(goal, (bp_vec3){5, 0, 0});
    bp_ik *ik = control(&a, &(bp_ik_options){.mesh = mesh, .target_node = goal});
    reach(ik, -1, -1, -1); /* of no effect */
    expect_at(bp_ik_read(ik).target, 105, 0, 0, 1e-6);
    expect_triangle(&a, 1); /* in the skeleton's own space */
    bp_ik_destroy(ik);
    bp_node_destroy(goal);
    bp_node_destroy(mesh);
    bp_skeleton_destroy(a.skeleton);
}

static void test_linked_nodes(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_node *upper = bp_node_create(NULL, "upper", NULL, NULL);
    bp_node *lower = bp_node_create(NULL, "lower", upper, NULL);
    bp_node_set_position(upper, (bp_vec3){0, -5, 0});
    bp_node_set_position(lower, (bp_vec3){0, 3, 0});
    bp_bone_link(a.upper, upper);
    bp_bone_link(a.lower, lower);
    bp_ik *ik = control(&a, NULL);
    reach(ik, 5, 0, 0);
    bp_skeleton_prepare(a.skeleton); /* would undo what the nodes don't know */
    expect_triangle(&a, 1);
    expect_float(bp_node_rotation(lower).z, 0.70710678f, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
    bp_node_destroy(lower);
    bp_node_destroy(upper);
}

/* An engine's pose matrix is above a root. */
static void test_pose_matrix(void **state) {
    (void)state;
    arm a = {.skeleton = bp_skeleton_create(NULL, &(bp_skeleton_options){.rules = BP_RULES_ENGINE}, NULL)};
    a.upper = add(a.skeleton, "upper", NULL, (bp_vec3){0, 0, 0}, 3);
    a.lower = add(a.skeleton, "lower", a.upper, (bp_vec3){0, 3, 0}, 4);
    bp_mat4 pose = bp_mat4_rotation_z(1);
    assert_true(bp_skeleton_set_pose_matrix(a.skeleton, &pose, NULL));
    bp_ik *ik = control(&a, NULL);
    reach(ik, 5, 0, 0);
    expect_triangle(&a, 1);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* A failed update says why and leaves the pose as it was. */
static void refuse_update(const arm *on, bp_ik *ik, const char *part) {
    bp_error error = {0};
    bp_mat4 upper = bp_bone_local(on->upper), lower = bp_bone_local(on->lower);
    float bend = bp_ik_read(ik).bend;
    assert_false(bp_ik_update(ik, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, part);
    bp_mat4 upper_now = bp_bone_local(on->upper), lower_now = bp_bone_local(on->lower);
    expect_floats(upper_now.m, upper.m, 16, 0);
    expect_floats(lower_now.m, lower.m, 16, 0);
    expect_float(bp_ik_read(ik).bend, bend, 0);
}

static void test_bad_updates(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.pole_fixed = true});
    const bp_vec3 bad[] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, -INFINITY}};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        bp_ik_set_target(ik, bad[i]);
        refuse_update(&a, ik, "target");
        bp_ik_set_target(ik, (bp_vec3){5, 0, 0});
        bp_ik_set_pole(ik, bad[i]);
        refuse_update(&a, ik, "pole");
        bp_ik_set_pole(ik, (bp_vec3){0, 1, 0});
    }
    bp_bone_set_scale(a.root, (bp_vec3){1, 0, 1});
    refuse_update(&a, ik, "upper: the matrix above the bone can't be inverted");
    bp_bone_set_scale(a.root, (bp_vec3){1, 1, 1});
    bp_bone_set_position(a.root, (bp_vec3){0, NAN, 0});
    refuse_update(&a, ik, "upper: the bone's position in the world isn't finite");
    bp_bone_set_position(a.root, (bp_vec3){0, 5, 0});
    reach(ik, 5, 0, 0);
    expect_triangle(&a, 1);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* For any transform of mesh and root, the end reaches a target within its range, and the pole lies in the
 * plane of upper joint, middle joint and target. */
static void test_reaches_anywhere(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < 300; i++) {
        float a = test_random_float(&seed, 0.3f, 2), b = test_random_float(&seed, 0.3f, 2);
        float size = test_random_float(&seed, 0.5f, 2);
        arm on = make_arm(a, b);
        bp_node *mesh = bp_node_create(NULL, "mesh", NULL, NULL);
        bp_node_set_position(mesh, anywhere(&seed, 3));
        bp_node_set_rotation(mesh, any_rotation(&seed));
        bp_node_set_scale(mesh, (bp_vec3){size, size, size});
        bp_bone_set_rotation(on.root, any_rotation(&seed));
        bp_bone_set_rotation(on.upper, any_rotation(&seed));
        bp_ik *ik = control(&on, &(bp_ik_options){.mesh = mesh, .pole_offset = anywhere(&seed, 2)});
        bp_vec3 joint = bp_bone_position_in(on.upper, BP_SPACE_WORLD, mesh), end;
        float low = fabsf(a - b) * size, high = (a + b) * size;
        bp_vec3 way = bp_vec3_normalize(anywhere(&seed, 1));
        bp_vec3 to = bp_vec3_add(joint, bp_vec3_scale(way, test_random_float(&seed, low, high)));
        reach(ik, to.x, to.y, to.z);
        assert_true(bp_bone_tip(on.lower, mesh, &end));
        expect_at(end, to.x, to.y, to.z, 1e-5);
        bp_vec3 elbow = bp_vec3_sub(bp_bone_position_in(on.lower, BP_SPACE_WORLD, mesh), joint);
        bp_vec3 pole = bp_vec3_sub(bp_ik_read(ik).pole, joint);
        expect_float(bp_vec3_dot(bp_vec3_cross(elbow, way), bp_vec3_normalize(pole)), 0, 1e-5);
        expect_float(bp_vec3_length(elbow), a * size, 1e-5);
        bp_ik_destroy(ik);
        bp_node_destroy(mesh);
        bp_skeleton_destroy(on.skeleton);
    }
}

/* The pose stays finite for any options and targets. */
static void test_stays_finite(void **state) {
    (void)state;
    uint64_t seed = 11;
    static const float sizes[] = {0, 1e-30f, 1e-6f, 1, 1e6f, 1e30f};
    arm a = make_arm(3, 4);
    for (int i = 0; i < 2000; i++) {
        bp_ik_options o = {.pole_fixed = true, .pole_angle = test_random_float(&seed, -9, 9)};
        if (i % 3 == 0) o.slerp = test_random_float(&seed, 0, 1);
        if (i % 5 == 0) o.max_angle = test_random_float(&seed, 0, 3);
        if (i % 7 == 0) o.bend_axis = anywhere(&seed, sizes[i % 6]);
        bp_ik *ik = control(&a, &o);
        bp_vec3 to = anywhere(&seed, sizes[test_random(&seed) % 6]);
        bp_ik_set_pole(ik, i % 2 ? to : anywhere(&seed, sizes[test_random(&seed) % 6]));
        reach(ik, to.x, to.y, to.z);
        bp_mat4 upper = bp_bone_local(a.upper), lower = bp_bone_local(a.lower);
        for (int k = 0; k < 16; k++) assert_true(isfinite(upper.m[k]) && isfinite(lower.m[k]));
        bp_ik_destroy(ik);
    }
    bp_skeleton_destroy(a.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_angle),
        cmocka_unit_test(test_pole_sources),
        cmocka_unit_test(test_upper_bone_is_root),
        cmocka_unit_test(test_pole_angle),
        cmocka_unit_test(test_bend_axis),
        cmocka_unit_test(test_bones_along_x),
        cmocka_unit_test(test_mirrored),
        cmocka_unit_test(test_out_of_reach),
        cmocka_unit_test(test_target_too_near),
        cmocka_unit_test(test_target_in_joint),
        cmocka_unit_test(test_plane_of_upper_bone),
        cmocka_unit_test(test_target_in_joint_of_flat_bone),
        cmocka_unit_test(test_pole_in_line),
        cmocka_unit_test(test_everything_in_line),
        cmocka_unit_test(test_slerp),
        cmocka_unit_test(test_slerp_start),
        cmocka_unit_test(test_slerp_from_large_bend),
        cmocka_unit_test(test_target_node_and_mesh),
        cmocka_unit_test(test_linked_nodes),
        cmocka_unit_test(test_pose_matrix),
        cmocka_unit_test(test_bad_updates),
        cmocka_unit_test(test_reaches_anywhere),
        cmocka_unit_test(test_stays_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
