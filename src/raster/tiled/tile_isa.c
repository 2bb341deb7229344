/* The tile kernel: a chunk's triangles that touch one tile, in order.
 *
 * They are taken LANES at a time. Tiny ones are tested together (tiny_lanes.h), small ones block by block
 * (small_lanes.h, with four samples sampled_lanes.h); what is left of both waits in a queue to be coloured (queue_lanes.h). All others are drawn row by
 * row (fill_lanes.h, rows_lanes.h), and so are those of draws whose pixels need more than their own values.
 */
#include "raster/tiled/scanline_raw_simd.h"
#include "raster/tiled/kernels.h"
#include "simd/simd.h"
#include "raster/tiled/scanline_simd.h"
#include "raster/tiled/msaa_block_simd.h"
#include "raster/tiled/triangle_setup_simd.h"
#include "raster/tiled/shade_simd.h"
#include "raster/tiled/block_simd.h"
#include "raster/tiled/micro_triangle_simd.h"

void BP_ISA_NAME(bp_flush)(bp_tile *tile) { queue_flush(tile); }

/* Whether pixels of a draw's triangles may be coloured together. */
static bool together(const bp_command *command) {
    const bp_shading *s = &command->triangles->shading;
    return !command->blend && !command->no_color_write && !s->wire && !(s->alpha_cutoff > 0.0f);
}

/* A triangle by itself. */
static void draw_large(bp_tile *tile, const bp_command *command, triangle_setup *t, bool inside) {
    queue_flush(tile);
    if (!setup_triangle(t, tile, command->scissor)) return;
    if (raw_can_draw(tile, command))
        raw_draw(tile, command, t, inside);
    else
        scanline_draw(tile, command, t, inside);
}

/* Where the corners of an entry's triangle are. */
SIMD_INLINE void find_corners(const bp_chunk *chunk, uint32_t entry, size_t floats, const float *at[3]) {
    const bp_triangles *triangles = chunk->command->triangles;
    uint32_t index[3];
    if (entry & BP_ENTRY_CLIPPED) {
        for (int k = 0; k < 3; k++) at[k] = chunk->clipped[entry & BP_ENTRY_INDEX].vertex[k];
        return;
    }
    bp_triangle_vertices(triangles, chunk->first + (entry & BP_ENTRY_INDEX), index);
    for (int k = 0; k < 3; k++) {
        at[k] = triangles->transformed + index[k] * floats;
        __builtin_prefetch(at[k]);
    }
}

/* Up to LANES entries; lanes that are left over get the last one's corners. */
SIMD_INLINE void find_group(corner_group *c, const bp_chunk *chunk, const uint32_t *entries, size_t count,
                             size_t floats) {
    c->count = (int)(count < LANES ? count : LANES);
    for (int i = 0; i < c->count; i++) find_corners(chunk, entries[i], floats, c->at[i]);
    for (int i = c->count; i < LANES; i++) memcpy(c->at[i], c->at[c->count - 1], sizeof c->at[i]);
}

/* Triangle i of a group that is not tiny, or of a draw whose triangles are drawn one by one. */
SIMD_INLINE void draw_alone(bp_tile *tile, const bp_chunk *chunk, const corner_group *c,
                             const msaa_group *group, uint32_t entry, int i, bool queued, bp_irect limit,
                             int floats) {
    const float *vertex[3] = {c->at[i][0], c->at[i][1], c->at[i][2]};
    if (queued && tile->target.samples == 1 && block_draw_triangle(tile, chunk->command, vertex, limit, floats))
        return;
    if (queued && tile->target.samples > 1 && group->fit >> i & 1) {
        msaa_draw_triangle(tile, chunk->command, vertex, group, i);
        return;
    }
    triangle_setup large = {.vertex = {vertex[0], vertex[1], vertex[2]}, .is_triangle_edge = {true, true, true}};
    if (entry & BP_ENTRY_CLIPPED)
        memcpy(large.is_triangle_edge, chunk->clipped[entry & BP_ENTRY_INDEX].edge, sizeof large.is_triangle_edge);
    draw_large(tile, chunk->command, &large, (entry & BP_ENTRY_FULL_TILE) != 0);
}

/* A group of triangles in order: tiny ones together, as many as follow each other. */
SIMD_INLINE void draw_group(bp_tile *tile, const bp_chunk *chunk, const micro_triangles *t,
                             const msaa_group *group, const uint32_t *entries, bool queued, bp_irect limit,
                             int floats) {
    const int count = t->corners->count;
    /* The bit behind the last triangle's ends the loop. */
    unsigned alone = ~t->fit & ((2u << count) - 1);
    for (int first = 0; first < count; alone &= alone - 1) {
        int end = __builtin_ctz(alone);
        if (end > first) micro_draw(tile, chunk->command, t, first, end, floats);
        if (end < count) draw_alone(tile, chunk, t->corners, group, entries[end], end, queued, limit, floats);
        first = end + 1;
    }
}

/* All triangles of a run; `floats` is a constant where this is inlined. Corners are looked up a group ahead, so
 * that they have arrived when they are needed. */
SIMD_INLINE void draw_run(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count,
                           int floats) {
    const bp_command *command = chunk->command;
    const bool queued = together(command), tiny = queued && tile->target.samples == 1;
    const bp_irect limit = bp_irect_intersect(command->scissor, tile->target.rect);
    corner_group corners[2];
    micro_triangles t;
    msaa_group group;
    find_group(&corners[0], chunk, entries, count, (size_t)floats);
    for (size_t i = 0; i < count; i += LANES) {
        corner_group *now = &corners[i / LANES & 1], *then = &corners[(i / LANES + 1) & 1];
        if (i + LANES < count)
            find_group(then, chunk, entries + i + LANES, count - i - LANES, (size_t)floats);
        t.corners = now;
        t.fit = 0;
        if (tiny) micro_setup(&t, &tile->target, limit);
        if (queued && !tiny) msaa_setup(&group, now, limit);
        draw_group(tile, chunk, &t, &group, entries + i, queued, limit, floats);
    }
}

/* Entries of bins, from *at on, as one number for each triangle, with its entry's flags; at most ROOM. */
enum { ROOM = 512 };
static size_t unpack(const bp_tile *tile, const uint32_t **at, const uint32_t *end, uint32_t numbers[ROOM]) {
    typedef uint32_t eight __attribute__((vector_size(32)));
    typedef uint8_t eight_bytes __attribute__((vector_size(8)));
    size_t count = 0;
    for (; *at < end && count <= ROOM - 2 * 8; ++*at) {
        uint32_t entry = **at, first = entry & (BP_ENTRY_FULL_TILE | BP_ENTRY_FIRST);
        if (entry & BP_ENTRY_CLIPPED) {
            numbers[count++] = entry;
            continue;
        }
        uint32_t bits = entry >> BP_ENTRY_SHIFT & ((1u << BP_ENTRY_WIDTH) - 1);
        for (; bits; bits >>= 8, first += 8) {
            eight_bytes pick;
            memcpy(&pick, tile->bit_indices[bits & 255], sizeof pick);
            eight some = __builtin_convertvector(pick, eight) + first;
            memcpy(numbers + count, &some, sizeof some);
            count += (size_t)__builtin_popcount(bits & 255);
        }
    }
    return count;
}

void BP_ISA_NAME(bp_draw)(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count) {
    const bp_command *command = chunk->command;
    const uint32_t *at = entries, *end = entries + count;
    uint32_t numbers[ROOM];
    if (tile->queue.command != command) {
        queue_flush(tile);
        tile->queue.command = command;
    }
    while (at < end) {
        size_t some = unpack(tile, &at, end, numbers);
        switch (command->triangles->floats) {
        case 8: draw_run(tile, chunk, numbers, some, 8); break;
        case 12: draw_run(tile, chunk, numbers, some, 12); break;
        case 16: draw_run(tile, chunk, numbers, some, 16); break;
        default: draw_run(tile, chunk, numbers, some, 4); break;
        }
    }
}
