/* Small triangles with four samples per pixel, by blocks of 4 x LANES / 4 pixels. Scalar twin and
 * definition: triangle_scalar.c.
 *
 * Bounds and edge functions are computed for LANES triangles at a time, one in each lane.
 *
 * The coverage of a block takes few operations. The difference of an edge function between the block's first
 * pixel centre and each of its samples doesn't depend on the block, and it fits 16 bits. So each triangle
 * stores these differences as thresholds, and each block compares its first pixel centre's edge function with
 * them. Two vectors hold the four samples of a block. If any sample is covered, we compute the depth of all
 * samples, because that costs less than mispredicted branches. Fragments that pass are listed, and queued
 * with their attributes when the triangle is done (fragment_queue_simd.h). Without a call in between, values
 * that the blocks share stay in registers.
 *
 * With one sample per pixel such triangles are drawn row by row (scanline_simd.h), which is as fast.
 */
#pragma once

#include "raster/tiled/micro_triangle_simd.h"
#include "raster/tiled/triangle_setup_simd.h"

enum { BLOCK_WIDTH = 4, BLOCK_HEIGHT = LANES / 4 };

/* The largest triangles for this kernel, in pixels. Their edge functions change by less than 4352 * 6.8
 * within a block of 4 x 4. */
enum { BLOCK_TRIANGLE_SIZE = 16 };

/* The depths of a block: BLOCK_HEIGHT rows of four. */
SIMD_INLINE vf block_load_depth(const float *p) {
    vf4 row[BLOCK_HEIGHT];
    SIMD_UNROLL
    for (int i = 0; i < BLOCK_HEIGHT; i++) row[i] = vf4_load(p + i * BP_TILE_SIZE);
    return vf_from_vf4s(row);
}
SIMD_INLINE void block_store_depth(float *p, vf v) {
    SIMD_UNROLL
    for (int i = 0; i < BLOCK_HEIGHT; i++) vf4_store(p + i * BP_TILE_SIZE, vf_extract_vf4(v, i));
}

/* For each 16-bit half of the two vectors: its pixel in the block, and its sample's position relative to the
 * pixel's centre, in 1/8 pixel. */
#define ROW(x) x, x, x, x
#if BP_ISA_LANES == 16
#define LINES ROW(0), ROW(1), ROW(2), ROW(3)
#define EACH(x) ROW(x), ROW(x), ROW(x), ROW(x)
#elif BP_ISA_LANES == 8
#define LINES ROW(0), ROW(1)
#define EACH(x) ROW(x), ROW(x)
#else
#define LINES ROW(0)
#define EACH(x) ROW(x)
#endif
#define COLUMNS 0, 1, 2, 3, 0, 1, 2, 3
static const int16_t block_columns[32] = {COLUMNS, COLUMNS, COLUMNS, COLUMNS};
static const int16_t block_rows[2 * LANES] = {LINES, LINES};
static const int16_t block_sample_x[2][2 * LANES] = {{EACH(-1), EACH(3)}, {EACH(-3), EACH(1)}};
static const int16_t block_sample_y[2][2 * LANES] = {{EACH(-3), EACH(-1)}, {EACH(1), EACH(3)}};
#undef ROW
#undef LINES
#undef EACH
#undef COLUMNS

/* The setup of LANES triangles, computed with one triangle in each lane, and transposed. */
typedef struct block_group {
    unsigned fit, cut; /* bit masks of triangles that fit this kernel, and whose bounds tile or scissor cut */
    vi4 box[LANES];    /* x0, y0, x1, y1, inside tile and scissor */
    vi4 a[LANES], b[LANES],
        center[LANES];       /* edge functions: gradient, and value at the first pixel's centre */
    vi4 xy_over_area[LANES]; /* vf4s: x1, y1, x2, y2_over_area of triangle_setup */
} block_group;

typedef struct block_triangle {
    /* A sample is inside an edge if the edge function at the block's first pixel centre exceeds this. */
    vs16 threshold[3][2];
    vi4 right, down; /* steps of the three edge functions from block to block */
    bp_irect box;    /* in the framebuffer; within tile and scissor */
    bool cut;        /* by tile or scissor: pixels of a block may lie outside the box and inside the edges */
    vi written;      /* number of samples, in each lane */
    unsigned tested;
} block_triangle;

typedef struct block {
    vi4 start;         /* the edge functions at its first pixel's centre */
    int x, y;          /* its first pixel */
    vf from_x, from_y; /* from vertex 0 to its pixels' top left corners */
    vi pixel_index;    /* in the tile */
    float *depth;      /* its first pixel's first sample */
} block;

SIMD_INLINE vs16 vs16_load(const int16_t *p) { return (vs16)vi_load(p); }

/* Computes the thresholds. Edge functions are stored as floor(E / 256). Samples lie at multiples of 1/8
 * pixel, and the fraction of E at the first pixel's centre decides how E rounds there. A sample is inside if
 * start + offset >= 0, that is if start > -1 - offset, which is the threshold. */
SIMD_INLINE void block_thresholds(block_triangle *t, vi4 edge_a, vi4 edge_b, vi4 center) {
    const vi4 slopes_a = vi4_splat16(-edge_a), slopes_b = vi4_splat16(-edge_b),
              rest = vi4_splat16(~((center & 255) >> 5));
    const vs16 columns = vs16_load(block_columns), lines = vs16_load(block_rows);
#define EDGE(i)                                                                                              \
    do {                                                                                                     \
        vs16 a = (vs16)vi_broadcast(slopes_a, i), b = (vs16)vi_broadcast(slopes_b, i);                       \
        vs16 pixel = a * columns + b * lines, part = (vs16)vi_broadcast(rest, i);                            \
        for (int r = 0; r < 2; r++)                                                                          \
            t->threshold[i][r] =                                                                             \
                pixel + ((part + a * vs16_load(block_sample_x[r]) + b * vs16_load(block_sample_y[r])) >> 3); \
    } while (0)
    EDGE(0);
    EDGE(1);
    EDGE(2);
#undef EDGE
    t->right = edge_a * BLOCK_WIDTH;
    t->down = edge_b * BLOCK_HEIGHT;
}

/* Masks of the covered samples of a block. */
SIMD_INLINE void block_covered(const block_triangle *t, const block *b, vs16 inside[2]) {
    const vi4 start = vi4_splat16(b->start);
    const vs16 start0 = (vs16)vi_broadcast(start, 0), start1 = (vs16)vi_broadcast(start, 1),
               start2 = (vs16)vi_broadcast(start, 2);
#define INSIDE(r)                                                                                            \
    (start0 > t->threshold[0][r]) & (start1 > t->threshold[1][r]) & (start2 > t->threshold[2][r])
    inside[0] = INSIDE(0);
    inside[1] = INSIDE(1);
#undef INSIDE
    if (!t->cut) return;
    vs16 within = (vs16_load(block_columns) < (int16_t)(t->box.x1 - b->x)) &
                  (vs16_load(block_rows) < (int16_t)(t->box.y1 - b->y));
    inside[0] &= within;
    inside[1] &= within;
}

/* The covered pixels whose sample s passes the depth test; writes its depth. `default_depth` (a constant):
 * the test is LESS_EQUAL, and depth is written. */
SIMD_INLINE vi block_depth_test(const bp_command *command, bool default_depth, const attribute_gradients *p,
                                const block *b, vi covered, int s) {
    const vf dx = b->from_x + (float)bp_sample_x[s] * (1.0f / 256.0f);
    const vf dy = b->from_y + (float)bp_sample_y[s] * (1.0f / 256.0f);
    float *depth = b->depth + s * BP_TILE_SAMPLE_STRIDE;
    vf z = attribute_value(p, 2, dx, dy), old = block_load_depth(depth);
    vi pass = covered;
    if (default_depth || command->depth == BP_DEPTH_LESS_EQUAL)
        pass &= z <= old;
    else if (command->depth == BP_DEPTH_LESS)
        pass &= z < old;
    if (default_depth || !command->no_depth_write) block_store_depth(depth, vf_select(pass, z, old));
    return pass;
}

/* Appends the pixels of a block to the list if any of their samples passes. */
SIMD_INLINE void block_draw_one(const bp_tile *tile, const bp_command *command, bool default_depth,
                                block_triangle *t, const attribute_gradients *p, const block *b,
                                passed_pixels *pixels) {
    vs16 inside[2];
    block_covered(t, b, inside);
    const int covered = vs16_count_masks(inside[0], inside[1]);
    if (covered == 0) return;
    t->tested += (unsigned)covered;
    vi passed = {0};
    SIMD_UNROLL
    for (int s = 3; s >= 0; s--) {
        vi mask = vi_mask_from_mask16(inside[s / 2], s % 2);
        vi pass = block_depth_test(command, default_depth, p, b, mask, s);
        t->written -= pass;
        passed = passed + passed - pass; /* shifts in bit s: a mask is -1 */
    }
    passed_pixels_add(pixels, tile, b->pixel_index, passed);
}

SIMD_INLINE void block_draw_blocks(const bp_tile *tile, const bp_command *command, bool default_depth,
                                   block_triangle *t, const attribute_gradients *p, vf4 v0, vi4 start,
                                   passed_pixels *pixels) {
    const vi columns = vi_iota() & 3, lines = vi_iota() >> 2;
    const vf from_x = vf_set1((float)t->box.x0 - v0[0]) + vf_from_vi(columns);
    block b = {.y = t->box.y0, .from_y = vf_set1((float)t->box.y0 - v0[1]) + vf_from_vi(lines)};
    size_t first = bp_target_index(&tile->target, t->box.x0, t->box.y0);
    pixels->count = 0;
    for (; b.y < t->box.y1; b.y += BLOCK_HEIGHT, first += BLOCK_HEIGHT * BP_TILE_SIZE, start += t->down) {
        b.start = start;
        b.from_x = from_x;
        b.pixel_index = columns + (lines << BP_TILE_SHIFT) + (int32_t)first;
        b.depth = tile->target.depth + first;
        for (b.x = t->box.x0; b.x < t->box.x1; b.x += BLOCK_WIDTH) {
            block_draw_one(tile, command, default_depth, t, p, &b, pixels);
            b.start += t->right;
            b.from_x += (float)BLOCK_WIDTH;
            b.pixel_index += BLOCK_WIDTH;
            b.depth += BLOCK_WIDTH;
        }
        b.from_y += (float)BLOCK_HEIGHT;
    }
}

/* Transposes: out[i] is lane i of the four vectors. */
SIMD_INLINE void block_transpose(vi a, vi b, vi c, vi d, vi4 *out) {
    vf row[4] = {(vf)a, (vf)b, (vf)c, (vf)d};
    vf_transpose(&row[0], &row[1], &row[2], &row[3]);
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) out[i] = (vi4)vf_extract_vf4(row[i % 4], i / 4);
}

/* a * c + b * d in each lane. All four must fit 16 bits. */
SIMD_INLINE vi block_products(vi a, vi b, vi c, vi d) {
    return vi_madd16((vi)micro_halves(a, b), (vi)micro_halves(c, d));
}

/* Sets up the triangles of `corners`. `limit`: scissor and tile. */
SIMD_STEP void block_setup(block_group *g, const corner_group *corners, bp_irect limit) {
    vf corner[3][4];
    vi x[3], y[3], a[3], b[3], center[3];
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        vf_gather_columns(&corners->vertex[0][i], 3, 0, corner[i]);
        x[i] = vi_truncate(corner[i][0] * vf_set1(256.0f));
        y[i] = vi_truncate(corner[i][1] * vf_set1(256.0f));
    }
    vi x0 = vi_min(vi_min(x[0], x[1]), x[2]) >> 8, x1 = (vi_max(vi_max(x[0], x[1]), x[2]) >> 8) + 1;
    vi y0 = vi_min(vi_min(y[0], y[1]), y[2]) >> 8, y1 = (vi_max(vi_max(y[0], y[1]), y[2]) >> 8) + 1;
    const vi fit = (x1 - x0 <= BLOCK_TRIANGLE_SIZE) & (y1 - y0 <= BLOCK_TRIANGLE_SIZE);
    g->fit = vi_movemask(fit);
    g->cut = vi_movemask((x0 < limit.x0) | (y0 < limit.y0) | (x1 > limit.x1) | (y1 > limit.y1));
    x0 = vi_max(x0, vi_set1(limit.x0));
    y0 = vi_max(y0, vi_set1(limit.y0));
    block_transpose(x0, y0, vi_min(x1, vi_set1(limit.x1)), vi_min(y1, vi_set1(limit.y1)), g->box);
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        x[i] = (x[i] - (x0 * 256 + 128)) & fit; /* a larger triangle would overflow 16 bits */
        y[i] = (y[i] - (y0 * 256 + 128)) & fit;
    }
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        a[i] = BP_EDGE_A(y[i], y[(i + 1) % 3]);
        b[i] = BP_EDGE_B(x[i], x[(i + 1) % 3]);
    }
    const vi area = block_products(b[0], -b[2], a[2], a[0]), flip = area >> 31;
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        a[i] = (a[i] ^ flip) - flip;
        b[i] = (b[i] ^ flip) - flip;
        center[i] = ~BP_TOP_LEFT(a[i], b[i]) - block_products(a[i], b[i], x[i], y[i]);
    }
    block_transpose(a[0], a[1], a[2], a[0], g->a);
    block_transpose(b[0], b[1], b[2], b[0], g->b);
    block_transpose(center[0], center[1], center[2], center[0], g->center);
    const vf inverse = vf_set1(1.0f) / (vf_from_vi(area) * vf_set1(1.0f / 65536.0f));
    vf xy_over_area[4];
    SIMD_UNROLL
    for (int i = 0; i < 4; i++) xy_over_area[i] = (corner[1 + i / 2][i % 2] - corner[0][i % 2]) * inverse;
    block_transpose((vi)xy_over_area[0], (vi)xy_over_area[1], (vi)xy_over_area[2], (vi)xy_over_area[3],
                    g->xy_over_area);
}

/* Draws triangle i of a group, which must fit. */
static void block_draw(bp_tile *tile, const bp_command *command, const float *const vertex[3],
                       const block_group *g, int i) {
    const vf4 v0 = vf4_load(vertex[0]), xy_over_area = (vf4)g->xy_over_area[i];
    const vi4 start = g->center[i] >> 8;
    block_triangle t; /* uninitialized, because clearing takes time: every field is set below */
    t.box = (bp_irect){g->box[i][0], g->box[i][1], g->box[i][2], g->box[i][3]};
    if (bp_irect_is_empty(t.box)) return;
    t.written = vi_set1(0);
    t.tested = 0;
    t.cut = g->cut >> i & 1;
    block_thresholds(&t, g->a[i], g->b[i], g->center[i]);
    attribute_gradients p;
    attribute_gradients_make(&p, vertex, vf4_broadcast(xy_over_area, 0), vf4_broadcast(xy_over_area, 1),
                             vf4_broadcast(xy_over_area, 2), vf4_broadcast(xy_over_area, 3),
                             command->triangles->floats);
    passed_pixels pixels;
    if (command->depth == BP_DEPTH_LESS_EQUAL && !command->no_depth_write)
        block_draw_blocks(tile, command, true, &t, &p, v0, start, &pixels);
    else
        block_draw_blocks(tile, command, false, &t, &p, v0, start, &pixels);
    passed_pixels_queue(&pixels, tile, &command->triangles->shading, &p, v0[0], v0[1]);
    tile->counters.fragments_tested += t.tested;
    tile->counters.fragments_written += (uint64_t)vi_sum(t.written);
}
