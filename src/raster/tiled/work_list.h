/* Tile work lists: for each tile, the chunks to draw there, in order, and what they need. Built between
 * binning and drawing. */
#ifndef BP_RASTER_TILED_WORK_LIST_H
#define BP_RASTER_TILED_WORK_LIST_H

#include "raster/tiled/bin.h"

/* A bit mask of what a tile's commands need. */
enum {
    BP_NEEDS_SAMPLES = 1, /* all samples of a pixel: there are triangles */
    BP_NEEDS_DEPTH = 2,   /* a depth buffer: a command tests depth, or writes it other than by a clear */
    BP_NEEDS_LOAD = 4,    /* the framebuffer's old pixels: the pass doesn't begin by clearing all */
};

/* The lists of all tiles, one after the other. All owned. */
typedef struct bp_work_lists {
    uint32_t *starts; /* the start of each tile's list in `chunks`, and the end */
    uint32_t *chunks; /* indices of chunks */
    uint8_t *needs;   /* of each tile */
    size_t start_capacity, chunk_capacity, need_capacity;
} bp_work_lists;

/* The list of one tile. */
typedef struct bp_work_list {
    int x, y; /* of the tile */
    unsigned needs;
    const bp_chunk *all;    /* the pass's chunks ... */
    const uint32_t *chunks; /* ... and which of them */
    size_t count;
} bp_work_list;

/* A chunk of the list, with its entries for the tile (bin.h). */
typedef struct bp_work_item {
    const bp_chunk *chunk;
    const uint32_t *entries;
    size_t count;
} bp_work_item;

static inline bp_work_item bp_work_list_at(const bp_work_list *list, size_t i) {
    const bp_chunk *chunk = &list->all[list->chunks[i]];
    const bp_irect r = chunk->tiles;
    const uint32_t *offset =
        chunk->offsets + (size_t)(list->y - r.y0) * (size_t)(r.x1 - r.x0) + (size_t)(list->x - r.x0);
    return (bp_work_item){chunk, chunk->entries + offset[0], offset[1] - offset[0]};
}

bp_work_list bp_work_list_of(const bp_raster *raster, size_t tile);
/* Builds the lists of the pass that is being drawn, whose chunks are binned. False: no memory. */
bool bp_work_lists_build(bp_raster *raster, bp_error *error);

#endif
