/* Thin lines: sets of pixels derived by hand from the rule. */
#include "support/canvas.h"

/* Draws one line in pixels, tiled and by the reference, and compares both with a map. */
static void check_line(int width, int height, bp_vec3 from, bp_vec3 to, int bits, const char *expected) {
    test_canvas canvas = test_canvas_open(width, height);
    bp_error error = {0};
    for (int reference = 0; reference < 2; reference++)
        for (int swap = 0; swap < 2; swap++) {
            bp_line line = {.from = swap ? to : from, .to = swap ? from : to, .color = WHITE};
            test_canvas_begin(&canvas, &(bp_pass){.reference = reference, .subpixel_bits = bits});
            assert_true(bp_raster_lines(canvas.raster, &line, 1, NULL, &error));
            test_canvas_end(&canvas);
            expect_map(&canvas, expected);
        }
    test_canvas_close(&canvas);
}

static void test_along_the_grid(void **state) {
    (void)state;
    check_line(6, 3, (bp_vec3){1.5f, 1.5f, 0}, (bp_vec3){4.5f, 1.5f, 0}, 8,
               "......"
               ".####."
               "......");
    check_line(3, 5, (bp_vec3){1.5f, 1.5f, 0}, (bp_vec3){1.5f, 3.5f, 0}, 8,
               "..."
               ".#."
               ".#."
               ".#."
               "...");
}

/* Lines exactly between two pixels: y = 2 lights row 1, x = 2 column 1. */
static void test_between_pixels_goes_left_and_up(void **state) {
    (void)state;
    check_line(4, 4, (bp_vec3){0, 2, 0}, (bp_vec3){4, 2, 0}, 8,
               "...."
               "####"
               "...."
               "....");
    check_line(4, 4, (bp_vec3){2, 0, 0}, (bp_vec3){2, 4, 0}, 8,
               ".#.."
               ".#.."
               ".#.."
               ".#..");
}

/* y(c) = 0.5 + (c - 0.5) / 2 = 0.5, 1, 1.5, 2, 2.5, 3, 3.5: rows 0, 0, 1, 1, 2, 2, 3. Steep: x and y
 * exchanged. */
static void test_slope_of_a_half(void **state) {
    (void)state;
    check_line(7, 4, (bp_vec3){0.5f, 0.5f, 0}, (bp_vec3){6.5f, 3.5f, 0}, 8,
               "##....."
               "..##..."
               "....##."
               "......#");
    check_line(4, 7, (bp_vec3){0.5f, 0.5f, 0}, (bp_vec3){3.5f, 6.5f, 0}, 8,
               "#..."
               "#..."
               ".#.."
               ".#.."
               "..#."
               "..#."
               "...#");
}

/* If both axes are equal, the line steps along x. From (0, 4) to (4, 0): y(c) = 4 - c = 3.5, 2.5, 1.5,
 * 0.5. */
static void test_diagonals(void **state) {
    (void)state;
    check_line(4, 4, (bp_vec3){0, 4, 0}, (bp_vec3){4, 0, 0}, 8,
               "...#"
               "..#."
               ".#.."
               "#...");
    /* Shifted down by half a pixel: y(c) = 4.5 - c = 4, 3, 2, 1, all between rows, so rows 3, 2, 1, 0. */
    check_line(4, 5, (bp_vec3){0, 4.5f, 0}, (bp_vec3){4, 0.5f, 0}, 8,
               "...#"
               "..#."
               ".#.."
               "#..."
               "....");
}

/* A pixel centre at an end is lit; if the line ends 1/256 before it, it is not. */
static void test_ends_are_included(void **state) {
    (void)state;
    float step = 1.0f / 256.0f;
    check_line(5, 1, (bp_vec3){1.5f, 0.5f, 0}, (bp_vec3){3.5f, 0.5f, 0}, 8, ".###.");
    check_line(5, 1, (bp_vec3){1.5f + step, 0.5f, 0}, (bp_vec3){3.5f - step, 0.5f, 0}, 8, "..#..");
}

/* 1.53 is 24.48 sixteenths, so 1.5 with 4 bits, where column 1's centre is; with 8 bits it is 392/256 =
 * 1.531. */
static void test_ends_are_snapped(void **state) {
    (void)state;
    check_line(5, 1, (bp_vec3){1.53f, 0.5f, 0}, (bp_vec3){3.5f, 0.5f, 0}, 4, ".###.");
    check_line(5, 1, (bp_vec3){1.53f, 0.5f, 0}, (bp_vec3){3.5f, 0.5f, 0}, 8, "..##.");
}

static void test_a_point_is_lit_at_a_centre_only(void **state) {
    (void)state;
    check_line(3, 3, (bp_vec3){1.5f, 1.5f, 0}, (bp_vec3){1.5f, 1.5f, 0}, 8, "....#....");
    check_line(3, 3, (bp_vec3){1.25f, 1.5f, 0}, (bp_vec3){1.25f, 1.5f, 0}, 8, ".........");
}

static void test_huge_and_nan(void **state) {
    (void)state;
    float infinite = 1e38f * 10.0f, nan = infinite - infinite;
    check_line(4, 2, (bp_vec3){-1e30f, 1.5f, 0}, (bp_vec3){1e30f, 1.5f, 0}, 8, "....####");
    check_line(4, 2, (bp_vec3){-3e38f, 1.5f, 0}, (bp_vec3){3e38f, 1.5f, 0}, 8, "....####");
    check_line(4, 2, (bp_vec3){nan, 1.5f, 0}, (bp_vec3){3, 1.5f, 0}, 8, "........");
    check_line(4, 2, (bp_vec3){0, 1.5f, 0}, (bp_vec3){infinite, 1.5f, 0}, 8, "........");
    check_line(4, 2, (bp_vec3){1e9f, 1.5f, 0}, (bp_vec3){1e30f, 1.5f, 0}, 8, "........");
}

/* With the identity as the transform, w = 1. A line from z = -1 to 1 is clipped at z = 0, in the middle of 8
 * columns, so it begins at x = 4. One from z = 0 to 2 is clipped at z = 1 and ends at x = 4. */
static void test_near_and_far_plane(void **state) {
    (void)state;
    bp_mat4 identity = bp_mat4_identity();
    bp_overlay overlay = {.transform = &identity};
    const struct {
        float z0, z1;
        const char *expected;
    } cases[] = {{-1, 1, "....####"},
                 {1, -1, "####...."},
                 {0, 2, "####...."},
                 {-2, -1, "........"},
                 {2, 3, "........"}};
    test_canvas canvas = test_canvas_open(8, 1);
    bp_error error = {0};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_line line = {.from = {-1, 0, cases[i].z0}, .to = {1, 0, cases[i].z1}, .color = WHITE};
        test_canvas_begin(&canvas, NULL);
        bp_raster_lines(canvas.raster, &line, 1, &overlay, &error);
        test_canvas_end(&canvas);
        expect_map(&canvas, cases[i].expected);
    }
    test_canvas_close(&canvas);
}

/* Depth runs from 0 to 1 over 8 columns: 1/16, 3/16 ... at their centres. The background is at 0.5, so the
 * first four are in front and write their depth; the others are hidden, or faint. */
static void test_depth(void **state) {
    (void)state;
    bp_mat4 identity = bp_mat4_identity();
    bp_line line = {.from = {-1, 0, 0}, .to = {1, 0, 1}, .color = WHITE};
    bp_error error = {0};
    test_canvas canvas = test_canvas_open(8, 1);
    const float hidden[] = {0.0f, 0.25f, 1.0f};
    const char *const expected[] = {"####....", "####++++", "########"};
    for (int i = 0; i < 3; i++) {
        bp_overlay overlay = {.transform = &identity, .hidden = hidden[i]};
        test_canvas_begin(&canvas, NULL);
        bp_raster_clear(canvas.raster, &(bp_clear){.depth = 0.5f, .keep_color = true}, &error);
        bp_raster_lines(canvas.raster, &line, 1, &overlay, &error);
        test_canvas_end(&canvas);
        expect_map(&canvas, expected[i]);
        for (int x = 0; x < 8; x++)
            expect_float(test_canvas_depth(&canvas, x, 0), x < 4 ? ((float)x + 0.5f) / 8.0f : 0.5f, 0);
    }
    test_canvas_close(&canvas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_along_the_grid),
        cmocka_unit_test(test_between_pixels_goes_left_and_up),
        cmocka_unit_test(test_slope_of_a_half),
        cmocka_unit_test(test_diagonals),
        cmocka_unit_test(test_ends_are_included),
        cmocka_unit_test(test_ends_are_snapped),
        cmocka_unit_test(test_a_point_is_lit_at_a_centre_only),
        cmocka_unit_test(test_huge_and_nan),
        cmocka_unit_test(test_near_and_far_plane),
        cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
