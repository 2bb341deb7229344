/* ik_common: the nearest perpendicular direction, slerp, checks of options. */
#include "rig/ik/ik.h"
#include "support/test.h"
#include <math.h>

static void expect_vec3(bp_dvec3 got, double x, double y, double z) {
    expect_float(got.x, x, 1e-15);
    expect_float(got.y, y, 1e-15);
    expect_float(got.z, z, 1e-15);
}

static void test_perpendicular(void **state) {
    (void)state;
    const bp_dvec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    /* (3, 4, 0) without its part along x points to y. */
    expect_vec3(bp_ik_perpendicular(x, (bp_dvec3){3, 4, 0}), 0, 1, 0);
    expect_vec3(bp_ik_perpendicular(y, (bp_dvec3){-5, 7, 0}), -1, 0, 0);
    /* A direction along the axis has no perpendicular part: then it is z's, unless the axis is within 37
     * degrees of z (a cosine of 0.8): then x's. Of (0.6, 0, -0.8) it is x - 0.6 (0.6, 0, -0.8) = (0.64, 0,
     * 0.48), whose length is 0.8. */
    expect_vec3(bp_ik_perpendicular(x, x), 0, 0, 1);
    expect_vec3(bp_ik_perpendicular(y, (bp_dvec3){0, -2, 0}), 0, 0, 1);
    expect_vec3(bp_ik_perpendicular(z, z), 1, 0, 0);
    expect_vec3(bp_ik_perpendicular((bp_dvec3){0, 0, -1}, z), 1, 0, 0);
    const bp_dvec3 leaning = {0.6, 0, -0.8};
    expect_vec3(bp_ik_perpendicular(leaning, leaning), 0.8, 0, 0.6);
    /* z - 0.6 (0, 0.8, 0.6) = (0, -0.48, 0.64). */
    const bp_dvec3 upright = {0, 0.8, 0.6};
    expect_vec3(bp_ik_perpendicular(upright, upright), 0, -0.6, 0.8);
    /* The zero vector. */
    expect_vec3(bp_ik_perpendicular(x, (bp_dvec3){0, 0, 0}), 0, 0, 1);
    /* A sine of 1e-5 counts as a direction, one of 1e-7 does not: then z. */
    expect_vec3(bp_ik_perpendicular(x, (bp_dvec3){1, 1e-5, 0}), 0, 1, 0);
    expect_vec3(bp_ik_perpendicular(x, (bp_dvec3){1, 1e-7, 0}), 0, 0, 1);
}

/* About z, by half angles in degrees. */
static bp_dquat turn(double half) {
    const double radians = half * 3.141592653589793 / 180;
    return (bp_dquat){0, 0, sin(radians), cos(radians)};
}

static void expect_quat(bp_dquat got, bp_dquat expected, double tolerance) {
    expect_float(got.x, expected.x, tolerance);
    expect_float(got.y, expected.y, tolerance);
    expect_float(got.z, expected.z, tolerance);
    expect_float(got.w, expected.w, tolerance);
}

static void test_slerp(void **state) {
    (void)state;
    static const double ends[][2] = {{0, 30}, {10, 80}, {-20, 5}, {0, 0.01}, {3, 3.05}, {0, 89}};
    for (size_t i = 0; i < BP_COUNT(ends); i++) {
        const double a = ends[i][0], b = ends[i][1];
        const bp_dquat end = turn(b), other = {-end.x, -end.y, -end.z, -end.w};
        for (int k = 0; k <= 4; k++) {
            /* Half angles grow linearly, whichever sign the end has. */
            expect_quat(bp_ik_slerp(turn(a), end, k / 4.0), turn(a + (b - a) * k / 4), 1e-10);
            bp_dquat got = bp_ik_slerp(turn(a), other, k / 4.0);
            expect_quat(got, turn(a + (b - a) * k / 4), 1e-10);
        }
    }
}

static void test_checks(void **state) {
    (void)state;
    bp_error error = {0};
    assert_true(bp_ik_check_range(2, 2, 3, "angle", &error));
    assert_true(bp_ik_check_range(3, 2, 3, "angle", &error));
    static const double bad[] = {1.999, 3.001, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        assert_false(bp_ik_check_range(bad[i], 2, 3, "angle", &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "angle");
    }
    for (int i = 0; i < 3; i++) {
        float v[3] = {1, 2, 3};
        v[i] = i == 1 ? INFINITY : NAN;
        assert_false(bp_ik_check_finite((bp_vec3){v[0], v[1], v[2]}, "axis", &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "axis");
        assert_false(bp_ik_is_finite((bp_dvec3){(double)v[0], (double)v[1], (double)v[2]}));
        const float only[3] = {i == 0 ? 1e-30f : 0, i == 1 ? 1e-30f : 0, i == 2 ? 1e-30f : 0};
        assert_false(bp_ik_is_zero((bp_vec3){only[0], only[1], only[2]}));
    }
    assert_true(bp_ik_is_zero((bp_vec3){0, -0.0f, 0}));
    assert_true(bp_ik_is_finite((bp_dvec3){1, 2, 3}));
}

/* Half a circle apart both ways are equally long: the sign of the end decides. */
static void test_slerp_of_opposites(void **state) {
    (void)state;
    const double half = sqrt(0.5);
    for (int sign = -1; sign <= 1; sign += 2) {
        bp_dquat got = bp_ik_slerp((bp_dquat){0, 0, 0, 1}, (bp_dquat){0, 0, sign, 0}, 0.5);
        expect_quat(got, (bp_dquat){0, 0, sign * half, half}, 1e-15);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perpendicular),
        cmocka_unit_test(test_slerp),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_slerp_of_opposites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
