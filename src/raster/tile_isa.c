/* The tile kernel: a chunk's triangles that touch one tile, in order.
 *
 * Triangles of a few pixels (most, in a picture of characters) are the ones that count. They go block by block
 * of 4 pixels by LANES / 4: edges and depth for all pixels of a block at once; what passes is put into a
 * queue with its interpolated values, which are computed for one pixel at a time with the values in the lanes.
 * When the queue holds enough pixels, of whichever triangles, they are coloured together, a lane a pixel,
 * and written in order. Depth is written at once, so a pixel that comes twice in the queue ends with the
 * right colour. Whatever needs the pixel's old colour, or knowledge of its triangle, takes the other way.
 *
 * All others go row by row, LANES pixels at a time, and are coloured at once (fill_lanes.h, rows_lanes.h).
 */
#include "raster/fill_lanes.h"
#include "raster/kernels.h"
#include "raster/lanes.h"
#include "raster/rows_lanes.h"
#include "raster/setup_lanes.h"
#include "raster/shade_lanes.h"

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
    if (s->raw) {
        vi_store(pixels, lanes_shade_raw(s, &in));
    } else {
        lanes_color color = lanes_shade_linear(s, &in);
        vi_store(pixels, lanes_encode(s->tables, &color, false, (vi){0}));
    }
    for (int i = 0; i < count; i++) tile->target.color[queue->at[i]] = pixels[i];
}

void BP_ISA_NAME(bp_flush)(bp_tile *tile) {
    bp_queue *queue = &tile->queue;
    if (queue->count > 0) queue_shade(tile, queue->count);
    queue->count = 0;
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
typedef struct planes {
    vf4 base[4], x[4], y[4];
} planes;

/* A small triangle with its place in the tile, all in registers. */
typedef struct small {
    vf4 v0;      /* its first vertex's head */
    vi4 slopes;  /* of the three edges: to the right in the low halves, down in the high ones */
    vi4 start;   /* of the three edges at the box's first pixel */
    bp_area box; /* in the framebuffer; within tile and scissor */
    bool cut;    /* by tile or scissor: pixels of a block may lie outside the box and inside the edges */
} small;

/* Where the queue's fragments of a block lie, from vertex 0: stored, to be picked one by one. */
typedef struct places {
    float dx[LANES], dy[LANES];
} places;

/* Puts the pixels of a block whose bits are set into the queue; `at` is the block's corner. */
LANES_INLINE void queue_block(bp_tile *tile, const planes *p, unsigned bits, const places *at,
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
LANES_INLINE void draw_block(bp_tile *tile, const bp_command *command, const small *t, const planes *p, int x,
                             int y, int floats) {
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
    places from;
    vf_store(from.dx, dx);
    vf_store(from.dy, dy);
    queue_block(tile, p, bits, &from, at, floats);
}

/* Draws a triangle through the queue; false where it is too large for that. `limit`: scissor and tile. */
LANES_INLINE bool draw_small(bp_tile *tile, const bp_command *command, const float *const vertex[3],
                             bp_area limit, int floats) {
    const vf4 v0 = vf4_load(vertex[0]), v1 = vf4_load(vertex[1]), v2 = vf4_load(vertex[2]);
    const vf4 fine = vf4_set(256.0f);
    vi4 least = __builtin_convertvector(vf4_min(vf4_min(v0, v1), v2) * fine, vi4);
    vi4 most = __builtin_convertvector(vf4_max(vf4_max(v0, v1), v2) * fine, vi4);
    bp_area box = {(least[0] + 127) >> 8, (least[1] + 127) >> 8, ((most[0] - 128) >> 8) + 1,
                   ((most[1] - 128) >> 8) + 1};
    if (box.x1 - box.x0 > BP_QUEUED_WIDTH || box.y1 - box.y0 > BP_QUEUED_HEIGHT) return false;
    small t = {.v0 = v0, .box = bp_area_intersect(box, limit)};
    if (bp_area_empty(t.box)) return true;
    t.cut = box.x0 != t.box.x0 || box.y0 != t.box.y0 || box.x1 != t.box.x1 || box.y1 != t.box.y1;
    /* Edges: x and y from the box's first pixel. 32 pixels at most, so that halves are enough. */
    vf4 pairs = __builtin_shufflevector(v0, v1, 0, 4, 1, 5);
    vi4 x = __builtin_convertvector(__builtin_shufflevector(pairs, v2, 0, 1, 4, 4) * fine, vi4);
    vi4 y = __builtin_convertvector(__builtin_shufflevector(pairs, v2, 2, 3, 5, 5) * fine, vi4);
    x -= t.box.x0 * 256 + 128;
    y -= t.box.y0 * 256 + 128;
    vi4 a = y - __builtin_shufflevector(y, y, 1, 2, 0, 0), b = __builtin_shufflevector(x, x, 1, 2, 0, 0) - x;
    vi4 products = vi4_madd16(vi4_halves(b, -__builtin_shufflevector(b, b, 2, 2, 2, 2)),
                              vi4_halves(__builtin_shufflevector(a, a, 2, 2, 2, 2), a));
    vi4 area = vi4_spread(products, 0); /* b0 a2 - b2 a0 */
    vi4 flip = area >> 31;
    a = (a ^ flip) - flip;
    b = (b ^ flip) - flip;
    vi4 top_left = (a > 0) | ((a == 0) & (b > 0));
    t.slopes = vi4_halves(a, b);
    t.start = (~top_left - vi4_madd16(t.slopes, vi4_halves(x, y))) >> 8;
    /* Planes. */
    vf4 inverse = vf4_set(1.0f) / (__builtin_convertvector(area, vf4) * vf4_set(1.0f / 65536.0f));
    planes p;
    vf4 d1 = v1 - v0, d2 = v2 - v0, c1 = d1 * inverse, c2 = d2 * inverse;
    vf4 cx1 = vf4_spread(c1, 0), cy1 = vf4_spread(c1, 1), cx2 = vf4_spread(c2, 0), cy2 = vf4_spread(c2, 1);
    LANES_UNROLL
    for (int i = 0; 4 * i < floats; i++) {
        p.base[i] = i ? vf4_load(vertex[0] + 4 * i) : v0;
        vf4 e1 = i ? vf4_load(vertex[1] + 4 * i) - p.base[i] : d1,
            e2 = i ? vf4_load(vertex[2] + 4 * i) - p.base[i] : d2;
        p.x[i] = e1 * cy2 - e2 * cy1;
        p.y[i] = e2 * cx1 - e1 * cx2;
    }
    for (int row = t.box.y0; row < t.box.y1; row += BLOCK_HEIGHT)
        for (int column = t.box.x0; column < t.box.x1; column += BLOCK_WIDTH)
            draw_block(tile, command, &t, &p, column, row, floats);
    return true;
}

/* Whether a draw's small triangles may go through the queue. */
static bool queueable(const bp_tile *tile, const bp_command *command) {
    const bp_surface *s = &command->triangles->surface;
    return tile->target.samples == 1 && !command->blend && !command->no_color_write && !s->wire &&
           !(s->cutoff > 0.0f) && !(s->texture && s->filter == BP_FILTER_TRILINEAR);
}

/* A triangle that is not for the queue. */
static void draw_large(bp_tile *tile, const bp_command *command, lanes_triangle *t, bool inside) {
    if (tile->queue.count) BP_ISA_NAME(bp_flush)(tile);
    if (!lanes_setup(t, tile, command->scissor)) return;
    if (fill_can(tile, command))
        fill_draw(tile, command, t, inside);
    else
        rows_draw(tile, command, t, inside);
}

/* One that clipping made. */
static void draw_extra(bp_tile *tile, const bp_chunk *chunk, uint32_t entry) {
    lanes_triangle t;
    const bp_clipped_triangle *extra = &chunk->extra[entry & BP_ENTRY_NUMBER];
    for (int i = 0; i < 3; i++) {
        t.vertex[i] = extra->vertex[i];
        t.real_edge[i] = extra->edge[i];
    }
    draw_large(tile, chunk->command, &t, (entry & BP_ENTRY_INSIDE) != 0);
}

/* All triangles of a run; `floats` is a constant where this is inlined. */
LANES_INLINE void draw_run(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count,
                           int floats) {
    const bp_command *command = chunk->command;
    const bp_triangles *triangles = command->triangles;
    const bool queued = queueable(tile, command);
    const bp_area limit = bp_area_intersect(command->scissor, tile->target.area);
    for (size_t i = 0; i < count; i++) {
        if (entries[i] & BP_ENTRY_EXTRA) {
            draw_extra(tile, chunk, entries[i]);
            continue;
        }
        uint32_t index[3];
        bp_triangle_vertices(triangles, chunk->first + (entries[i] & BP_ENTRY_NUMBER), index);
        const float *vertex[3] = {triangles->transformed + (size_t)index[0] * (size_t)floats,
                                  triangles->transformed + (size_t)index[1] * (size_t)floats,
                                  triangles->transformed + (size_t)index[2] * (size_t)floats};
        if (queued && draw_small(tile, command, vertex, limit, floats)) continue;
        lanes_triangle t = {.vertex = {vertex[0], vertex[1], vertex[2]}, .real_edge = {true, true, true}};
        draw_large(tile, command, &t, (entries[i] & BP_ENTRY_INSIDE) != 0);
    }
}

void BP_ISA_NAME(bp_draw)(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count) {
    const bp_command *command = chunk->command;
    if (tile->queue.command != command) {
        BP_ISA_NAME(bp_flush)(tile);
        tile->queue.command = command;
    }
    switch (command->triangles->floats) {
    case 8: draw_run(tile, chunk, entries, count, 8); break;
    case 12: draw_run(tile, chunk, entries, count, 12); break;
    case 16: draw_run(tile, chunk, entries, count, 16); break;
    default: draw_run(tile, chunk, entries, count, 4); break;
    }
}
