/* The tile cache: frame-to-frame reuse of drawn tiles.
 *
 * From frame to frame, most of a picture doesn't change: panels, titles, text, and figures that don't move.
 * If nothing else writes to the framebuffer (bp_pass.framebuffer_unchanged), tiles whose commands did not
 * change are skipped, because their pixels are in the framebuffer already.
 *
 * For this, each tile keeps a record of its commands, byte for byte: the state of each command, and its
 * primitives. A draw of triangles is recorded by an id, which stays while its shading state doesn't change.
 * Its triangles in the tile, with their transformed vertices, are compared with those of the last pass, whose
 * draws and chunks we keep. Tiles that show pixels from before the pass have no record.
 */
#pragma once

#include "raster/tiled/bin.h"

/* The record of a tile. */
typedef struct bp_cached_tile {
    uint8_t *bytes; /* owned */
    size_t count;   /* 0: nothing is known */
    size_t capacity;
} bp_cached_tile;

/* A draw of triangles of the last pass that had any. */
typedef struct bp_cached_draw {
    bp_triangles last;
    size_t last_first, last_count; /* its chunks, of bp_workspace.previous_chunks */
    bp_triangles *current;         /* this pass's draw of the same index ... */
    size_t first, count;           /* ... and its chunks */
    uint64_t id;                   /* never given to another draw */
} bp_cached_draw;

typedef struct bp_tile_cache {
    bp_framebuffer framebuffer; /* of the last pass */
    bp_cached_tile *tiles;      /* owned */
    size_t tile_count;
    bp_cached_draw *draws; /* owned; the first `draw_count` are known */
    size_t draw_count, draw_capacity;
    bool last_pass_has_draws;
    uint64_t last_id;
} bp_tile_cache;

/* Before a pass is drawn: forgets all tiles, unless the pass draws into the last one's framebuffer again. */
void bp_tile_cache_begin(bp_raster *raster);
/* Makes the tiles' records large enough for their work lists. False: no memory. */
bool bp_tile_cache_reserve(bp_raster *raster, bp_error *error);
/* Whether drawing the tile would change nothing in the framebuffer. Updates the tile's record. For tiles with
 * a non-empty work list, in any order, from any thread. */
bool bp_tile_cache_hit(bp_raster *raster, size_t tile, const bp_work_list *list);
/* After binning: gives the pass's draws their ids, and compares their chunks with the last pass's. False: no
 * memory. */
bool bp_tile_cache_identify_draws(bp_raster *raster, bp_error *error);
void bp_tile_cache_free(bp_raster *raster);
