/* Bins of triangles: tiles that the hand finds, in the order of drawing. */
#include "shared/subject.h"
#include "support/test.h"

enum { SIZE = 64, TILE = 16 };

/* A point of the picture, in pixels, with w = 1. */
static bp_vec3 at(float x, float y) { return (bp_vec3){x / 32 - 1, 1 - y / 32, 0.5f}; }

static void expect_bin(const bp_triangle_bins *bins, int tile, const uint32_t *first_corners, size_t count) {
    assert_int_equal(bins->first[tile + 1] - bins->first[tile], 3 * count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(bins->indices[bins->first[tile] + 3 * i], first_corners[i]);
}

/* Triangle 0 is inside of tile 0; 1 is around the corner (16, 16) of four tiles; 2 is as 0; 3 is outside of the
 * picture to the right, and its box, which is moved inside, touches the last column of row 1. */
static void triangles_go_where_they_touch(void **state) {
    (void)state;
    const bp_vec3 positions[] = {at(2, 2), at(10, 2), at(2, 10), at(15, 15), at(18, 15), at(15, 18),
                                 at(4, 4), at(8, 4),  at(4, 8),  at(70, 20), at(80, 20), at(70, 28)};
    const uint32_t indices[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const bp_mat4 identity = bp_mat4_identity();
    bp_triangle_bins bins;
    assert_true(bp_triangle_bins_make(positions, indices, 12, &identity, SIZE, TILE, &bins));
    assert_int_equal(bins.across, 4);
    expect_bin(&bins, 0, (const uint32_t[]){0, 3, 6}, 3);
    for (int tile = 1; tile < 16; tile++) {
        if (tile == 1 || tile == 4 || tile == 5)
            expect_bin(&bins, tile, (const uint32_t[]){3}, 1);
        else if (tile == 7)
            expect_bin(&bins, tile, (const uint32_t[]){9}, 1);
        else
            expect_bin(&bins, tile, NULL, 0);
    }
    bp_triangle_bins_clear(&bins);
}

/* w = z: a corner with z = -1 is behind the eye. */
static void what_reaches_behind_the_eye_goes_everywhere(void **state) {
    (void)state;
    const bp_vec3 positions[] = {{0, 0, 1}, {0.1f, 0, 1}, {0, 0.1f, -1}};
    const uint32_t indices[] = {0, 1, 2};
    bp_mat4 w_is_z = bp_mat4_identity();
    bp_triangle_bins bins;
    w_is_z.m[11] = 1, w_is_z.m[15] = 0;
    assert_true(bp_triangle_bins_make(positions, indices, 3, &w_is_z, SIZE, TILE, &bins));
    for (int tile = 0; tile < 16; tile++) expect_bin(&bins, tile, indices, 1);
    bp_triangle_bins_clear(&bins);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(triangles_go_where_they_touch),
                                       cmocka_unit_test(what_reaches_behind_the_eye_goes_everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
