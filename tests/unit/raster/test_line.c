/* Lines with a width: coverages computed by hand from distances; errors; running out of memory. */
#include "raster/inspect.h"
#include "support/allocator.h"
#include "support/canvas.h"

static const bp_overlay raw = {.state.color = BP_COLOR_RAW};

/* Expects the red of each pixel after one white line on black, blended in BP_COLOR_RAW. */
static void check_reds(int width, int height, bp_line line, const int *expected) {
    test_canvas canvas = test_canvas_open(width, height);
    bp_error error = {0};
    for (int how = 0; how < 4; how++) {
        test_canvas_begin(
            &canvas, &(bp_pass){.reference = how & 1, .samples = how & 2 ? 4 : 1, .color = BP_COLOR_RAW});
        assert_true(bp_raster_lines(canvas.raster, &line, 1, &raw, &error));
        test_canvas_end(&canvas);
        for (int i = 0; i < width * height; i++) {
            int got = test_canvas_pixel(&canvas, i % width, i / width)[0];
            if (abs(got - expected[i]) > 1)
                fail_msg("pixel %d,%d: got %d, expected %d", i % width, i / width, got, expected[i]);
        }
    }
    test_canvas_close(&canvas);
}

/* Two pixels wide along the border of two rows: both rows lie half a pixel inside, and are covered whole.
 * Butt ends at pixel borders cover nothing beyond. */
static void test_butt(void **state) {
    (void)state;
    const int expected[] = {0, 0,   0,   0,   0, 0, //
                            0, 255, 255, 255, 0, 0, //
                            0, 255, 255, 255, 0, 0, //
                            0, 0,   0,   0,   0, 0};
    check_reds(6, 4, (bp_line){{1, 2, 0}, {4, 2, 0}, WHITE, 2, BP_CAP_BUTT}, expected);
}

/* With square caps the line reaches one pixel, half its width, further at each end. */
static void test_square(void **state) {
    (void)state;
    const int expected[] = {0,   0,   0,   0,   0,   0, //
                            255, 255, 255, 255, 255, 0, //
                            255, 255, 255, 255, 255, 0, //
                            0,   0,   0,   0,   0,   0};
    check_reds(6, 4, (bp_line){{1, 2, 0}, {4, 2, 0}, WHITE, 2, BP_CAP_SQUARE}, expected);
}

/* With round caps the pixels beside the ends are sqrt(0.5) = 0.7071 away, 1.5 - 0.7071 = 0.7929 covered: 202.
 * In rows 0 and 3 the centres are 1.5 away: 0. */
static void test_round(void **state) {
    (void)state;
    const int expected[] = {0,   0,   0,   0,   0,   0, //
                            202, 255, 255, 255, 202, 0, //
                            202, 255, 255, 255, 202, 0, //
                            0,   0,   0,   0,   0,   0};
    check_reds(6, 4, (bp_line){{1, 2, 0}, {4, 2, 0}, WHITE, 2, BP_CAP_ROUND}, expected);
}

/* One pixel wide along a border: half of each row, 127.5. A line thinner than a pixel is fainter by its
 * width. */
static void test_thin_widths(void **state) {
    (void)state;
    const int half[] = {0, 128, 128, 0, 0, 128, 128, 0};
    check_reds(4, 2, (bp_line){{1, 1, 0}, {3, 1, 0}, WHITE, 1, BP_CAP_BUTT}, half);
    const int faint[] = {0, 0, 0, 0, 0, 64, 64, 0};
    check_reds(4, 2, (bp_line){{1, 1.5f, 0}, {3, 1.5f, 0}, WHITE, 0.25f, BP_CAP_BUTT}, faint);
}

/* A line without length is a dot with round caps. With butt caps only the half pixels of antialiasing to each
 * side are left. */
static void test_a_dot(void **state) {
    (void)state;
    const int dot[] = {202, 202, 202, 202};
    check_reds(2, 2, (bp_line){{1, 1, 0}, {1, 1, 0}, WHITE, 2, BP_CAP_ROUND}, dot);
}

/* From -1e30 to 1e30: a line across the picture. */
static void test_huge(void **state) {
    (void)state;
    const int expected[] = {0, 0, 0, 255, 255, 255, 0, 0, 0};
    check_reds(3, 3, (bp_line){{-1e30f, 1.5f, 0}, {1e30f, 1.5f, 0}, WHITE, 1, BP_CAP_ROUND}, expected);
    const int nothing[9] = {0};
    check_reds(3, 3, (bp_line){{1e30f, 1.5f, 0}, {2e30f, 1.5f, 0}, WHITE, 1, BP_CAP_ROUND}, nothing);
}

/* From far beyond one corner to far beyond another, past the picture. On its rows the line is farther away
 * than an int can hold. Nothing is drawn, and quickly. */
static void test_far_away(void **state) {
    (void)state;
    const int expected[12] = {0};
    check_reds(4, 3, (bp_line){{-1e10f, -1e10f, 0}, {3e10f, 1e10f, 0}, WHITE, 2, BP_CAP_BUTT}, expected);
    check_reds(4, 3, (bp_line){{1e10f, -1e10f, 0}, {-3e10f, 1e10f, 0}, WHITE, 2, BP_CAP_ROUND}, expected);
    check_reds(4, 3, (bp_line){{-1e38f, -1e34f, 0}, {1e38f, 2e34f, 0}, WHITE, 2, BP_CAP_SQUARE}, expected);
}

/* Vermilion at alpha 0.5 in linear light on white: (1 + linear(213)) / 2 = (1 + 0.665) / 2 = 0.8327, which is
 * encoded 235; green linear(94) = 0.1119: 0.556 -> 196; blue 0.5 -> 188. */
static void test_blended_in_linear_light(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(3, 1);
    bp_error error = {0};
    bp_line line = {{0, 0.5f, 0}, {3, 0.5f, 0}, {213, 94, 0, 128}, 1, BP_CAP_BUTT};
    bp_raster_begin(canvas.raster, &canvas.frame, NULL, &error);
    bp_raster_clear(canvas.raster, &(bp_clear){.color = {255, 255, 255, 255}}, &error);
    bp_raster_lines(canvas.raster, &line, 1, NULL, &error);
    test_canvas_end(&canvas);
    const uint8_t *p = test_canvas_pixel(&canvas, 1, 0);
    const int expected[] = {235, 196, 187, 255};
    for (int i = 0; i < 4; i++)
        if (abs(p[i] - expected[i]) > 1) fail_msg("channel %d: got %d, expected %d", i, p[i], expected[i]);
    test_canvas_close(&canvas);
}

static void test_errors(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(4, 4);
    float nan = sqrtf(-1.0f);
    const float bad[] = {-1.0f, 1025.0f, nan};
    test_canvas_begin(&canvas, NULL);
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        bp_line lines[2] = {{.to = {1, 1, 0}}, {.width = bad[i]}};
        bp_error error = {0};
        assert_false(bp_raster_lines(canvas.raster, lines, 2, NULL, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "line 1");
    }
    bp_error error = {0};
    assert_false(bp_raster_lines(canvas.raster, NULL, 1, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "no raster or lines");
    error = (bp_error){0};
    assert_true(bp_raster_lines(canvas.raster, NULL, 0, NULL, &error));
    test_canvas_end(&canvas);
    expect_map(&canvas, "................");
    test_canvas_close(&canvas);
}

/* Many lines, discs and glyphs, with every allocation failing in turn. */
static bool draw_many(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_framebuffer frame = *(bp_framebuffer *)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_raster *raster = context ? bp_raster_create(context, error) : NULL;
    bp_line lines[100];
    bp_disc discs[100];
    char text[600];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    for (int i = 0; i < 100; i++) {
        lines[i] = (bp_line){.to = {(float)i, 20, 0}, .width = (float)(i % 3)};
        discs[i] = (bp_disc){.center = {(float)i, 5, 0}, .radius = 3};
    }
    bp_box box = {.rect = {2, 2, 10, 10}, .color = {255, 0, 0, 255}};
    bool ok = raster && bp_raster_begin(raster, &frame, NULL, error) &&
              bp_raster_lines(raster, lines, 100, NULL, error) &&
              bp_raster_discs(raster, discs, 100, NULL, error) &&
              bp_raster_boxes(raster, &box, 1, (bp_rect){0}, error) &&
              bp_raster_axes(raster, &(bp_axes){0}, NULL, error) &&
              bp_raster_text(raster, &(bp_text){.text = text, .y = 10}, error) &&
              bp_raster_end(raster, NULL, error);
    if (raster) bp_raster_destroy(raster);
    if (context) bp_context_destroy(context);
    return ok;
}

static void test_memory_runs_out(void **state) {
    (void)state;
    bp_framebuffer frame;
    bp_error error = {0};
    assert_true(bp_framebuffer_create(NULL, 100, 40, &frame, &error));
    assert_true(test_each_allocation_fails(draw_many, &frame) > 3);
    bp_framebuffer_destroy(NULL, &frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_butt),     cmocka_unit_test(test_square),
        cmocka_unit_test(test_round),    cmocka_unit_test(test_thin_widths),
        cmocka_unit_test(test_a_dot),    cmocka_unit_test(test_huge),
        cmocka_unit_test(test_far_away), cmocka_unit_test(test_blended_in_linear_light),
        cmocka_unit_test(test_errors),   cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
