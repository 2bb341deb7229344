/* A small framebuffer for overlay primitives, compared with maps written as text.
 *
 *   test_canvas canvas = test_canvas_open(8, 4);
 *   test_canvas_begin(&canvas, NULL);          // cleared to opaque black, depth 1
 *   bp_raster_lines(canvas.raster, ...);
 *   test_canvas_end(&canvas);
 *   expect_map(&canvas, "........" "..####.." ...);
 *   test_canvas_close(&canvas);
 *
 * In a map '.' is the cleared colour, '#' is white, '+' is in between.
 */
#ifndef BINDPOSE_TESTS_SUPPORT_CANVAS_H
#define BINDPOSE_TESTS_SUPPORT_CANVAS_H

#include "support/test.h"
#include <bindpose/raster.h>

#define WHITE                                                                                                \
    { 255, 255, 255, 255 }

typedef struct test_canvas {
    bp_raster *raster;
    bp_framebuffer frame;
    bp_counters counters; /* of the last pass */
} test_canvas;

static inline test_canvas test_canvas_open(int width, int height) {
    test_canvas canvas = {0};
    bp_error error = {0};
    canvas.raster = bp_raster_create(NULL, &error);
    expect_no_error(&error);
    assert_true(bp_framebuffer_create(NULL, width, height, &canvas.frame, &error));
    return canvas;
}

static inline void test_canvas_close(test_canvas *canvas) {
    bp_raster_destroy(canvas->raster);
    bp_framebuffer_destroy(NULL, &canvas->frame);
}

static inline void test_canvas_begin(test_canvas *canvas, const bp_pass *pass) {
    bp_error error = {0};
    bp_raster_begin(canvas->raster, &canvas->frame, pass, &error);
    bp_raster_clear(canvas->raster, &(bp_clear){.color = {0, 0, 0, 255}}, &error);
    expect_no_error(&error);
}

static inline void test_canvas_end(test_canvas *canvas) {
    bp_error error = {0};
    bp_raster_end(canvas->raster, &canvas->counters, &error);
    expect_no_error(&error);
}

static inline const uint8_t *test_canvas_pixel(const test_canvas *canvas, int x, int y) {
    return canvas->frame.pixels + 4 * ((size_t)y * (size_t)canvas->frame.width + (size_t)x);
}

static inline float test_canvas_depth(const test_canvas *canvas, int x, int y) {
    return canvas->frame.depth[y * canvas->frame.width + x];
}

static inline char test_canvas_char(const test_canvas *canvas, int x, int y) {
    const uint8_t *p = test_canvas_pixel(canvas, x, y);
    if (p[0] == 0 && p[1] == 0 && p[2] == 0) return '.';
    return p[0] == 255 && p[1] == 255 && p[2] == 255 ? '#' : '+';
}

static inline void test_canvas_map(const test_canvas *canvas, const char *expected, const char *file,
                                   int line) {
    int width = canvas->frame.width, height = canvas->frame.height, wrong = 0;
    if ((int)strlen(expected) != width * height)
        fail_msg("a map of %d characters for %dx%d", (int)strlen(expected), width, height);
    for (int i = 0; i < width * height; i++)
        wrong += test_canvas_char(canvas, i % width, i / width) != expected[i];
    if (wrong == 0) return;
    print_error("%d pixels differ; got and expected:\n", wrong);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) print_error("%c", test_canvas_char(canvas, x, y));
        print_error("   %.*s\n", width, expected + y * width);
    }
    _fail(file, line);
}

#define expect_map(canvas, expected) test_canvas_map(canvas, expected, __FILE__, __LINE__)

#endif
