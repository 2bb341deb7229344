/* Small triangles, but larger than tiny ones: block by block of 4 pixels by LANES / 4.
 *
 * Edges and depth are computed for all pixels of a block at once; what passes is put into a queue with its
 * interpolated values, which are computed for one pixel at a time with the values in the lanes. When the queue
 * holds enough pixels, of whichever triangles, they are coloured together, a lane a pixel, and written in
 * order. Depth is written at once, so a pixel that comes twice in the queue ends with the right colour.
 * Whatever needs the pixel's old colour, or knowledge of its triangle, takes the other way (rows_lanes.h).
 */
#ifndef BP_RASTER_SMALL_LANES_H
#define BP_RASTER_SMALL_LANES_H

#include "raster/bin.h"
#include "raster/shade_lanes.h"

/* Triangles up to this many pixels. */
enum { SMALL_WIDTH = 8, SMALL_HEIGHT = 16 };

enum { BLOCK_WIDTH = 4, BLOCK_HEIGHT = LANES / 4 };

/* Depth of a block: rows of four. */
LANES_INLINE vf block_load(const float *p) {
    vf4 line[BLOCK_HEIGHT];
    LANES_UNROLL
    for (int i = 0; i < BLOCK_HEIGHT; i++) line[i] = vf4_load(p + i * BP_TILE);
    return vf_join(line);
}
LANES_INLINE void block_store(float *p, vf v) {
    LANES_UNROLL
    for (int i = 0; i < BLOCK_HEIGHT; i++) vf4_store(p + i * BP_TILE, vf_quarter(v, i));
}

/* Values of slot `at` of `LANES` queued pixels, a lane a pixel. */
LANES_INLINE void queue_columns(const bp_queue *queue, int at, vf out[4]) {
    vf4 columns[4][LANES / 4];
    LANES_UNROLL
    for (int i = 0; i < LANES / 4; i++) {
        vf4 row[4];
        LANES_UNROLL
        for (int k = 0; k < 4; k++) row[k] = vf4_load(queue->values[4 * i + k] + at);
        vf4_transpose(&row[0], &row[1], &row[2], &row[3]);
        LANES_UNROLL
        for (int k = 0; k < 4; k++) columns[k][i] = row[k];
    }
    LANES_UNROLL
    for (int k = 0; k < 4; k++) out[k] = vf_join(columns[k]);
}

/* Colours the first `count` queued pixels, at most LANES. */
static void queue_shade(bp_tile *tile, int count) {
    bp_queue *queue = &tile->queue;
    const bp_surface *s = &queue->command->triangles->surface;
    lanes_input in = {.inverse_w = {0}};
    vf columns[4];
    queue_columns(queue, 0, columns);
    in.inverse_w = columns[3];
    if (s->color_at) queue_columns(queue, s->color_at, in.color);
    if (s->uv_at) {
        queue_columns(queue, s->uv_at, columns);
        in.uv[0] = columns[0];
        in.uv[1] = columns[1];
    }
    if (s->normal_at) {
        queue_columns(queue, s->normal_at, columns);
        for (int i = 0; i < 3; i++) in.normal[i] = columns[i];
    }
    uint32_t pixels[LANES];
    vi_store(pixels, lanes_shade_opaque(s, &in));
    for (int i = 0; i < count; i++) tile->target.color[queue->at[i]] = pixels[i];
}

/* Colours all that waits. */
static void queue_flush(bp_tile *tile) {
    if (tile->queue.count > 0) queue_shade(tile, tile->queue.count);
    tile->queue.count = 0;
}

/* Makes room after a block: colours LANES pixels and moves the rest to the front. */
LANES_INLINE void queue_drain(bp_tile *tile, int floats) {
    bp_queue *queue = &tile->queue;
    queue_shade(tile, LANES);
    queue->count -= LANES;
    for (int i = 0; i < queue->count; i++) {
        queue->at[i] = queue->at[LANES + i];
        memcpy(queue->values[i], queue->values[LANES + i], (size_t)floats * sizeof(float));
    }
}

/* Interpolated values of a small triangle: at vertex 0, and their slopes. */
typedef struct small_planes {
    vf4 base[4], x[4], y[4];
} small_planes;

/* A small triangle with its place in the tile, all in registers. */
typedef struct small {
    vf4 v0;      /* its first vertex's head */
    vi4 slopes;  /* of the three edges: to the right in the low halves, down in the high ones */
    vi4 start;   /* of the three edges at the box's first pixel */
    bp_area box; /* in the framebuffer; within tile and scissor */
    bool cut;    /* by tile or scissor: pixels of a block may lie outside the box and inside the edges */
} small;

/* Where the queue's fragments of a block lie, from vertex 0: stored, to be picked one by one. */
typedef struct small_places {
    float dx[LANES], dy[LANES];
} small_places;

/* Puts the pixels of a block whose bits are set into the queue; `at` is the block's corner. */
LANES_INLINE void queue_block(bp_tile *tile, const small_planes *p, unsigned bits, const small_places *at,
                              uint32_t corner, int floats) {
    bp_queue *queue = &tile->queue;
    int n = queue->count;
    do {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        vf4 dx = vf4_set(at->dx[lane]), dy = vf4_set(at->dy[lane]);
        queue->at[n] = corner + (lane & 3) + (lane >> 2) * BP_TILE;
        LANES_UNROLL
        for (int i = 0; 4 * i < floats; i++)
            vf4_store(queue->values[n] + 4 * i, p->base[i] + p->y[i] * dy + p->x[i] * dx);
        n++;
        bits &= bits - 1;
    } while (bits);
    queue->count = n;
    if (n >= LANES) queue_drain(tile, floats);
}

/* The pixels of one block: edges, depth, and what passes into the queue. */
LANES_INLINE void small_block(bp_tile *tile, const bp_command *command, const small *t, const small_planes *p,
                              int x, int y, int floats) {
    const vi numbers = vi_numbers(), columns = numbers & 3, lines = numbers >> 2,
             steps = columns | lines << 16;
    vi4 start = t->start + vi4_madd16(t->slopes, (vi4){0} + ((x - t->box.x0) | (y - t->box.y0) << 16));
    vi outside = (vi_spread(start, 0) + vi_madd16(vi_spread(t->slopes, 0), steps)) |
                 (vi_spread(start, 1) + vi_madd16(vi_spread(t->slopes, 1), steps)) |
                 (vi_spread(start, 2) + vi_madd16(vi_spread(t->slopes, 2), steps));
    vi covered = ~outside >> 31;
    if (t->cut) covered &= (columns < t->box.x1 - x) & (lines < t->box.y1 - y);
    unsigned bits = vi_bits(covered);
    if (!bits) return;
    tile->counters.fragments_tested += (uint64_t)__builtin_popcount(bits);
    vf4 corner = __builtin_convertvector((vi4){x, y, 0, 0}, vf4) - t->v0;
    vf dx = vf_spread(corner, 0) + (vf_from(columns) + 0.5f),
       dy = vf_spread(corner, 1) + (vf_from(lines) + 0.5f);
    vf z = vf_spread(p->base[0], 2) + vf_spread(p->y[0], 2) * dy + vf_spread(p->x[0], 2) * dx;
    uint32_t at = (uint32_t)bp_target_at(&tile->target, x, y);
    float *depth = tile->target.depth + at;
    vf old = block_load(depth);
    if (command->depth == BP_DEPTH_LESS_EQUAL)
        covered &= z <= old;
    else if (command->depth == BP_DEPTH_LESS)
        covered &= z < old;
    bits = vi_bits(covered);
    if (!bits) return;
    tile->counters.fragments_written += (uint64_t)__builtin_popcount(bits);
    if (!command->no_depth_write) block_store(depth, vf_select(covered, z, old));
    small_places from;
    vf_store(from.dx, dx);
    vf_store(from.dy, dy);
    queue_block(tile, p, bits, &from, at, floats);
}

/* Its box before cutting; pixels. */
LANES_INLINE bp_area small_box(vf4 v0, vf4 v1, vf4 v2) {
    const vf4 fine = vf4_set(256.0f);
    vi4 least = __builtin_convertvector(vf4_min(vf4_min(v0, v1), v2) * fine, vi4);
    vi4 most = __builtin_convertvector(vf4_max(vf4_max(v0, v1), v2) * fine, vi4);
    return bp_box_of(least[0], least[1], most[0], most[1], 1);
}

/* Edges, with x and y from the box's first pixel: 32 pixels at most, so that halves are enough. Returns the
 * triangle's area in pixels, in all lanes. */
LANES_INLINE vf4 small_edges(small *t, vf4 v0, vf4 v1, vf4 v2) {
    const vf4 fine = vf4_set(256.0f);
    vf4 pairs = __builtin_shufflevector(v0, v1, 0, 4, 1, 5);
    vi4 x = __builtin_convertvector(__builtin_shufflevector(pairs, v2, 0, 1, 4, 4) * fine, vi4);
    vi4 y = __builtin_convertvector(__builtin_shufflevector(pairs, v2, 2, 3, 5, 5) * fine, vi4);
    x -= t->box.x0 * 256 + 128;
    y -= t->box.y0 * 256 + 128;
    vi4 a = y - __builtin_shufflevector(y, y, 1, 2, 0, 0), b = __builtin_shufflevector(x, x, 1, 2, 0, 0) - x;
    vi4 products = vi4_madd16(vi4_halves(b, -__builtin_shufflevector(b, b, 2, 2, 2, 2)),
                              vi4_halves(__builtin_shufflevector(a, a, 2, 2, 2, 2), a));
    vi4 area = vi4_spread(products, 0), flip = area >> 31; /* b0 a2 - b2 a0 */
    a = (a ^ flip) - flip;
    b = (b ^ flip) - flip;
    vi4 top_left = (a > 0) | ((a == 0) & (b > 0));
    t->slopes = vi4_halves(a, b);
    t->start = (~top_left - vi4_madd16(t->slopes, vi4_halves(x, y))) >> 8;
    return __builtin_convertvector(area, vf4) * vf4_set(1.0f / 65536.0f);
}

LANES_INLINE void small_planes_make(small_planes *p, const float *const vertex[3], vf4 area, int floats) {
    vf4 v0 = vf4_load(vertex[0]), inverse = vf4_set(1.0f) / area;
    vf4 c1 = (vf4_load(vertex[1]) - v0) * inverse, c2 = (vf4_load(vertex[2]) - v0) * inverse;
    vf4 cx1 = vf4_spread(c1, 0), cy1 = vf4_spread(c1, 1), cx2 = vf4_spread(c2, 0), cy2 = vf4_spread(c2, 1);
    LANES_UNROLL
    for (int i = 0; 4 * i < floats; i++) {
        p->base[i] = vf4_load(vertex[0] + 4 * i);
        vf4 d1 = vf4_load(vertex[1] + 4 * i) - p->base[i], d2 = vf4_load(vertex[2] + 4 * i) - p->base[i];
        p->x[i] = d1 * cy2 - d2 * cy1;
        p->y[i] = d2 * cx1 - d1 * cx2;
    }
}

/* Draws a triangle through the queue; false where it is too large for that. `limit`: scissor and tile. */
LANES_INLINE bool small_draw(bp_tile *tile, const bp_command *command, const float *const vertex[3],
                             bp_area limit, int floats) {
    const vf4 v0 = vf4_load(vertex[0]), v1 = vf4_load(vertex[1]), v2 = vf4_load(vertex[2]);
    const bp_area box = small_box(v0, v1, v2);
    if (box.x1 - box.x0 > SMALL_WIDTH || box.y1 - box.y0 > SMALL_HEIGHT) return false;
    small t = {.v0 = v0, .box = bp_area_intersect(box, limit)};
    if (bp_area_empty(t.box)) return true;
    t.cut = box.x0 != t.box.x0 || box.y0 != t.box.y0 || box.x1 != t.box.x1 || box.y1 != t.box.y1;
    small_planes p;
    small_planes_make(&p, vertex, small_edges(&t, v0, v1, v2), floats);
    for (int row = t.box.y0; row < t.box.y1; row += BLOCK_HEIGHT)
        for (int column = t.box.x0; column < t.box.x1; column += BLOCK_WIDTH)
            small_block(tile, command, &t, &p, column, row, floats);
    return true;
}

#endif
