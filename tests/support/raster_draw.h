/* Small pictures for the rasterizer's tests: triangles in pixel coordinates, drawn into a small framebuffer. */
#ifndef BINDPOSE_TESTS_SUPPORT_RASTER_DRAW_H
#define BINDPOSE_TESTS_SUPPORT_RASTER_DRAW_H

#include "support/test.h"
#include <bindpose/raster.h>

enum { PICTURE_MAX = 256 };

typedef struct picture {
    int width, height;
    uint32_t pixels[PICTURE_MAX * PICTURE_MAX];
    float depth[PICTURE_MAX * PICTURE_MAX];
    bp_counters counters;
} picture;

/* The clip-space position (w = 1) of a pixel position with depth z. */
static inline bp_mat4 picture_matrix(int width, int height) {
    return (bp_mat4){{2.0f / (float)width, 0, 0, 0, 0, -2.0f / (float)height, 0, 0, 0, 0, 1, 0, -1, 1, 0, 1}};
}

/* Draws into a cleared picture (0, depth 1). Without a transform in `draw`, positions are in pixels. */
static inline void picture_draw(picture *p, bp_raster *raster, const bp_pass *pass, const bp_draw *draw) {
    bp_error error = {0};
    bp_framebuffer framebuffer = {(uint8_t *)p->pixels, p->depth, p->width, p->height, 0};
    bp_mat4 matrix = picture_matrix(p->width, p->height);
    bp_draw whole = *draw;
    if (!whole.transform) whole.transform = &matrix;
    bool ok = bp_raster_begin(raster, &framebuffer, pass, &error) &&
              bp_raster_clear(raster, &(bp_clear){0}, &error) && bp_raster_draw(raster, &whole, &error) &&
              bp_raster_end(raster, &p->counters, &error);
    expect_no_error(&error);
    assert_true(ok);
}

/* The number of pixels that are not 0. */
static inline size_t picture_covered(const picture *p) {
    size_t count = 0;
    for (int i = 0; i < p->width * p->height; i++) count += p->pixels[i] != 0;
    return count;
}

/* Compares with rows of text: '#' is a pixel that is not 0. Prints both if they differ. */
static inline void expect_picture_at(const picture *p, const char *const *rows, const char *file, int line) {
    bool same = true;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) same &= (rows[y][x] == '#') == (p->pixels[y * p->width + x] != 0);
    if (same) return;
    for (int y = 0; y < p->height; y++) {
        printf("  ");
        for (int x = 0; x < p->width; x++) printf("%c", p->pixels[y * p->width + x] ? '#' : '.');
        printf("   expected %s\n", rows[y]);
    }
    _fail(file, line);
}
#define expect_picture(p, rows) expect_picture_at(p, rows, __FILE__, __LINE__)

#endif
