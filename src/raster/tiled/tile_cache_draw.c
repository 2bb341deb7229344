/* Draws of triangles from pass to pass: has a draw changed since the last pass? The last pass's transformed
 * vertices are still there: two blocks of memory take turns. */
#include "raster/pass.h"
#include <stddef.h>
#include <string.h>

static size_t index_size(const bp_triangles *t) { return t->indices.u32 ? 4 : t->indices.u16 ? 2 : 0; }

static const void *indices_of(const bp_triangles *t) {
    return t->indices.u32 ? (const void *)t->indices.u32 : t->indices.u16;
}

/* Compares what the shading state adds to vertices of equally many floats and to the command's state. Its
 * last members, from `base` on, have four bytes each: no padding between them. */
static bool same_shading(const bp_shading *a, const bp_shading *b) {
    const size_t start = offsetof(bp_shading, base),
                 end = offsetof(bp_shading, wire_radius) + sizeof a->wire_radius;
    return a->texture == b->texture && a->filter == b->filter && a->wrap_u == b->wrap_u &&
           a->wrap_v == b->wrap_v && a->color_offset == b->color_offset &&
           memcmp((const char *)a + start, (const char *)b + start, end - start) == 0;
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

/* Compares a draw with the last pass's, and keeps it for the next pass. */
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

/* Sets the pass's draw of an index, and makes room for a copy of its indices. */
static bool set_draw(bp_raster *raster, size_t index, bp_triangles *current, bp_error *error) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    if (!bp_raster_grow(raster, &cache->draws, &cache->draw_capacity, index + 1, sizeof *cache->draws, error))
        return false;
    bp_cached_draw *draw = &cache->draws[index];
    draw->current = current;
    return bp_raster_grow(raster, &draw->indices, &draw->index_capacity,
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
    if (count == 0) return true; /* the known draws stay known */
    bp_pool_run(bp_context_pool(raster->context), count, draw_job, cache);
    for (size_t i = 0; i < count; i++) {
        bp_cached_draw *draw = &cache->draws[i];
        if (!draw->unchanged) draw->id = ++cache->last_id;
        draw->current->draw_id = draw->id;
    }
    cache->draw_count = count;
    float *vertices = w->transformed;
    size_t capacity = w->transformed_capacity;
    w->transformed = w->transformed_before, w->transformed_capacity = w->before_capacity;
    w->transformed_before = vertices, w->before_capacity = capacity;
    return true;
}
