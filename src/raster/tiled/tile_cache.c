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
    if (cache->last_pass_has_draws) {
        bp_workspace *w = &raster->workspace;
        bp_chunk *chunks = w->chunks;
        size_t capacity = w->chunk_capacity;
        w->chunks = w->previous_chunks, w->chunk_capacity = w->previous_capacity;
        w->previous_chunks = chunks, w->previous_capacity = capacity;
        cache->last_pass_has_draws = false;
    }
    if (continues) return;
    cache->draw_count = 0;
    for (size_t i = 0; i < cache->tile_count; i++) cache->tiles[i].count = 0;
}

void bp_tile_cache_free(bp_raster *raster) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    for (size_t i = 0; i < cache->tile_count; i++) bp_free(&raster->allocator, cache->tiles[i].bytes);
    bp_free(&raster->allocator, cache->tiles);
    bp_free(&raster->allocator, cache->draws);
}

/* ---- records ------------------------------------------------------------------------------------ */

/* The state of a command in a record. Its primitives follow. No padding. */
typedef struct command_header {
    uint64_t kind, draw_id; /* of primitives or of triangles, else 0 */
    uint64_t count;         /* of the chunk's primitives in the tile, 0 for triangles */
    bp_irect scissor;
    uint32_t color, depth, switches;
    uint32_t first; /* the chunk's first triangle, else 0 */
} command_header;

/* The triangles themselves are compared with the last pass's (same_triangles). The pass's samples and their
 * colour mode belong to the record of a draw, too. */
static command_header header_of(const bp_raster *raster, const bp_work_item *item) {
    const bp_command *c = item->chunk->command;
    command_header header = {.kind = (uintptr_t)c->kind,
                             .scissor = c->scissor,
                             .color = (uint32_t)c->color,
                             .depth = (uint32_t)c->depth,
                             .switches = c->no_depth_write | c->no_color_write * 2u | c->blend * 4u,
                             .count = c->triangles ? 0 : item->count};
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

/* A walk over the triangles of a chunk in a tile. */
typedef struct triangle_walk {
    bp_work_item left;
    uint32_t first, bits; /* of the current entry: its triangles that are left */
} triangle_walk;

/* The vertices of the next triangle, as indices; NULL: there is none. */
static const uint16_t *next_triangle(triangle_walk *w) {
    if (w->bits == 0) {
        if (w->left.count == 0) return NULL;
        w->left.count--;
        const uint32_t entry = *w->left.entries++;
        w->first = entry & BP_ENTRY_FIRST;
        w->bits = entry >> BP_ENTRY_SHIFT & ((1u << BP_ENTRY_WIDTH) - 1);
    }
    const uint32_t triangle = w->first + (uint32_t)__builtin_ctz(w->bits);
    w->bits &= w->bits - 1;
    return w->left.chunk->corners + (size_t)3 * triangle;
}

/* Whether the chunk's triangles in the tile are those of the last pass, in the same order. */
static bool same_triangles(const bp_work_item *item, int x, int y) {
    const bp_chunk *chunk = item->chunk, *last = chunk->previous;
    const uint16_t *a, *b;
    if (chunk->unchanged) return true;
    if (!last || !chunk->corners || !last->corners || chunk->clipped_count + last->clipped_count > 0)
        return false;
    const size_t floats = (size_t)chunk->command->triangles->floats;
    triangle_walk now = {.left = *item}, before = {.left = bp_chunk_in_tile(last, x, y)};
    while ((a = next_triangle(&now)) != NULL) {
        if ((b = next_triangle(&before)) == NULL) return false;
        for (int k = 0; k < 3; k++)
            if (memcmp(chunk->vertices + a[k] * floats, last->vertices + b[k] * floats,
                       floats * sizeof(float)) != 0)
                return false;
    }
    return next_triangle(&before) == NULL;
}

bool bp_tile_cache_hit(bp_raster *raster, size_t tile, const bp_work_list *list) {
    comparison c = {.tile = &raster->workspace.tile_cache.tiles[tile], .same = is_complete(list)};
    for (size_t i = 0; i < list->count && is_complete(list); i++) {
        const bp_work_item item = bp_work_list_at(list, i);
        const bp_command *command = item.chunk->command;
        const command_header header = header_of(raster, &item);
        if (bp_command_is_resolve(command) && !(list->needs & BP_NEEDS_SAMPLES)) continue; /* does nothing */
        c.same = c.same && (!command->triangles || same_triangles(&item, list->x, list->y));
        compare(&c, &header, sizeof header);
        for (size_t k = 0; k < item.count && command->kind; k++)
            compare(&c, bp_command_primitive(command, item.chunk->first + item.entries[k]),
                    command->kind->size);
    }
    bool hit = c.same && c.offset == c.tile->count;
    c.tile->count = c.offset;
    return hit;
}

/* ---- draws of triangles: what has changed since the last pass? ----------------------------------
 * The chunks of the last pass with draws are kept: such passes alternate between two arrays. */

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

static bool same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

/* Clipped triangles have padding, so they count as changed. */
static bool same_chunk(const bp_chunk *a, const bp_chunk *b) {
    const size_t entries = bp_chunk_entry_count(b);
    return bp_chunk_entry_count(a) == entries && a->copy_size == b->copy_size && b->clipped_count == 0 &&
           memcmp(&a->tiles, &b->tiles, sizeof a->tiles) == 0 &&
           (entries == 0 ||
            same_bytes(a->offsets, b->offsets, bp_irect_area(b->tiles) * sizeof *b->offsets)) &&
           same_bytes(a->entries, b->entries, entries * sizeof *b->entries) &&
           same_bytes(a->copy, b->copy, b->copy_size);
}

/* Compares a draw with that of the last pass, pairs their chunks, and keeps it for the next pass. A draw with
 * the same state keeps its id. */
static void identify_draw(bp_workspace *w, bp_cached_draw *draw, bool known) {
    const bp_triangles *a = &draw->last, *b = draw->current;
    const bool same = known && draw->last_count == draw->count && a->floats == b->floats &&
                      same_shading(&a->shading, &b->shading);
    if (!same) draw->id = ++w->tile_cache.last_id;
    for (size_t i = 0; i < draw->count; i++)
        w->chunks[draw->first + i].previous = same ? &w->previous_chunks[draw->last_first + i] : NULL;
    draw->current->draw_id = draw->id;
    draw->last = *draw->current;
    draw->last_first = draw->first;
    draw->last_count = draw->count;
}

static void chunk_job(void *user, size_t index, int worker) {
    const bp_workspace *w = user;
    bp_chunk *chunk = &w->chunks[index];
    (void)worker;
    if (chunk->command->triangles) chunk->unchanged = chunk->previous && same_chunk(chunk->previous, chunk);
}

/* Lists the pass's draws, each with its chunks. */
static bool list_draws(bp_raster *raster, size_t *count, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    bp_tile_cache *cache = &w->tile_cache;
    *count = 0;
    for (size_t i = 0; i < w->chunk_count; i++) {
        bp_triangles *t = w->chunks[i].command->triangles;
        if (!t) continue;
        if (*count == 0 || cache->draws[*count - 1].current != t) {
            if (!bp_grow(&raster->allocator, &cache->draws, &cache->draw_capacity, *count + 1,
                         sizeof *cache->draws, error))
                return false;
            bp_cached_draw *draw = &cache->draws[(*count)++];
            draw->current = t;
            draw->first = i;
            draw->count = 0;
        }
        cache->draws[*count - 1].count++;
    }
    return true;
}

bool bp_tile_cache_identify_draws(bp_raster *raster, bp_error *error) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    size_t count;
    if (!list_draws(raster, &count, error)) return false;
    if (count == 0) return true; /* keeps the draws of earlier passes */
    for (size_t i = 0; i < count; i++)
        identify_draw(&raster->workspace, &cache->draws[i], i < cache->draw_count);
    bp_pool_run(bp_context_pool(raster->context), raster->workspace.chunk_count, chunk_job,
                &raster->workspace);
    cache->draw_count = count;
    cache->last_pass_has_draws = true;
    return true;
}
