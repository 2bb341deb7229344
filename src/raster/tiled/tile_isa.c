/* The tile kernel: draws a chunk's triangles that touch one tile, in order. Scalar twin and definition:
 * triangle_scalar.c.
 *
 * It takes LANES triangles at a time. Micro-triangles are tested together (micro_triangle_simd.h); with four
 * samples per pixel, small triangles go block by block (block_simd.h). The fragments of both wait in a queue
 * and are shaded together (fragment_queue_simd.h). All other triangles are drawn row by row
 * (scanline_simd.h), and so are the triangles of draws that need the pixel's old colour or the triangle's
 * edges.
 */
#include "raster/tiled/block_simd.h"
#include "raster/tiled/kernels.h"
#include "raster/tiled/scanline_simd.h"

void BP_ISA_NAME(bp_flush)(bp_tile *tile) { queue_flush(tile); }

/* Whether a draw's fragments can be queued and shaded together. */
static bool can_queue(const bp_command *command) {
    const bp_shading *s = &command->triangles->shading;
    return !command->blend && !command->no_color_write && !s->wire && !(s->alpha_cutoff > 0.0f);
}

/* Finds the transformed vertices of an entry's triangle, and prefetches them. */
SIMD_INLINE void find_corners(const bp_chunk *chunk, uint32_t entry, size_t floats, const float *vertex[3]) {
    uint32_t index[3];
    if (entry & BP_ENTRY_CLIPPED) {
        for (int k = 0; k < 3; k++) vertex[k] = chunk->clipped[entry & BP_ENTRY_INDEX].vertex[k];
        return;
    }
    if (chunk->corners)
        for (uint32_t k = 0; k < 3; k++) index[k] = chunk->corners[3 * (entry & BP_ENTRY_INDEX) + k];
    else
        bp_triangle_vertices(chunk->command->triangles, chunk->first + (entry & BP_ENTRY_INDEX), index);
    for (int k = 0; k < 3; k++) {
        vertex[k] = chunk->vertices + index[k] * floats;
        __builtin_prefetch(vertex[k]);
    }
}

/* Finds the corners of up to LANES entries. Unused lanes repeat the last one's. */
SIMD_INLINE void find_group(corner_group *c, const bp_chunk *chunk, const uint32_t *entries, size_t count,
                            size_t floats) {
    c->count = (int)(count < LANES ? count : LANES);
    for (int i = 0; i < c->count; i++) find_corners(chunk, entries[i], floats, c->vertex[i]);
    for (int i = c->count; i < LANES; i++) memcpy(c->vertex[i], c->vertex[c->count - 1], sizeof c->vertex[i]);
}

/* A run of entries of one chunk in one tile. */
typedef struct tile_run {
    bp_tile *tile;
    const bp_chunk *chunk;
    bp_irect limit; /* tile and scissor */
    bool queued;    /* from can_queue */
} tile_run;

/* Draws a triangle by scanlines, after all queued fragments. Physically based light takes so long that full
 * lanes are worth the way through the queue. */
static void draw_scanlines(const tile_run *r, const triangle_setup *t, bool inside) {
    const bool queued = r->queued && r->chunk->command->triangles->shading.physical;
    if (!queued) queue_flush(r->tile);
    scanline_draw(r->tile, r->chunk->command, t, inside, queued);
}

/* Draws only triangle i of a group. */
SIMD_INLINE void draw_single(const tile_run *r, const corner_group *c, const block_group *group,
                             uint32_t entry, int i) {
    const bp_command *command = r->chunk->command;
    triangle_setup t = {.vertex = {c->vertex[i][0], c->vertex[i][1], c->vertex[i][2]},
                        .is_triangle_edge = {true, true, true}};
    if (r->queued && r->tile->target.samples > 1 && group->fit >> i & 1) {
        block_draw(r->tile, command, t.vertex, group, i);
        return;
    }
    if (!setup_triangle(&t, &r->tile->target, r->limit)) return;
    if (entry & BP_ENTRY_CLIPPED)
        memcpy(t.is_triangle_edge, r->chunk->clipped[entry & BP_ENTRY_INDEX].edge, sizeof t.is_triangle_edge);
    draw_scanlines(r, &t, (entry & BP_ENTRY_FULL_TILE) != 0);
}

/* Draws a group of triangles in order: consecutive micro-triangles together, the others one by one. */
SIMD_INLINE void draw_group(const tile_run *r, const micro_triangles *t, const block_group *group,
                            const uint32_t *entries, int floats) {
    const int count = t->corners->count;
    /* The bit after the last triangle ends the loop. */
    unsigned single = ~t->fit & ((2u << count) - 1);
    for (int first = 0; first < count; single &= single - 1) {
        int end = __builtin_ctz(single);
        if (end > first) micro_draw(r->tile, r->chunk->command, t, first, end, floats);
        if (end < count) draw_single(r, t->corners, group, entries[end], end);
        first = end + 1;
    }
}

/* Draws all triangles of a run; `floats` is a constant after inlining. Corners are prefetched one group
 * ahead. */
SIMD_INLINE void draw_run(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count,
                          int floats) {
    const bp_command *command = chunk->command;
    const tile_run r = {tile, chunk, bp_irect_intersect(command->scissor, tile->target.rect),
                        can_queue(command)};
    const int samples = tile->target.samples;
    corner_group corners[2];
    micro_triangles t;
    block_group group;
    find_group(&corners[0], chunk, entries, count, (size_t)floats);
    for (size_t i = 0; i < count; i += LANES) {
        corner_group *current = &corners[i / LANES & 1], *next = &corners[(i / LANES + 1) & 1];
        if (i + LANES < count)
            find_group(next, chunk, entries + i + LANES, count - i - LANES, (size_t)floats);
        t.corners = current;
        t.fit = 0;
        if (r.queued && samples == 1) micro_setup(&t, &tile->target, r.limit);
        if (r.queued && samples > 1) block_setup(&group, current, r.limit);
        draw_group(&r, &t, &group, entries + i, floats);
    }
}

/* Unpacks bin entries, from *next on, to one entry for each triangle, with its flags; at most
 * UNPACKED_MAX. */
enum { UNPACKED_MAX = 512 };
static size_t unpack(const bp_tile *tile, const uint32_t **next, const uint32_t *end,
                     uint32_t out[UNPACKED_MAX]) {
    typedef uint32_t eight __attribute__((vector_size(32)));
    typedef uint8_t eight_bytes __attribute__((vector_size(8)));
    size_t count = 0;
    for (; *next < end && count <= UNPACKED_MAX - 2 * 8; ++*next) {
        uint32_t entry = **next, first = entry & (BP_ENTRY_FULL_TILE | BP_ENTRY_FIRST);
        if (entry & BP_ENTRY_CLIPPED) {
            out[count++] = entry;
            continue;
        }
        uint32_t bits = entry >> BP_ENTRY_SHIFT & ((1u << BP_ENTRY_WIDTH) - 1);
        for (; bits; bits >>= 8, first += 8) {
            eight_bytes indices;
            memcpy(&indices, tile->bit_indices[bits & 255], sizeof indices);
            eight some = __builtin_convertvector(indices, eight) + first;
            memcpy(out + count, &some, sizeof some);
            count += (size_t)__builtin_popcount(bits & 255);
        }
    }
    return count;
}

#define DRAW_RUN(floats)                                                                                     \
    SIMD_STEP void draw_run_##floats(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries,          \
                                     size_t count) {                                                         \
        draw_run(tile, chunk, entries, count, floats);                                                       \
    }
DRAW_RUN(4)
DRAW_RUN(8)
DRAW_RUN(12)
DRAW_RUN(16)
DRAW_RUN(20)

void BP_ISA_NAME(bp_draw)(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count) {
    const bp_command *command = chunk->command;
    const uint32_t *next = entries, *end = entries + count;
    uint32_t unpacked[UNPACKED_MAX];
    if (tile->queue.command != command) {
        queue_flush(tile);
        tile->queue.command = command;
    }
    while (next < end) {
        size_t some = unpack(tile, &next, end, unpacked);
        switch (command->triangles->floats) {
        case 8: draw_run_8(tile, chunk, unpacked, some); break;
        case 12: draw_run_12(tile, chunk, unpacked, some); break;
        case 16: draw_run_16(tile, chunk, unpacked, some); break;
        case 20: draw_run_20(tile, chunk, unpacked, some); break;
        default: draw_run_4(tile, chunk, unpacked, some); break;
        }
    }
}
