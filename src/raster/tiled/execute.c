/* The tiled executor: draws a pass in three stages, each parallel in itself.
 *
 *   1. vertices: runs of vertices are transformed;
 *   2. binning: chunks of primitives are put into the bins of the tiles that they may touch;
 *   3. tiles: each tile draws its work list into a small target, and resolves it into the framebuffer.
 *
 * The first two go through the draws batch by batch, and use the same memory for many batches (workspace.c).
 * Runs, chunks, batches and tiles don't depend on the number of threads. Therefore the picture doesn't,
 * either. Scalar twin and definition: triangle_scalar.c.
 */
#include "base/allocator.h"
#include "base/pool.h"
#include "base/system.h"
#include "raster/inspect.h"
#include "raster/probe.h"
#include "raster/tiled/kernels.h"
#include <float.h>
#include <stdatomic.h>

/* The tables of kernels, one for each instruction set. */

#define KERNELS_ENTRY(isa, set)                                                                              \
    [isa] = {bp_transform_##set, bp_bin_##set, bp_draw_##set, bp_flush_##set, bp_resolve_##set},

const bp_raster_kernels *bp_raster_kernels_for(bp_isa isa) {
    static const bp_raster_kernels tables[BP_ISA_COUNT] = {BP_ISA_EACH(KERNELS_ENTRY)};
    return &tables[isa < BP_ISA_COUNT && tables[isa].draw ? isa : BP_ISA_BASE];
}

typedef struct stage {
    bp_raster *raster;
    const bp_raster_kernels *kernels;
    size_t first_chunk;    /* of the batch that is binned */
    atomic_bool bad_joint; /* a vertex that the pass skins has one beyond the palette */
} stage;

/* Vertices skinned at a time: few enough that the cache keeps them until they are transformed. */
enum { SKINNED_AT_ONCE = 512 };

/* A draw whose vertex 0 is vertex `first` of another one. */
static bp_triangles from_vertex(const bp_triangles *t, size_t first) {
    bp_triangles rest = *t;
    bp_draw_vertices *v = &rest.vertices;
    v->count -= first;
    if (v->uvs) v->uvs += first * v->uv_stride / sizeof(float);
    if (v->uvs2) v->uvs2 += first * v->uv2_stride / sizeof(float);
    if (v->colors) v->colors += first * v->color_stride / sizeof(float);
    if (v->colors8) v->colors8 += first * v->color_stride;
    rest.transformed += first * (size_t)t->floats;
    rest.outcodes += first;
    return rest;
}

/* Skins and transforms a run of vertices. False: a joint is beyond the palette. */
static bool transform_skinned(const bp_raster_kernels *kernels, const bp_vertex_run *run, double *seconds) {
    bp_vec3 positions[SKINNED_AT_ONCE + 1], normals[SKINNED_AT_ONCE + 1]; /* is read 16 bytes at a time */
    bp_vec4 tangents[SKINNED_AT_ONCE];
    const bp_draw_skin *skin = run->triangles->skin;
    const bp_vertex_arrays *all = &skin->job.target, target = {positions, all->normals ? normals : NULL,
                                                               all->tangents ? tangents : NULL};
    for (size_t first = run->first, end = first + run->count, count; first < end; first += count) {
        count = end - first < SKINNED_AT_ONCE ? end - first : SKINNED_AT_ONCE;
        const bp_skin_job piece = bp_skin_job_piece(&skin->job, first, count, target);
        const double start = bp_seconds();
        if (!skin->kernel(&piece, &skin->palette, 0, count)) return false;
        *seconds += bp_seconds() - start;
        bp_triangles rest = from_vertex(run->triangles, first);
        rest.vertices.positions = &positions->x;
        rest.vertices.normals = &normals->x;
        rest.vertices.tangents = &tangents->x;
        kernels->transform(&rest, 0, count);
    }
    return true;
}

static void vertex_job(void *user, size_t index, int worker) {
    stage *s = user;
    const bp_vertex_run *run = &s->raster->workspace.runs[index];
    if (!run->triangles->skin)
        s->kernels->transform(run->triangles, run->first, run->count);
    else if (!transform_skinned(s->kernels, run, &s->raster->workspace.binners[worker].skinning))
        s->bad_joint = true;
}

static void bin_job(void *user, size_t index, int worker) {
    const stage *s = user;
    bp_chunk *chunk = &s->raster->workspace.chunks[s->first_chunk + index];
    bp_binner *binner = &s->raster->workspace.binners[worker];
    binner->samples = s->raster->pass.samples;
    bool ok = chunk->command->triangles ? s->kernels->bin(binner, chunk) : bp_bin_primitives(binner, chunk);
    chunk->failed = !ok;
}

static void compact_job(void *user, size_t index, int worker) {
    const stage *s = user;
    bp_chunk *chunk = &s->raster->workspace.chunks[s->first_chunk + index];
    if (chunk->command->triangles && !chunk->failed)
        chunk->failed = !bp_chunk_compact(&s->raster->workspace.binners[worker], chunk);
}

/* The framebuffer pixels of a tile. */
static bp_irect tile_rect(const bp_raster *raster, int x, int y) {
    const bp_irect whole = {0, 0, raster->framebuffer.width, raster->framebuffer.height};
    const int x0 = x * BP_TILE_SIZE, y0 = y * BP_TILE_SIZE;
    return bp_irect_intersect((bp_irect){x0, y0, x0 + BP_TILE_SIZE, y0 + BP_TILE_SIZE}, whole);
}

/* Draws primitives other than triangles. They cover all samples of a pixel alike. So a target that has only
 * one sample per pixel so far is drawn once, and the counters are multiplied. */
static void draw_primitives(const bp_target *target, int samples, const bp_work_item *item,
                            bp_counters *sum) {
    const bp_command *command = item->chunk->command;
    const uint64_t times = (uint64_t)(samples / target->samples);
    const bp_irect clip = bp_irect_intersect(target->rect, command->scissor);
    bp_counters counters = {0};
    for (size_t i = 0; i < item->count; i++) {
        const void *primitive = bp_command_primitive(command, item->chunk->first + item->entries[i]);
        bp_irect part = command->kind->bounds(primitive, clip);
        if (!bp_irect_is_empty(part)) command->kind->draw(target, command, primitive, part, false, &counters);
    }
    sum->fragments_tested += times * counters.fragments_tested;
    sum->fragments_written += times * counters.fragments_written;
}

/* Counts the triangles of a compact chunk, instead of shading them. */
static void count_triangles(bp_tile *tile, const bp_work_item *item, bp_probe *probe) {
    static const bool all_edges[3] = {true, true, true};
    const bp_chunk *chunk = item->chunk;
    const size_t floats = (size_t)chunk->command->triangles->floats;
    for (size_t i = 0; i < item->count; i++) {
        const uint32_t entry = item->entries[i];
        const bp_clipped_triangle *clipped =
            entry & BP_ENTRY_CLIPPED ? &chunk->clipped[entry & BP_ENTRY_INDEX] : NULL;
        uint32_t bits = clipped ? 1 : entry >> BP_ENTRY_SHIFT & ((1u << BP_ENTRY_WIDTH) - 1);
        for (; bits; bits &= bits - 1) {
            const uint32_t corner = 3 * ((entry & BP_ENTRY_FIRST) + (uint32_t)__builtin_ctz(bits));
            const float *vertex[3];
            for (uint32_t k = 0; k < 3; k++)
                vertex[k] =
                    clipped ? clipped->vertex[k] : chunk->vertices + floats * chunk->corners[corner + k];
            bp_count_triangle(chunk->command, &tile->target, vertex, clipped ? clipped->edge : all_edges,
                              probe, &tile->counters);
        }
    }
}

/* Draws a work list in the worker's tile, which has one sample per pixel until the first triangle. */
static void draw_in_tile(const stage *s, bp_tile *tile, const bp_work_list *list) {
    const bp_raster *raster = s->raster;
    bp_target *target = &tile->target;
    const bp_resolve_options options = {&raster->tables, raster->pass.color};
    int samples = raster->pass.samples;
    target->rect = tile_rect(raster, list->x, list->y);
    target->pitch = BP_TILE_SIZE;
    target->sample_stride = BP_TILE_SAMPLE_STRIDE;
    target->samples = 1;
    bp_probe probe = {.statistics = raster->statistics, .stride = raster->framebuffer.width};
    if (raster->counts) probe.statistics += target->rect.y0 * probe.stride + target->rect.x0;
    bool noted = !raster->counts;                         /* the depths */
    const bool blank = !(list->needs & BP_NEEDS_SAMPLES); /* no triangles */
    if (!noted && !blank) bp_probe_note(&probe, target, true, false);
    if (list->needs & BP_NEEDS_LOAD) bp_target_load(target, &raster->framebuffer);
    for (size_t i = 0; i < list->count; i++) {
        const bp_work_item item = bp_work_list_at(list, i);
        if (item.chunk->command->triangles) {
            bp_target_replicate_samples(target, samples);
            if (raster->counts)
                count_triangles(tile, &item, &probe);
            else
                s->kernels->draw(tile, item.chunk, item.entries, item.count);
            continue;
        }
        s->kernels->flush(tile);
        if (!bp_command_is_resolve(item.chunk->command)) {
            draw_primitives(target, samples, &item, &tile->counters);
            continue;
        }
        samples = 1;
        if (!noted) bp_probe_note(&probe, target, blank, true);
        noted = true; /* they may be gone afterwards */
        if (i + 1 < list->count)
            bp_target_resolve_in_place(target, &raster->framebuffer, &options, s->kernels->resolve);
    }
    s->kernels->flush(tile);
    if (!noted) bp_probe_note(&probe, target, blank, true);
    s->kernels->resolve(target, &raster->framebuffer, &options);
}

/* Draws a work list without triangles straight into the framebuffer, which must have depth if the list needs
 * it. This loads and stores only the pixels that the primitives touch. */
static void draw_in_framebuffer(const stage *s, bp_tile *tile, const bp_work_list *list) {
    const bp_framebuffer *to = &s->raster->framebuffer;
    bp_target target = {.rect = tile_rect(s->raster, list->x, list->y), .pitch = to->stride, .samples = 1};
    size_t first = (size_t)target.rect.y0 * (size_t)to->stride + (size_t)target.rect.x0;
    target.color = (uint32_t *)(void *)to->pixels + first;
    target.depth = to->depth ? to->depth + first : NULL;
    int samples = s->raster->pass.samples;
    for (size_t i = 0; i < list->count; i++) {
        const bp_work_item item = bp_work_list_at(list, i);
        if (bp_command_is_resolve(item.chunk->command)) samples = 1;
        draw_primitives(&target, samples, &item, &tile->counters);
    }
}

static void tile_job(void *user, size_t index, int worker) {
    const stage *s = user;
    bp_raster *raster = s->raster;
    bp_tile *tile = &raster->workspace.tiles[worker];
    const bp_work_list list = bp_work_list_of(raster, index);
    if (list.count == 0 && !raster->counts) return;
    if (raster->pass.framebuffer_unchanged && bp_tile_cache_hit(raster, index, &list)) return;
    raster->workspace.drawn[index] = 1;
    tile->counters.tiles++;
    bool has_depth = raster->framebuffer.depth || !(list.needs & BP_NEEDS_DEPTH);
    if (has_depth && !(list.needs & BP_NEEDS_SAMPLES) && !raster->counts)
        draw_in_framebuffer(s, tile, &list);
    else
        draw_in_tile(s, tile, &list);
}

static void timed_tile_job(void *user, size_t index, int worker) {
    const stage *s = user;
    const bool draws = bp_work_list_of(s->raster, index).count > 0;
    double start = bp_seconds();
    tile_job(user, index, worker);
    float seconds = (float)(bp_seconds() - start);
    s->raster->workspace.tile_seconds[index] = !draws ? 0 : seconds > FLT_MIN ? seconds : FLT_MIN;
}

static bp_pass_times times_of(const bp_raster *raster, double start, double middle) {
    const bp_workspace *w = &raster->workspace;
    bp_pass_times times = {.setup = middle - start, .tiles = bp_seconds() - middle};
    for (int i = 0; i < w->workers; i++) times.skinning += w->binners[i].skinning / w->workers;
    if (!raster->pass.time_tiles) return times;
    times.each_tile = w->tile_seconds;
    times.tiles_x = w->tiles_x;
    times.tiles_y = w->tiles_y;
    times.tile_size = BP_TILE_SIZE;
    return times;
}

static bool check_bins(const bp_workspace *w, bp_error *error) {
    for (size_t i = 0; i < w->chunk_count; i++)
        if (w->chunks[i].failed)
            return bp_fail(error, BP_ERROR_MEMORY, "bp_raster_end",
                           "no memory to bin %zu chunks of primitives: draw fewer in a pass", w->chunk_count);
    return true;
}

/* Steps of work are nanoseconds, about: a sample of a triangle takes four. */
static bool check_work(const bp_raster *raster, bp_error *error) {
    const bp_workspace *w = &raster->workspace;
    const double allowed = BP_STEPS_PER_BYTE * (double)bp_context_limit(raster->context);
    double steps = 0;
    if (!raster->pass.within_limit) return true;
    for (size_t i = 0; i < w->chunk_count; i++)
        steps += 4 * (double)raster->pass.samples * (double)w->chunks[i].pixels;
    if (steps <= allowed) return true;
    return bp_fail(error, BP_ERROR_INPUT, "triangles",
                   "they lie over each other in so many layers that drawing them needs %.1f billion steps "
                   "of work, more than the limit of %.1f; make the picture smaller, or if you trust the "
                   "file, raise the limit (--limit)",
                   steps / 1e9, allowed / 1e9);
}

bool bp_raster_execute(bp_raster *raster, bp_counters *counters, bp_error *error) {
    bp_workspace *w = &raster->workspace;
    if (raster->command_count == 0) return true;
    double start = bp_seconds();
    if (!bp_workspace_prepare(raster, error)) return false;
    for (int i = 0; i < w->workers; i++) w->binners[i].skinning = 0;
    bp_pool *pool = bp_context_pool(raster->context);
    stage s = {raster, bp_raster_kernels_for(bp_context_isa(raster->context)), 0, false};
    for (size_t first = 0, end; first < raster->command_count; first = end) {
        s.first_chunk = w->chunk_count;
        end = bp_workspace_prepare_batch(raster, first, error);
        if (end == first) return false;
        const size_t chunks = w->chunk_count - s.first_chunk;
        bp_pool_run(pool, w->run_count, vertex_job, &s);
        if (s.bad_joint) return bp_raster_check_joints(raster, error);
        bp_pool_run(pool, chunks, bin_job, &s);
        if (bp_workspace_keeps_batch(raster, s.first_chunk, end))
            w->store++;
        else
            bp_pool_run(pool, chunks, compact_job, &s);
    }
    bp_workspace_equalize(raster);
    if (!check_bins(w, error) || !check_work(raster, error) || !bp_work_lists_build(raster, error))
        return false;
    if (raster->pass.framebuffer_unchanged &&
        (!bp_tile_cache_identify_draws(raster, error) || !bp_tile_cache_reserve(raster, error)))
        return false;
    for (int i = 0; i < w->workers; i++) {
        w->tiles[i].counters = (bp_counters){0};
        w->tiles[i].queue.count = 0;
        w->tiles[i].queue.command = NULL;
    }
    double middle = bp_seconds();
    bp_pool_run(pool, bp_workspace_tile_count(w), raster->pass.time_tiles ? timed_tile_job : tile_job, &s);
    raster->times = times_of(raster, start, middle);
    for (size_t i = 0; i < w->chunk_count; i++) bp_counters_add(counters, &w->chunks[i].counters);
    for (int i = 0; i < w->workers; i++) bp_counters_add(counters, &w->tiles[i].counters);
    return true;
}
