/* Boxes: fillings, corners and borders, computed by hand. */
#include "raster/inspect.h"
#include "support/canvas.h"

static void draw_box(test_canvas *canvas, bp_box box, bp_rect clip, bool reference) {
    bp_error error = {0};
    test_canvas_begin(canvas, &(bp_pass){.reference = reference});
    assert_true(bp_raster_boxes(canvas->raster, &box, 1, clip, &error));
    test_canvas_end(canvas);
}

static void test_filling_and_clip(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(6, 4);
    for (int reference = 0; reference < 2; reference++) {
        draw_box(&canvas, (bp_box){.rect = {1, 1, 4, 2}, .color = WHITE}, (bp_rect){0}, reference);
        expect_map(&canvas, "......"
                            ".####."
                            ".####."
                            "......");
        draw_box(&canvas, (bp_box){.rect = {-5, -5, 100, 100}, .color = WHITE}, (bp_rect){2, 0, 2, 3},
                 reference);
        expect_map(&canvas, "..##.."
                            "..##.."
                            "..##.."
                            "......");
        draw_box(&canvas, (bp_box){.rect = {1, 1, 0, 2}, .color = WHITE}, (bp_rect){0}, reference);
        expect_map(&canvas, "........................");
    }
    test_canvas_close(&canvas);
}

/* A radius of 2. The corner pixel's centre is (1.5, 1.5) from the arc's, 2.12 - 2 = 0.12 outside: 0.38
 * covered,
 * 97. Its neighbours are at (0.5, 1.5), 1.58, 0.42 inside: 0.92 covered. */
static void test_corner(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(8, 8);
    for (int reference = 0; reference < 2; reference++) {
        draw_box(&canvas, (bp_box){.rect = {1, 1, 6, 6}, .color = WHITE, .corner = 2}, (bp_rect){0},
                 reference);
        expect_map(&canvas, "........"
                            ".++##++."
                            ".+####+."
                            ".######."
                            ".######."
                            ".+####+."
                            ".++##++."
                            "........");
        assert_in_range(test_canvas_pixel(&canvas, 1, 1)[0], 95, 98);
        assert_in_range(test_canvas_pixel(&canvas, 2, 1)[0], 233, 235);
    }
    test_canvas_close(&canvas);
}

/* A border of 1 without a filling covers the outermost pixels alone. */
static void test_border(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(7, 6);
    for (int reference = 0; reference < 2; reference++) {
        draw_box(&canvas, (bp_box){.rect = {1, 1, 5, 4}, .border = 1, .border_color = WHITE}, (bp_rect){0},
                 reference);
        expect_map(&canvas, "......."
                            ".#####."
                            ".#...#."
                            ".#...#."
                            ".#####."
                            ".......");
    }
    test_canvas_close(&canvas);
}

/* A corner larger than the box makes a circle (a disc of radius 3 about (4, 4), as in test_disc.c). */
static void test_corner_is_cut_to_half(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(6, 6);
    draw_box(&canvas, (bp_box){.rect = {1, 1, 4, 4}, .color = WHITE, .corner = 100}, (bp_rect){0}, false);
    expect_map(&canvas, "......"
                        ".++++."
                        ".+##+."
                        ".+##+."
                        ".++++."
                        "......");
    test_canvas_close(&canvas);
}

static void test_errors(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(4, 4);
    const bp_box bad[] = {
        {.rect = {0, 0, -1, 2}}, {.rect = {0, 0, 2, 1000000}}, {.rect = {-1000000, 0, 2, 2}}, {.corner = -1},
        {.border = -1},          {.corner = sqrtf(-1.0f)}};
    test_canvas_begin(&canvas, NULL);
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        bp_error error = {0};
        assert_false(bp_raster_boxes(canvas.raster, &bad[i], 1, (bp_rect){0}, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "box 0");
    }
    test_canvas_end(&canvas);
    test_canvas_close(&canvas);
}

/* 65536 pixels, four times the largest framebuffer, is the largest coordinate and size. */
static void test_outermost(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(4, 4);
    test_canvas_begin(&canvas, NULL);
    for (int field = 0; field < 4; field++) {
        for (int sign = field < 2 ? -1 : 1; sign < 2; sign += 2) {
            for (int beyond = 0; beyond < 2; beyond++) {
                bp_rect rect = {0, 0, 1, 1};
                *(field == 0   ? &rect.x
                  : field == 1 ? &rect.y
                  : field == 2 ? &rect.width
                               : &rect.height) = sign * (65536 + beyond);
                bp_error error = {0};
                bool ok = bp_raster_boxes(canvas.raster, &(bp_box){.rect = rect}, 1, (bp_rect){0}, &error);
                assert_int_equal(ok, !beyond);
                if (beyond) expect_error(&error, BP_ERROR_ARGUMENT, "at most 65536 pixels");
            }
        }
    }
    test_canvas_end(&canvas);
    test_canvas_close(&canvas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filling_and_clip), cmocka_unit_test(test_corner),
        cmocka_unit_test(test_border),           cmocka_unit_test(test_corner_is_cut_to_half),
        cmocka_unit_test(test_errors),           cmocka_unit_test(test_outermost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
