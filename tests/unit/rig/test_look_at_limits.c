/* look_at limits: how far a bone may rotate, and which way around it goes. */
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "unit/rig/look_at_support.h"

typedef struct gaze {
    float to_yaw, to_pitch, yaw, pitch; /* where the target is, and where the bone should look */
} gaze;

static void expect_gazes(const scene *s, bp_look_at_options options, const gaze *gazes, size_t count) {
    bp_look_at *look = control(s, &options);
    for (size_t i = 0; i < count; i++) {
        look_to(look, gazes[i].to_yaw, gazes[i].to_pitch);
        expect_direction(s, options.mesh, gazes[i].yaw, gazes[i].pitch);
    }
    bp_look_at_destroy(look);
}

static void test_pitch_limits(void **state) {
    (void)state;
    const gaze gazes[] = {
        {40, 10, 40, 10}, {40, 50, 40, 20}, {-130, 90 - 1e-3f, -130, 20}, {40, -70, 40, -35}};
    scene s = make_scene(false);
    bp_look_at_options o = {.limit_pitch = true, .min_pitch = -35 * DEGREE, .max_pitch = 20 * DEGREE};
    expect_gazes(&s, o, gazes, BP_COUNT(gazes));
    /* straight above and below: yaw 0 */
    bp_look_at *look = control(&s, &o);
    look_at(look, 0, 5, 0);
    expect_direction(&s, NULL, 0, 20);
    look_at(look, 0, -5, 0);
    expect_direction(&s, NULL, 0, -35);
    bp_look_at_destroy(look);
    strike(&s);
}

/* Over max becomes max, under min becomes min, even where the other one were nearer around the back. */
static void test_yaw_limits(void **state) {
    (void)state;
    const gaze gazes[] = {
        {20, 30, 20, 30}, {90, 0, 60, 0}, {179, 40, 60, 40}, {-90, -40, -10, -40}, {-179, 0, -10, 0}};
    scene s = make_scene(false);
    bp_look_at_options o = {.limit_yaw = true, .min_yaw = -10 * DEGREE, .max_yaw = 60 * DEGREE};
    expect_gazes(&s, o, gazes, BP_COUNT(gazes));
    strike(&s);
}

/* -170..20 is more than half: 100 is 80 from 20 and 90 from -170; 110 is 90 and 80. */
static void test_wide_yaw_limits(void **state) {
    (void)state;
    const gaze gazes[] = {{-169, 0, -169, 0}, {19, 0, 19, 0}, {100, 0, 20, 0}, {110, 0, -170, 0}};
    scene s = make_scene(false);
    bp_look_at_options o = {.limit_yaw = true, .min_yaw = -170 * DEGREE, .max_yaw = 20 * DEGREE};
    expect_gazes(&s, o, gazes, BP_COUNT(gazes));
    /* -pi as a bound allows the target right behind, which atan2 calls +pi */
    o.min_yaw = -BP_PI;
    bp_look_at *look = control(&s, &o);
    look_at(look, 0, 0, -5);
    bp_vec3 d = bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, NULL);
    expect_float(d.z, -1, 1e-6);
    bp_look_at_destroy(look);
    const gaze left[] = {{179, 0, 179, 0}, {-20, 0, -10, 0}};
    o.min_yaw = -10 * DEGREE;
    o.max_yaw = BP_PI;
    expect_gazes(&s, o, left, BP_COUNT(left));
    strike(&s);
}

static void test_absolute_yaw(void **state) {
    (void)state;
    const gaze gazes[] = {{5, 0, 10, 0},    {-5, 0, -10, 0}, {25, 0, 25, 0},
                          {-25, 0, -25, 0}, {80, 0, 40, 0},  {-170, 0, -40, 0}};
    scene s = make_scene(false);
    bp_look_at_options o = {
        .limit_yaw = true, .absolute_yaw = true, .min_yaw = 10 * DEGREE, .max_yaw = 40 * DEGREE};
    expect_gazes(&s, o, gazes, BP_COUNT(gazes));
    strike(&s);
}

/* Limits are about the parent's forward: yawed by 90 degrees, 0..30 means 90..120. */
static void test_limits_follow_parent(void **state) {
    (void)state;
    const gaze gazes[] = {{100, 10, 100, 10}, {10, 0, 80, 0}, {150, 50, 110, 20}};
    for (int with_parent = 0; with_parent < 2; with_parent++) {
        scene s = make_scene(with_parent);
        if (with_parent)
            bp_bone_set_euler(s.parent, (bp_vec3){0, 90 * DEGREE, 0});
        else
            bp_node_set_euler(s.mesh, (bp_vec3){0, 90 * DEGREE, 0});
        bp_look_at_options o = {.mesh = s.mesh,
                                .limit_yaw = true,
                                .min_yaw = -10 * DEGREE,
                                .max_yaw = 20 * DEGREE,
                                .limit_pitch = true,
                                .min_pitch = -20 * DEGREE,
                                .max_pitch = 20 * DEGREE};
        expect_gazes(&s, o, gazes, BP_COUNT(gazes));
        strike(&s);
    }
}

/* Up in line with the roll axis: "right" is the pitch axis (+X), ahead = right x up = +X x +Z = -Y. A
 * target at -Y is straight ahead; one at +X is 90 degrees to the right, and is bounded to 30: d = sin 30
 * right + cos 30 ahead. The engine goes on with a matrix of up alone: v = d.y up, bounded, and taken back
 * as v.y up = 0; then it gives up. */
static void test_roll_axis_in_line_with_up(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_look_at_options o = {
        .up_axis = {0, 0, 1}, .limit_yaw = true, .min_yaw = -30 * DEGREE, .max_yaw = 30 * DEGREE};
    bp_look_at *look = control(&s, &o);
    look_at(look, 0, -5, 0);
    bp_vec3 d = bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, NULL);
    float ahead[3] = {d.x, d.y, d.z};
    expect_floats(ahead, ((float[]){0, -1, 0}), 3, 1e-6);
    look_at(look, 5, 0, 0);
    d = bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, NULL);
    float bound[3] = {d.x, d.y, d.z};
    expect_floats(bound, ((float[]){0.5f, -0.8660254f, 0}), 3, 1e-6);
    bp_look_at_destroy(look);

    bp_bone_set_rotation(s.bone, bp_quat_identity());
    o.as_engine = true;
    look = control(&s, &o);
    look_at(look, 0, -5, -1); /* behind "up": yaw pi, bounded: v = 0.87 up, in line with up */
    expect_rows(bp_bone_local(s.bone), (float[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 0);
    o.min_yaw = -BP_PI; /* now yaw pi is allowed, and nothing is bounded */
    assert_true(bp_look_at_set_options(look, &o, NULL));
    look_at(look, 0, -3, -4);
    d = bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, NULL);
    float free_gaze[3] = {d.x, d.y, d.z};
    expect_floats(free_gaze, ((float[]){0, -0.6f, -0.8f}), 3, 1e-6);
    bp_look_at_destroy(look);
    strike(&s);
}

/* A root under a mesh that stands at (10, 0, 0), the target 5 ahead of it. The engine takes the direction
 * (0, 0, 5) through the inverse of the whole world matrix as if it were a point: (-10, 0, 5), at a yaw of
 * -63 degrees, bounded to -30: its length 11.180340 times (-0.5, 0, 0.8660254) is (-5.590170, 0, 9.682458);
 * back in the world (4.409830, 0, 9.682458), at a yaw of atan(4.409830 / 9.682458) = 24.486669 degrees. */
static void test_limits_under_moved_mesh(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        scene s = make_scene(false);
        bp_node_set_position(s.mesh, (bp_vec3){10, 0, 0});
        bp_look_at_options o = {.mesh = s.mesh,
                                .limit_yaw = true,
                                .min_yaw = -30 * DEGREE,
                                .max_yaw = 30 * DEGREE,
                                .as_engine = engine};
        bp_look_at *look = control(&s, &o);
        look_at(look, 10, 0, 5);
        expect_direction(&s, s.mesh, engine ? 24.486669f : 0, 0);
        bp_look_at_destroy(look);
        strike(&s);
    }
}

/* Up is the parent's z axis, which the parent holds up at exactly (0, 1, 0) of the world. The engine then
 * measures in the parent's own rotation, whose y isn't up: a target along the world's up, the parent's z,
 * is its straight ahead and within limits. By default it is straight up, at pitch 90, and comes down to
 * 30. */
static void test_up_is_exactly_y(void **state) {
    (void)state;
    bp_mat4 turned = {{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}}; /* y to -z, z to y */
    for (int engine = 0; engine < 2; engine++) {
        scene s = make_scene(true);
        bp_bone_set_local(s.parent, turned);
        bp_look_at_options o = {.up_axis = {0, 0, 1},
                                .up_space = BP_LOOK_AT_UP_PARENT,
                                .limit_pitch = true,
                                .min_pitch = -30 * DEGREE,
                                .max_pitch = 30 * DEGREE,
                                .as_engine = engine};
        bp_look_at *look = control(&s, &o);
        look_at(look, 0.5f, 5, 0);
        bp_vec3 d = bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, NULL);
        expect_float(bp_asin(d.y) / DEGREE, engine ? 84.2894069f : 30, 1e-5); /* atan(5 / 0.5) */
        bp_look_at_destroy(look);
        strike(&s);
    }
}

/* Allowed is -120..120. From 110 the shortest way to -110 is 140 degrees through the back, farther than the
 * middle of the back (70 away); so it turns towards 110 - 135 = -25 first. Half of that: 42.5. Mirrored
 * likewise. */
static void test_detour(void **state) {
    (void)state;
    for (float side = -1; side <= 1; side += 2) {
        scene s = make_scene(false);
        bp_look_at_options o = {
            .slerp = 0.5f, .limit_yaw = true, .min_yaw = -120 * DEGREE, .max_yaw = 120 * DEGREE};
        bp_look_at *look = control(&s, &o);
        for (int i = 0; i < 60; i++) look_to(look, side * 110, 0);
        expect_direction(&s, NULL, side * 110, 0);
        look_to(look, side * -110, 0);
        expect_direction(&s, NULL, side * 42.5f, 0);
        for (int i = 0; i < 60; i++) look_to(look, side * -110, 0);
        expect_direction(&s, NULL, side * -110, 0);
        bp_look_at_destroy(look);
        strike(&s);
    }
}

/* The mesh is yawed by 90 degrees; allowed is -120..120 about that, i.e. -30..210 in the world. The bone
 * looks at 110 of its own, 200 in the world. The engine takes the mesh's turn twice and believes the bone
 * at 200 of its own, i.e. -160, with the target at 70: 130 apart, more than the 20 to the middle of the
 * back. -160 is nearer to -120 than to 120, so it makes for -160 + 135 = -25 of its own, 65 in the world:
 * half-way from 200, 132.5. By default it goes half of the 40 degrees to the target: to 180. */
static void test_detour_under_turned_mesh(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        scene s = make_scene(true);
        bp_node_set_euler(s.mesh, (bp_vec3){0, 90 * DEGREE, 0});
        bp_look_at_options o = {.mesh = s.mesh,
                                .slerp = 0.5f,
                                .limit_yaw = true,
                                .min_yaw = -120 * DEGREE,
                                .max_yaw = 120 * DEGREE};
        bp_look_at *look = control(&s, &o);
        for (int i = 0; i < 60; i++) look_to(look, 200, 0);
        expect_direction(&s, s.mesh, -160, 0);
        o.as_engine = engine;
        assert_true(bp_look_at_set_options(look, &o, NULL));
        look_to(look, 160, 0);
        bp_vec3 d = bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, s.mesh);
        float yaw = engine ? 132.5f : 180;
        float got[2] = {d.x, d.z}, want[2] = {bp_sin(yaw * DEGREE), bp_cos(yaw * DEGREE)};
        expect_floats(got, want, 2, 1e-5);
        bp_look_at_destroy(look);
        strike(&s);
    }
}

/* Three millionths beyond the limit are beyond it: the bone stops at 60 degrees, whose sine is
 * 0.866025404. */
static void test_slightly_beyond_a_limit(void **state) {
    (void)state;
    scene s = make_scene(false);
    bp_look_at *look = control(&s, &(bp_look_at_options){.limit_yaw = true, .max_yaw = 60 * DEGREE});
    const double beyond = 3.141592653589793 / 3 + 3e-6;
    look_at(look, (float)(5 * sin(beyond)), 0, (float)(5 * cos(beyond)));
    expect_float(bp_bone_direction(s.bone, (bp_vec3){0, 0, 1}, NULL).x, 0.866025404, 5e-7);
    bp_look_at_destroy(look);
    strike(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pitch_limits),
        cmocka_unit_test(test_yaw_limits),
        cmocka_unit_test(test_wide_yaw_limits),
        cmocka_unit_test(test_absolute_yaw),
        cmocka_unit_test(test_limits_follow_parent),
        cmocka_unit_test(test_roll_axis_in_line_with_up),
        cmocka_unit_test(test_limits_under_moved_mesh),
        cmocka_unit_test(test_up_is_exactly_y),
        cmocka_unit_test(test_detour),
        cmocka_unit_test(test_detour_under_turned_mesh),
        cmocka_unit_test(test_slightly_beyond_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
