/* The scalar functions of binning. See bin.h. */
#include "raster/pass.h"
#include <string.h>

void bp_binner_begin(bp_binner *binner, bp_chunk *chunk) {
    binner->pair_count = 0;
    binner->touched = (bp_irect){INT32_MAX, INT32_MAX, 0, 0};
    chunk->tiles = (bp_irect){0};
    chunk->clipped_count = 0;
    chunk->vertices = chunk->command->triangles ? chunk->command->triangles->transformed : NULL;
    chunk->corners = NULL;
    chunk->failed = false;
    chunk->pixels = 0;
    chunk->counters = (bp_counters){0};
}

bool bp_binner_reserve(bp_binner *binner, size_t more) {
    return bp_grow(binner->allocator, &binner->pairs, &binner->pair_capacity, binner->pair_count + more,
                   sizeof *binner->pairs, NULL);
}

/* Turns the counts of the touched tiles into the chunk's offsets, and sets each count to its tile's
 * offset. */
static void count_to_offsets(bp_binner *binner, bp_chunk *chunk) {
    uint32_t sum = 0, *offset = chunk->offsets;
    bp_irect tiles = chunk->tiles;
    for (int y = tiles.y0; y < tiles.y1; y++)
        for (int x = tiles.x0; x < tiles.x1; x++) {
            uint32_t *count = &binner->counts[(size_t)y * (size_t)binner->tiles_x + (size_t)x];
            uint32_t here = *count;
            *offset++ = *count = sum;
            sum += here;
        }
    *offset = sum;
}

static void clear_counts(bp_binner *binner, bp_irect tiles) {
    for (int y = tiles.y0; y < tiles.y1; y++)
        memset(&binner->counts[(size_t)y * (size_t)binner->tiles_x + (size_t)tiles.x0], 0,
               (size_t)(tiles.x1 - tiles.x0) * sizeof *binner->counts);
}

bool bp_binner_end(bp_binner *binner, bp_chunk *chunk) {
    if (binner->pair_count == 0) return true;
    bp_irect tiles = chunk->tiles = binner->touched;
    /* Room for more than there are, so that what comes nearer in later frames takes no memory. */
    size_t entries = chunk->count / 4 > binner->pair_count ? chunk->count / 4 : binner->pair_count;
    bool ok = bp_grow(binner->allocator, &chunk->offsets, &chunk->offset_capacity, bp_irect_area(tiles) + 1,
                      sizeof *chunk->offsets, NULL) &&
              bp_grow(binner->allocator, &chunk->entries, &chunk->entry_capacity, entries,
                      sizeof *chunk->entries, NULL);
    if (ok) {
        count_to_offsets(binner, chunk);
        for (size_t i = 0; i < binner->pair_count; i++)
            chunk->entries[binner->counts[binner->pairs[i].tile]++] = binner->pairs[i].entry;
    }
    clear_counts(binner, tiles);
    return ok;
}

static void touch(bp_binner *binner, bp_irect tiles) {
    bp_irect *t = &binner->touched;
    if (tiles.x0 < t->x0) t->x0 = tiles.x0;
    if (tiles.y0 < t->y0) t->y0 = tiles.y0;
    if (tiles.x1 > t->x1) t->x1 = tiles.x1;
    if (tiles.y1 > t->y1) t->y1 = tiles.y1;
}

static uint32_t tile_at(const bp_binner *binner, int x, int y) {
    return (uint32_t)y * (uint32_t)binner->tiles_x + (uint32_t)x;
}

bool bp_bin_box(bp_binner *binner, bp_irect box, uint32_t entry) {
    bp_irect tiles = bp_tile_bounds(box);
    if (!bp_binner_reserve(binner, bp_irect_area(tiles))) return false;
    touch(binner, tiles);
    for (int y = tiles.y0; y < tiles.y1; y++)
        for (int x = tiles.x0; x < tiles.x1; x++) bp_binner_add(binner, tile_at(binner, x, y), entry);
    return true;
}

/* -1: the tile lies outside an edge; 1: inside all three; 0: an edge may cross it. */
static int classify_tile(const bp_edge edges[3], int tile_x, int tile_y) {
    const int64_t size = BP_TILE_SIZE * 256;
    int inside = 0;
    for (int i = 0; i < 3; i++) {
        const bp_edge *e = &edges[i];
        int64_t corner = bp_edge_at(e, tile_x * size, tile_y * size);
        int64_t max = corner + (e->a > 0 ? e->a * size : 0) + (e->b > 0 ? e->b * size : 0);
        int64_t min = corner + (e->a < 0 ? e->a * size : 0) + (e->b < 0 ? e->b * size : 0);
        if (max < 0) return -1;
        inside += min > 0;
    }
    return inside == 3;
}

bool bp_bin_large(bp_binner *binner, bp_chunk *chunk, const bp_triangle_setup *setup, uint32_t entry) {
    bp_irect tiles = bp_tile_bounds(setup->bounds);
    if (!bp_binner_reserve(binner, bp_irect_area(tiles))) return false;
    touch(binner, tiles);
    uint64_t whole = 0, crossed = 0; /* tiles */
    for (int y = tiles.y0; y < tiles.y1; y++)
        for (int x = tiles.x0; x < tiles.x1; x++) {
            int side = classify_tile(setup->edge, x, y);
            if (side < 0) continue;
            bp_binner_add(binner, tile_at(binner, x, y), side > 0 ? entry | BP_ENTRY_FULL_TILE : entry);
            if (side > 0)
                whole++;
            else
                crossed++;
        }
    /* Of a tile that an edge crosses half is taken; a narrow triangle has less of it than that. */
    uint64_t most = bp_irect_area(setup->bounds),
             pixels = (2 * whole + crossed) * BP_TILE_SIZE * BP_TILE_SIZE / 2;
    chunk->pixels += pixels < most ? pixels : most;
    return true;
}

bool bp_bin_clipped(bp_binner *binner, bp_chunk *chunk, const uint32_t index[3], unsigned outcodes) {
    bp_clipped_triangle clipped[BP_CLIPPED_TRIANGLES_MAX];
    int count = bp_clip_triangle(chunk->command->triangles, index, outcodes, clipped);
    if (count == 0) {
        chunk->counters.triangles_culled++;
        return true;
    }
    chunk->counters.triangles_clipped++;
    bool ok = bp_grow(binner->allocator, &chunk->clipped, &chunk->clipped_capacity,
                      chunk->clipped_count + (size_t)count, sizeof *chunk->clipped, NULL);
    for (int i = 0; i < count && ok; i++) {
        const float *vertex[3] = {clipped[i].vertex[0], clipped[i].vertex[1], clipped[i].vertex[2]};
        bp_triangle_setup setup;
        if (!bp_triangle_setup_make(&setup, chunk->command, vertex, binner->samples)) continue;
        ok = bp_bin_large(binner, chunk, &setup, (uint32_t)chunk->clipped_count | BP_ENTRY_CLIPPED);
        chunk->clipped[chunk->clipped_count++] = clipped[i];
    }
    return ok;
}

bool bp_bin_primitives(bp_binner *binner, bp_chunk *chunk) {
    bp_binner_begin(binner, chunk);
    const bp_command *command = chunk->command;
    bool ok = true;
    for (uint32_t i = 0; i < chunk->count && ok; i++) {
        const void *primitive = bp_command_primitive(command, chunk->first + i);
        const bp_irect all = command->kind->bounds(primitive, command->scissor);
        chunk->counters.primitives++;
        for (bp_irect row = all; row.y0 < all.y1 && ok; row.y0 = row.y1) { /* of tiles */
            row.y1 = (row.y0 | (BP_TILE_SIZE - 1)) + 1;
            const bp_irect box = command->kind->bounds(primitive, bp_irect_intersect(row, all));
            if (!bp_irect_is_empty(box)) ok = bp_bin_box(binner, box, i);
        }
    }
    return bp_binner_end(binner, chunk) && ok;
}

/* ---- compacting a chunk -------------------------------------------------------------------------- */

/* The triangles in bins: a bit for each of a chunk's blocks of 16, and the new number of the first. */
typedef struct kept_triangles {
    uint16_t bits[BP_CHUNK_SIZE / BP_ENTRY_WIDTH], first[BP_CHUNK_SIZE / BP_ENTRY_WIDTH];
} kept_triangles;

/* The block of an entry, and the bits of its triangles there. No entry goes beyond its block. */
static uint32_t block_of(uint32_t entry) { return (entry & BP_ENTRY_FIRST) / BP_ENTRY_WIDTH; }
static uint32_t bits_of(uint32_t entry) {
    return (entry >> BP_ENTRY_SHIFT & 0xffff) << (entry & BP_ENTRY_FIRST) % BP_ENTRY_WIDTH;
}

/* Lists the indices of the triangles in bins. Returns how many indices. */
static uint32_t list_indices(bp_binner *binner, const bp_chunk *chunk, kept_triangles *kept) {
    const size_t entries = bp_chunk_entry_count(chunk);
    uint32_t count = 0;
    *kept = (kept_triangles){0};
    for (size_t i = 0; i < entries; i++)
        if (!(chunk->entries[i] & BP_ENTRY_CLIPPED))
            kept->bits[block_of(chunk->entries[i])] |= (uint16_t)bits_of(chunk->entries[i]);
    for (uint32_t block = 0; block * BP_ENTRY_WIDTH < chunk->count; block++) {
        const uint32_t first = chunk->first + block * BP_ENTRY_WIDTH;
        kept->first[block] = (uint16_t)(count / 3);
        for (uint32_t bits = kept->bits[block]; bits; bits &= bits - 1, count += 3)
            bp_triangle_vertices(chunk->command->triangles, first + (uint32_t)__builtin_ctz(bits),
                                 binner->indices + count);
    }
    return count;
}

/* Lists each vertex once. Returns how many. No step waits for a number that the step before has stored. */
static uint32_t list_vertices(bp_binner *binner, uint32_t count) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t *number = &binner->numbers[binner->indices[i]];
        binner->used[used] = binner->indices[i];
        used += *number == 0;
        *number = 1;
    }
    return used;
}

static uint32_t renumber(const kept_triangles *kept, uint32_t entry) {
    if (entry & BP_ENTRY_CLIPPED) return entry;
    const uint32_t block = block_of(entry), bits = bits_of(entry);
    uint32_t result = 0, bit = BP_ENTRY_SINGLE;
    for (uint32_t all = kept->bits[block]; all; all &= all - 1, bit <<= 1)
        result |= bits & all & -all ? bit : 0;
    return result | kept->first[block] | (entry & BP_ENTRY_FULL_TILE);
}

bool bp_chunk_compact(bp_binner *binner, bp_chunk *chunk) {
    const bp_triangles *t = chunk->command->triangles;
    const size_t entries = bp_chunk_entry_count(chunk), size = (size_t)t->floats * sizeof(float);
    kept_triangles kept;
    chunk->copy_size = 0;
    if (entries == 0) return true;
    if (!bp_grow(binner->allocator, &binner->numbers, &binner->number_capacity, t->vertices.count,
                 sizeof *binner->numbers, NULL))
        return false;
    const uint32_t count = list_indices(binner, chunk, &kept), used = list_vertices(binner, count);
    chunk->copy_size = used * size + count * sizeof *chunk->corners;
    bool ok = chunk->copy_size <= chunk->copy_capacity ||
              bp_grow(binner->allocator, &chunk->copy, &chunk->copy_capacity,
                      chunk->copy_size + chunk->copy_size / 3, 1, NULL); /* makes it twice the size */
    for (uint32_t i = 0; i < used; i++) binner->numbers[binner->used[i]] = (uint16_t)i;
    if (ok) {
        chunk->vertices = chunk->copy;
        chunk->corners = (uint16_t *)(void *)((char *)chunk->copy + used * size);
        for (uint32_t i = 0; i < used; i++)
            memcpy((char *)chunk->copy + i * size, t->transformed + binner->used[i] * (size_t)t->floats,
                   size);
        for (uint32_t i = 0; i < count; i++) chunk->corners[i] = binner->numbers[binner->indices[i]];
        for (size_t i = 0; i < entries; i++) chunk->entries[i] = renumber(&kept, chunk->entries[i]);
    }
    for (uint32_t i = 0; i < used; i++) binner->numbers[binner->used[i]] = 0;
    return ok;
}

void bp_tile_init_bit_indices(bp_tile *tile) {
    memset(tile->bit_indices, 0, sizeof tile->bit_indices);
    for (unsigned byte = 0; byte < 256; byte++) {
        int count = 0;
        for (uint8_t bit = 0; bit < 8; bit++)
            if (byte >> bit & 1) tile->bit_indices[byte][count++] = bit;
    }
}

bp_work_list bp_work_list_of(const bp_raster *raster, size_t tile) {
    const bp_workspace *w = &raster->workspace;
    const uint32_t first = w->work_lists.starts[tile], end = w->work_lists.starts[tile + 1];
    bp_work_list list = {.x = (int)(tile % (size_t)w->tiles_x),
                         .y = (int)(tile / (size_t)w->tiles_x),
                         .needs = w->work_lists.needs[tile],
                         .all = w->chunks,
                         .count = end - first};
    if (list.count > 0) list.chunks = w->work_lists.chunks + first; /* which is NULL if all lists are empty */
    return list;
}
