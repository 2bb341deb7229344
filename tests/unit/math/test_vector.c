/* Vectors of two, three and four components: results by hand, identities for random vectors, extreme
 * lengths. */
#include "support/random.h"

#include <float.h>

static void test_two_dimensions(void **state) {
    (void)state;
    bp_vec2 a = bp_vec2_make(3, 4), b = bp_vec2_make(-1, 2);
    bp_vec2 results[2] = {bp_vec2_add(a, b), bp_vec2_sub(a, b)};
    const float expected[4] = {2, 6, 4, 2};
    expect_floats(&results[0].x, expected, 4, 0);
    expect_float(bp_vec2_length(a), 5, 0); /* 3, 4, 5 */
    expect_float(bp_vec2_length(bp_vec2_make(3e30f, 4e30f)), 5e30f, 1e-7);
}

static void test_three_dimensions(void **state) {
    (void)state;
    bp_vec3 a = bp_vec3_make(1, 2, 3), b = bp_vec3_make(4, -5, 6);
    bp_vec3 results[7] = {bp_vec3_add(a, b),       bp_vec3_sub(a, b), bp_vec3_mul(a, b),
                          bp_vec3_scale(a, 3),     bp_vec3_negate(a), bp_vec3_cross(a, b),
                          bp_vec3_mix(a, b, 0.25f)};
    const float expected[21] = {
        5,     -3,    9,    -3, 7,  -3, 4,  -10, 18,
        3,     6,     9,    -1, -2, -3, 27, 6,   -13, /* 2*6 - 3*-5, 3*4 - 1*6, 1*-5 - 2*4 */
        1.75f, 0.25f, 3.75f};                         /* a quarter of the way */
    expect_floats(&results[0].x, expected, 21, 0);
    expect_float(bp_vec3_dot(a, b), 12, 0);                                             /* 4 - 10 + 18 */
    expect_float(bp_vec3_length(bp_vec3_make(2, -3, 6)), 7, 0);                         /* 4 + 9 + 36 */
    expect_float(bp_vec3_distance(bp_vec3_make(1, 1, 1), bp_vec3_make(2, 3, 3)), 3, 0); /* 1 + 4 + 4 */
}

static void test_four_dimensions(void **state) {
    (void)state;
    bp_vec4 a = bp_vec4_make(1, 2, 3, 4), b = bp_vec4_make(5, -6, 7, 8);
    bp_vec4 result = bp_vec4_mix(a, b, 0.5f);
    const float expected[4] = {3, -2, 5, 6};
    expect_floats(&result.x, expected, 4, 0);
}

static void test_normalize(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 2000; i++) {
        bp_vec3 v = bp_vec3_scale(random_axis(&seed), i % 2 ? 1e-3f : 1e4f), n = bp_vec3_normalize(v);
        expect_float(bp_vec3_length(n), 1, 1.5e-7);
        expect_float(bp_vec3_length(bp_vec3_cross(n, v)) / bp_vec3_length(v), 0, 2e-7); /* the same way */
        assert_true(bp_vec3_dot(n, v) > 0);
    }
}

/* Squares of the first overflow float, those of the second underflow. Zero has no direction. */
static void test_extreme_lengths(void **state) {
    (void)state;
    const float third = 0.57735027f; /* 1 / sqrt(3) */
    const float sizes[3] = {FLT_MAX / 2, 1e-30f, FLT_MIN};
    for (int i = 0; i < 3; i++) {
        bp_vec3 v = {sizes[i], -sizes[i], sizes[i]}, n = bp_vec3_normalize(v);
        const float expected[3] = {third, -third, third};
        expect_floats(&n.x, expected, 3, 1e-7);
        expect_float(bp_vec3_length(v) / sizes[i], 1.7320508, 1e-7);
    }
    bp_vec3 zero = bp_vec3_normalize(bp_vec3_make(0, 0, 0));
    const float nothing[3] = {0, 0, 0};
    expect_floats(&zero.x, nothing, 3, 0);
}

/* a x b is perpendicular to both, and |a x b|^2 + (a . b)^2 = |a|^2 |b|^2 (Lagrange). */
static void test_cross_and_dot(void **state) {
    (void)state;
    uint64_t seed = 12;
    for (int i = 0; i < 2000; i++) {
        bp_vec3 a = random_vec3(&seed, 1), b = random_vec3(&seed, 1), c = bp_vec3_cross(a, b);
        expect_float(bp_vec3_dot(a, c), 0, 3e-7);
        expect_float(bp_vec3_dot(b, c), 0, 3e-7);
        float d = bp_vec3_dot(a, b);
        expect_float(bp_vec3_dot(c, c) + d * d, (double)bp_vec3_dot(a, a) * bp_vec3_dot(b, b), 2e-6);
    }
}

static void test_clamp_and_mix(void **state) {
    (void)state;
    const float got[8] = {bp_clamp(0.5f, 0, 1), bp_clamp(-3, 0, 1),       bp_clamp(7, 0, 1),
                          bp_clamp(NAN, 0, 1),  bp_clamp(INFINITY, 0, 1), bp_mix(2, 6, 0),
                          bp_mix(2, 6, 1),      bp_mix(2, 6, 1.5f)};
    const float expected[8] = {0.5f, 0, 1, 0, 1, 2, 6, 8};
    expect_floats(got, expected, 8, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_dimensions),  cmocka_unit_test(test_three_dimensions),
        cmocka_unit_test(test_four_dimensions), cmocka_unit_test(test_normalize),
        cmocka_unit_test(test_extreme_lengths), cmocka_unit_test(test_cross_and_dot),
        cmocka_unit_test(test_clamp_and_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
