/* Maths in double. The float functions call these, and their tests cover the results. This file tests the
 * precision of double, and functions without a float version. */
#include "math/double.h"
#include <float.h>
#include "support/random.h"

static double any(uint64_t *seed) { return (double)(test_random(seed) >> 11) * 0x1p-52 - 1.0; }

static bp_dvec3 any_vec3(uint64_t *seed) {
    double x = any(seed), y = any(seed);
    return (bp_dvec3){x, y, any(seed)};
}

static bp_dquat any_quat(uint64_t *seed) {
    bp_dvec3 v = any_vec3(seed);
    return bp_dquat_normalize((bp_dquat){v.x, v.y, v.z, any(seed)});
}

static void expect_doubles(const double *got, const double *expected, int count, double tolerance) {
    for (int i = 0; i < count; i++) {
        if (fabs(got[i] - expected[i]) <= tolerance) continue;
        fail_msg("[%d]: got %.17g, expected %.17g", i, got[i], expected[i]);
    }
}

static void test_widening_is_exact_and_rounding_gives_it_back(void **state) {
    (void)state;
    uint64_t seed = 71;
    bp_mat4 m = random_mat4(&seed, 3), back = bp_dmat4_to_mat4(bp_dmat4_from_mat4(m));
    expect_bytes(back.m, m.m, sizeof m);
    bp_trs trs = random_trs(&seed), same = bp_dtrs_to_trs(bp_dtrs_from_trs(trs));
    expect_bytes(&same, &trs, sizeof trs);
}

static void test_vectors(void **state) {
    (void)state;
    bp_dvec3 n = bp_dvec3_normalize((bp_dvec3){2, -3, 6});
    const double expected[3] = {2 / 7.0, -3 / 7.0, 6 / 7.0};
    expect_doubles(&n.x, expected, 3, 1e-16);
    bp_dvec3 zero = bp_dvec3_normalize((bp_dvec3){0, 0, 0});
    assert_true(zero.x == 0 && zero.y == 0 && zero.z == 0);
}

/* The same rotation four ways. */
static void test_rotations_agree_to_the_last_digits(void **state) {
    (void)state;
    uint64_t seed = 72;
    for (int i = 0; i < 2000; i++) {
        bp_dquat p = any_quat(&seed), q = any_quat(&seed);
        bp_dvec3 v = any_vec3(&seed);
        bp_dmat4 m = bp_dmat4_mul(bp_dmat4_from_dquat(q), bp_dmat4_from_dquat(p));
        bp_dvec3 by_matrix = bp_dmat4_direction(m, v);
        bp_dvec3 by_product = bp_dquat_rotate(bp_dquat_mul(p, q), v);
        bp_dvec3 one_by_one = bp_dquat_rotate(p, bp_dquat_rotate(q, v));
        expect_doubles(&by_product.x, &by_matrix.x, 3, 2e-15);
        expect_doubles(&one_by_one.x, &by_matrix.x, 3, 2e-15);
        bp_dquat back = bp_dquat_from_dmat4(m), product = bp_dquat_mul(p, q);
        if (back.x * product.x + back.y * product.y + back.z * product.z + back.w * product.w < 0)
            back = (bp_dquat){-back.x, -back.y, -back.z, -back.w};
        expect_doubles(&back.x, &product.x, 4, 2e-15);
    }
}

static void test_axis_and_angle(void **state) {
    (void)state;
    uint64_t seed = 73;
    for (int i = 0; i < 1000; i++) {
        bp_dvec3 axis = any_vec3(&seed);
        double angle = 7 * any(&seed);
        bp_dmat4 a = bp_dmat4_from_axis_angle(axis, angle);
        bp_dmat4 b = bp_dmat4_from_dquat(bp_dquat_from_axis_angle(axis, angle));
        expect_doubles(a.m, b.m, 16, 2e-15);
    }
}

static void test_euler_there_and_back(void **state) {
    (void)state;
    uint64_t seed = 74;
    for (int i = 0; i < 1000; i++) {
        bp_dvec3 e = {1.5 * any(&seed), 3 * any(&seed), 3 * any(&seed)};
        bp_dvec3 back = bp_dquat_to_euler(bp_dquat_from_euler(e));
        expect_doubles(&back.x, &e.x, 3, 1e-13);
    }
}

static void test_parts_inverse_and_points(void **state) {
    (void)state;
    uint64_t seed = 75;
    for (int i = 0; i < 1000; i++) {
        bp_dtrs trs = {any_vec3(&seed),
                       any_quat(&seed),
                       {1.5 + any(&seed), 1.5 + any(&seed), 1.5 + any(&seed)}},
                parts;
        bp_dmat4 m = bp_dmat4_from_dtrs(trs), affine, general;
        assert_true(bp_dmat4_decompose(m, &parts));
        bp_dmat4 again = bp_dmat4_from_dtrs(parts);
        expect_doubles(again.m, m.m, 16, 1e-14);
        assert_true(bp_dmat4_inverse_affine(m, &affine));
        assert_true(bp_dmat4_inverse(m, &general));
        expect_doubles(affine.m, general.m, 16, 2e-14);
        bp_dvec3 p = any_vec3(&seed), home = bp_dmat4_point(affine, bp_dmat4_point(m, p));
        expect_doubles(&home.x, &p.x, 3, 1e-14);
    }
}

/* The C library's cube root is another implementation; both may be off by a unit in the last place. */
static void test_cube_root(void **state) {
    (void)state;
    static const double VALUES[] = {1, 8, 27, 0.001, 2, 3, 4, 0.5, 1e-300, 1e300, 5e-324, 1.7976931348623157e308, 0.01, 1e6};
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        double root = cbrt(VALUES[i]);
        assert_true(fabs(bp_cube_root_d(VALUES[i]) - root) <= 2 * DBL_EPSILON * root);
        assert_true(bp_cube_root_d(-VALUES[i]) == -bp_cube_root_d(VALUES[i]));
    }
    assert_true(bp_cube_root_d(0) == 0 && bp_cube_root_d((double)INFINITY) == (double)INFINITY);
    assert_true(isnan(bp_cube_root_d((double)NAN)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widening_is_exact_and_rounding_gives_it_back),
        cmocka_unit_test(test_cube_root),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_rotations_agree_to_the_last_digits),
        cmocka_unit_test(test_axis_and_angle),
        cmocka_unit_test(test_euler_there_and_back),
        cmocka_unit_test(test_parts_inverse_and_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
