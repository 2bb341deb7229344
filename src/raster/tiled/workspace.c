/* Memory of the tiled executor, which grows before a pass is drawn, and is kept for the next pass. */
#include "base/pool.h"
#include "raster/pass.h"
#include <string.h>

/* Building the tile work lists: a counting sort of (tile, chunk) pairs by tile, in the order of the
 * chunks. */

static unsigned needs_of(const bp_command *command) {
    bool depth = command->depth != BP_DEPTH_ALWAYS || !command->no_depth_write;
    return (command->triangles ? BP_NEEDS_SAMPLES : 0u) | (depth ? BP_NEEDS_DEPTH : 0u);
}

/* Visits each tile of each chunk with entries there: increments starts[tile], or also stores the chunk's
 * index at that position. */
static void visit_chunks(bp_raster *raster, bool counting) {
    const bp_workspace *w = &raster->workspace;
    bp_work_lists *lists = &raster->workspace.work_lists;
    for (size_t i = 0; i < w->chunk_count; i++) {
        const bp_chunk *chunk = &w->chunks[i];
        const uint32_t *offset = chunk->offsets;
        unsigned needs = needs_of(chunk->command);
        for (int y = chunk->tiles.y0; y < chunk->tiles.y1; y++)
            for (int x = chunk->tiles.x0; x < chunk->tiles.x1; x++, offset++) {
                size_t tile = (size_t)y * (size_t)w->tiles_x + (size_t)x;
                if (offset[0] == offset[1]) continue;
                uint32_t position = lists->starts[tile]++;
                if (!counting) lists->chunks[position] = (uint32_t)i;
                lists->needs[tile] |= (uint8_t)needs;
            }
    }
}

/* Replaces the tiles' counts by the starts of their lists, and returns the sum. */
static uint32_t prefix_sums(uint32_t *starts, size_t tiles) {
    uint32_t sum = 0;
    for (size_t i = 0; i <= tiles; i++) {
        uint32_t count = starts[i];
        starts[i] = sum;
        sum += count;
    }
    return sum;
}

bool bp_work_lists_build(bp_raster *raster, bp_error *error) {
    bp_work_lists *lists = &raster->workspace.work_lists;
    size_t tiles = bp_workspace_tile_count(&raster->workspace);
    if (!bp_grow(&raster->allocator, &lists->starts, &lists->start_capacity, tiles + 1, sizeof *lists->starts,
                 error) ||
        !bp_grow(&raster->allocator, &lists->needs, &lists->need_capacity, tiles, sizeof *lists->needs,
                 error))
        return false;
    memset(lists->starts, 0, (tiles + 1) * sizeof *lists->starts);
    bool clears = bp_command_clears_all(&raster->commands[0], &raster->framebuffer);
    memset(lists->needs, clears ? 0 : BP_NEEDS_LOAD, tiles);
    visit_chunks(raster, true);
    if (!bp_grow(&raster->allocator, &lists->chunks, &lists->chunk_capacity,
                 prefix_sums(lists->starts, tiles), sizeof *lists->chunks, error))
        return false;
    visit_chunks(raster, false);
    /* Storing has advanced each start to the start of the next list. */
    memmove(lists->starts + 1, lists->starts, tiles * sizeof *lists->starts);
    lists->starts[0] = 0;
    return true;
}

enum { VERTEX_RUN = 4096 };

static void free_workers(bp_raster *raster) {
    bp_workspace *w = &raster->workspace;
    for (int i = 0; i < w->workers; i++) {
        if (w->binners) {
            bp_free(&raster->allocator, w->binners[i].counts);
            bp_free(&raster->allocator, w->binners[i].pairs);
            bp_free(&raster->allocator, w->binners[i].numbers);
        }
        if (w->tiles) {
            bp_free_aligned(&raster->allocator, w->tiles[i].target.color);
            bp_free_aligned(&raster->allocator, w->tiles[i].target.depth);
        }
    }
    bp_free_aligned(&raster->allocator, w->binners);
    bp_free_aligned(&raster->allocator, w->tiles);
    w->binners = NULL;
    w->tiles = NULL;
    w->workers = w->samples = 0;
}

static void free_chunks(const bp_raster *raster, bp_chunk *chunks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bp_free(&raster->allocator, chunks[i].offsets);
        bp_free(&raster->allocator, chunks[i].entries);
        bp_free(&raster->allocator, chunks[i].clipped);
        bp_free(&raster->allocator, chunks[i].copy);
    }
    bp_free(&raster->allocator, chunks);
}

void bp_workspace_free(bp_raster *raster) {
    bp_workspace *w = &raster->workspace;
    free_workers(raster);
    free_chunks(raster, w->chunks, w->chunk_capacity);
    free_chunks(raster, w->previous_chunks, w->previous_capacity);
    bp_free(&raster->allocator, w->runs);
    for (size_t i = 0; i < w->store_capacity; i++) bp_free_aligned(&raster->allocator, w->stores[i].data);
    bp_free(&raster->allocator, w->stores);
    bp_free(&raster->allocator, w->outcodes);
    bp_free(&raster->allocator, w->tile_seconds);
    bp_free(&raster->allocator, w->drawn);
    bp_free(&raster->allocator, w->work_lists.starts);
    bp_free(&raster->allocator, w->work_lists.chunks);
    bp_free(&raster->allocator, w->work_lists.needs);
    bp_tile_cache_free(raster);
    *w = (bp_workspace){0};
}

static bool make_worker(bp_raster *raster, int i, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    const bp_allocator *allocator = &raster->allocator;
    bp_binner *binner = &w->binners[i];
    bp_target *target = &w->tiles[i].target;
    const size_t bytes = (size_t)BP_TILE_SAMPLE_STRIDE * 4 * (size_t)w->samples;
    *binner = (bp_binner){.allocator = allocator, .tiles_x = w->tiles_x, .tiles_y = w->tiles_y};
    binner->counts = bp_alloc(allocator, bp_workspace_tile_count(w), sizeof *binner->counts, error);
    target->color = bp_alloc_aligned(allocator, bytes, 64, error);
    target->depth = bp_alloc_aligned(allocator, bytes, 64, error);
    bp_tile_init_bit_indices(&w->tiles[i]);
    return binner->counts && target->color && target->depth &&
           bp_grow(allocator, &binner->pairs, &binner->pair_capacity, BP_CHUNK_SIZE, sizeof *binner->pairs,
                   error);
}

static bool make_workers(bp_raster *raster, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    int workers = bp_pool_threads(bp_context_pool(raster->context));
    int tiles_x = (raster->framebuffer.width + BP_TILE_SIZE - 1) >> BP_TILE_SHIFT;
    int tiles_y = (raster->framebuffer.height + BP_TILE_SIZE - 1) >> BP_TILE_SHIFT;
    if (w->workers == workers && w->samples >= raster->pass.samples && w->tiles_x == tiles_x &&
        w->tiles_y == tiles_y)
        return true;
    free_workers(raster);
    const bp_allocator *allocator = &raster->allocator;
    w->tiles_x = tiles_x;
    w->tiles_y = tiles_y;
    w->binners = bp_alloc_aligned(allocator, (size_t)workers * sizeof *w->binners, BP_WORKER_ALIGN, error);
    size_t tile_bytes = (size_t)workers * sizeof *w->tiles;
    w->tiles = w->binners ? bp_alloc_aligned(allocator, tile_bytes, BP_WORKER_ALIGN, error) : NULL;
    w->workers = workers;
    w->samples = raster->pass.samples;
    bool ok = w->tiles != NULL;
    for (int i = 0; i < workers && ok; i++) ok = make_worker(raster, i, error);
    if (!ok) free_workers(raster);
    return ok;
}

/* ---- batches ------------------------------------------------------------------------------------
 * Draws are transformed and binned in batches. If most triangles of a batch are culled, its chunks are
 * compacted, and the next batch uses the same memory, which then stays in the processor's cache. */

enum { BATCH_FLOATS = 1 << 20 };

/* Floats of a draw's transformed vertices, rounded up to whole cache lines. */
static size_t floats_of(const bp_triangles *t) {
    return (t->vertices.count * (size_t)t->floats + 15) & ~(size_t)15;
}

/* Makes room for the transformed vertices of a batch, and gives each draw its part. */
static bool make_vertices(bp_raster *raster, size_t first, size_t end, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    size_t floats = 0, vertices = 0;
    for (size_t i = first; i < end; i++) {
        const bp_triangles *t = raster->commands[i].triangles;
        if (!t) continue;
        floats += floats_of(t);
        vertices += t->vertices.count;
    }
    if (!bp_grow(&raster->allocator, &w->outcodes, &w->outcodes_capacity, vertices, 1, error) ||
        !bp_grow(&raster->allocator, &w->stores, &w->store_capacity, w->store + 1, sizeof *w->stores, error))
        return false;
    bp_floats *store = &w->stores[w->store];
    if (floats > store->capacity) {
        bp_free_aligned(&raster->allocator, store->data);
        *store = (bp_floats){bp_alloc_aligned(&raster->allocator, floats * sizeof(float), 64, error), floats};
        if (!store->data) store->capacity = 0;
        if (!store->data) return false;
    }
    float *transformed = store->data;
    uint8_t *outcodes = w->outcodes;
    for (size_t i = first; i < end; i++) {
        bp_triangles *t = raster->commands[i].triangles;
        if (!t) continue;
        t->transformed = transformed;
        t->outcodes = outcodes;
        transformed += floats_of(t);
        outcodes += t->vertices.count;
    }
    return true;
}

static bool make_runs(bp_raster *raster, const bp_triangles *t, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    for (size_t first = 0; t && first < t->vertices.count; first += VERTEX_RUN) {
        if (!bp_grow(&raster->allocator, &w->runs, &w->run_capacity, w->run_count + 1, sizeof *w->runs,
                     error))
            return false;
        size_t left = t->vertices.count - first;
        w->runs[w->run_count++] = (bp_vertex_run){t, first, left < VERTEX_RUN ? left : VERTEX_RUN};
    }
    return true;
}

static bool make_chunks(bp_raster *raster, const bp_command *command, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    for (uint32_t first = 0, count; first < command->count; first += count) {
        uint32_t left = command->count - first;
        count = left < BP_CHUNK_SIZE ? left : BP_CHUNK_SIZE;
        if (!bp_grow(&raster->allocator, &w->chunks, &w->chunk_capacity, w->chunk_count + 1,
                     sizeof *w->chunks, error))
            return false;
        bp_chunk *chunk = &w->chunks[w->chunk_count++];
        chunk->command = command;
        chunk->first = first;
        chunk->count = count;
    }
    return true;
}

/* Grows an array to exactly so many elements. */
static bool grow_to(const bp_allocator *allocator, void *array, size_t *capacity, size_t count, size_t size) {
    void *block;
    memcpy(&block, array, sizeof block);
    if (*capacity >= count) return true;
    if (!(block = bp_realloc(allocator, block, *capacity, count, size, NULL))) return false;
    memcpy(array, &block, sizeof block);
    *capacity = count;
    return true;
}

/* Chance decides which worker meets the largest chunk of the next pass. Without memory it asks again then. */
void bp_workspace_equalize(bp_raster *raster) {
    bp_workspace *w = &raster->workspace;
    size_t pairs = 0, numbers = 0;
    for (int i = 0; i < w->workers; i++) {
        bp_binner *b = &w->binners[i];
        if (b->pair_capacity > pairs) pairs = b->pair_capacity;
        if (b->number_capacity > numbers) numbers = b->number_capacity;
    }
    bool ok = true;
    for (int i = 0; ok && i < w->workers; i++) {
        bp_binner *b = &w->binners[i];
        ok = grow_to(b->allocator, &b->pairs, &b->pair_capacity, pairs, sizeof *b->pairs) &&
             grow_to(b->allocator, &b->numbers, &b->number_capacity, numbers, sizeof *b->numbers);
    }
}

bool bp_workspace_keeps_batch(const bp_raster *raster, size_t first_chunk, size_t end) {
    const bp_workspace *w = &raster->workspace;
    uint64_t all = 0, dropped = 0;
    /* The tile cache compares compact chunks, and statistics count them. */
    if (raster->pass.framebuffer_unchanged || raster->counts) return false;
    if (end == raster->command_count) return true;
    for (size_t i = first_chunk; i < w->chunk_count; i++) {
        const bp_counters *c = &w->chunks[i].counters;
        all += c->triangles_in;
        dropped += c->triangles_culled + c->triangles_invalid;
    }
    return 4 * dropped < 3 * all;
}

size_t bp_workspace_prepare_batch(bp_raster *raster, size_t first, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    size_t end = first, floats = 0;
    w->run_count = 0;
    for (; end < raster->command_count; end++) {
        const bp_command *command = &raster->commands[end];
        floats += command->triangles ? floats_of(command->triangles) : 0;
        if (end > first && floats > BATCH_FLOATS) break;
        if (!make_runs(raster, command->triangles, error) || !make_chunks(raster, command, error))
            return first;
    }
    return make_vertices(raster, first, end, error) ? end : first;
}

bool bp_workspace_prepare(bp_raster *raster, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    w->chunk_count = w->store = 0;
    return make_workers(raster, error) &&
           bp_grow(&raster->allocator, &w->drawn, &w->drawn_capacity, bp_workspace_tile_count(w), 1, error) &&
           (!raster->pass.time_tiles ||
            bp_grow(&raster->allocator, &w->tile_seconds, &w->tile_seconds_capacity,
                    bp_workspace_tile_count(w), sizeof *w->tile_seconds, error));
}
