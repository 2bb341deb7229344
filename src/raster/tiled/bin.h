/* Binning: which tiles a chunk's primitives touch.
 *
 * Primitives of one command are cut into chunks of BP_CHUNK_SIZE, whoever draws them. Binning a chunk makes a list
 * of (tile, entry) pairs in the primitives' order and sorts it by tile, keeping the order within each
 * tile (counting sort), so that what a tile needs of a chunk lies side by side. A chunk knows the rectangle of
 * tiles that it touches at all and has an offset for each of them.
 *
 * An entry is up to 16 triangles that nearly follow one another, since small ones that do lie in one tile as a
 * rule: the number of the first within its chunk, and a bit for each of the 16 from there on that is meant. With
 * BP_ENTRY_FULL_TILE the whole tile lies inside the triangle's edges. With BP_ENTRY_CLIPPED it is one triangle that
 * clipping made, and a number alone: its vertices are held by the chunk itself. Of primitives that aren't
 * triangles an entry is the number alone, too.
 */
#ifndef BP_RASTER_TILED_BIN_H
#define BP_RASTER_TILED_BIN_H

#include "raster/clip.h"
#include "raster/commands.h"
#include "raster/triangle_setup.h"

enum { BP_TILE_SHIFT = 6, BP_TILE_SIZE = 1 << BP_TILE_SHIFT, BP_CHUNK_SIZE = 4096 };

/* Bits of an entry: 12 of the number, 16 of the triangles from there on. */
enum { BP_ENTRY_SHIFT = 12, BP_ENTRY_WIDTH = 16 };
#define BP_ENTRY_FIRST (BP_CHUNK_SIZE - 1u)
#define BP_ENTRY_SINGLE (1u << BP_ENTRY_SHIFT)
#define BP_ENTRY_CLIPPED 0x80000000u
#define BP_ENTRY_FULL_TILE 0x40000000u
#define BP_ENTRY_INDEX 0x3fffffffu /* with BP_ENTRY_CLIPPED */

typedef struct bp_chunk {
    const bp_command *command;
    uint32_t first, count; /* primitives of the command */
    bp_irect tiles;         /* in tiles; empty: nothing to draw */
    uint32_t *offsets;     /* owned: where each tile's entries begin, row after row, and the end */
    uint32_t *entries;     /* owned */
    size_t offset_capacity, entry_capacity;
    bp_clipped_triangle *clipped; /* owned */
    size_t clipped_count, clipped_capacity;
    bp_counters counters;
    bool failed; /* no memory */
} bp_chunk;

typedef struct bp_tile_entry {
    uint32_t tile, entry;
} bp_tile_entry;

/* What a worker writes all the time lies on cache lines of its own: where two workers share one, binning takes twice
 * as long with two as it should, and whether they do would be up to the allocator. */
enum { BP_WORKER_ALIGN = 64 };

/* What a worker needs for binning, kept from chunk to chunk. */
typedef struct bp_binner {
    _Alignas(BP_WORKER_ALIGN) const bp_allocator *allocator; /* borrowed */
    int samples;
    int tiles_x, tiles_y; /* of the framebuffer */
    uint32_t *counts;     /* owned: pairs for each tile; zero between chunks */
    bp_tile_entry *pairs;       /* owned */
    size_t pair_count, pair_capacity;
    bp_irect touched; /* tiles */
} bp_binner;

/* Starts and finishes a chunk; the kernel adds pairs between the two. */
void bp_binner_begin(bp_binner *binner, bp_chunk *chunk);
bool bp_binner_end(bp_binner *binner, bp_chunk *chunk);
/* Room for at least `more` pairs. */
bool bp_binner_reserve(bp_binner *binner, size_t more);
/* Adds a triangle to the tiles of its bounds that its edges don't exclude. */
bool bp_bin_large(bp_binner *binner, const bp_triangle_setup *setup, uint32_t entry);
/* Clips triangle `number` of the chunk and adds what is left. */
bool bp_bin_clipped(bp_binner *binner, bp_chunk *chunk, const uint32_t index[3], unsigned outcodes);
/* Primitives that aren't triangles. */
bool bp_bin_primitives(bp_binner *binner, bp_chunk *chunk);
/* Adds a primitive to all tiles of `box`. */
bool bp_bin_box(bp_binner *binner, bp_irect box, uint32_t entry);

/* Adds an entry to one tile's bin, for which there is room. */
static inline void bp_binner_add(bp_binner *binner, uint32_t tile, uint32_t entry) {
    binner->counts[tile]++;
    binner->pairs[binner->pair_count++] = (bp_tile_entry){tile, entry};
}

static inline bp_irect bp_tile_bounds(bp_irect box) {
    return (bp_irect){box.x0 >> BP_TILE_SHIFT, box.y0 >> BP_TILE_SHIFT, ((box.x1 - 1) >> BP_TILE_SHIFT) + 1,
                     ((box.y1 - 1) >> BP_TILE_SHIFT) + 1};
}

/* ---- a tile being drawn ------------------------------------------------------------------------ */

/* Rows of a tile's buffers are BP_TILE_SIZE elements long; after the last row there is room for what kernels read
 * and write beyond it. */
enum { BP_TILE_PLANE = BP_TILE_SIZE * BP_TILE_SIZE + 4 * BP_TILE_SIZE };

enum {
    BP_QUEUE_SIZE = 128,
    BP_QUEUE_CAPACITY = BP_QUEUE_SIZE + 16,
    BP_QUEUE_GRADIENTS = BP_VERTEX_FLOATS_MAX,
    BP_QUEUE_VALUES = BP_QUEUE_GRADIENTS + 6
};

/* Pixels of small triangles that have passed the depth test and wait to be coloured, all together, in order: see
 * queue_lanes.h. Value k of all pixels lies side by side, k being the place that it has in a vertex; for mipmaps the
 * triangle's slopes of u, v and 1/w follow, to the right and then down. */
typedef struct bp_fragment_queue {
    int count;
    const bp_command *command;
    uint32_t at[BP_QUEUE_SIZE];
    uint32_t samples[BP_QUEUE_SIZE]; /* a bit for each that has passed; with one sample a pixel: not filled in */
    float values[BP_QUEUE_VALUES][BP_QUEUE_CAPACITY]; /* whole registers of them, from any pixel on */
} bp_fragment_queue;

typedef struct bp_tile {
    _Alignas(BP_WORKER_ALIGN) bp_target target;
    bp_counters counters;
    bp_fragment_queue queue;
    uint8_t bit_indices[256][8]; /* for each byte the numbers of its bits that are set, lowest first */
} bp_tile;

/* Makes a tile's table of bits. */
void bp_tile_init_bit_indices(bp_tile *tile);

#endif
