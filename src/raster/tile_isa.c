/* The tile kernel: a chunk's triangles that touch one tile, in order.
 *
 * Triangles of a few pixels (most, in a picture of characters) are the ones that count. They go block by block
 * of 4 pixels by LANES / 4: edges and depth for all pixels of a block at once; what passes is put into a
 * queue with its interpolated values, which are computed for one pixel at a time with the values in the lanes.
 * When the queue holds enough pixels, of whichever triangles, they are coloured together, a lane a pixel,
 * and written in order. Depth is written at once, so a pixel that comes twice in the queue ends with the
 * right colour. Whatever needs the pixel's old colour, or knowledge of its triangle, takes the other way.
 *
 * All others go row by row, LANES pixels at a time, and are coloured at once (rows_lanes.h).
 */
#include "raster/kernels.h"
#include "raster/lanes.h"
#include "raster/rows_lanes.h"
#include "raster/setup_lanes.h"
#include "raster/shade_lanes.h"

enum { BLOCK_WIDTH = 4, BLOCK_HEIGHT = LANES / 4 };

/* For each lane of a block: its x, y as two halves for vi_madd16, and as floats from the block's centre. */
LANES_INLINE vi block_places(void) {
    vi n = vi_numbers();
    return (n & 3) | (n >> 2) << 16;
}

/* Depth of a block: rows of four. */
LANES_INLINE vf block_load(const float *p) {
    vf4 line[BLOCK_HEIGHT];
    for (int i = 0; i < BLOCK_HEIGHT; i++) line[i] = vf4_load(p + i * BP_TILE);
    return vf_join(line);
}
LANES_INLINE void block_store(float *p, vf v) {
    float line[LANES];
    vf_store(line, v);
    for (int i = 0; i < BLOCK_HEIGHT; i++) memcpy(p + i * BP_TILE, line + 4 * i, 16);
}

/* Values of slot `at` of `LANES` queued pixels, a lane a pixel. */
LANES_INLINE void queue_columns(const bp_queue *queue, int at, vf out[4]) {
    vf4 columns[4][LANES / 4];
    for (int i = 0; i < LANES / 4; i++) {
        vf4 row[4];
        for (int k = 0; k < 4; k++) row[k] = vf4_load(queue->values[4 * i + k] + at);
        vf4_transpose(&row[0], &row[1], &row[2], &row[3]);
        for (int k = 0; k < 4; k++) columns[k][i] = row[k];
    }
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

/* Interpolated values of a triangle: what the queue wants. */
typedef struct planes {
    vf4 base[4], x[4], y[4];
} planes;

LANES_INLINE void planes_make(planes *p, const lanes_triangle *t, int floats) {
    for (int i = 0; 4 * i < floats; i++) {
        p->base[i] = vf4_load(t->vertex[0] + 4 * i);
        vf4 d1 = i ? vf4_load(t->vertex[1] + 4 * i) - p->base[i] : t->a;
        vf4 d2 = i ? vf4_load(t->vertex[2] + 4 * i) - p->base[i] : t->b;
        p->x[i] = lanes_slope_x(t, d1, d2);
        p->y[i] = lanes_slope_y(t, d1, d2);
    }
}

/* Puts the pixels of a block whose bits are set into the queue. (x, y): the block's corner. */
LANES_INLINE void queue_block(bp_tile *tile, const lanes_triangle *t, const planes *p, unsigned bits, int x,
                              int y, int floats) {
    bp_queue *queue = &tile->queue;
    uint32_t corner = (uint32_t)bp_target_at(&tile->target, x, y);
    for (; bits; bits &= bits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        float dx = (float)(x + (int)(lane & 3)) + 0.5f - t->x0,
              dy = (float)(y + (int)(lane >> 2)) + 0.5f - t->y0;
        int n = queue->count++;
        queue->at[n] = corner + (lane & 3) + (lane >> 2) * BP_TILE;
        for (int i = 0; 4 * i < floats; i++)
            vf4_store(queue->values[n] + 4 * i, p->base[i] + p->y[i] * vf4_set(dy) + p->x[i] * vf4_set(dx));
    }
    if (queue->count >= LANES) queue_drain(tile, floats);
}

/* One small triangle; `floats` is a constant where this is inlined. */
LANES_INLINE void draw_small(bp_tile *tile, const bp_command *command, const lanes_triangle *t, int floats) {
    planes p;
    planes_make(&p, t, floats);
    const bp_target *target = &tile->target;
    const vi places = block_places();
    const vf column = vf_from(vi_numbers() & 3) + 0.5f, row = vf_from(vi_numbers() >> 2) + 0.5f;
    vi slope[3], value[3];
    for (int i = 0; i < 3; i++)
        slope[i] = vi_set((t->edge_a[i] & 0xffff) | (int32_t)((uint32_t)t->edge_b[i] << 16));
    for (int y = t->box.y0; y < t->box.y1; y += BLOCK_HEIGHT)
        for (int x = t->box.x0; x < t->box.x1; x += BLOCK_WIDTH) {
            vi4 start = t->edge_c[0] + t->edge_a * (x - target->area.x0) + t->edge_b * (y - target->area.y0);
            for (int i = 0; i < 3; i++) value[i] = vi_madd16(slope[i], places) + start[i];
            vi limit =
                ((vi_numbers() & 3) < vi_set(t->box.x1 - x)) & ((vi_numbers() >> 2) < vi_set(t->box.y1 - y));
            vi covered = ~(value[0] | value[1] | value[2]) & limit;
            unsigned bits = vi_bits(covered);
            if (!bits) continue;
            vf dx = (float)x - t->x0 + column, dy = (float)y - t->y0 + row;
            vf z = p.base[0][2] + p.y[0][2] * dy + p.x[0][2] * dx;
            float *depth = target->depth + bp_target_at(target, x, y);
            vf old = block_load(depth);
            covered = covered >> 31;
            tile->counters.fragments_tested += (uint64_t)__builtin_popcount(bits);
            if (command->depth == BP_DEPTH_LESS_EQUAL)
                covered &= z <= old;
            else if (command->depth == BP_DEPTH_LESS)
                covered &= z < old;
            bits = vi_bits(covered);
            if (!bits) continue;
            tile->counters.fragments_written += (uint64_t)__builtin_popcount(bits);
            if (!command->no_depth_write) block_store(depth, vf_select(covered, z, old));
            queue_block(tile, t, &p, bits, x, y, floats);
        }
}

/* Whether a draw's small triangles may go through the queue. */
static bool queueable(const bp_tile *tile, const bp_command *command) {
    const bp_surface *s = &command->triangles->surface;
    return tile->target.samples == 1 && !command->blend && !command->no_color_write && !s->wire &&
           !(s->texture && s->filter == BP_FILTER_TRILINEAR);
}

LANES_INLINE void draw_queued(bp_tile *tile, const bp_command *command, const lanes_triangle *t) {
    switch (command->triangles->floats) {
    case 8: draw_small(tile, command, t, 8); break;
    case 12: draw_small(tile, command, t, 12); break;
    case 16: draw_small(tile, command, t, 16); break;
    default: draw_small(tile, command, t, 4); break;
    }
}

LANES_INLINE void find_vertices(const bp_chunk *chunk, uint32_t entry, lanes_triangle *t) {
    const bp_triangles *triangles = chunk->command->triangles;
    uint32_t number = entry & BP_ENTRY_NUMBER, index[3];
    if (entry & BP_ENTRY_EXTRA) {
        const bp_clipped_triangle *extra = &chunk->extra[number];
        for (int i = 0; i < 3; i++) {
            t->vertex[i] = extra->vertex[i];
            t->real_edge[i] = extra->edge[i];
        }
        return;
    }
    bp_triangle_vertices(triangles, chunk->first + number, index);
    for (int i = 0; i < 3; i++) {
        t->vertex[i] = triangles->transformed + (size_t)index[i] * (size_t)triangles->floats;
        t->real_edge[i] = true;
    }
}

void BP_ISA_NAME(bp_draw)(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count) {
    const bp_command *command = chunk->command;
    bool queued = queueable(tile, command);
    if (tile->queue.command != command) {
        BP_ISA_NAME(bp_flush)(tile);
        tile->queue.command = command;
    }
    for (size_t i = 0; i < count; i++) {
        lanes_triangle t;
        find_vertices(chunk, entries[i], &t);
        if (!lanes_setup(&t, tile, command->scissor)) continue;
        if (queued && t.small && t.box.x1 - t.box.x0 <= BP_QUEUED_WIDTH) {
            draw_queued(tile, command, &t);
        } else {
            if (tile->queue.count) BP_ISA_NAME(bp_flush)(tile);
            rows_draw(tile, command, &t, (entries[i] & BP_ENTRY_INSIDE) != 0);
        }
    }
}
