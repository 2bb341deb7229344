/* The tile kernel: a chunk's triangles that touch one tile, in order.
 *
 * They are taken LANES at a time. Tiny ones are drawn together (tiny_lanes.h), small ones block by block
 * through a queue (small_lanes.h), all others row by row (fill_lanes.h, rows_lanes.h), and so are those of
 * draws whose pixels need more than their own values.
 */
#include "raster/fill_lanes.h"
#include "raster/kernels.h"
#include "raster/lanes.h"
#include "raster/rows_lanes.h"
#include "raster/setup_lanes.h"
#include "raster/shade_lanes.h"
#include "raster/small_lanes.h"
#include "raster/tiny_lanes.h"

void BP_ISA_NAME(bp_flush)(bp_tile *tile) { queue_flush(tile); }

/* Whether a draw's tiny and small triangles may be drawn together. */
static bool together(const bp_tile *tile, const bp_command *command) {
    const bp_surface *s = &command->triangles->surface;
    return tile->target.samples == 1 && !command->blend && !command->no_color_write && !s->wire &&
           !(s->cutoff > 0.0f) && !(s->texture && s->filter == BP_FILTER_TRILINEAR);
}

/* A triangle by itself. */
static void draw_large(bp_tile *tile, const bp_command *command, lanes_triangle *t, bool inside) {
    queue_flush(tile);
    if (!lanes_setup(t, tile, command->scissor)) return;
    if (fill_can(tile, command))
        fill_draw(tile, command, t, inside);
    else
        rows_draw(tile, command, t, inside);
}

/* Where the corners of an entry's triangle are. */
LANES_INLINE void find_corners(const bp_chunk *chunk, uint32_t entry, size_t floats, const float *at[3]) {
    const bp_triangles *triangles = chunk->command->triangles;
    uint32_t index[3];
    if (entry & BP_ENTRY_EXTRA) {
        for (int k = 0; k < 3; k++) at[k] = chunk->extra[entry & BP_ENTRY_NUMBER].vertex[k];
        return;
    }
    bp_triangle_vertices(triangles, chunk->first + (entry & BP_ENTRY_NUMBER), index);
    for (int k = 0; k < 3; k++) {
        at[k] = triangles->transformed + index[k] * floats;
        __builtin_prefetch(at[k]);
    }
}

/* Up to LANES entries; lanes that are left over get the last one's corners. */
LANES_INLINE void find_group(tiny_corners *c, const bp_chunk *chunk, const uint32_t *entries, size_t count,
                             size_t floats) {
    c->count = (int)(count < LANES ? count : LANES);
    for (int i = 0; i < c->count; i++) find_corners(chunk, entries[i], floats, c->at[i]);
    for (int i = c->count; i < LANES; i++) memcpy(c->at[i], c->at[c->count - 1], sizeof c->at[i]);
}

static void draw_tiny(bp_tile *tile, const bp_command *command, const tiny_triangles *t, int first, int end) {
    queue_flush(tile);
    tiny_draw(tile, command, t, first, end);
}

/* Triangle i of a group that is not tiny, or of a draw whose triangles are drawn one by one. */
LANES_INLINE void draw_alone(bp_tile *tile, const bp_chunk *chunk, const tiny_corners *c, uint32_t entry,
                             int i, bool queued, bp_area limit, int floats) {
    const float *vertex[3] = {c->at[i][0], c->at[i][1], c->at[i][2]};
    if (queued && small_draw(tile, chunk->command, vertex, limit, floats)) return;
    lanes_triangle large = {.vertex = {vertex[0], vertex[1], vertex[2]}, .real_edge = {true, true, true}};
    if (entry & BP_ENTRY_EXTRA)
        memcpy(large.real_edge, chunk->extra[entry & BP_ENTRY_NUMBER].edge, sizeof large.real_edge);
    draw_large(tile, chunk->command, &large, (entry & BP_ENTRY_INSIDE) != 0);
}

/* Fetches the indices of up to LANES entries. */
LANES_INLINE void fetch_indices(const bp_chunk *chunk, const uint32_t *entries, size_t count) {
    const bp_draw_indices *indices = &chunk->command->triangles->indices;
    for (size_t i = 0; i < count && i < LANES; i++) {
        size_t at = ((size_t)chunk->first + (entries[i] & BP_ENTRY_NUMBER)) * 3;
        if (indices->u32)
            __builtin_prefetch((const void *)((uintptr_t)indices->u32 + at * sizeof *indices->u32));
        else
            __builtin_prefetch((const void *)((uintptr_t)indices->u16 + at * sizeof *indices->u16));
    }
}

/* A group of triangles in order: tiny ones together, as many as follow each other. */
LANES_INLINE void draw_group(bp_tile *tile, const bp_chunk *chunk, const tiny_triangles *t,
                             const uint32_t *entries, bool queued, bp_area limit, int floats) {
    int first = 0, count = t->corners->count;
    for (unsigned alone = ~t->fit & ((1u << count) - 1); alone; alone &= alone - 1) {
        int lane = __builtin_ctz(alone);
        if (lane > first) draw_tiny(tile, chunk->command, t, first, lane);
        draw_alone(tile, chunk, t->corners, entries[lane], lane, queued, limit, floats);
        first = lane + 1;
    }
    if (first < count) draw_tiny(tile, chunk->command, t, first, count);
}

/* All triangles of a run; `floats` is a constant where this is inlined. Corners are looked up a group ahead, so
 * that they have arrived when they are needed. */
LANES_INLINE void draw_run(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count,
                           int floats) {
    const bp_command *command = chunk->command;
    const bool queued = together(tile, command);
    const bp_area limit = bp_area_intersect(command->scissor, tile->target.area);
    tiny_corners corners[2];
    tiny_triangles t;
    find_group(&corners[0], chunk, entries, count, (size_t)floats);
    for (size_t i = 0; i < count; i += LANES) {
        tiny_corners *now = &corners[i / LANES & 1], *then = &corners[(i / LANES + 1) & 1];
        if (i + LANES < count)
            find_group(then, chunk, entries + i + LANES, count - i - LANES, (size_t)floats);
        if (i + 3 * LANES < count) fetch_indices(chunk, entries + i + 3 * LANES, count - i - 3 * LANES);
        t.corners = now;
        t.fit = 0;
        if (queued) tiny_setup(&t, &tile->target, limit);
        draw_group(tile, chunk, &t, entries + i, queued, limit, floats);
    }
}

void BP_ISA_NAME(bp_draw)(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count) {
    const bp_command *command = chunk->command;
    if (tile->queue.command != command) {
        queue_flush(tile);
        tile->queue.command = command;
    }
    switch (command->triangles->floats) {
    case 8: draw_run(tile, chunk, entries, count, 8); break;
    case 12: draw_run(tile, chunk, entries, count, 12); break;
    case 16: draw_run(tile, chunk, entries, count, 16); break;
    default: draw_run(tile, chunk, entries, count, 4); break;
    }
}
