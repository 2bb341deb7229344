/* Text: measuring, cutting, wrapping, aligning, clipping, blending. */
#include "raster/inspect.h"
#include "support/canvas.h"

static int width_of(bp_text text) { return bp_text_measure(&text).width; }

/* DejaVu Sans Mono is 1233/2048 em wide: 7.22 at 12 pixels, so 7; at 20, 12.04, so 12. */
static void test_mono_has_one_width(void **state) {
    (void)state;
    assert_int_equal(width_of((bp_text){.text = "0.2588", .size = 12, .face = BP_FACE_MONO}), 6 * 7);
    assert_int_equal(width_of((bp_text){.text = "\xE2\x88\x92"
                                                "0.2588",
                                        .size = 12,
                                        .face = BP_FACE_MONO}),
                     7 * 7);
    assert_int_equal(width_of((bp_text){.text = "0.2588", .size = 20, .face = BP_FACE_MONO_BOLD}), 6 * 12);
    assert_int_equal(width_of((bp_text){.text = "\xFF\xFF\n", .size = 12, .face = BP_FACE_MONO}), 3 * 7);
    assert_int_equal(width_of((bp_text){.text = "abcdef", .bytes = 2, .size = 12, .face = BP_FACE_MONO}), 14);
    assert_int_equal(width_of((bp_text){.text = ""}), 0);
    assert_int_equal(width_of((bp_text){0}), 0);
}

/* DejaVu Sans digits are 1303/2048 em: 8.27 at 13, so 8 each, and so is the minus sign. */
static void test_digits_have_one_width(void **state) {
    (void)state;
    assert_int_equal(width_of((bp_text){.text = "11111"}), 40);
    assert_int_equal(width_of((bp_text){.text = "\xE2\x88\x92"
                                                "0888"}),
                     40);
    assert_true(width_of((bp_text){.text = "iiiii"}) < width_of((bp_text){.text = "wwwww"}));
}

static void test_extent(void **state) {
    (void)state;
    bp_text_extent extent = bp_text_measure(&(bp_text){.text = "x", .size = 12});
    /* 12 pixels: x-height 1120/2048 em = 6.56 and capitals 1493/2048 em = 8.75, rounded; ascent 0.928 em
     * up. */
    assert_int_equal(extent.x_height, 7);
    assert_int_equal(extent.cap, 9);
    assert_int_equal(extent.ascent, 12);
    assert_int_equal(extent.descent, 3);
}

/* Seven pixels a character: 8 characters and the ellipsis fit into 63 pixels, 7 into one pixel less. */
static void test_cut(void **state) {
    (void)state;
    bp_text text = {.text = "absolute inverse", .size = 12, .face = BP_FACE_MONO};
    const int cases[][2] = {{63, 63}, {62, 56}, {7, 7}, {6, 0}, {112, 112}, {111, 105}, {1000, 112}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        text.max_width = cases[i][0];
        int got = width_of(text);
        if (got != cases[i][1]) fail_msg("cut at %d: got %d, expected %d", cases[i][0], got, cases[i][1]);
    }
}

static void test_wrap(void **state) {
    (void)state;
    const struct {
        const char *text;
        int characters; /* the width of a line */
        size_t expected;
    } cases[] = {
        {"all of it", 9, 9},
        {"all of it", 8, 7},
        {"all of it", 7, 7},
        {"all of it", 6, 7}, /* its space hangs over */
        {"all of it", 5, 4},
        {"all of it", 3, 4},
        {"all of it", 2, 2},
        {"all of it", 0, 1},
        {"\xCE\xB1\xCE\xB2", 1, 2},
        {"\xCE\xB1\xCE\xB2", 0, 2},
        {"", 5, 0},
        {"at 1.5 m: up", 8, 3},
        {"at 12 cm", 6, 3},
        {"is 3 in all", 5, 5}, /* no unit */
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_text text = {.text = cases[i].text, .size = 12, .face = BP_FACE_MONO};
        size_t got = bp_text_wrap(&text, cases[i].characters * 7);
        if (got != cases[i].expected)
            fail_msg("\"%s\" in %d characters: got %zu bytes, expected %zu", cases[i].text,
                     cases[i].characters, got, cases[i].expected);
    }
}

static void draw_text(test_canvas *canvas, bp_text text, const bp_pass *pass) {
    bp_error error = {0};
    test_canvas_begin(canvas, pass);
    assert_true(bp_raster_text(canvas->raster, &text, &error));
    test_canvas_end(canvas);
}

/* The first and last column with ink; false if there is none. */
static bool ink_columns(const test_canvas *canvas, int *first, int *last) {
    *first = canvas->frame.width, *last = -1;
    for (int y = 0; y < canvas->frame.height; y++)
        for (int x = 0; x < canvas->frame.width; x++)
            if (test_canvas_char(canvas, x, y) != '.') {
                *first = x < *first ? x : *first;
                *last = x > *last ? x : *last;
            }
    return *last >= 0;
}

/* The full block, U+2588, fills its cell from edge to edge (at 12 pixels it is 7.22 wide, the cell 7), so it
 * shows the position of the pen. */
static void test_alignment(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(64, 20);
    bp_text text = {"\xE2\x96\x88\xE2\x96\x88", 0, 30, 14, 12, .face = BP_FACE_MONO, .color = WHITE};
    const int expected[][2] = {{30, 44}, {23, 37}, {16, 30}};
    for (int align = 0; align < 3; align++) {
        int first, last;
        text.align = (bp_align)align;
        draw_text(&canvas, text, NULL);
        assert_true(ink_columns(&canvas, &first, &last));
        if (abs(first - expected[align][0]) > 1 || abs(last - expected[align][1]) > 1)
            fail_msg("align %d: ink from %d to %d, expected about %d to %d", align, first, last,
                     expected[align][0], expected[align][1]);
    }
    test_canvas_close(&canvas);
}

static void test_clip(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(64, 20);
    bp_text text = {"MMMMMMMM", 0, 2, 14, 12, .face = BP_FACE_MONO, .color = WHITE, .clip = {10, 0, 9, 20}};
    for (int reference = 0; reference < 2; reference++) {
        int first, last;
        draw_text(&canvas, text, &(bp_pass){.reference = reference});
        assert_true(ink_columns(&canvas, &first, &last));
        assert_in_range(first, 10, 11);
        assert_in_range(last, 17, 18);
    }
    test_canvas_close(&canvas);
}

/* A full block is opaque in its middle: colour is blended on encoded values. (200 * 128 + 50 * 127
 * + 127) / 255 = 125; alpha of an opaque pixel stays 255, of a transparent one becomes 128. */
static void test_blending(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(20, 20);
    bp_error error = {0};
    bp_text block = {.text = "\xE2\x96\x88",
                     .x = 4,
                     .y = 15,
                     .size = 18,
                     .face = BP_FACE_MONO,
                     .color = {200, 0, 255, 128}};
    for (int how = 0; how < 8; how++) {
        bool opaque = how & 4;
        bp_raster_begin(canvas.raster, &canvas.frame,
                        &(bp_pass){.reference = how & 1, .samples = how & 2 ? 4 : 1}, &error);
        bp_raster_clear(canvas.raster, &(bp_clear){.color = {50, 100, 255, opaque ? 255 : 0}}, &error);
        assert_true(bp_raster_text(canvas.raster, &block, &error));
        test_canvas_end(&canvas);
        const uint8_t expected[] = {125, 50, 255, opaque ? 255 : 128};
        expect_bytes(test_canvas_pixel(&canvas, 9, 9), expected, 4);
    }
    test_canvas_close(&canvas);
}

/* A zero colour is opaque black. Text far outside draws nothing, and doesn't overflow. */
static void test_edges(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(20, 20);
    bp_error error = {0};
    bp_raster_begin(canvas.raster, &canvas.frame, NULL, &error);
    bp_raster_clear(canvas.raster, &(bp_clear){.color = {255, 255, 255, 255}}, &error);
    bp_text text = {.text = "\xE2\x96\x88", .x = 4, .y = 15, .size = 18, .face = BP_FACE_MONO};
    bp_raster_text(canvas.raster, &text, &error);
    test_canvas_end(&canvas);
    const uint8_t black[] = {0, 0, 0, 255};
    expect_bytes(test_canvas_pixel(&canvas, 9, 9), black, 4);
    const int far_off[] = {-2147483647 - 1, -1000000, 1000000, 2147483647};
    for (size_t i = 0; i < BP_COUNT(far_off); i++)
        for (size_t j = 0; j < BP_COUNT(far_off); j++) {
            int first, last;
            draw_text(&canvas,
                      (bp_text){.text = "xyz", .x = far_off[i], .y = far_off[j], .align = BP_ALIGN_RIGHT},
                      NULL);
            assert_false(ink_columns(&canvas, &first, &last));
        }
    assert_false(bp_raster_text(canvas.raster, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "no text");
    test_canvas_close(&canvas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mono_has_one_width),
        cmocka_unit_test(test_digits_have_one_width),
        cmocka_unit_test(test_extent),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_clip),
        cmocka_unit_test(test_blending),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
