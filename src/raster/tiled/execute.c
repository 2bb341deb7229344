/* The fast path, stage by stage, each parallel in itself: vertices by the run, primitives by the chunk into
 * bins, tiles. Runs, chunks and tiles do not depend on the number of threads, and nor does anything else. */
#include "raster/pass.h"

enum { VERTEX_RUN = 4096 };

/* ---- memory ------------------------------------------------------------------------------------ */

static void free_workers(bp_raster *raster) {
    bp_workspace *m = &raster->workspace;
    for (int i = 0; i < m->workers; i++) {
        if (m->binners) {
            bp_free(&raster->allocator, m->binners[i].counts);
            bp_free(&raster->allocator, m->binners[i].pairs);
        }
        if (m->tiles) {
            bp_free_aligned(&raster->allocator, m->tiles[i].target.color);
            bp_free_aligned(&raster->allocator, m->tiles[i].target.depth);
        }
    }
    bp_free_aligned(&raster->allocator, m->binners);
    bp_free_aligned(&raster->allocator, m->tiles);
    m->binners = NULL;
    m->tiles = NULL;
    m->workers = m->samples = 0;
}

void bp_workspace_free(bp_raster *raster) {
    bp_workspace *m = &raster->workspace;
    free_workers(raster);
    for (size_t i = 0; i < m->chunk_room; i++) {
        bp_free(&raster->allocator, m->chunks[i].offsets);
        bp_free(&raster->allocator, m->chunks[i].entries);
        bp_free(&raster->allocator, m->chunks[i].clipped);
    }
    bp_free(&raster->allocator, m->chunks);
    bp_free(&raster->allocator, m->runs);
    bp_free_aligned(&raster->allocator, m->transformed);
    bp_free_aligned(&raster->allocator, m->transformed_before);
    bp_free(&raster->allocator, m->outcodes);
    bp_free(&raster->allocator, m->tile_seconds);
    bp_work_lists_free(raster);
    bp_tile_cache_free(raster);
    *m = (bp_workspace){0};
}

static bool make_workers(bp_raster *raster, bp_error *error) {
    bp_workspace *m = &raster->workspace;
    int workers = bp_pool_threads(bp_context_pool(raster->context));
    int tiles_x = (raster->framebuffer.width + BP_TILE_SIZE - 1) >> BP_TILE_SHIFT;
    int tiles_y = (raster->framebuffer.height + BP_TILE_SIZE - 1) >> BP_TILE_SHIFT;
    if (m->workers == workers && m->samples >= raster->pass.samples && m->binners[0].tiles_x == tiles_x &&
        m->binners[0].tiles_y == tiles_y)
        return true;
    free_workers(raster);
    const bp_allocator *allocator = &raster->allocator;
    m->binners = bp_alloc_aligned(allocator, (size_t)workers * sizeof *m->binners, BP_WORKER_ALIGN, error);
    size_t tile_bytes = (size_t)workers * sizeof *m->tiles;
    m->tiles = m->binners ? bp_alloc_aligned(allocator, tile_bytes, BP_WORKER_ALIGN, error) : NULL;
    m->workers = workers;
    m->samples = raster->pass.samples;
    bool good = m->tiles != NULL;
    size_t bytes = (size_t)BP_TILE_PLANE * 4 * (size_t)m->samples;
    for (int i = 0; i < workers && good; i++) {
        bp_binner *binner = &m->binners[i];
        bp_target *target = &m->tiles[i].target;
        *binner = (bp_binner){.allocator = allocator, .tiles_x = tiles_x, .tiles_y = tiles_y};
        binner->counts =
            bp_alloc(allocator, (size_t)tiles_x * (size_t)tiles_y, sizeof *binner->counts, error);
        target->color = bp_alloc_aligned(allocator, bytes, 64, error);
        target->depth = bp_alloc_aligned(allocator, bytes, 64, error);
        bp_tile_init_bit_indices(&m->tiles[i]);
        good = binner->counts && target->color && target->depth;
    }
    if (!good) free_workers(raster);
    return good;
}

/* Makes room for all transformed vertices and says where each draw's begin. */
static bool make_vertices(bp_raster *raster, bp_error *error) {
    bp_workspace *m = &raster->workspace;
    size_t floats = 0, vertices = 0;
    for (size_t i = 0; i < raster->command_count; i++) {
        const bp_triangles *t = raster->commands[i].triangles;
        if (!t) continue;
        floats += (t->vertices.count * (size_t)t->floats + 15) & ~(size_t)15;
        vertices += t->vertices.count;
    }
    void *outcodes = m->outcodes;
    bool good = bp_raster_grow(raster, &outcodes, &m->outcodes_room, vertices, 1, error);
    m->outcodes = outcodes;
    if (good && floats > m->transformed_room) {
        bp_free_aligned(&raster->allocator, m->transformed);
        m->transformed_room = 0;
        m->transformed = bp_alloc_aligned(&raster->allocator, floats * sizeof(float), 64, error);
        if (!m->transformed) return false;
        m->transformed_room = floats;
    }
    if (!good) return false;
    float *next = m->transformed;
    uint8_t *code = m->outcodes;
    for (size_t i = 0; i < raster->command_count; i++) {
        bp_triangles *t = raster->commands[i].triangles;
        if (!t) continue;
        t->transformed = next;
        t->outcodes = code;
        next += (t->vertices.count * (size_t)t->floats + 15) & ~(size_t)15;
        code += t->vertices.count;
    }
    return true;
}

static bool make_runs(bp_raster *raster, bp_error *error) {
    bp_workspace *m = &raster->workspace;
    m->run_count = 0;
    for (size_t i = 0; i < raster->command_count; i++) {
        const bp_triangles *t = raster->commands[i].triangles;
        for (size_t first = 0; t && first < t->vertices.count; first += VERTEX_RUN) {
            void *runs = m->runs;
            bool good = bp_raster_grow(raster, &runs, &m->run_room, m->run_count + 1, sizeof *m->runs, error);
            m->runs = runs;
            if (!good) return false;
            size_t left = t->vertices.count - first;
            m->runs[m->run_count++] = (bp_vertex_run){t, first, left < VERTEX_RUN ? left : VERTEX_RUN};
        }
    }
    return true;
}

static bool make_chunks(bp_raster *raster, bp_error *error) {
    bp_workspace *m = &raster->workspace;
    m->chunk_count = 0;
    for (size_t i = 0; i < raster->command_count; i++) {
        const bp_command *command = &raster->commands[i];
        for (uint32_t first = 0; first < command->count;) {
            uint32_t left = command->count - first, count = left < BP_CHUNK_SIZE ? left : BP_CHUNK_SIZE;
            void *chunks = m->chunks;
            bool good =
                bp_raster_grow(raster, &chunks, &m->chunk_room, m->chunk_count + 1, sizeof *m->chunks, error);
            m->chunks = chunks;
            if (!good) return false;
            bp_chunk *chunk = &m->chunks[m->chunk_count++];
            chunk->command = command;
            chunk->first = first;
            chunk->count = count;
            first += count;
        }
    }
    return true;
}

/* Room for the tiles' times, where the pass wants them. */
static bool make_times(bp_raster *raster, bp_error *error) {
    bp_workspace *m = &raster->workspace;
    if (!raster->pass.time_tiles) return true;
    size_t count = (size_t)m->binners[0].tiles_x * (size_t)m->binners[0].tiles_y;
    void *seconds = m->tile_seconds;
    bool good =
        bp_raster_grow(raster, &seconds, &m->tile_seconds_room, count, sizeof *m->tile_seconds, error);
    m->tile_seconds = seconds;
    return good;
}

/* ---- stages ------------------------------------------------------------------------------------ */

typedef struct stage {
    bp_raster *raster;
    const bp_raster_kernels *kernels;
} stage;

static void vertex_job(void *user, size_t index, int worker) {
    const stage *s = user;
    const bp_vertex_run *run = &s->raster->workspace.runs[index];
    (void)worker;
    s->kernels->transform(run->triangles, run->first, run->count);
}

static void bin_job(void *user, size_t index, int worker) {
    const stage *s = user;
    bp_chunk *chunk = &s->raster->workspace.chunks[index];
    bp_binner *binner = &s->raster->workspace.binners[worker];
    binner->samples = s->raster->pass.samples;
    bool good = chunk->command->triangles ? s->kernels->bin(binner, chunk) : bp_bin_primitives(binner, chunk);
    chunk->failed = !good;
}

/* The pixels of a tile. */
static bp_irect area_of_tile(const bp_raster *raster, int x, int y) {
    bp_irect whole = {0, 0, raster->framebuffer.width, raster->framebuffer.height};
    return bp_irect_intersect((bp_irect){x * BP_TILE_SIZE, y * BP_TILE_SIZE, (x + 1) * BP_TILE_SIZE, (y + 1) * BP_TILE_SIZE},
                             whole);
}

/* Draws a chunk's marks. What they do to one plane they would do to all: their samples count as many times. */
static void draw_others(const bp_target *target, int samples, const bp_chunk *chunk, const uint32_t *entries,
                        size_t count, bp_counters *sum) {
    const bp_command *command = chunk->command;
    const uint64_t times = (uint64_t)(samples / target->samples);
    bp_irect clip = bp_irect_intersect(target->rect, command->scissor);
    bp_counters counters = {0};
    for (size_t i = 0; i < count; i++) {
        bp_irect box;
        uint32_t index = chunk->first + entries[i];
        command->kind->bounds(command, index, &box);
        box = bp_irect_intersect(box, clip);
        if (!bp_irect_is_empty(box)) command->kind->draw(target, command, index, box, &counters);
    }
    sum->fragments_tested += times * counters.fragments_tested;
    sum->fragments_written += times * counters.fragments_written;
}

/* What is drawn in a tile, and by whom. */
typedef struct tile_work {
    const stage *stage;
    bp_tile *tile; /* the worker's */
    bp_work_list part;
} tile_work;

/* In the tile's own buffers: with one plane as long as no triangle is drawn. */
static void draw_in_tile(const tile_work *work) {
    const stage *s = work->stage;
    const bp_raster *raster = s->raster;
    bp_tile *tile = work->tile;
    bp_target *target = &tile->target;
    const bp_resolve_options how = {&raster->tables, raster->pass.color};
    int samples = raster->pass.samples;
    target->rect = area_of_tile(raster, work->part.x, work->part.y);
    target->pitch = BP_TILE_SIZE;
    target->plane = BP_TILE_PLANE;
    target->samples = 1;
    if (work->part.needs & BP_NEEDS_BEFORE) bp_target_load(target, &raster->framebuffer);
    for (size_t i = 0; i < work->part.count; i++) {
        const uint32_t *entries;
        size_t count;
        const bp_chunk *chunk = bp_work_list_chunk(&work->part, i, &entries, &count);
        if (chunk->command->triangles) {
            bp_target_replicate_samples(target, samples);
            s->kernels->draw(tile, chunk, entries, count);
            continue;
        }
        s->kernels->flush(tile);
        if (!bp_command_is_resolve(chunk->command)) {
            draw_others(target, samples, chunk, entries, count, &tile->counters);
            continue;
        }
        samples = 1;
        if (i + 1 < work->part.count)
            bp_target_resolve_in_place(target, &raster->framebuffer, &how, s->kernels->resolve);
    }
    s->kernels->flush(tile);
    s->kernels->resolve(target, &raster->framebuffer, &how);
}

/* Marks alone, straight into the framebuffer, which has the depth that they need or they need none: nothing is
 * loaded or stored but what they touch. */
static void draw_straight(const tile_work *work) {
    const bp_raster *raster = work->stage->raster;
    const bp_framebuffer *to = &raster->framebuffer;
    bp_target target = {
        .rect = area_of_tile(raster, work->part.x, work->part.y), .pitch = to->stride, .samples = 1};
    size_t at = (size_t)target.rect.y0 * (size_t)to->stride + (size_t)target.rect.x0;
    target.color = (uint32_t *)(void *)to->pixels + at;
    target.depth = to->depth ? to->depth + at : NULL;
    int samples = raster->pass.samples;
    for (size_t i = 0; i < work->part.count; i++) {
        const uint32_t *entries;
        size_t count;
        const bp_chunk *chunk = bp_work_list_chunk(&work->part, i, &entries, &count);
        if (bp_command_is_resolve(chunk->command)) samples = 1;
        draw_others(&target, samples, chunk, entries, count, &work->tile->counters);
    }
}

static void tile_job(void *user, size_t index, int worker) {
    const stage *s = user;
    bp_raster *raster = s->raster;
    tile_work work = {s, &raster->workspace.tiles[worker], bp_work_list_of(raster, index)};
    if (work.part.count == 0) return;
    if (raster->pass.framebuffer_unchanged && bp_tile_cache_hit(raster, index, &work.part)) return;
    work.tile->counters.tiles++;
    bool depth_is_there = raster->framebuffer.depth || !(work.part.needs & BP_NEEDS_DEPTH);
    if (depth_is_there && !(work.part.needs & BP_NEEDS_SAMPLES))
        draw_straight(&work);
    else
        draw_in_tile(&work);
}

static void timed_tile_job(void *user, size_t index, int worker) {
    const stage *s = user;
    double start = bp_seconds();
    tile_job(user, index, worker);
    s->raster->workspace.tile_seconds[index] = (float)(bp_seconds() - start);
}

static bp_pass_times times_of(const bp_raster *raster, double start, double middle) {
    const bp_workspace *m = &raster->workspace;
    bp_pass_times times = {.setup = middle - start, .tiles = bp_seconds() - middle};
    if (!raster->pass.time_tiles) return times;
    times.each_tile = m->tile_seconds;
    times.tiles_x = m->binners[0].tiles_x;
    times.tiles_y = m->binners[0].tiles_y;
    times.tile_size = BP_TILE_SIZE;
    return times;
}

static bool bins_good(const bp_workspace *m, bp_error *error) {
    for (size_t i = 0; i < m->chunk_count; i++)
        if (m->chunks[i].failed)
            return bp_fail(error, BP_ERROR_MEMORY, "bp_raster_end",
                           "no memory for the bins of %zu chunks of triangles: draw less at a time",
                           m->chunk_count);
    return true;
}

bool bp_raster_execute(bp_raster *raster, bp_counters *counters, bp_error *error) {
    bp_workspace *m = &raster->workspace;
    if (raster->command_count == 0) return true;
    double start = bp_seconds();
    if (!make_workers(raster, error) || !make_vertices(raster, error) || !make_runs(raster, error) ||
        !make_chunks(raster, error) || !make_times(raster, error))
        return false;
    bp_pool *pool = bp_context_pool(raster->context);
    stage s = {raster, bp_raster_kernels_for(bp_context_isa(raster->context))};
    bp_pool_run(pool, m->run_count, vertex_job, &s);
    if (raster->pass.framebuffer_unchanged && !bp_tile_cache_identify_draws(raster, error)) return false;
    bp_pool_run(pool, m->chunk_count, bin_job, &s);
    if (!bins_good(m, error) || !bp_work_lists_build(raster, error)) return false;
    if (raster->pass.framebuffer_unchanged && !bp_tile_cache_reserve(raster, error)) return false;
    for (int i = 0; i < m->workers; i++) {
        m->tiles[i].counters = (bp_counters){0};
        m->tiles[i].queue.count = 0;
        m->tiles[i].queue.command = NULL;
    }
    double middle = bp_seconds();
    bp_pool_run(pool, (size_t)m->binners[0].tiles_x * (size_t)m->binners[0].tiles_y,
                raster->pass.time_tiles ? timed_tile_job : tile_job, &s);
    raster->times = times_of(raster, start, middle);
    for (size_t i = 0; i < m->chunk_count; i++) bp_counters_add(counters, &m->chunks[i].counters);
    for (int i = 0; i < m->workers; i++) bp_counters_add(counters, &m->tiles[i].counters);
    return true;
}
