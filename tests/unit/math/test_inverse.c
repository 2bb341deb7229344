/* Determinants, inverses, and singular matrices. */
#include "math/double.h"
#include "support/random.h"

#include <cglm/cglm.h>
#include <float.h>

static void expect_singular(bp_mat4 m) {
    bp_mat4 general = {{9}}, affine = {{9}};
    assert_false(bp_mat4_inverse(m, &general));
    assert_false(bp_mat4_inverse_affine(m, &affine));
    expect_floats(general.m, bp_mat4_identity().m, 16, 0);
    expect_floats(affine.m, bp_mat4_identity().m, 16, 0);
}

/* m * inverse = identity, summed in long double, relative to the magnitudes that cancel. */
static void expect_inverse(bp_mat4 m, bp_mat4 inverse, double tolerance) {
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++) {
            long double sum = 0, size = 1;
            for (int k = 0; k < 4; k++) {
                long double product = (long double)m.m[4 * row + k] * inverse.m[4 * k + column];
                sum += product;
                size += fabsl(product);
            }
            long double off = fabsl(sum - (row == column)) / size;
            if (!(off <= tolerance)) fail_msg("row %d column %d: off by %Lg", row, column, off);
        }
}

static void test_determinants_by_hand(void **state) {
    (void)state;
    /* Upper triangular; then with two rows exchanged. */
    bp_mat4 m = {{2, 5, 7, 1, 0, 3, 8, 1, 0, 0, 5, 1, 0, 0, 0, 7}};
    expect_float(bp_mat4_determinant(m), 210, 0);
    bp_mat4 swapped = {{0, 3, 8, 1, 2, 5, 7, 1, 0, 0, 5, 1, 0, 0, 0, 7}};
    expect_float(bp_mat4_determinant(swapped), -210, 0);
    expect_float(bp_dmat4_determinant3(bp_dmat4_from_mat4(m)), 30, 0);
    /* 1, 2, 3 .. 16 in rows has rank 2. */
    bp_mat4 rank2 = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
    expect_float(bp_mat4_determinant(rank2), 0, 0);
}

/* det(A B) = det(A) det(B). For an affine matrix it is the determinant of the upper 3x3. */
static void test_determinants_multiply(void **state) {
    (void)state;
    uint64_t seed = 41;
    for (int i = 0; i < 1000; i++) {
        bp_dmat4 a = bp_dmat4_from_mat4(random_mat4(&seed, 1)), b = bp_dmat4_from_mat4(random_mat4(&seed, 1));
        double product = bp_dmat4_determinant(bp_dmat4_mul(a, b));
        expect_float(product, bp_dmat4_determinant(a) * bp_dmat4_determinant(b), 1e-13);
        a.m[3] = a.m[7] = a.m[11] = 0, a.m[15] = 1;
        expect_float(bp_dmat4_determinant(a), bp_dmat4_determinant3(a), 1e-14);
    }
}

/* Scale by 2, 4, 8 and a translation: the inverse scales by 1/2, 1/4, 1/8 and translates back. */
static void test_inverse_by_hand(void **state) {
    (void)state;
    bp_mat4 m = {{2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 8, 0, 2, 4, 24, 1}}, got;
    const float expected[16] = {0.5f, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 0.125f, 0, -1, -1, -3, 1};
    assert_true(bp_mat4_inverse(m, &got));
    expect_floats(got.m, expected, 16, 0);
    assert_true(bp_mat4_inverse_affine(m, &got));
    expect_floats(got.m, expected, 16, 0);
    /* A permutation of the axes, w included: the inverse is the transpose. */
    bp_mat4 cycle = {{0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0}};
    assert_true(bp_mat4_inverse(cycle, &got));
    expect_floats(got.m, bp_mat4_transpose(cycle).m, 16, 0);
}

static void test_inverse_times_matrix_is_identity(void **state) {
    (void)state;
    uint64_t seed = 42;
    for (int i = 0; i < 3000; i++) {
        bp_mat4 m = random_mat4(&seed, 2), inverse;
        assert_true(bp_mat4_inverse(m, &inverse));
        expect_inverse(m, inverse, 1.5e-7);
        m.m[3] = m.m[7] = m.m[11] = 0, m.m[15] = 1;
        bp_mat4 affine;
        assert_true(bp_mat4_inverse(m, &inverse));
        assert_true(bp_mat4_inverse_affine(m, &affine));
        expect_inverse(m, affine, 1.5e-7);
        /* Both are the exact inverse rounded to float, or its neighbour. */
        for (int k = 0; k < 16; k++) expect_float(affine.m[k], inverse.m[k], 2e-7);
        const float last[4] = {affine.m[3], affine.m[7], affine.m[11], affine.m[15]}, exact[4] = {0, 0, 0, 1};
        expect_bytes(last, exact, sizeof last);
    }
}

static void test_inverse_against_cglm(void **state) {
    (void)state;
    uint64_t seed = 43;
    for (int i = 0; i < 1000; i++) {
        bp_trs trs = random_trs(&seed);
        bp_mat4 m = bp_mat4_from_trs(trs), inverse;
        mat4 a, b;
        memcpy(a, m.m, sizeof a);
        glm_mat4_inv(a, b);
        assert_true(bp_mat4_inverse(m, &inverse));
        expect_floats(inverse.m, &b[0][0], 16, 2e-5); /* theirs is in float */
        expect_float(bp_mat4_determinant(m), glm_mat4_det(a), 2e-5);
    }
}

/* Units don't make a matrix singular: uniform scales from 1e-12 to 1e12, and one axis against another. */
static void test_tiny_and_huge_scales_invert(void **state) {
    (void)state;
    uint64_t seed = 44;
    const float sizes[6] = {1e-12f, 1e-8f, 1e-4f, 1, 1e5f, 1e12f};
    for (int i = 0; i < 216; i++) {
        bp_trs trs = {.rotation = random_unit_quat(&seed)};
        trs.scale = bp_vec3_make(sizes[i % 6], sizes[i / 6 % 6], sizes[i / 36]);
        bp_mat4 m = bp_mat4_from_trs(trs), general, affine;
        assert_true(bp_mat4_inverse(m, &general));
        assert_true(bp_mat4_inverse_affine(m, &affine));
        expect_inverse(m, general, 2e-7);
        expect_inverse(m, affine, 2e-7);
    }
}

static void test_singular_matrices_are_refused(void **state) {
    (void)state;
    expect_singular((bp_mat4){{0}});
    expect_singular(bp_mat4_scaling(bp_vec3_make(1, 0, 1)));
    expect_singular((bp_mat4){{1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0, 0, 0, 0, 1}}); /* row 1 = 2 row 0 */
    expect_singular((bp_mat4){{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 1}}); /* rank 2 */
    expect_singular((bp_mat4){{1e-6f, 2e-6f, 0, 0, 1e-6f, 2e-6f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}});
    bp_mat4 m = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 0}}, got; /* regular above, but w is lost */
    assert_false(bp_mat4_inverse(m, &got));
    expect_floats(got.m, bp_mat4_identity().m, 16, 0);
}

/* The third row is the sum of the other two, times 3. That is exact in float for numbers of 20 bits, so
 * the exact determinant is 0, and rounding must not hide it. */
static void test_dependent_rows_are_refused(void **state) {
    (void)state;
    uint64_t seed = 45;
    for (int i = 0; i < 1000; i++) {
        bp_mat4 m = bp_mat4_identity();
        for (int k = 0; k < 3; k++) {
            int a = (int)(test_random(&seed) >> 44) - (1 << 19),
                b = (int)(test_random(&seed) >> 44) - (1 << 19);
            m.m[k] = (float)a;
            m.m[4 + k] = (float)b * 0x1p-10f;
            m.m[8 + k] = 3 * ((float)a + (float)b);
        }
        expect_singular(m);
    }
}

/* An inverse beyond the range of float is refused. */
static void test_overflow_is_refused(void **state) {
    (void)state;
    bp_mat4 got, tiny = bp_mat4_scaling(bp_vec3_make(1e-40f, 1, 1)); /* 1e40 */
    assert_false(bp_mat4_inverse(tiny, &got));
    expect_floats(got.m, bp_mat4_identity().m, 16, 0);
    assert_false(bp_mat4_inverse_affine(tiny, &got));
    bp_mat4 far = bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(1e-5f, 1, 1)),
                              bp_mat4_translation(bp_vec3_make(1e38f, 0, 0)));
    assert_false(bp_mat4_inverse_affine(far, &got)); /* back by 1e43 */
    /* The same in double: cofactors of entries beyond 1e150. */
    bp_dmat4 huge = bp_dmat4_identity(), wide;
    huge.m[0] = huge.m[5] = huge.m[10] = 1e200;
    assert_false(bp_dmat4_inverse(huge, &wide));
    assert_false(bp_dmat4_inverse_affine(huge, &wide));
    assert_true(wide.m[0] == 1.0);
}

static void test_nan_and_infinity_anywhere_are_refused(void **state) {
    (void)state;
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 3; k++) {
            bp_mat4 m = bp_mat4_rotation_x(0.3f), got;
            m.m[i] = bad[k];
            assert_false(bp_mat4_inverse(m, &got));
            expect_floats(got.m, bp_mat4_identity().m, 16, 0);
            if (i % 4 == 3) continue; /* that column isn't read */
            assert_false(bp_mat4_inverse_affine(m, &got));
            expect_floats(got.m, bp_mat4_identity().m, 16, 0);
        }
}

/* A scale of 1e-310 along one axis is regular, but its inverse is beyond the range of double. No such
 * entry may come out. */
static void test_inverses_beyond_doubles(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        bp_dmat4 m = bp_dmat4_identity(), got;
        m.m[5 * axis] = 1e-310;
        assert_false(bp_dmat4_inverse(m, &got));
        assert_memory_equal(got.m, bp_dmat4_identity().m, sizeof got.m);
        assert_false(bp_dmat4_inverse_affine(m, &got));
        assert_memory_equal(got.m, bp_dmat4_identity().m, sizeof got.m);
        m.m[5 * axis] = 0x1p-1000;
        assert_true(bp_dmat4_inverse_affine(m, &got));
        expect_float(got.m[5 * axis], 0x1p1000, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_determinants_by_hand),
        cmocka_unit_test(test_determinants_multiply),
        cmocka_unit_test(test_inverse_by_hand),
        cmocka_unit_test(test_inverse_times_matrix_is_identity),
        cmocka_unit_test(test_inverse_against_cglm),
        cmocka_unit_test(test_tiny_and_huge_scales_invert),
        cmocka_unit_test(test_singular_matrices_are_refused),
        cmocka_unit_test(test_dependent_rows_are_refused),
        cmocka_unit_test(test_overflow_is_refused),
        cmocka_unit_test(test_nan_and_infinity_anywhere_are_refused),
        cmocka_unit_test(test_inverses_beyond_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
