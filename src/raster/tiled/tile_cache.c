/* The tiles' records. A record is compared and written in one go: as long as the new bytes equal the old ones
 * nothing is written, and from the first difference on everything is. */
#include "raster/pass.h"
#include <string.h>

static bool same_framebuffer(const bp_framebuffer *a, const bp_framebuffer *b) {
    return a->pixels == b->pixels && a->depth == b->depth && a->width == b->width && a->height == b->height &&
           a->stride == b->stride;
}

void bp_tile_cache_begin(bp_raster *raster) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    bool continues = raster->pass.framebuffer_unchanged && !raster->pass.reference &&
                     same_framebuffer(&raster->framebuffer, &cache->framebuffer);
    cache->framebuffer = raster->framebuffer;
    if (continues) return;
    cache->draw_count = 0;
    for (size_t i = 0; i < cache->tile_count; i++) cache->tiles[i].count = 0;
}

void bp_tile_cache_free(bp_raster *raster) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    for (size_t i = 0; i < cache->tile_count; i++) bp_free(&raster->allocator, cache->tiles[i].bytes);
    for (size_t i = 0; i < cache->draw_capacity; i++) bp_free(&raster->allocator, cache->draws[i].indices);
    bp_free(&raster->allocator, cache->tiles);
    bp_free(&raster->allocator, cache->draws);
}

/* ---- records ------------------------------------------------------------------------------------ */

/* What a record says of a command, before its primitives. No padding. */
typedef struct command_header {
    uint64_t kind, draw_id; /* of primitives or of triangles, else 0 */
    uint64_t count;         /* of the chunk's primitives in the tile */
    bp_irect scissor;
    uint32_t color, depth, switches;
    uint32_t first; /* the chunk's first triangle, else 0 */
} command_header;

/* Draw and chunk determine which triangles are in the tile. How samples are resolved belongs to a draw,
 * too. */
static command_header header_of(const bp_raster *raster, const bp_work_item *item) {
    const bp_command *c = item->chunk->command;
    command_header header = {.kind = (uintptr_t)c->kind,
                             .scissor = c->scissor,
                             .color = (uint32_t)c->color,
                             .depth = (uint32_t)c->depth,
                             .switches = c->no_depth_write | c->no_color_write * 2u | c->blend * 4u,
                             .count = item->count};
    if (!c->triangles) return header;
    header.draw_id = c->triangles->draw_id;
    header.first = item->chunk->first;
    header.switches |= (uint32_t)raster->pass.color << 4 | (uint32_t)raster->pass.samples << 8;
    return header;
}

/* Whether the work list determines the tile's pixels. */
static bool is_complete(const bp_work_list *list) { return !(list->needs & BP_NEEDS_BEFORE); }

static size_t record_size(const bp_work_list *list) {
    size_t size = 0;
    for (size_t i = 0; i < list->count && is_complete(list); i++) {
        const bp_work_item item = bp_work_list_at(list, i);
        const bp_primitive_kind *kind = item.chunk->command->kind;
        size += sizeof(command_header) + (kind ? item.count * kind->size : 0);
    }
    return size;
}

bool bp_tile_cache_reserve(bp_raster *raster, bp_error *error) {
    const size_t count = bp_workspace_tile_count(&raster->workspace);
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    if (!bp_raster_grow(raster, &cache->tiles, &cache->tile_count, count, sizeof *cache->tiles, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const bp_work_list list = bp_work_list_of(raster, i);
        bp_cached_tile *tile = &cache->tiles[i];
        if (!bp_raster_grow(raster, &tile->bytes, &tile->capacity, record_size(&list), 1, error))
            return false;
    }
    return true;
}

/* ---- comparing ---------------------------------------------------------------------------------- */

/* A record that is being compared and rewritten. */
typedef struct comparison {
    bp_cached_tile *tile;
    size_t at;
    bool same;
} comparison;

static void compare(comparison *c, const void *bytes, size_t size) {
    uint8_t *recorded = c->tile->bytes + c->at;
    c->at += size;
    if (c->same && c->at <= c->tile->count && memcmp(recorded, bytes, size) == 0) return;
    c->same = false;
    memcpy(recorded, bytes, size);
}

bool bp_tile_cache_hit(bp_raster *raster, size_t tile, const bp_work_list *list) {
    comparison c = {.tile = &raster->workspace.tile_cache.tiles[tile], .same = is_complete(list)};
    for (size_t i = 0; i < list->count && is_complete(list); i++) {
        const bp_work_item item = bp_work_list_at(list, i);
        const bp_command *command = item.chunk->command;
        const command_header header = header_of(raster, &item);
        compare(&c, &header, sizeof header);
        for (size_t k = 0; k < item.count && command->kind; k++)
            compare(&c, bp_command_primitive(command, item.chunk->first + item.entries[k]),
                    command->kind->size);
    }
    bool hit = c.same && c.at == c.tile->count;
    c.tile->count = c.at;
    return hit;
}
