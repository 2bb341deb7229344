/* Quaternions, compared with matrices, cglm and results by hand, and their properties. test_babylon.c
 * compares them with Babylon.js. */
#include "support/random.h"

#include <cglm/cglm.h>

static void expect_same_rotation(bp_quat got, bp_quat expected, double tolerance) {
    if (bp_quat_dot(got, expected) < 0) expected = bp_quat_negate(expected);
    expect_floats(&got.x, &expected.x, 4, tolerance);
}

static void expect_vec3(bp_vec3 got, bp_vec3 expected, double tolerance) {
    expect_floats(&got.x, &expected.x, 3, tolerance);
}

static void test_identity_conjugate_and_length(void **state) {
    (void)state;
    bp_quat q = bp_quat_make(1, -2, 4, 10), c = bp_quat_conjugate(q), n = bp_quat_normalize(q);
    expect_float(bp_quat_length(q), 11, 0); /* 1 + 4 + 16 + 100 */
    expect_float(bp_quat_dot(q, c), 79, 0); /* 100 - 21 */
    const float expected[4] = {1 / 11.0f, -2 / 11.0f, 4 / 11.0f, 10 / 11.0f};
    expect_floats(&n.x, expected, 4, 1e-7);
    bp_quat product = bp_quat_mul(q, c); /* |q|^2 */
    const float square[4] = {0, 0, 0, 121}, one[4] = {0, 0, 0, 1};
    expect_floats(&product.x, square, 4, 0);
    bp_quat identity = bp_quat_mul(bp_quat_identity(), q);
    expect_floats(&identity.x, &q.x, 4, 0);
    bp_quat zero = bp_quat_normalize(bp_quat_make(0, 0, 0, 0)); /* no direction: the identity */
    expect_floats(&zero.x, one, 4, 0);
    bp_quat tiny = bp_quat_normalize(bp_quat_make(0, 0, 0, -1e-30f));
    expect_float(tiny.w, -1, 0);
}

static void test_a_zero_axis_gives_the_identity(void **state) {
    (void)state;
    bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 0), 1), one = bp_quat_identity();
    expect_floats(&q.x, &one.x, 4, 0);
    expect_floats(bp_mat4_from_axis_angle(bp_vec3_make(0, 0, 0), 1).m, bp_mat4_identity().m, 16, 0);
}

/* A rotation by 120 degrees about the diagonal maps X to Y to Z to X. */
static void test_a_third_of_a_turn(void **state) {
    (void)state;
    bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(5, 5, 5), 2 * BP_PI / 3);
    const float half[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    expect_floats(&q.x, half, 4, 1e-7);
    expect_vec3(bp_quat_rotate(q, bp_vec3_make(1, 2, 3)), bp_vec3_make(3, 1, 2), 3e-7);
}

static void test_rotating_is_multiplying_by_the_matrix(void **state) {
    (void)state;
    uint64_t seed = 21;
    for (int i = 0; i < 2000; i++) {
        bp_quat p = random_unit_quat(&seed), q = random_unit_quat(&seed);
        bp_vec3 v = random_vec3(&seed, 1);
        expect_vec3(bp_quat_rotate(q, v), bp_mat4_direction(bp_mat4_from_quat(q), v), 5e-7);
        expect_vec3(bp_quat_rotate(bp_quat_mul(p, q), v), bp_quat_rotate(p, bp_quat_rotate(q, v)), 7e-7);
        bp_mat4 product = bp_mat4_mul(bp_mat4_from_quat(q), bp_mat4_from_quat(p));
        expect_floats(bp_mat4_from_quat(bp_quat_mul(p, q)).m, product.m, 16, 8e-7);
    }
}

/* All four cases of the conversion back: the largest of w, x, y, z decides. */
static void test_from_matrix_and_back(void **state) {
    (void)state;
    uint64_t seed = 22;
    int leading[4] = {0};
    for (int i = 0; i < 4000; i++) {
        bp_quat q = random_unit_quat(&seed), back = bp_quat_from_mat4(bp_mat4_from_quat(q));
        expect_same_rotation(back, q, 3e-7);
        const float *c = &q.x;
        int largest = 0;
        for (int k = 1; k < 4; k++)
            if (fabsf(c[k]) > fabsf(c[largest])) largest = k;
        leading[largest]++;
    }
    for (int k = 0; k < 4; k++) assert_true(leading[k] > 500);
}

/* Half turns, where the trace is -1 and w vanishes. */
static void test_half_turns(void **state) {
    (void)state;
    const bp_mat4 about_x = {{1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}};
    const bp_mat4 about_y = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}};
    const bp_mat4 about_z = {{-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    bp_quat got[3] = {bp_quat_from_mat4(about_x), bp_quat_from_mat4(about_y), bp_quat_from_mat4(about_z)};
    const float expected[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    expect_floats(&got[0].x, expected, 12, 0);
}

static void test_euler_there_and_back(void **state) {
    (void)state;
    uint64_t seed = 23;
    for (int i = 0; i < 3000; i++) {
        bp_vec3 e = {test_random_float(&seed, -1.5f, 1.5f), test_random_float(&seed, -3.1f, 3.1f),
                     test_random_float(&seed, -3.1f, 3.1f)};
        /* A quaternion's rounding of 6e-8 moves angles by up to that over cos(pitch), 0.07 here. */
        expect_vec3(bp_quat_to_euler(bp_quat_from_euler(e)), e, 5e-6);
        bp_mat4 turns = bp_mat4_mul(bp_mat4_mul(bp_mat4_rotation_z(e.z), bp_mat4_rotation_x(e.x)),
                                    bp_mat4_rotation_y(e.y));
        expect_floats(bp_mat4_from_quat(bp_quat_from_euler(e)).m, turns.m, 16, 6e-7);
    }
}

/* At pitch +90 degrees only yaw - roll is defined, at -90 only yaw + roll: yaw gets it, roll is 0. */
static void test_euler_at_the_poles(void **state) {
    (void)state;
    const float up = BP_PI / 2;
    bp_vec3 a = bp_quat_to_euler(bp_quat_from_euler(bp_vec3_make(up, 0.5f, 0.2f)));
    bp_vec3 b = bp_quat_to_euler(bp_quat_from_euler(bp_vec3_make(-up, 0.5f, 0.2f)));
    expect_vec3(a, bp_vec3_make(up, 0.3f, 0), 5e-7);
    expect_vec3(b, bp_vec3_make(-up, 0.7f, 0), 5e-7);
    assert_true(a.x == up && b.x == -up && a.z == 0 && b.z == 0);
    /* Half a degree away it is an ordinary rotation again. */
    bp_vec3 c = {up - 0.01f, 0.5f, 0.2f};
    expect_vec3(bp_quat_to_euler(bp_quat_from_euler(c)), c, 3e-5);
}

/* Halfway between the identity and 90 degrees is 45. -b is the same end. */
static void test_slerp_by_hand(void **state) {
    (void)state;
    bp_vec3 axis = {0, 0, 1};
    bp_quat a = bp_quat_identity(), b = bp_quat_from_axis_angle(axis, BP_PI / 2);
    bp_quat expected = bp_quat_from_axis_angle(axis, BP_PI / 4),
            third = bp_quat_from_axis_angle(axis, BP_PI / 6);
    expect_same_rotation(bp_quat_slerp(a, b, 0.5f), expected, 1e-7);
    expect_same_rotation(bp_quat_slerp(a, b, 1 / 3.0f), third, 1e-7);
    expect_same_rotation(bp_quat_slerp(a, bp_quat_negate(b), 0.5f), expected, 1e-7);
    expect_same_rotation(bp_quat_nlerp(a, b, 0.5f), expected, 1e-7);
    bp_quat end = bp_quat_slerp(a, bp_quat_negate(b), 1);
    expect_floats(&end.x, &b.x, 4, 0); /* the sign of a's side */
}

static void test_slerp_ends_speed_and_length(void **state) {
    (void)state;
    uint64_t seed = 24;
    for (int i = 0; i < 2000; i++) {
        bp_quat a = random_unit_quat(&seed), b = random_unit_quat(&seed);
        float t = test_random_float(&seed, 0, 1), cosine = bp_clamp(fabsf(bp_quat_dot(a, b)), 0, 1);
        bp_quat start = bp_quat_slerp(a, b, 0), middle = bp_quat_slerp(a, b, t);
        expect_floats(&start.x, &a.x, 4, 1e-7);
        expect_same_rotation(bp_quat_slerp(a, b, 1), b, 1e-7);
        expect_float(bp_quat_length(middle), 1, 3e-7);
        /* The angle from a grows with t: cos(t * angle) between them, from C's long double. */
        expect_float(bp_quat_dot(a, middle), (double)cosl(t * acosl(cosine)), 1e-6);
        expect_float(bp_quat_length(bp_quat_nlerp(a, b, t)), 1, 2e-7);
    }
}

/* Between linear interpolation and slerp, at |dot| = 0.999999, the result is continuous and has length 1. */
static void test_slerp_of_close_ones(void **state) {
    (void)state;
    bp_vec3 axis = {1, 2, -2};
    bp_quat a = bp_quat_identity();
    for (int i = 1; i <= 100; i++) {
        float angle = (float)i * 1e-4f, half = angle * 0.37f; /* the switch is at 0.0028 */
        bp_quat b = bp_quat_from_axis_angle(axis, angle), got = bp_quat_slerp(a, b, 0.37f);
        expect_same_rotation(got, bp_quat_from_axis_angle(axis, half), 1e-7);
        expect_float(bp_quat_length(got), 1, 1e-7);
    }
    expect_same_rotation(bp_quat_slerp(a, a, 0.3f), a, 0);
}

static void test_against_cglm(void **state) {
    (void)state;
    uint64_t seed = 25;
    for (int i = 0; i < 1000; i++) {
        bp_quat a = random_unit_quat(&seed), b = random_unit_quat(&seed);
        bp_vec3 v = random_vec3(&seed, 5), axis = random_axis(&seed);
        float t = test_random_float(&seed, 0, 1), angle = test_random_float(&seed, -6, 6);
        versor p = {a.x, a.y, a.z, a.w}, q = {b.x, b.y, b.z, b.w}, r;
        vec3 w = {v.x, v.y, v.z}, turned, line = {axis.x, axis.y, axis.z};
        glm_quat_mul(p, q, r);
        expect_floats(
            &(bp_quat[]) { bp_quat_mul(a, b) } -> x, r, 4, 5e-7);
        glm_quat_rotatev(p, w, turned);
        expect_floats(
            &(bp_vec3[]) { bp_quat_rotate(a, v) } -> x, turned, 3, 2e-6);
        glm_quat_slerp(p, q, t, r);
        expect_same_rotation(bp_quat_slerp(a, b, t), bp_quat_make(r[0], r[1], r[2], r[3]), 2e-6);
        glm_quatv(r, angle, line);
        expect_floats(
            &(bp_quat[]) { bp_quat_from_axis_angle(axis, angle) } -> x, r, 4, 5e-7);
        mat4 m;
        glm_quat_mat4(p, m);
        expect_floats(bp_mat4_from_quat(a).m, &m[0][0], 16, 5e-7);
        glm_mat4_quat(m, r);
        expect_same_rotation(bp_quat_from_mat4(bp_mat4_from_quat(a)), bp_quat_make(r[0], r[1], r[2], r[3]),
                             1e-6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity_conjugate_and_length),
        cmocka_unit_test(test_a_zero_axis_gives_the_identity),
        cmocka_unit_test(test_a_third_of_a_turn),
        cmocka_unit_test(test_rotating_is_multiplying_by_the_matrix),
        cmocka_unit_test(test_from_matrix_and_back),
        cmocka_unit_test(test_half_turns),
        cmocka_unit_test(test_euler_there_and_back),
        cmocka_unit_test(test_euler_at_the_poles),
        cmocka_unit_test(test_slerp_by_hand),
        cmocka_unit_test(test_slerp_ends_speed_and_length),
        cmocka_unit_test(test_slerp_of_close_ones),
        cmocka_unit_test(test_against_cglm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
