/* Triangle setup for one tile: edge functions in 32-bit integers, and gradients of the attributes. Scalar
 * twin and definition: triangle_setup.c, and make_gradients in triangle_scalar.c.
 *
 * Edge functions step by whole pixels, which changes E by multiples of 256, so E / 256 rounded down is
 * enough: e(x, y) = c + a x + b y with x, y in pixels from the tile's corner. An edge that is neither a top
 * nor a left edge has 1 subtracted from E; then a point is inside exactly if all three are >= 0. Within the
 * guard band of 16384 pixels |a| + |b| stays below 2^24 + 2^14, and 63 (|a| + |b|) below 1.06e9. We clamp c
 * to that, so sums fit 32 bits and keep their sign.
 *
 * Every attribute is linear on the screen: v = (v0 + ddy Y) + ddx X, with (X, Y) the vector from vertex 0
 * (exact in floats). All kernels evaluate this sum in this order, and separately at every pixel.
 */
#pragma once

#include "raster/tiled/bin.h"
#include "simd/simd.h"

enum { BP_EDGE_LIMIT = 1060000000 };

typedef struct triangle_setup {
    const float *vertex[3];
    bool is_triangle_edge[3];
    float x0, y0; /* vertex 0 */
    float x1_over_area,
        x2_over_area; /* for Cramer's rule: the vectors (x1, y1) and (x2, y2) from vertex 0 ... */
    float y1_over_area, y2_over_area; /* ... to vertices 1 and 2, divided by the area */
    vi4 edge_a, edge_b, edge_c[4];
    bool negative;     /* the area's sign */
    int width, height; /* of the uncut box */
    bp_irect box;      /* framebuffer pixels, inside tile and scissor */
} triangle_setup;

SIMD_INLINE int32_t setup_clamp_edge(int64_t c) {
    return (int32_t)(c > BP_EDGE_LIMIT ? BP_EDGE_LIMIT : c < -BP_EDGE_LIMIT ? -BP_EDGE_LIMIT : c);
}

/* The edges of a triangle of any size. x, y: vertices relative to the centre of the tile's first pixel, in
 * 1/256 pixel. */
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
    vi4 a = (BP_EDGE_A(y, next_y) ^ flip) - flip, b = (BP_EDGE_B(x, next_x) ^ flip) - flip;
    vi4 bias = ~BP_TOP_LEFT(a, b);
    t->edge_a = a;
    t->edge_b = b;
    if (t->width >= BP_TILE_SIZE || t->height >= BP_TILE_SIZE) {
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

/* Sets up the triangle of t->vertex. `limit`: tile and scissor. False if no pixel of it lies inside. */
SIMD_INLINE bool setup_triangle(triangle_setup *t, const bp_target *target, bp_irect limit) {
    vf4 v0 = vf4_load(t->vertex[0]), v1 = vf4_load(t->vertex[1]), v2 = vf4_load(t->vertex[2]);
    vf4 min = vf4_min(vf4_min(v0, v1), v2) * vf4_set1(256.0f);
    vf4 max = vf4_max(vf4_max(v0, v1), v2) * vf4_set1(256.0f);
    bp_irect box = bp_pixel_bounds((int)min[0], (int)min[1], (int)max[0], (int)max[1], target->samples);
    t->width = box.x1 - box.x0;
    t->height = box.y1 - box.y0;
    t->box = bp_irect_intersect(box, limit);
    if (bp_irect_is_empty(t->box)) return false;
    const vf4 d1 = v1 - v0, d2 = v2 - v0;
    double area = (double)d1[0] * (double)d2[1] - (double)d2[0] * (double)d1[1];
    float inverse = 1.0f / (float)area;
    t->negative = area < 0.0;
    t->x0 = v0[0];
    t->y0 = v0[1];
    t->x1_over_area = d1[0] * inverse;
    t->y1_over_area = d1[1] * inverse;
    t->x2_over_area = d2[0] * inverse;
    t->y2_over_area = d2[1] * inverse;
    setup_edges(t, v0, v1, v2, target->rect, target->samples);
    return true;
}

/* The floats of a vertex, as vectors of four: value at vertex 0, and gradients to the right and down. */
typedef struct attribute_gradients {
    vf4 base[BP_VERTEX_FLOATS_MAX / 4], ddx[BP_VERTEX_FLOATS_MAX / 4], ddy[BP_VERTEX_FLOATS_MAX / 4];
} attribute_gradients;

/* x1_over_area ... y2_over_area: as in triangle_setup, each in all lanes. */
SIMD_INLINE void attribute_gradients_make(attribute_gradients *p, const float *const vertex[3],
                                          vf4 x1_over_area, vf4 y1_over_area, vf4 x2_over_area,
                                          vf4 y2_over_area, int floats) {
    SIMD_UNROLL
    for (int i = 0; 4 * i < floats; i++) {
        p->base[i] = vf4_load(vertex[0] + 4 * i);
        vf4 d1 = vf4_load(vertex[1] + 4 * i) - p->base[i], d2 = vf4_load(vertex[2] + 4 * i) - p->base[i];
        p->ddx[i] = d1 * y2_over_area - d2 * y1_over_area;
        p->ddy[i] = d2 * x1_over_area - d1 * x2_over_area;
    }
}

SIMD_INLINE void attribute_gradients_of(attribute_gradients *p, const triangle_setup *t, int floats) {
    attribute_gradients_make(p, t->vertex, vf4_set1(t->x1_over_area), vf4_set1(t->y1_over_area),
                             vf4_set1(t->x2_over_area), vf4_set1(t->y2_over_area), floats);
}

/* Float k at pixels that lie dx, dy from vertex 0. */
SIMD_INLINE vf attribute_value(const attribute_gradients *p, int k, vf dx, vf dy) {
    const float *base = (const float *)p->base, *ddx = (const float *)p->ddx, *ddy = (const float *)p->ddy;
    return (vf_set1(base[k]) + vf_set1(ddy[k]) * dy) + vf_set1(ddx[k]) * dx;
}

/* Gradient i of those that shading needs (bp_shading.gradient_count). */
SIMD_INLINE float attribute_gradient(const attribute_gradients *p, int uv_offset, int i) {
    if (i >= 6) return ((const float *)(i < 8 ? p->ddx : p->ddy))[uv_offset + 2 + i % 2];
    const float *gradient = (const float *)(i < 3 ? p->ddx : p->ddy);
    return gradient[i % 3 < 2 ? uv_offset + i % 3 : BP_INVERSE_W];
}
