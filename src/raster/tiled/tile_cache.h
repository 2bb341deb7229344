/* The tile cache: frame-to-frame reuse of drawn tiles.
 *
 * Most of a picture that is drawn again and again stays as it was: panels, titles, text, and those figures
 * that don't move. If nothing else writes to the framebuffer (bp_pass.framebuffer_unchanged), a tile need not
 * be drawn if its commands did not change: its pixels are in the framebuffer already.
 *
 * So each tile has a record of what it was drawn with, byte for byte: the state of each command, and its
 * primitives. A draw of triangles is recorded by an id, which it keeps as long as all its pixels depend on is
 * unchanged: transformed vertices, indices, shading state. To find out, the last pass's draws are kept. Tiles
 * that depend on the pixels from before the pass have no record.
 */
#ifndef BP_RASTER_TILED_TILE_CACHE_H
#define BP_RASTER_TILED_TILE_CACHE_H

#include "raster/tiled/work_list.h"
#include "raster/triangles.h"

/* The record of a tile. */
typedef struct bp_cached_tile {
    uint8_t *bytes; /* owned */
    size_t count;   /* 0: nothing is known */
    size_t capacity;
} bp_cached_tile;

/* A draw of triangles of the last pass that had any. */
typedef struct bp_cached_draw {
    bp_triangles last; /* its transformed vertices are in bp_workspace.transformed_before */
    void *indices;     /* owned: a copy */
    size_t index_capacity;
    uint64_t id;           /* never given to another draw */
    bp_triangles *current; /* this pass's draw of the same index */
    bool unchanged;
} bp_cached_draw;

typedef struct bp_tile_cache {
    bp_framebuffer framebuffer; /* of the last pass */
    bp_cached_tile *tiles;      /* owned */
    size_t tile_count;
    bp_cached_draw *draws; /* owned; the first `draw_count` are known */
    size_t draw_count, draw_capacity;
    uint64_t last_id;
} bp_tile_cache;

/* Before a pass is drawn: forgets all tiles unless the pass continues in the framebuffer of the last one. */
void bp_tile_cache_begin(bp_raster *raster);
/* Makes the tiles' records large enough for their work lists. False: no memory. */
bool bp_tile_cache_reserve(bp_raster *raster, bp_error *error);
/* Whether the framebuffer holds what drawing the tile would give; records what the tile is drawn with. For
 * tiles with something to draw, in any order, from any thread. */
bool bp_tile_cache_hit(bp_raster *raster, size_t tile, const bp_work_list *list);
/* Gives the pass's draws, whose vertices are transformed, their ids: the last pass's where nothing changed.
 * False: no memory. */
bool bp_tile_cache_identify_draws(bp_raster *raster, bp_error *error);
void bp_tile_cache_free(bp_raster *raster);

#endif
