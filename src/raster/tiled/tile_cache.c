/* The tiles' records. One function compares and writes a record: while the new bytes equal the old ones it
 * writes nothing, and from the first difference on it writes all bytes. */
#include "base/pool.h"
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

/* The state of a command in a record. Its primitives follow. No padding. */
typedef struct command_header {
    uint64_t kind, draw_id; /* of primitives or of triangles, else 0 */
    uint64_t count;         /* of the chunk's primitives in the tile */
    bp_irect scissor;
    uint32_t color, depth, switches;
    uint32_t first; /* the chunk's first triangle, else 0 */
} command_header;

/* A draw and a chunk determine which triangles are in the tile. The pass's samples and their colour mode
 * belong to the record of a draw, too. */
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
static bool is_complete(const bp_work_list *list) { return !(list->needs & BP_NEEDS_LOAD); }

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
    if (!bp_grow(&raster->allocator, &cache->tiles, &cache->tile_count, count, sizeof *cache->tiles, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const bp_work_list list = bp_work_list_of(raster, i);
        bp_cached_tile *tile = &cache->tiles[i];
        if (!bp_grow(&raster->allocator, &tile->bytes, &tile->capacity, record_size(&list), 1, error))
            return false;
    }
    return true;
}

/* A record that is being compared and rewritten. */
typedef struct comparison {
    bp_cached_tile *tile;
    size_t offset;
    bool same;
} comparison;

static void compare(comparison *c, const void *bytes, size_t size) {
    uint8_t *recorded = c->tile->bytes + c->offset;
    c->offset += size;
    if (c->same && c->offset <= c->tile->count && memcmp(recorded, bytes, size) == 0) return;
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
    bool hit = c.same && c.offset == c.tile->count;
    c.tile->count = c.offset;
    return hit;
}

/* ---- draws of triangles: has a draw changed since the last pass? --------------------------------
 * The last pass's transformed vertices are kept: passes alternate between two blocks of memory. */

static size_t index_size(const bp_triangles *t) { return t->indices.u32 ? 4 : t->indices.u16 ? 2 : 0; }

static const void *indices_of(const bp_triangles *t) {
    return t->indices.u32 ? (const void *)t->indices.u32 : t->indices.u16;
}

/* Compares the fields that follow neither from the number of floats per vertex nor from the command's state.
 * The last members, from `base` on, have four bytes each, without padding between them. */
static bool same_shading(const bp_shading *a, const bp_shading *b) {
    const size_t start = offsetof(bp_shading, base),
                 end = offsetof(bp_shading, wire_radius) + sizeof a->wire_radius;
    return memcmp(&a->sampler, &b->sampler, sizeof a->sampler) == 0 && a->color_offset == b->color_offset &&
           a->physical == b->physical &&
           memcmp((const char *)a + start, (const char *)b + start, end - start) == 0 &&
           (!a->physical || memcmp(&a->pbr, &b->pbr, sizeof a->pbr) == 0);
}

/* Clipped triangles depend on more than the transformed vertices. */
static bool is_clipped(const bp_triangles *t) {
    unsigned any = 0;
    for (size_t i = 0; i < t->vertices.count; i++) any |= t->outcodes[i];
    return any != 0;
}

static bool same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

static bool is_unchanged(const bp_cached_draw *draw) {
    const bp_triangles *a = &draw->last, *b = draw->current;
    return a->vertices.count == b->vertices.count && a->floats == b->floats &&
           a->indices.count == b->indices.count && index_size(a) == index_size(b) && a->cull == b->cull &&
           a->front_clockwise == b->front_clockwise && same_shading(&a->shading, &b->shading) &&
           same_bytes(a->transformed, b->transformed,
                      b->vertices.count * (size_t)b->floats * sizeof(float)) &&
           same_bytes(draw->indices, indices_of(b), b->indices.count * index_size(b)) && !is_clipped(b);
}

/* Compares a draw with that of the last pass, and keeps it for the next pass. */
static void draw_job(void *user, size_t index, int worker) {
    const bp_tile_cache *cache = user;
    bp_cached_draw *draw = &cache->draws[index];
    const bp_triangles *current = draw->current;
    (void)worker;
    draw->unchanged = index < cache->draw_count && is_unchanged(draw);
    draw->last = *current;
    const size_t bytes = current->indices.count * index_size(current);
    if (!draw->unchanged && bytes > 0) memcpy(draw->indices, indices_of(current), bytes);
}

/* Stores a draw of this pass, and makes room for a copy of its indices. */
static bool set_draw(bp_raster *raster, size_t index, bp_triangles *current, bp_error *error) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    if (!bp_grow(&raster->allocator, &cache->draws, &cache->draw_capacity, index + 1, sizeof *cache->draws,
                 error))
        return false;
    bp_cached_draw *draw = &cache->draws[index];
    draw->current = current;
    return bp_grow(&raster->allocator, &draw->indices, &draw->index_capacity,
                   current->indices.count * index_size(current), 1, error);
}

bool bp_tile_cache_identify_draws(bp_raster *raster, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    bp_tile_cache *cache = &w->tile_cache;
    size_t count = 0;
    for (size_t i = 0; i < raster->command_count; i++) {
        bp_triangles *t = raster->commands[i].triangles;
        if (t && !set_draw(raster, count++, t, error)) return false;
    }
    if (count == 0) return true; /* keeps the draws of earlier passes */
    bp_pool_run(bp_context_pool(raster->context), count, draw_job, cache);
    for (size_t i = 0; i < count; i++) {
        bp_cached_draw *draw = &cache->draws[i];
        if (!draw->unchanged) draw->id = ++cache->last_id;
        draw->current->draw_id = draw->id;
    }
    cache->draw_count = count;
    float *vertices = w->transformed;
    size_t capacity = w->transformed_capacity;
    w->transformed = w->previous_transformed, w->transformed_capacity = w->previous_capacity;
    w->previous_transformed = vertices, w->previous_capacity = capacity;
    return true;
}
