/* kept_draw.c: telling whether a draw of triangles is the one of the last pass. The vertices that were transformed
 * then are still there: two blocks of memory take turns. */
#include "raster/pass.h"
#include <stddef.h>
#include <string.h>

static size_t index_size(const bp_triangles *t) { return t->indices.u32 ? 4 : t->indices.u16 ? 2 : 0; }

static const void *indices_of(const bp_triangles *t) {
    return t->indices.u32 ? (const void *)t->indices.u32 : t->indices.u16;
}

/* Given vertices of as many floats, the rest of a surface follows from these, or stands with the command. Its last
 * members have four bytes each: no padding between them. */
static bool same_surface(const bp_shading *a, const bp_shading *b) {
    const size_t start = offsetof(bp_shading, base),
                 end = offsetof(bp_shading, wire_radius) + sizeof a->wire_radius;
    return a->texture == b->texture && a->filter == b->filter && a->wrap_u == b->wrap_u &&
           a->wrap_v == b->wrap_v && a->color_offset == b->color_offset &&
           memcmp((const char *)a + start, (const char *)b + start, end - start) == 0;
}

/* What is cut by a plane depends on more than its transformed vertices. */
static bool is_cut(const bp_triangles *t) {
    unsigned any = 0;
    for (size_t i = 0; i < t->vertices.count; i++) any |= t->outcodes[i];
    return any != 0;
}

static bool same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

static bool is_same(const bp_cached_draw *draw) {
    const bp_triangles *a = &draw->as, *b = draw->now;
    return a->vertices.count == b->vertices.count && a->floats == b->floats &&
           a->indices.count == b->indices.count && index_size(a) == index_size(b) && a->cull == b->cull &&
           a->front_clockwise == b->front_clockwise && same_surface(&a->shading, &b->shading) &&
           same_bytes(a->transformed, b->transformed,
                      b->vertices.count * (size_t)b->floats * sizeof(float)) &&
           same_bytes(draw->indices, indices_of(b), b->indices.count * index_size(b)) && !is_cut(b);
}

/* Compares, and keeps what is there now. */
static void draw_job(void *user, size_t index, int worker) {
    const bp_raster *raster = user;
    const bp_tile_cache *cache = &raster->workspace.tile_cache;
    bp_cached_draw *draw = &cache->draws[index];
    const bp_triangles *now = draw->now;
    (void)worker;
    draw->same = index < cache->draw_count && is_same(draw);
    draw->as = *now;
    const size_t bytes = now->indices.count * index_size(now);
    if (!draw->same && bytes > 0) memcpy(draw->indices, indices_of(now), bytes);
}

/* Puts a draw into its place, where there is room for its indices. */
static bool place(bp_raster *raster, size_t index, bp_triangles *now, bp_error *error) {
    bp_tile_cache *cache = &raster->workspace.tile_cache;
    void *draws = cache->draws;
    bool good = bp_raster_grow(raster, &draws, &cache->draw_room, index + 1, sizeof *cache->draws, error);
    cache->draws = draws;
    if (!good) return false;
    bp_cached_draw *draw = &cache->draws[index];
    draw->now = now;
    return bp_raster_grow(raster, &draw->indices, &draw->index_room, now->indices.count * index_size(now), 1,
                          error);
}

bool bp_tile_cache_identify_draws(bp_raster *raster, bp_error *error) {
    bp_workspace *m = &raster->workspace;
    size_t count = 0;
    for (size_t i = 0; i < raster->command_count; i++) {
        bp_triangles *t = raster->commands[i].triangles;
        if (t && !place(raster, count++, t, error)) return false;
    }
    if (count == 0) return true; /* what is known stays known */
    bp_pool_run(bp_context_pool(raster->context), count, draw_job, raster);
    for (size_t i = 0; i < count; i++) {
        bp_cached_draw *draw = &m->tile_cache.draws[i];
        if (!draw->same) draw->number = ++m->tile_cache.numbers;
        draw->now->number = draw->number;
    }
    m->tile_cache.draw_count = count;
    float *vertices = m->transformed;
    size_t room = m->transformed_room;
    m->transformed = m->transformed_before, m->transformed_room = m->before_room;
    m->transformed_before = vertices, m->before_room = room;
    return true;
}
