/* What tiles were drawn with. In a picture that is drawn again and again most of it stays as it was: panels, titles,
 * texts. Where nobody else writes to the framebuffer (bp_pass.untouched), a tile that would be drawn with the very
 * marks of the last time need not be drawn: it is there. To know it, what a tile is drawn with is written down, byte
 * for byte: the state of each command and its primitives. Nothing is written down of tiles that depend on more
 * than that: those with triangles, whose vertices are the caller's, and those drawn over what was there before.
 */
#ifndef BP_RASTER_KEPT_H
#define BP_RASTER_KEPT_H

#include "raster/agenda.h"

/* A tile's list. */
typedef struct bp_kept_tile {
    uint8_t *bytes; /* owned */
    size_t count;   /* 0: nothing is known */
    size_t room;
} bp_kept_tile;

typedef struct bp_kept {
    bp_framebuffer framebuffer; /* of the last pass */
    bp_kept_tile *tiles;        /* owned */
    size_t tile_count;
} bp_kept;

/* Before a pass is drawn: forgets all tiles unless the pass goes on in the framebuffer of the last one. */
void bp_kept_begin(bp_raster *raster);
/* Makes room for what the agenda's tiles are drawn with. False: no memory. */
bool bp_kept_reserve(bp_raster *raster, bp_error *error);
/* Whether the framebuffer holds already what drawing the tile would put there; what it is drawn with is noted. For
 * tiles where there is something to draw, in any order, from any thread. */
bool bp_kept_stays(bp_raster *raster, size_t tile, const bp_agenda_part *part);
void bp_kept_free(bp_raster *raster);

#endif
