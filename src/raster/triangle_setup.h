/* Triangle setup: a triangle on the screen in fixed point, its edge functions and its bounds.
 *
 * Screen positions are whole numbers of 1/256 pixel. The edge function of the edge from (x0, y0) to (x1, y1) is
 *
 *     E(x, y) = a x + b y + c,   a = y0 - y1,   b = x1 - x0,   c = -(a x0 + b y0)
 *
 * with all signs turned round if the triangle is, so that E is positive inside. A point on an edge is inside if the
 * edge is a top edge (a == 0, the inside below it) or a left edge (a > 0): this top-left rule gives each point of an
 * edge that two triangles share to exactly one of them. Integers make all of it exact.
 *
 * The tiled rasterizer sets up its triangles in 32 bits, see tiled/triangle_setup_simd.h.
 */
#ifndef BP_RASTER_TRIANGLE_SETUP_H
#define BP_RASTER_TRIANGLE_SETUP_H

#include "raster/triangles.h"

typedef struct bp_edge {
    int64_t a, b, c;
    bool top_left;
} bp_edge;

typedef struct bp_triangle_setup {
    bp_edge edge[3];
    int64_t area;    /* twice the signed area, in 1/65536 pixel; negative if counter-clockwise on the screen */
    bp_irect bounds; /* the pixels inside the scissor that the triangle may touch */
} bp_triangle_setup;

/* Sets up a triangle of a draw from its transformed vertices. False if it is culled: it faces away, has no area, or
 * lies outside the scissor or between the sample points. */
bool bp_triangle_setup_make(bp_triangle_setup *setup, const bp_command *command, const float *const vertex[3],
                            int samples);

static inline int64_t bp_edge_at(const bp_edge *edge, int64_t x, int64_t y) {
    return edge->a * x + edge->b * y + edge->c;
}

/* The pixels whose centres lie in a bounding box given in 1/256 pixel; with 4 samples, all pixels that it touches. */
static inline bp_irect bp_pixel_bounds(int min_x, int min_y, int max_x, int max_y, int samples) {
    if (samples > 1) return (bp_irect){min_x >> 8, min_y >> 8, (max_x >> 8) + 1, (max_y >> 8) + 1};
    return (bp_irect){(min_x + 127) >> 8, (min_y + 127) >> 8, ((max_x - 128) >> 8) + 1,
                      ((max_y - 128) >> 8) + 1};
}

#endif
