/* The agenda of a pass: for each tile the chunks that have something to draw there, in order, so that a tile
 * looks at no others; and what they need of the tile. Made between binning and drawing. */
#ifndef BP_RASTER_AGENDA_H
#define BP_RASTER_AGENDA_H

#include "raster/bin.h"

/* What a tile's chunks need, as bits. */
enum {
    BP_NEEDS_SAMPLES = 1, /* triangles, which alone tell a pixel's samples apart */
    BP_NEEDS_DEPTH = 2,   /* a depth test, or depth written by something other than a clear */
};

/* All owned. */
typedef struct bp_agenda {
    uint32_t *starts; /* where each tile's chunks begin, and the end */
    uint32_t *chunks; /* numbers of chunks */
    uint8_t *needs;   /* one a tile */
    size_t start_room, chunk_room, need_room;
} bp_agenda;

/* Of the pass that is being drawn, whose chunks are binned. False: no memory. */
bool bp_agenda_make(bp_raster *raster, bp_error *error);
void bp_agenda_free(bp_raster *raster);

#endif
