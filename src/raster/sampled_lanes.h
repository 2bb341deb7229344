/* Small triangles with four samples a pixel, tiny ones too. Block by block of 4 pixels by LANES / 4.
 *
 * Which samples of a block are covered takes a handful of operations: where an edge lies at each of them, seen from the
 * first pixel's centre, is the same for every block and fits 16 bits, so that it is made once a triangle, and for a
 * block compared with where its first pixel's centre lies. Two registers hold a block's samples, one after the other.
 * Blocks that have any then get their depth, sample by sample with no question asked: that costs less than guessing
 * which samples have none. What passes goes into the queue (queue_lanes.h).
 */
#ifndef BP_RASTER_SAMPLED_LANES_H
#define BP_RASTER_SAMPLED_LANES_H

#include "raster/small_lanes.h"

/* Triangles up to this many pixels: with blocks of 4 x 4 an edge changes by less than 4096 * (3.4 + 3.4) in one. */
enum { SAMPLED_WIDTH = 16, SAMPLED_HEIGHT = 16 };

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
static const int16_t sampled_columns[32] = {COLUMNS, COLUMNS, COLUMNS, COLUMNS};
static const int16_t sampled_lines[2 * LANES] = {LINES, LINES};
static const int16_t sampled_x[2][2 * LANES] = {{EACH(-1), EACH(3)}, {EACH(-3), EACH(1)}};
static const int16_t sampled_y[2][2 * LANES] = {{EACH(-3), EACH(-1)}, {EACH(1), EACH(3)}};
#undef ROW
#undef LINES
#undef EACH
#undef COLUMNS

typedef struct sampled {
    vf4 v0;          /* its first vertex's head */
    vs16 edge[3][2]; /* at a block's samples, from its first pixel's centre */
    vi4 right, down; /* change of the three edges by a block */
    bp_area box;     /* in the framebuffer; within tile and scissor */
    bool cut;        /* by tile or scissor: pixels of a block may lie outside the box and inside the edges */
    vi written;      /* samples, by lanes */
    unsigned tested;
} sampled;

LANES_INLINE vs16 vs16_load(const int16_t *p) { return (vs16)vi_load(p); }

/* The edges at a block's samples. An edge is floor(E / 256); the part of E that the first pixel's centre has over a whole
 * number is what decides how the samples' are rounded, and samples lie at multiples of 1/8 pixel. */
LANES_INLINE void sampled_edges(sampled *t, const small_edges *e) {
    const vi4 slopes_a = vi4_in_halves(e->a), slopes_b = vi4_in_halves(e->b),
              rest = vi4_in_halves((e->center & 255) >> 5);
    const vs16 columns = vs16_load(sampled_columns), lines = vs16_load(sampled_lines);
#define EDGE(i)                                                                                              \
    do {                                                                                                     \
        vs16 a = (vs16)vi_spread(slopes_a, i), b = (vs16)vi_spread(slopes_b, i);                             \
        vs16 pixel = a * columns + b * lines, part = (vs16)vi_spread(rest, i);                               \
        for (int r = 0; r < 2; r++)                                                                          \
            t->edge[i][r] =                                                                                  \
                pixel + ((part + a * vs16_load(sampled_x[r]) + b * vs16_load(sampled_y[r])) >> 3);           \
    } while (0)
    EDGE(0);
    EDGE(1);
    EDGE(2);
#undef EDGE
    t->right = e->a * BLOCK_WIDTH;
    t->down = e->b * BLOCK_HEIGHT;
}

/* Masks of a block's samples that are not covered; `start`: the edges at its first pixel's centre. */
LANES_INLINE void sampled_outside(const sampled *t, vi4 start, int x, int y, vs16 outside[2]) {
    const vi4 least = vi4_in_halves(-start);
    const vs16 least0 = (vs16)vi_spread(least, 0), least1 = (vs16)vi_spread(least, 1),
               least2 = (vs16)vi_spread(least, 2);
    LANES_UNROLL
    for (int r = 0; r < 2; r++)
        outside[r] = (t->edge[0][r] < least0) | (t->edge[1][r] < least1) | (t->edge[2][r] < least2);
    if (!t->cut) return;
    vs16 beyond = (vs16_load(sampled_columns) >= (int16_t)(t->box.x1 - x)) |
                  (vs16_load(sampled_lines) >= (int16_t)(t->box.y1 - y));
    outside[0] |= beyond;
    outside[1] |= beyond;
}

/* Which pixels have sample s in front, of those where it isn't outside; its depth is written. */
LANES_INLINE vi sampled_test(const bp_tile *tile, const bp_command *command, const small_planes *p,
                             const small_block *b, vi outside, size_t at, int s) {
    vf dx = b->from_x + (float)bp_sample_x[s] * (1.0f / 256.0f),
       dy = b->from_y + (float)bp_sample_y[s] * (1.0f / 256.0f);
    vf z = small_value(p, 2, dx, dy);
    float *depth = tile->target.depth + at + (size_t)s * tile->target.plane;
    vf old = block_load(depth);
    vi pass = ~outside;
    if (command->depth == BP_DEPTH_LESS_EQUAL)
        pass &= z <= old;
    else if (command->depth == BP_DEPTH_LESS)
        pass &= z < old;
    if (!command->no_depth_write) block_store(depth, vf_select(pass, z, old));
    return pass;
}

/* The triangle's values at pixels of the queue, from the `first` on: their places are there already. */
LANES_INLINE void sampled_values(bp_tile *tile, const bp_command *command, const small_planes *p, vf4 v0,
                                 int first) {
    const bp_surface *s = &command->triangles->surface;
    const bp_area area = tile->target.area;
    bp_queue *queue = &tile->queue;
    const vf from_x = vf_set((float)area.x0 + 0.5f - v0[0]), from_y = vf_set((float)area.y0 + 0.5f - v0[1]);
    for (int i = first; i < queue->count; i += LANES) {
        vi at = vi_load(queue->at + i);
        vf dx = from_x + vf_from(at & (BP_TILE - 1)), dy = from_y + vf_from(at >> BP_TILE_SHIFT);
#define VALUE(k) vf_store(queue->values[k] + i, small_value(p, k, dx, dy))
        VALUE(BP_HEAD - 1);
        if (s->color_at)
            for (int c = 0; c < 4; c++) VALUE(s->color_at + c);
        if (s->uv_at)
            for (int c = 0; c < 2; c++) VALUE(s->uv_at + c);
        if (s->normal_at)
            for (int c = 0; c < 3; c++) VALUE(s->normal_at + c);
#undef VALUE
        if (queue_has_slopes(s)) small_queue_slopes(queue, p, s->uv_at / 4, i);
    }
}

/* Puts a block's pixels that `passed`, in bits of samples, into the queue, without their values: these are computed when
 * the triangle is done, or there may be no room for another block, and many at a time. Returns where those begin that
 * still have none. */
LANES_INLINE int sampled_queue(bp_tile *tile, const bp_command *command, const small_planes *p, vf4 v0,
                               int first, vi passed, vi at) {
    bp_queue *queue = &tile->queue;
    const unsigned bits = vi_bits(passed != 0);
    const vi chosen = queue_chosen((const uint8_t(*)[8])tile->picks, bits);
    vi_store(queue->at + queue->count, (vi)vf_pick((vf)at, chosen));
    vi_store(queue->samples + queue->count, (vi)vf_pick((vf)passed, chosen));
    queue->count += __builtin_popcount(bits);
    if (queue->count <= BP_QUEUE - LANES) return first;
    sampled_values(tile, command, p, v0, first);
    queue_drain(tile);
    return queue->count;
}

/* A block whose first pixel is at (x, y), and its centre's edges are `start`. Returns, as `first` is, where in the queue
 * the triangle's pixels begin that still have no values. */
LANES_INLINE int sampled_draw_block(bp_tile *tile, const bp_command *command, sampled *t,
                                    const small_planes *p, vi4 start, int x, int y, int first) {
    vs16 outside[2];
    sampled_outside(t, start, x, y, outside);
    const int covered = 4 * LANES - vs16_count(outside[0], outside[1]);
    if (covered == 0) return first;
    t->tested += (unsigned)covered;
    const small_block b = small_block_at(t->v0, x, y);
    const size_t at = bp_target_at(&tile->target, x, y);
    vi passed = {0};
    LANES_UNROLL
    for (int s = 0; s < 4; s++) {
        vi pass = sampled_test(tile, command, p, &b, vi_from_masks(outside[s / 2], s % 2), at, s);
        t->written -= pass;
        passed |= pass & vi_set(1 << s);
    }
    return sampled_queue(tile, command, p, t->v0, first, passed,
                         b.columns + (b.lines << BP_TILE_SHIFT) + (int32_t)at);
}

/* Draws a triangle through the queue; false where it is too large for that. `limit`: scissor and tile. */
static bool sampled_draw(bp_tile *tile, const bp_command *command, const float *const vertex[3],
                         bp_area limit) {
    const vf4 v0 = vf4_load(vertex[0]), v1 = vf4_load(vertex[1]), v2 = vf4_load(vertex[2]);
    const bp_area box = small_box(v0, v1, v2, 4);
    if (box.x1 - box.x0 > SAMPLED_WIDTH || box.y1 - box.y0 > SAMPLED_HEIGHT) return false;
    sampled t; /* filled in below: clearing it all would take longer */
    t.box = bp_area_intersect(box, limit);
    if (bp_area_empty(t.box)) return true;
    t.v0 = v0;
    t.written = vi_set(0);
    t.tested = 0;
    t.cut = small_is_cut(box, t.box);
    const small_edges edges = small_edges_of(t.box, v0, v1, v2);
    sampled_edges(&t, &edges);
    small_planes p;
    small_planes_make(&p, vertex, edges.area, command->triangles->floats);
    vi4 line = edges.center >> 8;
    int first = tile->queue.count;
    for (int y = t.box.y0; y < t.box.y1; y += BLOCK_HEIGHT, line += t.down) {
        vi4 start = line;
        for (int x = t.box.x0; x < t.box.x1; x += BLOCK_WIDTH, start += t.right)
            first = sampled_draw_block(tile, command, &t, &p, start, x, y, first);
    }
    sampled_values(tile, command, &p, v0, first);
    tile->counters.fragments_tested += t.tested;
    for (int i = 0; i < LANES; i++) tile->counters.fragments_written += (uint64_t)t.written[i];
    return true;
}

#endif
