/* View and projection matrices, compared with results by hand and with cglm, and degenerate arguments. */
#include "support/random.h"

#include <cglm/cglm.h>
#include <cglm/clipspace/ortho_rh_zo.h>
#include <cglm/clipspace/persp_rh_zo.h>
#include <cglm/clipspace/view_rh_zo.h>

static void expect_point(bp_mat4 m, bp_vec3 p, float x, float y, float z) {
    bp_vec3 got = bp_mat4_point(m, p);
    const float expected[3] = {x, y, z};
    expect_floats(&got.x, expected, 3, 1e-6);
}

/* From (10, 0, 0) towards the origin: right-handed, world -Z is right (+X), Y stays up, and the origin is
 * 10 in front. */
static void test_look_at_by_hand(void **state) {
    (void)state;
    bp_vec3 eye = {10, 0, 0}, origin = {0, 0, 0}, up = {0, 1, 0};
    bp_mat4 rh = bp_mat4_look_at_rh(eye, origin, up);
    expect_point(rh, origin, 0, 0, -10);
    expect_point(rh, bp_vec3_make(0, 2, -3), 3, 2, -10);
    expect_point(rh, eye, 0, 0, 0);
}

static void test_look_at_against_cglm(void **state) {
    (void)state;
    uint64_t seed = 51;
    for (int i = 0; i < 1000; i++) {
        bp_vec3 eye = random_vec3(&seed, 10), target = random_vec3(&seed, 10), up = random_axis(&seed);
        bp_vec3 sight = bp_vec3_normalize(bp_vec3_sub(target, eye));
        if (bp_vec3_length(bp_vec3_cross(sight, up)) < 0.1f * bp_vec3_length(up)) continue;
        vec3 e = {eye.x, eye.y, eye.z}, t = {target.x, target.y, target.z}, u = {up.x, up.y, up.z};
        mat4 m;
        glm_lookat_rh_zo(e, t, u, m);
        expect_floats(bp_mat4_look_at_rh(eye, target, up).m, &m[0][0], 16, 2e-5);
    }
}

/* Without a usable up direction: X stays right for a vertical view, Y is up for a horizontal one. */
static void test_look_at_along_up(void **state) {
    (void)state;
    bp_vec3 o = {0, 0, 0}, y = {0, 1, 0}, x = {1, 0, 0}, far = {0, 5, 0};
    bp_mat4 down = bp_mat4_look_at_rh(far, o, y), upwards = bp_mat4_look_at_rh(o, far, y);
    expect_point(down, bp_vec3_make(1, 0, 2), 1, -2, -5); /* world Z points down in the picture */
    expect_point(upwards, bp_vec3_make(1, 5, 2), 1, 2, -5);
    expect_point(bp_mat4_look_at_rh(o, bp_vec3_make(-3, 0, 0), x), bp_vec3_make(-3, 2, -1), 1, 2, -3);
    expect_point(bp_mat4_look_at_rh(bp_vec3_make(0, 0, 4), o, o), bp_vec3_make(1, 2, 0), 1, 2, -4); /* up 0 */
}

static void test_look_at_oneself(void **state) {
    (void)state;
    bp_vec3 eye = {3, 2, 1}, y = {0, 1, 0};
    expect_point(bp_mat4_look_at_rh(eye, eye, y), bp_vec3_make(4, 4, -9), 1, 2, -10); /* along world -Z */
}

/* For any arguments a view matrix is a rigid motion, and its inverse maps the origin to `eye`. */
static void test_views_are_rigid(void **state) {
    (void)state;
    uint64_t seed = 52;
    for (int i = 0; i < 1000; i++) {
        bp_vec3 eye = random_vec3(&seed, 3), target = random_vec3(&seed, 3), up = random_axis(&seed);
        if (i % 5 == 0) target = bp_vec3_add(eye, bp_vec3_scale(up, i % 2 ? 2.0f : -3.0f)); /* parallel */
        bp_mat4 view = bp_mat4_look_at_rh(eye, target, up), back;
        assert_true(bp_mat4_inverse_affine(view, &back));
        bp_vec3 home = bp_mat4_position(back), ahead = bp_mat4_point(view, target);
        expect_floats(&home.x, &eye.x, 3, 2e-6);
        expect_float(bp_mat4_determinant(view), 1, 5e-7);
        const float expected[3] = {0, 0, -bp_vec3_distance(eye, target)};
        expect_floats(&ahead.x, expected, 3, 3e-6);
    }
}

/* fov 90 degrees, near 1, far 3: the zoom is 1; depth at distance 2 is far/(far-near) * (1 - 1/2) =
 * 1.5 * 0.5 = 0.75. An aspect of 2 halves x. */
static void test_perspective_by_hand(void **state) {
    (void)state;
    bp_vec4 rh = bp_mat4_vec4(bp_mat4_perspective_rh(BP_PI / 2, 2, 1, 3), bp_vec4_make(4, 5, -2, 1));
    const float expected[4] = {2, 5, 1.5f, 2};
    expect_floats(&rh.x, expected, 4, 1e-6);
}

/* Depth 1 - near / distance. */
static void test_perspective_without_far_plane(void **state) {
    (void)state;
    bp_vec4 v = bp_mat4_vec4(bp_mat4_perspective_rh(1, 1, 0.5f, INFINITY), bp_vec4_make(0, 0, -2, 1));
    expect_float(v.z / v.w, 0.75, 1e-7);
    v = bp_mat4_vec4(bp_mat4_perspective_rh(1, 1, 0.5f, INFINITY), bp_vec4_make(0, 0, -1e6f, 1));
    expect_float(v.z / v.w, 1, 1e-6);
}

static void test_projections_against_cglm(void **state) {
    (void)state;
    uint64_t seed = 53;
    for (int i = 0; i < 1000; i++) {
        float fov = test_random_float(&seed, 0.2f, 2.8f), aspect = test_random_float(&seed, 0.3f, 3);
        float near_z = test_random_float(&seed, 0.01f, 1), far_z = test_random_float(&seed, 2, 1000);
        float w = test_random_float(&seed, 1, 30), h = test_random_float(&seed, 1, 30);
        mat4 m;
        glm_perspective_rh_zo(fov, aspect, near_z, far_z, m);
        expect_floats(bp_mat4_perspective_rh(fov, aspect, near_z, far_z).m, &m[0][0], 16, 1e-6);
        glm_ortho_rh_zo(-w / 2, w / 2, -h / 2, h / 2, near_z, far_z, m);
        expect_floats(bp_mat4_orthographic_rh(w, h, near_z, far_z).m, &m[0][0], 16, 1e-6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_look_at_by_hand),
        cmocka_unit_test(test_look_at_against_cglm),
        cmocka_unit_test(test_look_at_along_up),
        cmocka_unit_test(test_look_at_oneself),
        cmocka_unit_test(test_views_are_rigid),
        cmocka_unit_test(test_perspective_by_hand),
        cmocka_unit_test(test_perspective_without_far_plane),
        cmocka_unit_test(test_projections_against_cglm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
