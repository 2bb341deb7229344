/* NaN, infinities, the largest and the smallest numbers, in every argument of every function: no trap (the
 * sanitizers run this too), no endless loop, and what the contract promises. Each call gets every
 * combination of the values below, or random ones. */
#include "math/double.h"
#include "support/random.h"

#include <float.h>

static const float strange[] = {0.0f,     -0.0f,   1,         -1,     NAN,   INFINITY, -INFINITY, FLT_MAX,
                                -FLT_MAX, FLT_MIN, 0x1p-149f, 1e-20f, 1e20f, 0x1p31f,  -0x1p63f,  0.5f};

/* Two thirds are ordinary, a third unusual: a single bad number meets good ones. */
static float any(uint64_t *seed) {
    uint64_t r = test_random(seed);
    return r % 3 ? test_random_float(seed, -2, 2) : strange[(r >> 32) % BP_COUNT(strange)];
}
static bp_vec3 any_vec3(uint64_t *seed) {
    float x = any(seed), y = any(seed);
    return bp_vec3_make(x, y, any(seed));
}
static bp_quat any_quat(uint64_t *seed) {
    bp_vec3 v = any_vec3(seed);
    return bp_quat_make(v.x, v.y, v.z, any(seed));
}
static bp_mat4 any_mat4(uint64_t *seed) {
    bp_mat4 m;
    for (int i = 0; i < 16; i++) m.m[i] = i % 5 == 4 ? 0 : any(seed);
    return m;
}

static void test_angles(void **state) {
    (void)state;
    const float endless[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        float s, c;
        bp_sincos(endless[i], &s, &c);
        const float got[8] = {bp_sin(endless[i]), bp_cos(endless[i]), bp_tan(endless[i]),       s, c,
                              bp_acos(NAN),       bp_asin(NAN),       bp_atan2(NAN, endless[i])};
        for (int k = 0; k < 8; k++) assert_true(isnan(got[k]));
        assert_true(isnan(bp_atan2(endless[i], NAN)));
    }
    for (size_t i = 0; i < BP_COUNT(strange); i++)
        for (size_t k = 0; k < BP_COUNT(strange); k++) {
            float y = strange[i], x = strange[k], got = bp_atan2(y, x);
            if (isnan(x) || isnan(y))
                assert_true(isnan(got));
            else
                expect_float(got, atan2l(y, x), 1e-7);
        }
}

/* For any argument a sine is NaN or within -1..1, and an inverse function within its range. */
static void test_ranges(void **state) {
    (void)state;
    uint64_t seed = 61;
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = (uint32_t)(test_random(&seed) >> 32);
        float x;
        memcpy(&x, &bits, sizeof x);
        float s = bp_sin(x), c = bp_cos(x), a = bp_acos(x), b = bp_asin(x);
        if (isnan(x) || isinf(x))
            assert_true(isnan(s) && isnan(c));
        else
            assert_true(s >= -1 && s <= 1 && c >= -1 && c <= 1);
        if (isnan(x))
            assert_true(isnan(a) && isnan(b));
        else
            assert_true(a >= 0 && a <= BP_PI && b >= -BP_PI / 2 && b <= BP_PI / 2);
    }
}

static void test_quaternions(void **state) {
    (void)state;
    uint64_t seed = 62;
    for (int i = 0; i < 30000; i++) {
        bp_quat a = any_quat(&seed), b = any_quat(&seed);
        bp_vec3 v = any_vec3(&seed);
        float t = any(&seed);
        bp_quat n = bp_quat_normalize(a);
        bool finite = isfinite(a.x) && isfinite(a.y) && isfinite(a.z) && isfinite(a.w);
        if (finite) expect_float(bp_quat_length(n), 1, 2e-7);
        bp_quat_slerp(a, b, t);
        bp_quat_nlerp(a, b, t);
        bp_quat_from_axis_angle(v, t);
        bp_quat_from_euler(v);
        bp_vec3 e = bp_quat_to_euler(a);
        assert_true(!(e.x > BP_PI / 2) && !(e.x < -BP_PI / 2));
        bp_quat_rotate(a, v);
        bp_quat_from_mat4(any_mat4(&seed));
    }
    bp_quat q = bp_quat_make(0, NAN, 0, 1), s = bp_quat_slerp(q, bp_quat_identity(), 0.5f);
    assert_true(isnan(s.w) && isnan(bp_quat_to_euler(q).y) && isnan(bp_quat_normalize(q).x));
}

static void test_matrices(void **state) {
    (void)state;
    uint64_t seed = 63;
    int inverted = 0;
    for (int i = 0; i < 30000; i++) {
        bp_mat4 m = any_mat4(&seed), inverse;
        bp_trs trs = {any_vec3(&seed), any_quat(&seed), any_vec3(&seed)}, parts;
        bp_mat4 composed = bp_mat4_from_trs(trs);
        bp_mat4_decompose(composed, &parts);
        bp_mat4_decompose(m, &parts);
        for (int k = 0; k < 2; k++) {
            bool ok = k ? bp_mat4_inverse_affine(m, &inverse) : bp_mat4_inverse(m, &inverse);
            for (int n = 0; n < 16; n++) assert_true(isfinite(inverse.m[n]));
            if (!ok) expect_floats(inverse.m, bp_mat4_identity().m, 16, 0);
            inverted += ok;
        }
        bp_mat4_determinant(m);
        bp_mat4_normal(m, trs.position);
        bp_mat4_from_axis_angle(trs.position, trs.scale.x);
        bp_mat4_point(bp_mat4_mul(m, composed), trs.scale);
    }
    assert_true(inverted > 1000); /* the test includes regular matrices, too */
}

static void test_a_decomposition_of_nan(void **state) {
    (void)state;
    bp_mat4 m = bp_mat4_identity();
    m.m[5] = NAN;
    bp_trs parts;
    assert_true(bp_mat4_decompose(m, &parts)); /* no scale is 0 */
    assert_true(parts.scale.x == 1 && isnan(parts.scale.y) && parts.scale.z == 1 && isnan(parts.rotation.w));
}

static void test_views(void **state) {
    (void)state;
    uint64_t seed = 64;
    for (int i = 0; i < 20000; i++) {
        bp_vec3 eye = any_vec3(&seed), target = any_vec3(&seed), up = any_vec3(&seed);
        bp_mat4 m = bp_mat4_look_at_rh(eye, target, up);
        if (isfinite(eye.x + eye.y + eye.z + target.x + target.y + target.z) && isfinite(up.x + up.y + up.z))
            for (int k = 0; k < 11; k++) assert_true(m.m[k] >= -1.0001f && m.m[k] <= 1.0001f);
        bp_mat4_perspective_rh(eye.x, eye.y, eye.z, target.x);
        bp_mat4_orthographic_rh(eye.x, eye.y, eye.z, target.x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_angles),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_quaternions),
        cmocka_unit_test(test_matrices),
        cmocka_unit_test(test_a_decomposition_of_nan),
        cmocka_unit_test(test_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
