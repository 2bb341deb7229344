/* Triangle setup for one tile: edges in 32-bit integers, slopes of what is interpolated.
 *
 * An edge function is positive inside. In units of a whole pixel step, at pixel centres (or at samples),
 * e(x, y) = floor(E / 256) = c + a x + b y with x, y counted from the tile's corner: the fraction that is
 * dropped is the same at all of them. An edge that is neither a top nor a left one has 1 taken off E, so
 * that a point is inside exactly if all three are >= 0. Within a guard band of 16384 pixels |a| + |b| stays
 * below 2^24 + 2^14 and 63 (|a| + |b|) below 1.06e9; c is limited to that, so that sums fit 32 bits and keep
 * their sign.
 *
 * What is interpolated is a plane through three vertices, v = (v0 + v_y Y) + v_x X with X, Y the distance from
 * the first vertex (exact in floats), always computed in that order, at every pixel afresh.
 */
#ifndef BP_RASTER_TILED_TRIANGLE_SETUP_SIMD_H
#define BP_RASTER_TILED_TRIANGLE_SETUP_SIMD_H

#include "raster/tiled/bin.h"
#include "simd/simd.h"

enum { BP_EDGE_LIMIT = 1060000000 };

typedef struct triangle_setup {
    const float *vertex[3];
    bool is_triangle_edge[3]; /* for wireframes: not a cut */
    vf4 a, b;          /* change of everything in the head from vertex 0 to 1 and to 2 */
    float x0, y0;
    float cx1, cx2, cy1, cy2; /* those of x and y, divided by the area */
    vi4 edge_a, edge_b, edge_c[4];
    bool negative; /* the area's sign */
    bp_irect box;   /* in the framebuffer; within tile and scissor */
    bool small;    /* smaller than 64 x 64 pixels */
} triangle_setup;

/* Slopes to the right and down of four interpolated values, given their changes. */
SIMD_INLINE vf4 setup_slope_x(const triangle_setup *t, vf4 d1, vf4 d2) {
    return d1 * vf4_set1(t->cy2) - d2 * vf4_set1(t->cy1);
}
SIMD_INLINE vf4 setup_slope_y(const triangle_setup *t, vf4 d1, vf4 d2) {
    return d2 * vf4_set1(t->cx1) - d1 * vf4_set1(t->cx2);
}

SIMD_INLINE int32_t setup_clamp_edge(int64_t c) {
    return (int32_t)(c > BP_EDGE_LIMIT ? BP_EDGE_LIMIT : c < -BP_EDGE_LIMIT ? -BP_EDGE_LIMIT : c);
}

/* Edges of a triangle of any size. `x`, `y` from the centre of the tile's first pixel, in 1/256. */
static void setup_edges_64bit(triangle_setup *t, vi4 x, vi4 y, vi4 bias, int samples) {
    for (int i = 0; i < 3; i++) {
        int64_t a = t->edge_a[i], b = t->edge_b[i], c = bias[i] - (a * x[i] + b * y[i]);
        for (int s = 0; s < samples; s++) {
            int64_t ox = samples > 1 ? bp_sample_x[s] - 128 : 0, oy = samples > 1 ? bp_sample_y[s] - 128 : 0;
            t->edge_c[s][i] = setup_clamp_edge((c + a * ox + b * oy) >> 8);
        }
    }
}

SIMD_INLINE void setup_edges(triangle_setup *t, vf4 v0, vf4 v1, vf4 v2, bp_irect tile, int samples) {
    const int32_t corner_x = tile.x0 * 256 + 128, corner_y = tile.y0 * 256 + 128;
    vf4 xy = __builtin_shufflevector(v0, v1, 0, 4, 1, 5);
    vf4 xf = __builtin_shufflevector(xy, v2, 0, 1, 4, 4), yf = __builtin_shufflevector(xy, v2, 2, 3, 5, 5);
    vi4 x = __builtin_convertvector(xf * vf4_set1(256.0f), vi4) - corner_x;
    vi4 y = __builtin_convertvector(yf * vf4_set1(256.0f), vi4) - corner_y;
    vi4 next_x = __builtin_shufflevector(x, x, 1, 2, 0, 0),
        next_y = __builtin_shufflevector(y, y, 1, 2, 0, 0);
    vi4 flip = (vi4){0} - (int32_t)t->negative;
    vi4 a = ((y - next_y) ^ flip) - flip, b = ((next_x - x) ^ flip) - flip;
    vi4 top_left = (a > 0) | ((a == 0) & (b > 0)), bias = ~top_left;
    t->edge_a = a;
    t->edge_b = b;
    if (!t->small) {
        setup_edges_64bit(t, x, y, bias, samples);
        return;
    }
    vi4 c = bias - (a * x + b * y);
    if (samples == 1)
        t->edge_c[0] = c >> 8;
    else
        for (int s = 0; s < 4; s++)
            t->edge_c[s] = (c + a * (bp_sample_x[s] - 128) + b * (bp_sample_y[s] - 128)) >> 8;
}

/* Everything but slots. False: no pixel of it lies in the tile. */
SIMD_INLINE bool setup_triangle(triangle_setup *t, const bp_tile *tile, bp_irect scissor) {
    vf4 v0 = vf4_load(t->vertex[0]), v1 = vf4_load(t->vertex[1]), v2 = vf4_load(t->vertex[2]);
    vf4 least = vf4_min(vf4_min(v0, v1), v2) * vf4_set1(256.0f),
        most = vf4_max(vf4_max(v0, v1), v2) * vf4_set1(256.0f);
    int samples = tile->target.samples;
    bp_irect box = bp_pixel_bounds((int)least[0], (int)least[1], (int)most[0], (int)most[1], samples);
    t->small = box.x1 - box.x0 < 64 && box.y1 - box.y0 < 64;
    t->box = bp_irect_intersect(bp_irect_intersect(box, scissor), tile->target.rect);
    if (bp_irect_is_empty(t->box)) return false;
    t->a = v1 - v0;
    t->b = v2 - v0;
    double area = (double)t->a[0] * (double)t->b[1] - (double)t->b[0] * (double)t->a[1];
    float inverse = 1.0f / (float)area;
    t->negative = area < 0.0;
    t->x0 = v0[0];
    t->y0 = v0[1];
    t->cx1 = t->a[0] * inverse;
    t->cy1 = t->a[1] * inverse;
    t->cx2 = t->b[0] * inverse;
    t->cy2 = t->b[1] * inverse;
    setup_edges(t, v0, v1, v2, tile->target.rect, samples);
    return true;
}

#endif
