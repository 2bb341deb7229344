/* Building the tile work lists: a counting sort of (tile, chunk) pairs by tile, in the order of the
 * chunks. */
#include "raster/pass.h"
#include <string.h>

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
    if (!bp_raster_grow(&raster->allocator, &lists->starts, &lists->start_capacity, tiles + 1,
                        sizeof *lists->starts, error) ||
        !bp_raster_grow(&raster->allocator, &lists->needs, &lists->need_capacity, tiles, sizeof *lists->needs,
                        error))
        return false;
    memset(lists->starts, 0, (tiles + 1) * sizeof *lists->starts);
    bool clears = bp_command_clears_all(&raster->commands[0], &raster->framebuffer);
    memset(lists->needs, clears ? 0 : BP_NEEDS_LOAD, tiles);
    visit_chunks(raster, true);
    if (!bp_raster_grow(&raster->allocator, &lists->chunks, &lists->chunk_capacity,
                        prefix_sums(lists->starts, tiles), sizeof *lists->chunks, error))
        return false;
    visit_chunks(raster, false);
    /* Storing has advanced each start to the start of the next list. */
    memmove(lists->starts + 1, lists->starts, tiles * sizeof *lists->starts);
    lists->starts[0] = 0;
    return true;
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
