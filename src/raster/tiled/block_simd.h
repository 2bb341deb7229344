/* Small triangles, but larger than tiny ones, with one sample a pixel. Block by block of 4 pixels by LANES / 4.
 *
 * Edges and depth are computed for all pixels of a block at once, and where any passes, the pixels' interpolated
 * values. Depth is written at once; what passed goes into the queue with its values (queue_lanes.h).
 */
#ifndef BP_RASTER_TILED_BLOCK_SIMD_H
#define BP_RASTER_TILED_BLOCK_SIMD_H

#include "raster/tiled/fragment_queue_simd.h"

/* Triangles up to this many pixels. */
enum { BLOCK_TRIANGLE_WIDTH = 8, BLOCK_TRIANGLE_HEIGHT = 16 };

enum { BLOCK_WIDTH = 4, BLOCK_HEIGHT = LANES / 4 };

/* Depth of a block: rows of four. */
SIMD_INLINE vf block_load_depth(const float *p) {
    vf4 line[BLOCK_HEIGHT];
    SIMD_UNROLL
    for (int i = 0; i < BLOCK_HEIGHT; i++) line[i] = vf4_load(p + i * BP_TILE_SIZE);
    return vf_from_vf4s(line);
}
SIMD_INLINE void block_store_depth(float *p, vf v) {
    SIMD_UNROLL
    for (int i = 0; i < BLOCK_HEIGHT; i++) vf4_store(p + i * BP_TILE_SIZE, vf_extract_vf4(v, i));
}

/* Interpolated values of a small triangle: at vertex 0, and their slopes. */
typedef struct block_planes {
    vf4 base[4], x[4], y[4];
} block_planes;

/* A small triangle with its place in the tile, all in registers. */
typedef struct small {
    vf4 v0;      /* its first vertex's head */
    vi4 slopes;  /* of the three edges: to the right in the low halves, down in the high ones */
    vi4 start;   /* of the three edges at the box's first pixel */
    bp_irect box; /* in the framebuffer; within tile and scissor */
    bool cut;    /* by tile or scissor: pixels of a block may lie outside the box and inside the edges */
} small;

/* Value k of a block's pixels, which lie at dx, dy from vertex 0. */
SIMD_INLINE vf block_value(const block_planes *p, int k, vf dx, vf dy) {
    const float *base = (const float *)&p->base[k / 4], *x = (const float *)&p->x[k / 4],
                *y = (const float *)&p->y[k / 4];
    return (vf_set1(base[k % 4]) + vf_set1(y[k % 4]) * dy) + vf_set1(x[k % 4]) * dx;
}

/* The slopes of texture coordinates, of vertex group `group`, and of 1/w, for LANES pixels of the queue. */
SIMD_INLINE void block_queue_gradients(bp_fragment_queue *queue, const block_planes *p, int group, int at) {
    const vf4 *slopes[2] = {p->x, p->y};
    SIMD_UNROLL
    for (int i = 0; i < 6; i++) {
        const float *of = (const float *)&slopes[i / 3][i % 3 < 2 ? group : 0];
        vf_store(queue->values[BP_QUEUE_GRADIENTS + i] + at, vf_set1(of[i % 3 < 2 ? i % 3 : 3]));
    }
}

/* Puts the pixels of a block that `passed` into the queue; `at` is where they are in the tile. */
SIMD_INLINE void block_queue(bp_tile *tile, const bp_command *command, const block_planes *p, vi passed,
                              vf dx, vf dy, vi at, int floats) {
    const bp_shading *s = &command->triangles->shading;
    bp_fragment_queue *queue = &tile->queue;
    const unsigned bits = vi_movemask(passed);
    const vi chosen = queue_compaction((const uint8_t(*)[8])tile->bit_indices, bits);
    const int n = queue->count;
    vi_store(queue->at + n, (vi)vf_permute((vf)at, chosen));
    SIMD_UNROLL_LANES
    for (int k = BP_POSITION_FLOATS - 1; k < floats; k++)
        if (queue_uses_value(s, k)) vf_store(queue->values[k] + n, vf_permute(block_value(p, k, dx, dy), chosen));
    if (queue_uses_gradients(s)) block_queue_gradients(queue, p, s->uv_offset / 4, n);
    queue_commit(tile, __builtin_popcount(bits));
}

/* A block of pixels: its corner, and what is seen from vertex 0. */
typedef struct block_pixels {
    int x, y;
    vi columns, lines;
    vf from_x, from_y; /* the pixels' corners */
} block_pixels;

/* Which pixels are covered. */
SIMD_INLINE vi block_covered(const small *t, const block_pixels *b) {
    const vi steps = b->columns | b->lines << 16;
    vi4 at = (vi4){0} + ((b->x - t->box.x0) | (b->y - t->box.y0) << 16);
    vi4 start = t->start + vi4_madd16(t->slopes, at);
    vi outside = (vi_broadcast(start, 0) + vi_madd16(vi_broadcast(t->slopes, 0), steps)) |
                 (vi_broadcast(start, 1) + vi_madd16(vi_broadcast(t->slopes, 1), steps)) |
                 (vi_broadcast(start, 2) + vi_madd16(vi_broadcast(t->slopes, 2), steps));
    vi covered = ~outside >> 31;
    if (t->cut) covered &= (b->columns < t->box.x1 - b->x) & (b->lines < t->box.y1 - b->y);
    return covered;
}

/* Which pixels are in front, of those that are covered; their depth is written. */
SIMD_INLINE vi block_depth_test(const bp_command *command, vi covered, vf z, float *depth) {
    vf old = block_load_depth(depth);
    if (command->depth == BP_DEPTH_LESS_EQUAL)
        covered &= z <= old;
    else if (command->depth == BP_DEPTH_LESS)
        covered &= z < old;
    if (vi_movemask(covered) && !command->no_depth_write) block_store_depth(depth, vf_select(covered, z, old));
    return covered;
}

/* A block, whose corner lies at (x, y). */
SIMD_INLINE block_pixels block_pixels_at(vf4 v0, int x, int y) {
    const vi numbers = vi_iota();
    vf4 corner = __builtin_convertvector((vi4){x, y, 0, 0}, vf4) - v0;
    block_pixels b = {x, y, numbers & 3, numbers >> 2, {0}, {0}};
    b.from_x = vf_broadcast(corner, 0) + vf_from_vi(b.columns);
    b.from_y = vf_broadcast(corner, 1) + vf_from_vi(b.lines);
    return b;
}

/* The pixels of one block: edges, depth, and what passes into the queue. */
SIMD_INLINE void block_draw_pixels(bp_tile *tile, const bp_command *command, const small *t,
                                   const block_planes *p, int x, int y, int floats) {
    const block_pixels b = block_pixels_at(t->v0, x, y);
    const vi covered = block_covered(t, &b);
    const unsigned bits = vi_movemask(covered);
    if (!bits) return;
    const vf dx = b.from_x + 0.5f, dy = b.from_y + 0.5f;
    const size_t at = bp_target_index(&tile->target, x, y);
    vi passed = block_depth_test(command, covered, block_value(p, 2, dx, dy), tile->target.depth + at);
    const unsigned left = vi_movemask(passed);
    tile->counters.fragments_tested += (uint64_t)__builtin_popcount(bits);
    tile->counters.fragments_written += (uint64_t)__builtin_popcount(left);
    if (left)
        block_queue(tile, command, p, passed, dx, dy, b.columns + (b.lines << BP_TILE_SHIFT) + (int32_t)at,
                    floats);
}

/* Its box before cutting; pixels. */
SIMD_INLINE bp_irect block_bounds(vf4 v0, vf4 v1, vf4 v2) {
    const vf4 fine = vf4_set1(256.0f);
    vi4 least = __builtin_convertvector(vf4_min(vf4_min(v0, v1), v2) * fine, vi4);
    vi4 most = __builtin_convertvector(vf4_max(vf4_max(v0, v1), v2) * fine, vi4);
    return bp_pixel_bounds(least[0], least[1], most[0], most[1], 1);
}

SIMD_INLINE bool block_is_cut(bp_irect whole, bp_irect part) {
    return whole.x0 != part.x0 || whole.y0 != part.y0 || whole.x1 != part.x1 || whole.y1 != part.y1;
}

/* Edges, with x and y from the box's first pixel: 32 pixels at most, so that halves are enough. */
typedef struct block_edges {
    vi4 a, b, center; /* slopes to the right and down; at that pixel's centre, in 1/65536 of a pixel's area */
    vf4 area;         /* of the triangle, in all lanes; pixels */
} block_edges;

SIMD_INLINE block_edges block_edges_of(bp_irect box, vf4 v0, vf4 v1, vf4 v2) {
    const vf4 fine = vf4_set1(256.0f);
    vf4 pairs = __builtin_shufflevector(v0, v1, 0, 4, 1, 5);
    vi4 x = __builtin_convertvector(__builtin_shufflevector(pairs, v2, 0, 1, 4, 4) * fine, vi4);
    vi4 y = __builtin_convertvector(__builtin_shufflevector(pairs, v2, 2, 3, 5, 5) * fine, vi4);
    x -= box.x0 * 256 + 128;
    y -= box.y0 * 256 + 128;
    vi4 a = y - __builtin_shufflevector(y, y, 1, 2, 0, 0), b = __builtin_shufflevector(x, x, 1, 2, 0, 0) - x;
    vi4 products = vi4_madd16(vi4_pair16(b, -__builtin_shufflevector(b, b, 2, 2, 2, 2)),
                              vi4_pair16(__builtin_shufflevector(a, a, 2, 2, 2, 2), a));
    vi4 area = vi4_broadcast(products, 0), flip = area >> 31; /* b0 a2 - b2 a0 */
    a = (a ^ flip) - flip;
    b = (b ^ flip) - flip;
    vi4 top_left = (a > 0) | ((a == 0) & (b > 0));
    vi4 center = ~top_left - vi4_madd16(vi4_pair16(a, b), vi4_pair16(x, y));
    return (block_edges){a, b, center, __builtin_convertvector(area, vf4) * vf4_set1(1.0f / 65536.0f)};
}

/* From how x and y change from vertex 0 to 1 and to 2, divided by the area; each in all lanes. */
SIMD_INLINE void block_planes_from(block_planes *p, const float *const vertex[3], vf4 cx1, vf4 cy1, vf4 cx2,
                                    vf4 cy2, int floats) {
    SIMD_UNROLL
    for (int i = 0; 4 * i < floats; i++) {
        p->base[i] = vf4_load(vertex[0] + 4 * i);
        vf4 d1 = vf4_load(vertex[1] + 4 * i) - p->base[i], d2 = vf4_load(vertex[2] + 4 * i) - p->base[i];
        p->x[i] = d1 * cy2 - d2 * cy1;
        p->y[i] = d2 * cx1 - d1 * cx2;
    }
}

SIMD_INLINE void block_planes_make(block_planes *p, const float *const vertex[3], vf4 area, int floats) {
    vf4 v0 = vf4_load(vertex[0]), inverse = vf4_set1(1.0f) / area;
    vf4 c1 = (vf4_load(vertex[1]) - v0) * inverse, c2 = (vf4_load(vertex[2]) - v0) * inverse;
    block_planes_from(p, vertex, vf4_broadcast(c1, 0), vf4_broadcast(c1, 1), vf4_broadcast(c2, 0), vf4_broadcast(c2, 1),
                      floats);
}

/* Draws a triangle through the queue; false where it is too large for that. `limit`: scissor and tile. */
SIMD_INLINE bool block_draw_triangle(bp_tile *tile, const bp_command *command, const float *const vertex[3],
                             bp_irect limit, int floats) {
    const vf4 v0 = vf4_load(vertex[0]), v1 = vf4_load(vertex[1]), v2 = vf4_load(vertex[2]);
    const bp_irect box = block_bounds(v0, v1, v2);
    if (box.x1 - box.x0 > BLOCK_TRIANGLE_WIDTH || box.y1 - box.y0 > BLOCK_TRIANGLE_HEIGHT) return false;
    small t = {.v0 = v0, .box = bp_irect_intersect(box, limit)};
    if (bp_irect_is_empty(t.box)) return true;
    t.cut = block_is_cut(box, t.box);
    const block_edges edges = block_edges_of(t.box, v0, v1, v2);
    t.slopes = vi4_pair16(edges.a, edges.b);
    t.start = edges.center >> 8;
    block_planes p;
    block_planes_make(&p, vertex, edges.area, floats);
    for (int row = t.box.y0; row < t.box.y1; row += BLOCK_HEIGHT)
        for (int column = t.box.x0; column < t.box.x1; column += BLOCK_WIDTH)
            block_draw_pixels(tile, command, &t, &p, column, row, floats);
    return true;
}

#endif
