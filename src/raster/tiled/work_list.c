/* Which chunks a tile has to look at: a counting sort by tile, as within a chunk, in the chunks' order. */
#include "raster/pass.h"
#include <string.h>

static bool make_room(bp_raster *raster, size_t tiles, bp_error *error) {
    bp_agenda *agenda = &raster->machinery.agenda;
    void *starts = agenda->starts, *needs = agenda->needs;
    bool good =
        bp_raster_grow(raster, &starts, &agenda->start_room, tiles + 1, sizeof *agenda->starts, error) &&
        bp_raster_grow(raster, &needs, &agenda->need_room, tiles, sizeof *agenda->needs, error);
    agenda->starts = starts;
    agenda->needs = needs;
    return good;
}

static unsigned needs_of(const bp_command *command) {
    bool depth = command->depth != BP_DEPTH_ALWAYS || !command->no_depth_write;
    return (command->triangles ? BP_NEEDS_SAMPLES : 0u) | (depth ? BP_NEEDS_DEPTH : 0u);
}

/* Walks the tiles that have entries of a chunk, and counts it there, or writes it down. */
static void note(bp_agenda *agenda, const bp_chunk *chunk, size_t tiles_x, uint32_t number, bool counting) {
    const uint32_t *offset = chunk->offsets;
    unsigned needs = needs_of(chunk->command);
    for (int y = chunk->tiles.y0; y < chunk->tiles.y1; y++)
        for (int x = chunk->tiles.x0; x < chunk->tiles.x1; x++, offset++) {
            size_t tile = (size_t)y * tiles_x + (size_t)x;
            if (offset[0] == offset[1]) continue;
            uint32_t at = agenda->starts[tile]++;
            if (!counting) agenda->chunks[at] = number;
            agenda->needs[tile] |= (uint8_t)needs;
        }
}

static void note_all(bp_raster *raster, bool counting) {
    const bp_machinery *m = &raster->machinery;
    for (size_t i = 0; i < m->chunk_count; i++)
        note(&raster->machinery.agenda, &m->chunks[i], (size_t)m->binners[0].tiles_x, (uint32_t)i, counting);
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

bool bp_agenda_make(bp_raster *raster, bp_error *error) {
    bp_agenda *agenda = &raster->machinery.agenda;
    const bp_binner *binner = &raster->machinery.binners[0];
    size_t tiles = (size_t)binner->tiles_x * (size_t)binner->tiles_y;
    if (!make_room(raster, tiles, error)) return false;
    memset(agenda->starts, 0, (tiles + 1) * sizeof *agenda->starts);
    bool clears = bp_command_clears_all(&raster->commands[0], &raster->framebuffer);
    memset(agenda->needs, clears ? 0 : BP_NEEDS_BEFORE, tiles);
    note_all(raster, true);
    void *chunks = agenda->chunks;
    bool good = bp_raster_grow(raster, &chunks, &agenda->chunk_room, add_up(agenda->starts, tiles),
                               sizeof *agenda->chunks, error);
    agenda->chunks = chunks;
    if (!good) return false;
    note_all(raster, false);
    /* Writing has moved each start to the next one's place. */
    memmove(agenda->starts + 1, agenda->starts, tiles * sizeof *agenda->starts);
    agenda->starts[0] = 0;
    return true;
}

bp_agenda_part bp_agenda_of(const bp_raster *raster, size_t tile) {
    const bp_machinery *m = &raster->machinery;
    const size_t tiles_x = (size_t)m->binners[0].tiles_x;
    const uint32_t first = m->agenda.starts[tile], end = m->agenda.starts[tile + 1];
    bp_agenda_part part = {
        (int)(tile % tiles_x), (int)(tile / tiles_x), m->agenda.needs[tile], m->chunks, NULL, end - first};
    if (part.count > 0) part.chunks = m->agenda.chunks + first; /* with nothing anywhere it points to none */
    return part;
}

void bp_agenda_free(bp_raster *raster) {
    bp_agenda *agenda = &raster->machinery.agenda;
    bp_free(&raster->allocator, agenda->starts);
    bp_free(&raster->allocator, agenda->chunks);
    bp_free(&raster->allocator, agenda->needs);
}
