/* What tiles were drawn with. In a picture that is drawn again and again most of it stays as it was: panels, titles,
 * texts, and of several figures those that don't move. Where nobody else writes to the framebuffer (bp_pass.framebuffer_unchanged),
 * a tile that would be drawn with the very same as the last time need not be drawn: it is there.
 *
 * To know it, what a tile is drawn with is written down, byte for byte: the state of each command, and its marks. A
 * draw of triangles is known by a number, which it keeps as long as all is the same that its pixels depend on: its
 * transformed vertices, its indices, what it is coloured with. For that the last pass's draws are kept. Nothing is
 * written down of tiles that depend on more: those drawn over what was there before.
 */
#ifndef BP_RASTER_TILED_TILE_CACHE_H
#define BP_RASTER_TILED_TILE_CACHE_H

#include "raster/tiled/work_list.h"
#include "raster/triangles.h"

/* A tile's list. */
typedef struct bp_cached_tile {
    uint8_t *bytes; /* owned */
    size_t count;   /* 0: nothing is known */
    size_t room;
} bp_cached_tile;

/* A draw of the last pass that had any. */
typedef struct bp_cached_draw {
    bp_triangles as; /* its transformed vertices are in bp_workspace.transformed_before */
    void *indices;   /* owned: a copy */
    size_t index_room;
    uint64_t number;   /* never given to another */
    bp_triangles *now; /* the pass's draw that is in its place */
    bool same;
} bp_cached_draw;

typedef struct bp_tile_cache {
    bp_framebuffer framebuffer; /* of the last pass */
    bp_cached_tile *tiles;        /* owned */
    size_t tile_count;
    bp_cached_draw *draws; /* owned; the first `draw_count` are known */
    size_t draw_count, draw_room;
    uint64_t numbers; /* given so far */
} bp_tile_cache;

/* Before a pass is drawn: forgets all tiles unless the pass goes on in the framebuffer of the last one. */
void bp_tile_cache_begin(bp_raster *raster);
/* Makes room for what the work_lists's tiles are drawn with. False: no memory. */
bool bp_tile_cache_reserve(bp_raster *raster, bp_error *error);
/* Whether the framebuffer holds already what drawing the tile would put there; what it is drawn with is noted. For
 * tiles where there is something to draw, in any order, from any thread. */
bool bp_tile_cache_hit(bp_raster *raster, size_t tile, const bp_work_list *part);
/* Numbers the draws of the pass, whose vertices are transformed: as the last time where they are the same. False: no
 * memory. (kept_draw.c) */
bool bp_tile_cache_identify_draws(bp_raster *raster, bp_error *error);
void bp_tile_cache_free(bp_raster *raster);

#endif
