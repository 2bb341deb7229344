/* Which chunks a tile has to look at: a counting sort by tile, as within a chunk, in the chunks' order. */
#include "raster/pass.h"
#include <string.h>

static bool make_room(bp_raster *raster, size_t tiles, bp_error *error) {
    bp_work_lists *work_lists = &raster->workspace.work_lists;
    void *starts = work_lists->starts, *needs = work_lists->needs;
    bool good =
        bp_raster_grow(raster, &starts, &work_lists->start_room, tiles + 1, sizeof *work_lists->starts, error) &&
        bp_raster_grow(raster, &needs, &work_lists->need_room, tiles, sizeof *work_lists->needs, error);
    work_lists->starts = starts;
    work_lists->needs = needs;
    return good;
}

static unsigned needs_of(const bp_command *command) {
    bool depth = command->depth != BP_DEPTH_ALWAYS || !command->no_depth_write;
    return (command->triangles ? BP_NEEDS_SAMPLES : 0u) | (depth ? BP_NEEDS_DEPTH : 0u);
}

/* Walks the tiles that have entries of a chunk, and counts it there, or writes it down. */
static void note(bp_work_lists *work_lists, const bp_chunk *chunk, size_t tiles_x, uint32_t number, bool counting) {
    const uint32_t *offset = chunk->offsets;
    unsigned needs = needs_of(chunk->command);
    for (int y = chunk->tiles.y0; y < chunk->tiles.y1; y++)
        for (int x = chunk->tiles.x0; x < chunk->tiles.x1; x++, offset++) {
            size_t tile = (size_t)y * tiles_x + (size_t)x;
            if (offset[0] == offset[1]) continue;
            uint32_t at = work_lists->starts[tile]++;
            if (!counting) work_lists->chunks[at] = number;
            work_lists->needs[tile] |= (uint8_t)needs;
        }
}

static void note_all(bp_raster *raster, bool counting) {
    const bp_workspace *m = &raster->workspace;
    for (size_t i = 0; i < m->chunk_count; i++)
        note(&raster->workspace.work_lists, &m->chunks[i], (size_t)m->binners[0].tiles_x, (uint32_t)i, counting);
}

/* From counts to where the tiles' chunks begin; returns the sum. */
static uint32_t add_up(uint32_t *starts, size_t tiles) {
    uint32_t sum = 0;
    for (size_t i = 0; i <= tiles; i++) {
        uint32_t here = starts[i];
        starts[i] = sum;
        sum += here;
    }
    return sum;
}

bool bp_work_lists_build(bp_raster *raster, bp_error *error) {
    bp_work_lists *work_lists = &raster->workspace.work_lists;
    const bp_binner *binner = &raster->workspace.binners[0];
    size_t tiles = (size_t)binner->tiles_x * (size_t)binner->tiles_y;
    if (!make_room(raster, tiles, error)) return false;
    memset(work_lists->starts, 0, (tiles + 1) * sizeof *work_lists->starts);
    bool clears = bp_command_clears_all(&raster->commands[0], &raster->framebuffer);
    memset(work_lists->needs, clears ? 0 : BP_NEEDS_BEFORE, tiles);
    note_all(raster, true);
    void *chunks = work_lists->chunks;
    bool good = bp_raster_grow(raster, &chunks, &work_lists->chunk_room, add_up(work_lists->starts, tiles),
                               sizeof *work_lists->chunks, error);
    work_lists->chunks = chunks;
    if (!good) return false;
    note_all(raster, false);
    /* Writing has moved each start to the next one's place. */
    memmove(work_lists->starts + 1, work_lists->starts, tiles * sizeof *work_lists->starts);
    work_lists->starts[0] = 0;
    return true;
}

bp_work_list bp_work_list_of(const bp_raster *raster, size_t tile) {
    const bp_workspace *m = &raster->workspace;
    const size_t tiles_x = (size_t)m->binners[0].tiles_x;
    const uint32_t first = m->work_lists.starts[tile], end = m->work_lists.starts[tile + 1];
    bp_work_list part = {
        (int)(tile % tiles_x), (int)(tile / tiles_x), m->work_lists.needs[tile], m->chunks, NULL, end - first};
    if (part.count > 0) part.chunks = m->work_lists.chunks + first; /* with nothing anywhere it points to none */
    return part;
}

void bp_work_lists_free(bp_raster *raster) {
    bp_work_lists *work_lists = &raster->workspace.work_lists;
    bp_free(&raster->allocator, work_lists->starts);
    bp_free(&raster->allocator, work_lists->chunks);
    bp_free(&raster->allocator, work_lists->needs);
}
