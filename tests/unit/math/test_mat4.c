/* Matrices: products, decomposition, transformed points, directions and normals. */
#include "support/random.h"

#include <cglm/cglm.h>
#include <float.h>

static void test_product_by_hand(void **state) {
    (void)state;
    bp_mat4 a = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
    bp_mat4 b = {{1, 0, 2, 0, 0, 1, 0, 3, 4, 0, 1, 0, 0, 5, 0, 1}};
    /* Row 0: 1*(1,0,2,0) + 2*(0,1,0,3) + 3*(4,0,1,0) + 4*(0,5,0,1) = (13, 22, 5, 10); and so on. */
    const float expected[16] = {13, 22, 5, 10, 33, 46, 17, 26, 53, 70, 29, 42, 73, 94, 41, 58};
    expect_floats(bp_mat4_mul(a, b).m, expected, 16, 0);
}

static void test_transpose(void **state) {
    (void)state;
    bp_mat4 m = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
    const float expected[16] = {1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16};
    expect_floats(bp_mat4_transpose(m).m, expected, 16, 0);
}

/* cglm multiplies columns: its A * B is our B * A. */
static void test_product_against_cglm(void **state) {
    (void)state;
    uint64_t seed = 31;
    for (int i = 0; i < 1000; i++) {
        bp_mat4 a = random_mat4(&seed, 2), b = random_mat4(&seed, 2);
        mat4 p, q, r;
        memcpy(p, a.m, sizeof p);
        memcpy(q, b.m, sizeof q);
        glm_mat4_mul(q, p, r);
        expect_floats(bp_mat4_mul(a, b).m, &r[0][0], 16, 1e-6);
    }
}

static void test_rotations_against_cglm(void **state) {
    (void)state;
    uint64_t seed = 32;
    for (int i = 0; i < 1000; i++) {
        float angle = test_random_float(&seed, -10, 10);
        bp_vec3 axis = random_axis(&seed);
        vec3 line = {axis.x, axis.y, axis.z};
        mat4 m;
        glm_rotate_make(m, angle, line);
        expect_floats(bp_mat4_from_axis_angle(axis, angle).m, &m[0][0], 16, 5e-7);
        expect_floats(bp_mat4_from_quat(bp_quat_from_axis_angle(axis, angle)).m, &m[0][0], 16, 5e-7);
        glm_rotate_x(GLM_MAT4_IDENTITY, angle, m);
        expect_floats(bp_mat4_rotation_x(angle).m, &m[0][0], 16, 2e-7);
        glm_rotate_y(GLM_MAT4_IDENTITY, angle, m);
        expect_floats(bp_mat4_rotation_y(angle).m, &m[0][0], 16, 2e-7);
        glm_rotate_z(GLM_MAT4_IDENTITY, angle, m);
        expect_floats(bp_mat4_rotation_z(angle).m, &m[0][0], 16, 2e-7);
    }
}

/* Scale by (2, 3, 4), rotate by 90 degrees about Z (X to Y, Y to -X), translate by (5, 6, 7). */
static void test_trs_by_hand(void **state) {
    (void)state;
    bp_trs trs = {{5, 6, 7}, {0, 0, 0.70710678f, 0.70710678f}, {2, 3, 4}};
    const float expected[16] = {0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1};
    expect_floats(bp_mat4_from_trs(trs).m, expected, 16, 1e-6);
    expect_floats(bp_mat4_from_trs(bp_trs_identity()).m, bp_mat4_identity().m, 16, 0);
}

static void test_trs_is_scale_rotation_translation(void **state) {
    (void)state;
    uint64_t seed = 33;
    for (int i = 0; i < 1000; i++) {
        bp_trs t = random_trs(&seed);
        if (i % 2) t.rotation = bp_quat_make(t.rotation.x * 2, t.rotation.y, 0, t.rotation.w); /* as it is */
        bp_mat4 m = bp_mat4_mul(bp_mat4_scaling(t.scale), bp_mat4_from_quat(t.rotation));
        m = bp_mat4_mul(m, bp_mat4_translation(t.position));
        expect_floats(bp_mat4_from_trs(t).m, m.m, 16, 1e-6);
    }
}

/* x y + z w and so on of (1, 2, 3, 4), by hand: 1 - 2(4 + 9) = -25, 2(2 + 12) = 28, 2(3 - 8) = -10. */
static void test_a_long_quaternion_is_taken_as_it_is(void **state) {
    (void)state;
    const float expected[16] = {-25, 28, -10, 0, -20, -19, 20, 0, 22, 4, -9, 0, 0, 0, 0, 1};
    expect_floats(bp_mat4_from_quat(bp_quat_make(1, 2, 3, 4)).m, expected, 16, 0);
}

static void test_decompose_gives_the_parts_back(void **state) {
    (void)state;
    uint64_t seed = 34;
    for (int i = 0; i < 3000; i++) {
        bp_trs t = random_trs(&seed), got;
        assert_true(bp_mat4_decompose(bp_mat4_from_trs(t), &got));
        if (bp_quat_dot(got.rotation, t.rotation) < 0) t.rotation = bp_quat_negate(t.rotation);
        expect_floats(&got.position.x, &t.position.x, 3, 0);
        expect_floats(&got.rotation.x, &t.rotation.x, 4, 4e-7);
        expect_floats(&got.scale.x, &t.scale.x, 3, 4e-7);
    }
}

/* Whichever axes are mirrored, the parts compose to the same matrix. A mirrored matrix has scale.y < 0. */
static void test_decompose_mirrored(void **state) {
    (void)state;
    uint64_t seed = 35;
    for (int i = 0; i < 2000; i++) {
        bp_trs t = random_trs(&seed), got;
        if (i & 1) t.scale.x = -t.scale.x;
        if (i & 2) t.scale.y = -t.scale.y;
        if (i & 4) t.scale.z = -t.scale.z;
        bp_mat4 m = bp_mat4_from_trs(t);
        bool mirrored = t.scale.x * t.scale.y * t.scale.z < 0;
        assert_true(bp_mat4_decompose(m, &got));
        assert_true(got.scale.x > 0 && got.scale.z > 0 && (got.scale.y < 0) == mirrored);
        expect_floats(bp_mat4_from_trs(got).m, m.m, 16, 1e-6);
    }
}

/* Rows of length 0, 5 and 13. The other parts are right. */
static void test_decompose_without_a_scale(void **state) {
    (void)state;
    bp_mat4 m = {{0, 0, 0, 0, 3, 4, 0, 0, 0, 5, 12, 0, 7, 8, 9, 1}};
    bp_trs got;
    assert_false(bp_mat4_decompose(m, &got));
    const float expected[10] = {7, 8, 9, 0, 0, 0, 1, 0, -5, 13}; /* determinant 0: y negated */
    expect_floats(&got.position.x, expected, 10, 0);
    m.m[0] = 1, m.m[4] = m.m[5] = 0; /* now the second row, then the third */
    assert_false(bp_mat4_decompose(m, &got));
    m.m[5] = 1, m.m[9] = m.m[10] = 0;
    assert_false(bp_mat4_decompose(m, &got));
}

/* A sheared matrix is no TRS: lengths and translation are right, but the parts don't compose to it. */
static void test_decompose_loses_shear(void **state) {
    (void)state;
    bp_mat4 m = {{1, 0, 0, 0, 3, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1}};
    bp_trs got;
    assert_true(bp_mat4_decompose(m, &got));
    const float lengths[3] = {1, 5, 2};
    expect_floats(&got.scale.x, lengths, 3, 1e-7);
    bp_mat4 back = bp_mat4_from_trs(got);
    assert_true(fabsf(back.m[4] - m.m[4]) > 0.1f || fabsf(back.m[1] - m.m[1]) > 0.1f);
}

static void test_points_directions_and_vectors(void **state) {
    (void)state;
    bp_mat4 m = {{1, 2, 3, 0.5f, 4, 5, 6, 0, 7, 8, 9, 0, 10, 20, 30, 1}};
    bp_vec3 p = bp_mat4_point(m, bp_vec3_make(1, 10, 100)),
            d = bp_mat4_direction(m, bp_vec3_make(1, 10, 100));
    const float point[3] = {751, 872, 993}; /* 1 + 40 + 700 + 10 */
    const float direction[3] = {741, 852, 963};
    expect_floats(&p.x, point, 3, 0);
    expect_floats(&d.x, direction, 3, 0);
    bp_vec4 v = bp_mat4_vec4(m, bp_vec4_make(1, 10, 100, 2));
    const float vector[4] = {761, 892, 1023, 2.5f}; /* w: 0.5 + 2 */
    expect_floats(&v.x, vector, 4, 0);
}

/* ---- normals -----------------------------------------------------------------------------------*/

/* Scaled by a half along X, a slope of 45 degrees becomes steeper: the normal (1, 1, 0) becomes (2, 1, 0). */
static void test_normal_by_hand(void **state) {
    (void)state;
    bp_mat4 m = bp_mat4_scaling(bp_vec3_make(0.5f, 1, 1));
    bp_vec3 n = bp_mat4_normal(m, bp_vec3_make(1, 1, 0));
    const float expected[3] = {0.89442719f, 0.44721360f, 0}; /* (2, 1, 0) / sqrt(5) */
    expect_floats(&n.x, expected, 3, 1e-7);
}

/* Two edges of a triangle and its normal: they stay perpendicular under any matrix, and the normal stays
 * on the outer side, where a third point is. */
static void test_normals_stay_perpendicular_and_outside(void **state) {
    (void)state;
    uint64_t seed = 36;
    int mirrored = 0;
    for (int i = 0; i < 3000; i++) {
        bp_mat4 m = random_mat4(&seed, 2);
        float volume = bp_vec3_dot(bp_mat4_direction(m, bp_vec3_make(1, 0, 0)),
                                   bp_vec3_cross(bp_mat4_direction(m, bp_vec3_make(0, 1, 0)),
                                                 bp_mat4_direction(m, bp_vec3_make(0, 0, 1))));
        if (fabsf(volume) < 0.05f) continue;
        bp_vec3 a = random_axis(&seed), b = random_axis(&seed), normal = bp_vec3_cross(a, b);
        if (bp_vec3_length(normal) < 0.1f) continue;
        bp_vec3 out = bp_mat4_normal(m, normal);
        expect_float(bp_vec3_length(out), 1, 1e-6);
        expect_float(bp_vec3_dot(out, bp_mat4_direction(m, a)), 0, 4e-6);
        expect_float(bp_vec3_dot(out, bp_mat4_direction(m, b)), 0, 4e-6);
        assert_true(bp_vec3_dot(out, bp_mat4_direction(m, normal)) > 0);
        mirrored += volume < 0;
    }
    assert_in_range(mirrored, 1000, 2000);
}

/* For a rotation, also with a uniform scale of any size, the normal matrix is the rotation. */
static void test_normal_matrix_of_a_rotation(void **state) {
    (void)state;
    uint64_t seed = 37;
    const float sizes[5] = {1, 1e-18f, 1e-6f, 1e6f, 1e18f};
    for (int i = 0; i < 500; i++) {
        bp_trs t = {.position = {1, 2, 3}, .rotation = random_unit_quat(&seed)};
        float s = sizes[i % 5];
        t.scale = bp_vec3_make(s, s, s);
        expect_floats(bp_mat4_normal_matrix(bp_mat4_from_trs(t)).m, bp_mat4_from_quat(t.rotation).m, 16,
                      4e-7);
    }
}

/* Flattened onto the XY plane, normals point along Z, and those within the plane vanish. Flattened onto a
 * line, all vanish. */
static void test_normals_of_flattened_matrices(void **state) {
    (void)state;
    bp_vec3 n = bp_mat4_normal(bp_mat4_scaling(bp_vec3_make(1, 1, 0)), bp_vec3_make(0.6f, 0, -0.8f));
    const float expected[3] = {0, 0, -1};
    expect_floats(&n.x, expected, 3, 0);
    const float zero[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    expect_floats(bp_mat4_normal_matrix(bp_mat4_scaling(bp_vec3_make(1, 0, 0))).m, zero, 16, 0);
}

/* The cofactors of a scale (a, b, c) are bc, ca, ab: the longest, made 1, is that of the smallest. */
static void test_normal_matrix_is_scaled_by_its_longest_row(void **state) {
    (void)state;
    for (int smallest = 0; smallest < 3; smallest++) {
        float scale[3] = {4, 4, 4};
        scale[smallest] = 0.5f;
        bp_mat4 m = bp_mat4_normal_matrix(bp_mat4_scaling(bp_vec3_make(scale[0], scale[1], scale[2])));
        for (int i = 0; i < 3; i++) expect_float(m.m[5 * i], i == smallest ? 1 : 0.125, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_product_by_hand),
        cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_product_against_cglm),
        cmocka_unit_test(test_rotations_against_cglm),
        cmocka_unit_test(test_trs_by_hand),
        cmocka_unit_test(test_trs_is_scale_rotation_translation),
        cmocka_unit_test(test_a_long_quaternion_is_taken_as_it_is),
        cmocka_unit_test(test_decompose_gives_the_parts_back),
        cmocka_unit_test(test_decompose_mirrored),
        cmocka_unit_test(test_decompose_without_a_scale),
        cmocka_unit_test(test_decompose_loses_shear),
        cmocka_unit_test(test_points_directions_and_vectors),
        cmocka_unit_test(test_normal_by_hand),
        cmocka_unit_test(test_normals_stay_perpendicular_and_outside),
        cmocka_unit_test(test_normal_matrix_of_a_rotation),
        cmocka_unit_test(test_normals_of_flattened_matrices),
        cmocka_unit_test(test_normal_matrix_is_scaled_by_its_longest_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
