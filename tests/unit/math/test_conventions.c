/* The conventions at the top of bindpose/math.h, one test for each line, with numbers small enough for
 * mental arithmetic. Comments give the result that another convention would have. */
#include "support/test.h"

#include <bindpose/math.h>

#define QUARTER (BP_PI / 2)

static void expect_vec3(bp_vec3 got, float x, float y, float z) {
    float values[3] = {got.x, got.y, got.z}, expected[3] = {x, y, z};
    expect_floats(values, expected, 3, 1e-6);
}

/* v' = v * M: the vector (1, 2, 3, 1) gives 1 * row 0 + 2 * row 1 + 3 * row 2 + row 3. */
static void test_vectors_are_rows(void **state) {
    (void)state;
    bp_mat4 m = {{1, 10, 100, 0, 2, 20, 200, 0, 3, 30, 300, 0, 4, 40, 400, 1}};
    bp_vec4 v = bp_mat4_vec4(m, bp_vec4_make(1, 2, 3, 1));
    float got[4] = {v.x, v.y, v.z, v.w}, expected[4] = {18, 180, 1800, 1}; /* 1 + 4 + 9 + 4 = 18 */
    expect_floats(got, expected, 4, 0);
}

/* Scaled by 2, then translated by 1: 3 becomes 6, then 7. The other order would give 8. */
static void test_the_first_factor_is_applied_first(void **state) {
    (void)state;
    bp_mat4 twice = bp_mat4_scaling(bp_vec3_make(2, 2, 2)),
            right = bp_mat4_translation(bp_vec3_make(1, 0, 0));
    expect_vec3(bp_mat4_point(bp_mat4_mul(twice, right), bp_vec3_make(3, 0, 0)), 7, 0, 0);
    expect_vec3(bp_mat4_point(bp_mat4_mul(right, twice), bp_vec3_make(3, 0, 0)), 8, 0, 0);
}

static void test_the_translation_is_the_last_row(void **state) {
    (void)state;
    bp_mat4 m = bp_mat4_translation(bp_vec3_make(7, 8, 9));
    const float expected[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1};
    expect_floats(m.m, expected, 16, 0);
    expect_vec3(bp_mat4_position(m), 7, 8, 9);
}

/* The parent is rotated by 90 degrees about Z and is at (10, 0, 0). The child is 2 along the parent's X,
 * which points along +Y: (10, 2, 0). The other order would give (12, 0, 0). */
static void test_absolute_is_local_times_parent(void **state) {
    (void)state;
    bp_mat4 parent = bp_mat4_mul(bp_mat4_rotation_z(QUARTER), bp_mat4_translation(bp_vec3_make(10, 0, 0)));
    bp_mat4 local = bp_mat4_translation(bp_vec3_make(2, 0, 0));
    expect_vec3(bp_mat4_position(bp_mat4_mul(local, parent)), 10, 2, 0);
    expect_vec3(bp_mat4_position(bp_mat4_mul(parent, local)), 12, 0, 0);
}

static void test_matrices_are_stored_row_after_row(void **state) {
    (void)state;
    assert_int_equal(sizeof(bp_mat4), 16 * sizeof(float));
    bp_mat4 m = {{0}};
    m.m[4 * 2 + 1] = 5; /* row 2, column 1: the contribution of Z to y */
    bp_vec4 v = bp_mat4_vec4(m, bp_vec4_make(0, 0, 1, 0));
    float got[4] = {v.x, v.y, v.z, v.w}, expected[4] = {0, 5, 0, 0};
    expect_floats(got, expected, 4, 0);
}

/* The glTF specification gives a translation as the matrix [1,0,0,0, 0,1,0,0, 0,0,1,0, tx,ty,tz,1], column
 * after column, for column vectors. The same 16 floats translate our row vectors. A rotation by 90 degrees
 * about Z has the columns (0,1,0) and (-1,0,0): it maps X to Y. */
static void test_the_floats_are_those_of_gltf(void **state) {
    (void)state;
    const float file[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    bp_mat4 m;
    memcpy(&m, file, sizeof m);
    expect_vec3(bp_mat4_point(m, bp_vec3_make(1, 0, 0)), 5, 7, 7);
    expect_vec3(bp_mat4_direction(m, bp_vec3_make(0, 1, 0)), -1, 0, 0);
}

/* Column notation's C = A * B is C[row][column] = sum of A[row][k] * B[k][column], with matrices stored
 * column after column. Its B^-1 * L is our L * B^-1, float for float. */
static void test_products_of_column_notation_are_ours_reversed(void **state) {
    (void)state;
    bp_mat4 local = bp_mat4_mul(bp_mat4_rotation_x(0.5f), bp_mat4_translation(bp_vec3_make(1, 2, 3)));
    bp_mat4 inverse_bind = bp_mat4_mul(bp_mat4_translation(bp_vec3_make(-4, 1, 0)), bp_mat4_rotation_y(1));
    float columns[16];
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) sum += (double)inverse_bind.m[4 * k + row] * local.m[4 * column + k];
            columns[4 * column + row] = (float)sum;
        }
    expect_floats(bp_mat4_mul(local, inverse_bind).m, columns, 16, 1e-6);
}

/* Right-handed, Y up: X cross Y is Z, and Z points to a viewer who sees X right and Y up. For a camera at
 * (0, 0, 5) that looks at the origin, X stays X, Y stays Y, and the origin is 5 in front: z = -5. */
static void test_space_is_right_handed_with_y_up(void **state) {
    (void)state;
    expect_vec3(bp_vec3_cross(bp_vec3_make(1, 0, 0), bp_vec3_make(0, 1, 0)), 0, 0, 1);
    bp_mat4 view = bp_mat4_look_at_rh(bp_vec3_make(0, 0, 5), bp_vec3_make(0, 0, 0), bp_vec3_make(0, 1, 0));
    expect_vec3(bp_mat4_point(view, bp_vec3_make(1, 2, 0)), 1, 2, -5);
}

static void test_angles_are_radians(void **state) {
    (void)state;
    expect_float(bp_sin(QUARTER), 1, 1e-7);
    expect_float(bp_radians(180), 3.14159265358979, 1e-7);
    expect_float(bp_radians(-90), -1.57079632679490, 1e-7);
    expect_float(bp_degrees(BP_PI), 180, 1e-7);
    expect_float(bp_degrees(1), 57.2957795130823, 1e-7);
}

/* Positive angles rotate X to Y about Z, Y to Z about X, Z to X about Y, as matrix and as quaternion. */
static void test_positive_angles_follow_the_axes(void **state) {
    (void)state;
    bp_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    expect_vec3(bp_mat4_direction(bp_mat4_rotation_z(QUARTER), x), 0, 1, 0);
    expect_vec3(bp_mat4_direction(bp_mat4_rotation_x(QUARTER), y), 0, 0, 1);
    expect_vec3(bp_mat4_direction(bp_mat4_rotation_y(QUARTER), z), 1, 0, 0);
    expect_vec3(bp_quat_rotate(bp_quat_from_axis_angle(z, QUARTER), x), 0, 1, 0);
    expect_vec3(bp_quat_rotate(bp_quat_from_axis_angle(x, QUARTER), y), 0, 0, 1);
    expect_vec3(bp_quat_rotate(bp_quat_from_axis_angle(y, QUARTER), z), 1, 0, 0);
}

/* (x, y, z, w) in this order in memory, w the cosine of half the angle. */
static void test_quaternions_are_x_y_z_w(void **state) {
    (void)state;
    bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 3), QUARTER);
    float got[4];
    memcpy(got, &q, sizeof got);
    const float expected[4] = {0, 0, 0.70710678f, 0.70710678f}; /* sin and cos of 45 degrees */
    expect_floats(got, expected, 4, 1e-7);
}

/* Hamilton: i j = k, j k = i, k i = j, i i = -1. */
static void test_the_quaternion_product_is_hamiltons(void **state) {
    (void)state;
    bp_quat i = {1, 0, 0, 0}, j = {0, 1, 0, 0}, k = {0, 0, 1, 0};
    bp_quat products[4] = {bp_quat_mul(i, j), bp_quat_mul(j, k), bp_quat_mul(k, i), bp_quat_mul(i, i)};
    const float expected[16] = {0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1};
    expect_floats(&products[0].x, expected, 16, 0);
}

static void test_q_and_minus_q_are_one_rotation(void **state) {
    (void)state;
    bp_quat q = bp_quat_normalize(bp_quat_make(1, -2, 3, 4));
    bp_mat4 a = bp_mat4_from_quat(q), b = bp_mat4_from_quat(bp_quat_negate(q));
    expect_floats(a.m, b.m, 16, 0);
}

/* q rotates X to Y (about Z), p rotates Y to Z (about X). p q maps X to Y, then to Z. The other order
 * would leave X at Y, because p doesn't change X. */
static void test_the_right_quaternion_of_a_product_is_applied_first(void **state) {
    (void)state;
    bp_quat p = bp_quat_from_axis_angle(bp_vec3_make(1, 0, 0), QUARTER);
    bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), QUARTER);
    bp_vec3 x = {1, 0, 0};
    expect_vec3(bp_quat_rotate(bp_quat_mul(p, q), x), 0, 0, 1);
    expect_vec3(bp_quat_rotate(bp_quat_mul(q, p), x), 0, 1, 0);
}

/* X goes to Y, then to Z. Y goes to -X and stays. Z stays, then goes to -Y. */
static void test_the_matrix_of_p_q_is_matrix_q_times_matrix_p(void **state) {
    (void)state;
    bp_quat p = bp_quat_from_axis_angle(bp_vec3_make(1, 0, 0), QUARTER);
    bp_quat q = bp_quat_from_axis_angle(bp_vec3_make(0, 0, 1), QUARTER);
    const float expected[16] = {0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 1};
    expect_floats(bp_mat4_from_quat(bp_quat_mul(p, q)).m, expected, 16, 1e-6);
    expect_floats(bp_mat4_mul(bp_mat4_from_quat(q), bp_mat4_from_quat(p)).m, expected, 16, 1e-6);
}

/* Roll about Z first, then pitch about X, then yaw about Y, all by 90 degrees. X goes to Y (roll), to Z
 * (pitch), to X (yaw). Y goes to -X (roll), stays (pitch), goes to Z (yaw). */
static void test_euler_angles_are_roll_then_pitch_then_yaw(void **state) {
    (void)state;
    bp_quat q = bp_quat_from_euler(bp_vec3_make(QUARTER, QUARTER, QUARTER));
    expect_vec3(bp_quat_rotate(q, bp_vec3_make(1, 0, 0)), 1, 0, 0);
    expect_vec3(bp_quat_rotate(q, bp_vec3_make(0, 1, 0)), 0, 0, 1);
    bp_mat4 turns = bp_mat4_mul(bp_mat4_mul(bp_mat4_rotation_z(0.3f), bp_mat4_rotation_x(0.2f)),
                                bp_mat4_rotation_y(0.1f));
    expect_floats(bp_mat4_from_quat(bp_quat_from_euler(bp_vec3_make(0.2f, 0.1f, 0.3f))).m, turns.m, 16, 1e-6);
}

/* (pitch, yaw, roll) = (about X, about Y, about Z). */
static void test_an_euler_vector_is_pitch_yaw_roll(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        float angles[3] = {0, 0, 0}, unit[3] = {0, 0, 0};
        angles[axis] = 0.7f;
        unit[axis] = 1;
        bp_quat a = bp_quat_from_euler(bp_vec3_make(angles[0], angles[1], angles[2]));
        bp_quat b = bp_quat_from_axis_angle(bp_vec3_make(unit[0], unit[1], unit[2]), 0.7f);
        expect_floats(&a.x, &b.x, 4, 1e-7);
    }
}

static float depth_of(bp_mat4 projection, float z) {
    bp_vec4 v = bp_mat4_vec4(projection, bp_vec4_make(0, 0, z, 1));
    return v.z / v.w;
}

static void test_depth_runs_from_0_near_to_1_far(void **state) {
    (void)state;
    expect_float(depth_of(bp_mat4_perspective_rh(1, 1, 0.5f, 20), -0.5f), 0, 1e-6);
    expect_float(depth_of(bp_mat4_perspective_rh(1, 1, 0.5f, 20), -20), 1, 1e-6);
    expect_float(depth_of(bp_mat4_orthographic_rh(2, 2, 0.5f, 20), -0.5f), 0, 1e-6);
    expect_float(depth_of(bp_mat4_orthographic_rh(2, 2, 0.5f, 20), -20), 1, 1e-6);
}

/* The floats nearest to the true values, computed with 400 bits. tests/determinism/math_hash.c compares
 * many thousands of results over compilers and optimisation levels. */
static void test_results_have_the_same_bits_everywhere(void **state) {
    (void)state;
    const float got[6] = {bp_sin(1),     bp_cos(1e6f),  bp_tan(-3),
                          bp_acos(0.3f), bp_asin(0.9f), bp_atan2(-2, -5)};
    const float expected[6] = {0x1.aed548p-1f, 0x1.df9dfap-1f, 0x1.23ef72p-3f,
                               0x1.441f5ep+0f, 0x1.1ea936p+0f, -0x1.616b46p+1f};
    expect_bytes(got, expected, sizeof got);
    /* A fixed order of sums: ((1 - 1) + 2^-24) + 0 is 2^-24; (1 + 2^-24) - 1 would be 0. */
    bp_mat4 a = {{1, 1, 1, 0}}, b = {{1, 0, 0, 0, -1, 0, 0, 0, 0x1p-24f, 0, 0, 0, 0, 0, 0, 0}};
    expect_float(bp_mat4_mul(a, b).m[0], 0x1p-24, 0);
    bp_mat4 c = {{1, 0, 0, 0, 0x1p-24f, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0}};
    expect_float(bp_mat4_mul(a, c).m[0], 0, 0);
}

/* The complete test is test_nonfinite.c. */
static void test_nan_and_infinity_go_through(void **state) {
    (void)state;
    expect_float(bp_sin(INFINITY), NAN, 0);
    expect_float(bp_atan2(NAN, 1), NAN, 0);
    bp_mat4 m = bp_mat4_scaling(bp_vec3_make(NAN, 1, 1)), inverse;
    assert_false(bp_mat4_inverse(m, &inverse));
    expect_floats(inverse.m, bp_mat4_identity().m, 16, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_are_rows),
        cmocka_unit_test(test_the_first_factor_is_applied_first),
        cmocka_unit_test(test_the_translation_is_the_last_row),
        cmocka_unit_test(test_absolute_is_local_times_parent),
        cmocka_unit_test(test_matrices_are_stored_row_after_row),
        cmocka_unit_test(test_the_floats_are_those_of_gltf),
        cmocka_unit_test(test_products_of_column_notation_are_ours_reversed),
        cmocka_unit_test(test_space_is_right_handed_with_y_up),
        cmocka_unit_test(test_angles_are_radians),
        cmocka_unit_test(test_positive_angles_follow_the_axes),
        cmocka_unit_test(test_quaternions_are_x_y_z_w),
        cmocka_unit_test(test_the_quaternion_product_is_hamiltons),
        cmocka_unit_test(test_q_and_minus_q_are_one_rotation),
        cmocka_unit_test(test_the_right_quaternion_of_a_product_is_applied_first),
        cmocka_unit_test(test_the_matrix_of_p_q_is_matrix_q_times_matrix_p),
        cmocka_unit_test(test_euler_angles_are_roll_then_pitch_then_yaw),
        cmocka_unit_test(test_an_euler_vector_is_pitch_yaw_roll),
        cmocka_unit_test(test_depth_runs_from_0_near_to_1_far),
        cmocka_unit_test(test_results_have_the_same_bits_everywhere),
        cmocka_unit_test(test_nan_and_infinity_go_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
