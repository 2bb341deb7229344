/* The work_lists of a pass: for each tile the chunks that have something to draw there, in order, so that a tile
 * looks at no others; and what they need of the tile. Made between binning and drawing. */
#ifndef BP_RASTER_TILED_WORK_LIST_H
#define BP_RASTER_TILED_WORK_LIST_H

#include "raster/tiled/bin.h"

/* What a tile's chunks need, as bits. */
enum {
    BP_NEEDS_SAMPLES = 1, /* triangles, which alone tell a pixel's samples apart */
    BP_NEEDS_DEPTH = 2,   /* a depth test, or depth written by something other than a clear */
    BP_NEEDS_BEFORE =
        4, /* what the framebuffer held before the pass, which doesn't begin by clearing all of it */
};

/* All owned. */
typedef struct bp_work_lists {
    uint32_t *starts; /* where each tile's chunks begin, and the end */
    uint32_t *chunks; /* numbers of chunks */
    uint8_t *needs;   /* one a tile */
    size_t start_room, chunk_room, need_room;
} bp_work_lists;

/* A tile's part of it. */
typedef struct bp_work_list {
    int x, y; /* of the tile */
    unsigned needs;
    const bp_chunk *all;    /* the pass's chunks ... */
    const uint32_t *chunks; /* ... and which of them */
    size_t count;
} bp_work_list;

/* The i-th of its chunks, and which primitives of that have to do with the tile. */
static inline const bp_chunk *bp_work_list_chunk(const bp_work_list *part, size_t i, const uint32_t **entries,
                                              size_t *count) {
    const bp_chunk *chunk = &part->all[part->chunks[i]];
    bp_irect a = chunk->tiles;
    const uint32_t *offset =
        chunk->offsets + (size_t)(part->y - a.y0) * (size_t)(a.x1 - a.x0) + (size_t)(part->x - a.x0);
    *entries = chunk->entries + offset[0];
    *count = offset[1] - offset[0];
    return chunk;
}

bp_work_list bp_work_list_of(const bp_raster *raster, size_t tile);
/* Of the pass that is being drawn, whose chunks are binned. False: no memory. */
bool bp_work_lists_build(bp_raster *raster, bp_error *error);
void bp_work_lists_free(bp_raster *raster);

#endif
