/* Our results compared with Babylon.js's (babylon_values.h). Tests say where the two differ on purpose.
 * Errors are relative to the largest compared value, at least 1. */
#include "support/random.h"
#include "unit/math/babylon_values.h"

static const float *inputs(const double *row, int count, float out[16]) {
    for (int i = 0; i < count; i++) out[i] = (float)row[i];
    return out;
}

static void expect_values(const float *got, const double *expected, int count, double tolerance) {
    double size = 1;
    for (int i = 0; i < count; i++) size = fmax(size, fabs(expected[i]));
    for (int i = 0; i < count; i++) {
        if (fabs(got[i] - expected[i]) <= tolerance * size) continue;
        fail_msg("[%d] got %.9g, expected %.9g", i, (double)got[i], expected[i]);
    }
}

/* Up to the sign: q and -q are the same rotation. */
static void expect_quat(bp_quat got, const double *expected, double tolerance) {
    if (got.x * expected[0] + got.y * expected[1] + got.z * expected[2] + got.w * expected[3] < 0)
        got = bp_quat_negate(got);
    expect_values(&got.x, expected, 4, tolerance);
}

static bp_vec3 vec3_at(const float *v) { return (bp_vec3){v[0], v[1], v[2]}; }
static bp_quat quat_at(const float *v) { return (bp_quat){v[0], v[1], v[2], v[3]}; }
static bp_mat4 mat4_at(const float *v) {
    bp_mat4 m;
    memcpy(&m, v, sizeof m);
    return m;
}

/* The signs, too, are Babylon's. */
static void test_quat_from_euler(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_from_euler); i++) {
        const double *row = babylon_from_euler[i];
        bp_quat q = bp_quat_from_euler(vec3_at(inputs(row, BABYLON_FROM_EULER_INPUTS, in)));
        expect_values(&q.x, row + 3, 4, 1e-7);
    }
}

/* Also gimbal lock, angles beside it, and quaternions that aren't of unit length. Both must take the same
 * branch, so the poles get no extra tolerance. */
static void test_quat_to_euler(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_to_euler); i++) {
        const double *row = babylon_to_euler[i];
        bp_vec3 e = bp_quat_to_euler(quat_at(inputs(row, BABYLON_TO_EULER_INPUTS, in)));
        expect_values(&e.x, row + 4, 3, 1e-7);
    }
}

/* Every fourth pair is so close that Babylon.js interpolates linearly without normalizing; ours is
 * normalized. */
static void test_slerp(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_slerp); i++) {
        const double *row = babylon_slerp[i];
        inputs(row, BABYLON_SLERP_INPUTS, in);
        bp_quat q = bp_quat_slerp(quat_at(in), quat_at(in + 4), in[8]);
        expect_values(&q.x, row + 9, 4, i % 4 == 3 ? 3e-7 : 1e-7);
    }
}

static void test_axis_and_angle(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_axis_angle); i++) {
        const double *row = babylon_axis_angle[i];
        inputs(row, BABYLON_AXIS_ANGLE_INPUTS, in);
        bp_quat q = bp_quat_from_axis_angle(vec3_at(in), in[3]);
        expect_values(&q.x, row + 4, 4, 1e-7);
        expect_values(bp_mat4_from_axis_angle(vec3_at(in), in[3]).m, row + 8, 16, 1e-7);
        expect_values(bp_mat4_from_quat(q).m, row + 8, 16, 3e-7);
    }
    for (size_t i = 0; i < BP_COUNT(babylon_about_axes); i++) {
        const double *row = babylon_about_axes[i];
        float angle = inputs(row, BABYLON_ABOUT_AXES_INPUTS, in)[0];
        expect_values(bp_mat4_rotation_x(angle).m, row + 1, 16, 1e-7);
        expect_values(bp_mat4_rotation_y(angle).m, row + 17, 16, 1e-7);
        expect_values(bp_mat4_rotation_z(angle).m, row + 33, 16, 1e-7);
    }
}

static void test_compose(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_compose); i++) {
        const double *row = babylon_compose[i];
        inputs(row, BABYLON_COMPOSE_INPUTS, in);
        bp_trs trs = {vec3_at(in), quat_at(in + 3), vec3_at(in + 7)};
        expect_values(bp_mat4_from_trs(trs).m, row + 10, 16, 1e-7);
    }
}

/* Regular, mirrored in every combination of axes, sheared, with a scale of 0, flat, half turns. */
static void test_decompose(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_decompose); i++) {
        const double *row = babylon_decompose[i];
        bp_mat4 m = mat4_at(inputs(row, BABYLON_DECOMPOSE_INPUTS, in));
        bp_trs trs;
        bool ok = bp_mat4_decompose(m, &trs);
        assert_int_equal(ok, row[16] != 0.0);
        expect_values(&trs.scale.x, row + 17, 3, 1e-7);
        expect_quat(trs.rotation, row + 20, 1e-7);
        expect_values(&trs.position.x, row + 24, 3, 1e-9); /* ten digits are written */
    }
}

static void test_inverse(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_invert); i++) {
        const double *row = babylon_invert[i];
        bp_mat4 m = mat4_at(inputs(row, BABYLON_INVERT_INPUTS, in)), inverse;
        expect_float(bp_mat4_determinant(m), row[16], 1e-7);
        assert_true(bp_mat4_inverse(m, &inverse));
        expect_values(inverse.m, row + 17, 16, 1e-7);
        if (i >= 6) continue;
        assert_true(bp_mat4_inverse_affine(m, &inverse));
        expect_values(inverse.m, row + 17, 16, 1e-7);
    }
}

static void test_views_and_projections(void **state) {
    (void)state;
    float in[16];
    for (size_t i = 0; i < BP_COUNT(babylon_look_at); i++) {
        const double *row = babylon_look_at[i];
        inputs(row, BABYLON_LOOK_AT_INPUTS, in);
        bp_vec3 eye = vec3_at(in), target = vec3_at(in + 3), up = vec3_at(in + 6);
        expect_values(bp_mat4_look_at_rh(eye, target, up).m, row + 9, 16, 1e-7);
    }
    for (size_t i = 0; i < BP_COUNT(babylon_perspective); i++) {
        const double *row = babylon_perspective[i];
        inputs(row, BABYLON_PERSPECTIVE_INPUTS, in);
        expect_values(bp_mat4_perspective_rh(in[0], in[1], in[2], in[3]).m, row + 4, 16, 1e-7);
    }
    for (size_t i = 0; i < BP_COUNT(babylon_orthographic); i++) {
        const double *row = babylon_orthographic[i];
        inputs(row, BABYLON_ORTHOGRAPHIC_INPUTS, in);
        expect_values(bp_mat4_orthographic_rh(in[0], in[1], in[2], in[3]).m, row + 4, 16, 1e-7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quat_from_euler), cmocka_unit_test(test_quat_to_euler),
        cmocka_unit_test(test_slerp),           cmocka_unit_test(test_axis_and_angle),
        cmocka_unit_test(test_compose),         cmocka_unit_test(test_decompose),
        cmocka_unit_test(test_inverse),         cmocka_unit_test(test_views_and_projections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
