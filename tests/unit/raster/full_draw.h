/* A draw of two triangles that cover the framebuffer, at depth 1/2, and a raster to draw it with. */
#ifndef BINDPOSE_TESTS_FULL_DRAW_H
#define BINDPOSE_TESTS_FULL_DRAW_H

#include "support/test.h"
#include <bindpose/raster.h>

static const float FULL[6][3] = {{-1, -1, 0.5f}, {1, -1, 0.5f}, {1, 1, 0.5f},
                                 {-1, -1, 0.5f}, {1, 1, 0.5f},  {-1, 1, 0.5f}};

static inline bp_draw full(void) {
    return (bp_draw){.vertices = {.count = 6, .positions = FULL[0]}, .state.color = BP_COLOR_RAW};
}

static inline bp_raster *make(void) {
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    expect_no_error(&error);
    return raster;
}

#endif
