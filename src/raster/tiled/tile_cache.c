/* cache.c: a list is compared and written in one go: as long as what comes is what is there nothing is written, and
 * from the first difference on everything is. */
#include "raster/pass.h"
#include <string.h>

static bool same_framebuffer(const bp_framebuffer *a, const bp_framebuffer *b) {
    return a->pixels == b->pixels && a->depth == b->depth && a->width == b->width && a->height == b->height &&
           a->stride == b->stride;
}

void bp_tile_cache_begin(bp_raster *raster) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    bool goes_on = raster->pass.framebuffer_unchanged && !raster->pass.reference &&
                   same_framebuffer(&raster->framebuffer, &cache->framebuffer);
    cache->framebuffer = raster->framebuffer;
    if (!goes_on) cache->draw_count = 0;
    for (size_t i = 0; i < cache->tile_count && !goes_on; i++) cache->tiles[i].count = 0;
}

void bp_tile_cache_free(bp_raster *raster) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    for (size_t i = 0; i < cache->tile_count; i++) bp_free(&raster->allocator, cache->tiles[i].bytes);
    for (size_t i = 0; i < cache->draw_room; i++) bp_free(&raster->allocator, cache->draws[i].indices);
    bp_free(&raster->allocator, cache->tiles);
    bp_free(&raster->allocator, cache->draws);
}

/* ---- lists -------------------------------------------------------------------------------------- */

/* What a command says of all its primitives, without padding. */
typedef struct head {
    uint64_t kind, number; /* of marks or of a draw, else 0 */
    uint64_t count;        /* how many of a chunk's primitives */
    bp_irect scissor;
    uint32_t color, depth, switches;
    uint32_t first; /* which chunk of a draw, else 0 */
} head;

/* Which triangles of a draw have to do with a tile follows from the draw. How samples become pixels belongs to it. */
static head head_of(const bp_raster *raster, const bp_chunk *chunk, size_t count) {
    const bp_command *c = chunk->command;
    head of = {.kind = (uintptr_t)c->kind,
               .scissor = c->scissor,
               .color = (uint32_t)c->color,
               .depth = (uint32_t)c->depth,
               .switches = c->no_depth_write | c->no_color_write * 2u | c->blend * 4u,
               .count = count};
    if (!c->triangles) return of;
    of.number = c->triangles->number;
    of.first = chunk->first;
    of.switches |= (uint32_t)raster->pass.color << 4 | (uint32_t)raster->pass.samples << 8;
    return of;
}

/* Whether a tile's list says all about it. */
static bool is_listed(const bp_work_list *part) { return !(part->needs & BP_NEEDS_BEFORE); }

/* What a tile's list will take. */
static size_t size_of(const bp_work_list *part) {
    size_t size = 0, count;
    const uint32_t *entries;
    for (size_t i = 0; i < part->count && is_listed(part); i++) {
        const bp_chunk *chunk = bp_work_list_chunk(part, i, &entries, &count);
        size += sizeof(head) + count * chunk->command->size; /* triangles have none */
    }
    return size;
}

bool bp_tile_cache_reserve(bp_raster *raster, bp_error *error) {
    const bp_binner *binner = &raster->workspace.binners[0];
    const size_t count = (size_t)binner->tiles_x * (size_t)binner->tiles_y;
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    void *tiles = cache->tiles;
    bool good = bp_raster_grow(raster, &tiles, &cache->tile_count, count, sizeof *cache->tiles, error);
    cache->tiles = tiles;
    for (size_t i = 0; i < count && good; i++) {
        bp_work_list part = bp_work_list_of(raster, i);
        void *bytes = cache->tiles[i].bytes;
        good = bp_raster_grow(raster, &bytes, &cache->tiles[i].room, size_of(&part), 1, error);
        cache->tiles[i].bytes = bytes;
    }
    return good;
}

/* ---- comparing ---------------------------------------------------------------------------------- */

/* As far as a list has been gone through. */
typedef struct comparison {
    bp_cached_tile *tile;
    size_t at;
    bool same;
} comparison;

static void next(comparison *c, const void *bytes, size_t size) {
    uint8_t *there = c->tile->bytes + c->at;
    c->at += size;
    if (c->same && c->at <= c->tile->count && memcmp(there, bytes, size) == 0) return;
    c->same = false;
    memcpy(there, bytes, size);
}

bool bp_tile_cache_hit(bp_raster *raster, size_t tile, const bp_work_list *part) {
    comparison c = {.tile = &raster->workspace.tile_cache.tiles[tile], .same = is_listed(part)};
    for (size_t i = 0; i < part->count && is_listed(part); i++) {
        size_t count;
        const uint32_t *entries;
        const bp_chunk *chunk = bp_work_list_chunk(part, i, &entries, &count);
        const bp_command *command = chunk->command;
        const head of = head_of(raster, chunk, count);
        next(&c, &of, sizeof of);
        for (size_t k = 0; k < count && !command->triangles; k++)
            next(&c, (const uint8_t *)command->items + command->size * (chunk->first + entries[k]),
                 command->size);
    }
    bool stays = c.same && c.at == c.tile->count;
    c.tile->count = c.at;
    return stays;
}
