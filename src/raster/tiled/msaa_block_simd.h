/* Small triangles with four samples a pixel, tiny ones too. Block by block of 4 pixels by LANES / 4.
 *
 * Boxes and edges are made with a lane a triangle, for a group of them (tiny_lanes.h says how corners are found).
 *
 * Which samples of a block are covered takes a handful of operations: where an edge lies at each of them, seen from the
 * first pixel's centre, is the same for every block and fits 16 bits, so that it is made once a triangle, and for a
 * block compared with where its first pixel's centre lies. Two registers hold a block's samples, one after the other.
 * Blocks that have any then get their depth, sample by sample with no question asked: that costs less than guessing
 * which samples have none. What passes is written down, and when the triangle is through goes into the queue
 * (queue_lanes.h) with its values, LANES pixels at a time; nothing is called before, so that registers keep what
 * blocks have in common.
 */
#ifndef BP_RASTER_TILED_MSAA_BLOCK_SIMD_H
#define BP_RASTER_TILED_MSAA_BLOCK_SIMD_H

#include "raster/tiled/block_simd.h"
#include "raster/tiled/micro_triangle_simd.h"

/* Triangles up to this many pixels: with blocks of 4 x 4 an edge changes by less than 4096 * (3.4 + 3.4) in one. */
enum { MSAA_TRIANGLE_WIDTH = 16, MSAA_TRIANGLE_HEIGHT = 16, MSAA_PIXELS_MAX = MSAA_TRIANGLE_WIDTH * MSAA_TRIANGLE_HEIGHT + LANES };

/* Pixels of a block and samples of a pixel, from its centre in 1/8 pixel, for each half of the two registers. */
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
static const int16_t msaa_columns[32] = {COLUMNS, COLUMNS, COLUMNS, COLUMNS};
static const int16_t msaa_rows[2 * LANES] = {LINES, LINES};
static const int16_t msaa_sample_x[2][2 * LANES] = {{EACH(-1), EACH(3)}, {EACH(-3), EACH(1)}};
static const int16_t msaa_sample_y[2][2 * LANES] = {{EACH(-3), EACH(-1)}, {EACH(1), EACH(3)}};
#undef ROW
#undef LINES
#undef EACH
#undef COLUMNS

/* What LANES triangles are drawn with, made with a lane a triangle, and turned. */
typedef struct msaa_group {
    unsigned fit, cut; /* bits: those that are drawn here; whose box tile or scissor cut */
    vi4 box[LANES];    /* x0, y0, x1, y1 within tile and scissor */
    vi4 a[LANES], b[LANES], center[LANES]; /* as in block_edges */
    vi4 change[LANES]; /* vf4 in fact: of x and y from vertex 0 to 1, and to 2, divided by the area */
} msaa_group;

typedef struct sampled {
    /* What the edges at a block's first pixel's centre must be above, for each of its samples. */
    vs16 need[3][2];
    vi4 right, down; /* change of the three edges by a block */
    bp_irect box;     /* in the framebuffer; within tile and scissor */
    bool cut;        /* by tile or scissor: pixels of a block may lie outside the box and inside the edges */
    vi written;      /* samples, by lanes */
    unsigned tested;
} sampled;

/* A triangle's pixels that passed, as a queue has them. */
typedef struct msaa_pixels {
    int count;
    uint32_t at[MSAA_PIXELS_MAX], samples[MSAA_PIXELS_MAX];
} msaa_pixels;

/* A block: its first pixel, what is seen of its pixels from vertex 0, and where they are in the tile. */
typedef struct msaa_block {
    vi4 start; /* the edges at its first pixel's centre */
    int x, y;
    vf from_x, from_y; /* the pixels' corners */
    vi at;
    float *depth; /* its first pixel's first sample */
} msaa_block;

SIMD_INLINE vs16 vs16_load(const int16_t *p) { return (vs16)vi_load(p); }

/* Where the edges pass through a block's samples. An edge is floor(E / 256); the part of E that the first pixel's centre
 * has over a whole number is what decides how the samples' are rounded, and samples lie at multiples of 1/8 pixel.
 * A sample is covered where start + offset >= 0, which is start > -1 - offset: that is what is made here. */
SIMD_INLINE void msaa_edge_thresholds(sampled *t, const block_edges *e) {
    const vi4 slopes_a = vi4_splat16(-e->a), slopes_b = vi4_splat16(-e->b),
              rest = vi4_splat16(~((e->center & 255) >> 5));
    const vs16 columns = vs16_load(msaa_columns), lines = vs16_load(msaa_rows);
#define EDGE(i)                                                                                              \
    do {                                                                                                     \
        vs16 a = (vs16)vi_broadcast(slopes_a, i), b = (vs16)vi_broadcast(slopes_b, i);                             \
        vs16 pixel = a * columns + b * lines, part = (vs16)vi_broadcast(rest, i);                               \
        for (int r = 0; r < 2; r++)                                                                          \
            t->need[i][r] =                                                                                  \
                pixel + ((part + a * vs16_load(msaa_sample_x[r]) + b * vs16_load(msaa_sample_y[r])) >> 3);           \
    } while (0)
    EDGE(0);
    EDGE(1);
    EDGE(2);
#undef EDGE
    t->right = e->a * BLOCK_WIDTH;
    t->down = e->b * BLOCK_HEIGHT;
}

/* Masks of a block's samples that are covered. */
SIMD_INLINE void msaa_covered(const sampled *t, const msaa_block *b, vs16 inside[2]) {
    const vi4 start = vi4_splat16(b->start);
    const vs16 start0 = (vs16)vi_broadcast(start, 0), start1 = (vs16)vi_broadcast(start, 1),
               start2 = (vs16)vi_broadcast(start, 2);
    SIMD_UNROLL
    for (int r = 0; r < 2; r++)
        inside[r] = (start0 > t->need[0][r]) & (start1 > t->need[1][r]) & (start2 > t->need[2][r]);
    if (!t->cut) return;
    vs16 within = (vs16_load(msaa_columns) < (int16_t)(t->box.x1 - b->x)) &
                  (vs16_load(msaa_rows) < (int16_t)(t->box.y1 - b->y));
    inside[0] &= within;
    inside[1] &= within;
}

/* Which pixels have sample s in front, of those where it is covered; its depth is written. `usual`: state is what it
 * mostly is. */
SIMD_INLINE vi msaa_depth_test(const bp_command *command, bool usual, const block_planes *p,
                             const msaa_block *b, vi covered, int s) {
    vf dx = b->from_x + (float)bp_sample_x[s] * (1.0f / 256.0f),
       dy = b->from_y + (float)bp_sample_y[s] * (1.0f / 256.0f);
    float *depth = b->depth + s * BP_TILE_PLANE;
    vf z = block_value(p, 2, dx, dy), old = block_load_depth(depth);
    vi pass = covered;
    if (usual || command->depth == BP_DEPTH_LESS_EQUAL)
        pass &= z <= old;
    else if (command->depth == BP_DEPTH_LESS)
        pass &= z < old;
    if (usual || !command->no_depth_write) block_store_depth(depth, vf_select(pass, z, old));
    return pass;
}

/* Writes down a block's pixels of which any sample passes; returns how many there are. */
SIMD_INLINE int msaa_draw_block(const bp_tile *tile, const bp_command *command, bool usual, sampled *t,
                                    const block_planes *p, const msaa_block *b, uint32_t *at,
                                    uint32_t *samples) {
    vs16 inside[2];
    msaa_covered(t, b, inside);
    const int covered = vs16_count_masks(inside[0], inside[1]);
    if (covered == 0) return 0;
    t->tested += (unsigned)covered;
    vi passed = {0};
    SIMD_UNROLL
    for (int s = 3; s >= 0; s--) {
        vi pass = msaa_depth_test(command, usual, p, b, vi_mask_from_mask16(inside[s / 2], s % 2), s);
        t->written -= pass;
        passed = passed + passed - pass; /* bit s in the end: a mask is -1 */
    }
    const unsigned bits = vi_movemask(passed != 0);
    const vi chosen = queue_compaction(tile->bit_indices, bits);
    vi_store(at, (vi)vf_permute((vf)b->at, chosen));
    vi_store(samples, (vi)vf_permute((vf)passed, chosen));
    return __builtin_popcount(bits);
}

SIMD_INLINE void msaa_draw_blocks(const bp_tile *tile, const bp_command *command, bool usual, sampled *t,
                                      const block_planes *p, vf4 v0, vi4 line, msaa_pixels *pixels) {
    const vi columns = vi_iota() & 3, lines = vi_iota() >> 2;
    const vf from_x = vf_set1((float)t->box.x0 - v0[0]) + vf_from_vi(columns);
    msaa_block b = {.y = t->box.y0, .from_y = vf_set1((float)t->box.y0 - v0[1]) + vf_from_vi(lines)};
    size_t at = bp_target_index(&tile->target, t->box.x0, t->box.y0);
    int count = 0;
    for (; b.y < t->box.y1; b.y += BLOCK_HEIGHT, at += BLOCK_HEIGHT * BP_TILE_SIZE, line += t->down) {
        b.start = line;
        b.from_x = from_x;
        b.at = columns + (lines << BP_TILE_SHIFT) + (int32_t)at;
        b.depth = tile->target.depth + at;
        for (b.x = t->box.x0; b.x < t->box.x1; b.x += BLOCK_WIDTH) {
            count += msaa_draw_block(tile, command, usual, t, p, &b, pixels->at + count,
                                        pixels->samples + count);
            b.start += t->right;
            b.from_x += (float)BLOCK_WIDTH;
            b.at += BLOCK_WIDTH;
            b.depth += BLOCK_WIDTH;
        }
        b.from_y += (float)BLOCK_HEIGHT;
    }
    /* Lanes behind the last pixel get one as well. */
    if (count > 0) vi_store(pixels->at + count, vi_set1((int32_t)pixels->at[count - 1]));
    pixels->count = count;
}

/* `count` of a vertex's values, from the k-th on, at LANES pixels, for the queue's from the n-th on. */
SIMD_INLINE void msaa_queue_values(bp_fragment_queue *queue, const block_planes *p, int k, int count, vf dx, vf dy,
                                 int n) {
    const float *base = (const float *)p->base + k, *x = (const float *)p->x + k,
                *y = (const float *)p->y + k;
    SIMD_UNROLL
    for (int i = 0; i < count; i++)
        vf_store(queue->values[k + i] + n, (vf_set1(base[i]) + vf_set1(y[i]) * dy) + vf_set1(x[i]) * dx);
}

/* Pixels into the queue, with their values. */
SIMD_INLINE void msaa_queue(bp_tile *tile, const bp_shading *s, const block_planes *p, vf4 v0,
                                const msaa_pixels *pixels) {
    bp_fragment_queue *queue = &tile->queue;
    const bp_irect area = tile->target.rect;
    const vf from_x = vf_set1((float)area.x0 + 0.5f - v0[0]), from_y = vf_set1((float)area.y0 + 0.5f - v0[1]);
    for (int i = 0; i < pixels->count; i += LANES) {
        const int left = pixels->count - i, n = queue->count;
        const vi at = vi_load(pixels->at + i);
        const vf dx = from_x + vf_from_vi(at & (BP_TILE_SIZE - 1)), dy = from_y + vf_from_vi(at >> BP_TILE_SHIFT);
        vi_store(queue->at + n, at);
        vi_store(queue->samples + n, vi_load(pixels->samples + i));
        msaa_queue_values(queue, p, BP_POSITION_FLOATS - 1, 1, dx, dy, n);
        if (s->color_offset) msaa_queue_values(queue, p, s->color_offset, 4, dx, dy, n);
        if (s->uv_offset) msaa_queue_values(queue, p, s->uv_offset, 2, dx, dy, n);
        if (s->normal_offset) msaa_queue_values(queue, p, s->normal_offset, 3, dx, dy, n);
        if (queue_uses_gradients(s)) block_queue_gradients(queue, p, s->uv_offset / 4, n);
        queue_commit(tile, left < LANES ? left : LANES);
    }
}

/* Lane i of the four becomes out[i]. */
SIMD_INLINE void msaa_transpose(vi a, vi b, vi c, vi d, vi4 *out) {
    vf row[4] = {(vf)a, (vf)b, (vf)c, (vf)d};
    vf_transpose(&row[0], &row[1], &row[2], &row[3]);
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) out[i] = (vi4)vf_extract_vf4(row[i % 4], i / 4);
}

/* Of each lane: a * c + b * d; each must fit 16 bits. */
SIMD_INLINE vi msaa_products(vi a, vi b, vi c, vi d) {
    return vi_madd16((vi)micro_halves(a, b), (vi)micro_halves(c, d));
}

/* What block_bounds and block_edges_of do for one. `limit`: scissor and tile. */
SIMD_INLINE void msaa_setup(msaa_group *g, const corner_group *corners, bp_irect limit) {
    vf corner[3][4];
    vi x[3], y[3], a[3], b[3], center[3];
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        vf_gather_columns(&corners->at[0][i], 3, 0, corner[i]);
        x[i] = vi_truncate(corner[i][0] * vf_set1(256.0f));
        y[i] = vi_truncate(corner[i][1] * vf_set1(256.0f));
    }
    vi x0 = vi_min(vi_min(x[0], x[1]), x[2]) >> 8, x1 = (vi_max(vi_max(x[0], x[1]), x[2]) >> 8) + 1;
    vi y0 = vi_min(vi_min(y[0], y[1]), y[2]) >> 8, y1 = (vi_max(vi_max(y[0], y[1]), y[2]) >> 8) + 1;
    const vi fit = (x1 - x0 <= MSAA_TRIANGLE_WIDTH) & (y1 - y0 <= MSAA_TRIANGLE_HEIGHT);
    g->fit = vi_movemask(fit);
    g->cut = vi_movemask((x0 < limit.x0) | (y0 < limit.y0) | (x1 > limit.x1) | (y1 > limit.y1));
    x0 = vi_max(x0, vi_set1(limit.x0));
    y0 = vi_max(y0, vi_set1(limit.y0));
    msaa_transpose(x0, y0, vi_min(x1, vi_set1(limit.x1)), vi_min(y1, vi_set1(limit.y1)), g->box);
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        x[i] = (x[i] - (x0 * 256 + 128)) & fit; /* what doesn't fit has no place in halves */
        y[i] = (y[i] - (y0 * 256 + 128)) & fit;
    }
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        a[i] = y[i] - y[(i + 1) % 3];
        b[i] = x[(i + 1) % 3] - x[i];
    }
    const vi area = msaa_products(b[0], -b[2], a[2], a[0]), flip = area >> 31;
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        a[i] = (a[i] ^ flip) - flip;
        b[i] = (b[i] ^ flip) - flip;
        vi top_left = (a[i] > 0) | ((a[i] == 0) & (b[i] > 0));
        center[i] = ~top_left - msaa_products(a[i], b[i], x[i], y[i]);
    }
    msaa_transpose(a[0], a[1], a[2], a[0], g->a);
    msaa_transpose(b[0], b[1], b[2], b[0], g->b);
    msaa_transpose(center[0], center[1], center[2], center[0], g->center);
    const vf inverse = vf_set1(1.0f) / (vf_from_vi(area) * vf_set1(1.0f / 65536.0f));
    vf change[4];
    SIMD_UNROLL
    for (int i = 0; i < 4; i++) change[i] = (corner[1 + i / 2][i % 2] - corner[0][i % 2]) * inverse;
    msaa_transpose((vi)change[0], (vi)change[1], (vi)change[2], (vi)change[3], g->change);
}

/* Draws triangle i of a group, which fits, through the queue. */
static void msaa_draw_triangle(bp_tile *tile, const bp_command *command, const float *const vertex[3],
                         const msaa_group *g, int i) {
    const vf4 v0 = vf4_load(vertex[0]), change = (vf4)g->change[i];
    sampled t; /* filled in below: clearing it all would take longer */
    t.box = (bp_irect){g->box[i][0], g->box[i][1], g->box[i][2], g->box[i][3]};
    if (bp_irect_is_empty(t.box)) return;
    t.written = vi_set1(0);
    t.tested = 0;
    t.cut = g->cut >> i & 1;
    const block_edges edges = {g->a[i], g->b[i], g->center[i], {0}};
    msaa_edge_thresholds(&t, &edges);
    block_planes p;
    block_planes_from(&p, vertex, vf4_broadcast(change, 0), vf4_broadcast(change, 1), vf4_broadcast(change, 2),
                      vf4_broadcast(change, 3), command->triangles->floats);
    msaa_pixels pixels;
    if (command->depth == BP_DEPTH_LESS_EQUAL && !command->no_depth_write)
        msaa_draw_blocks(tile, command, true, &t, &p, v0, edges.center >> 8, &pixels);
    else
        msaa_draw_blocks(tile, command, false, &t, &p, v0, edges.center >> 8, &pixels);
    msaa_queue(tile, &command->triangles->shading, &p, v0, &pixels);
    tile->counters.fragments_tested += t.tested;
    tile->counters.fragments_written += (uint64_t)vi_sum(t.written);
}

#endif
