/* Binning: which tiles the primitives of a chunk touch.
 *
 * The primitives of each command are cut into chunks of BP_CHUNK_SIZE, for any number of threads. Binning a
 * chunk makes a list of (tile, entry) pairs in the order of the primitives, and sorts it by tile with a
 * counting sort, which keeps the order within a tile. All entries of a chunk for one tile then lie side by
 * side. A chunk stores the rectangle of tiles that it touches, and an offset for each of them.
 *
 * Most triangles of a crowd face away or lie between the pixels' centres. Compacting a chunk copies the
 * vertices of those that are in its bins, and numbers these triangles anew. Then the memory of all
 * transformed vertices can be used for the next draws (execute.c).
 *
 * An entry stands for up to 16 consecutive triangles, because small neighbours mostly fall into one tile: the
 * index of the first one within its chunk, and a bit for each of the 16 from there on. With
 * BP_ENTRY_FULL_TILE the tile lies completely inside the triangle. With BP_ENTRY_CLIPPED the entry is an
 * index in the chunk's `clipped`. For primitives other than triangles, an entry is only an index.
 */
#pragma once

#include "raster/pipeline.h"

enum { BP_TILE_SHIFT = 6, BP_TILE_SIZE = 1 << BP_TILE_SHIFT, BP_CHUNK_SIZE = 4096 };

/* Bits of an entry: 12 for the index, then 16 for the triangles from there on. */
enum { BP_ENTRY_SHIFT = 12, BP_ENTRY_WIDTH = 16 };
#define BP_ENTRY_FIRST (BP_CHUNK_SIZE - 1u)
#define BP_ENTRY_SINGLE (1u << BP_ENTRY_SHIFT)
#define BP_ENTRY_CLIPPED 0x80000000u
#define BP_ENTRY_FULL_TILE 0x40000000u
#define BP_ENTRY_INDEX 0x3fffffffu /* the index of an unpacked or clipped entry */

typedef struct bp_chunk {
    const bp_command *command;
    uint32_t first, count; /* primitives of the command */
    bp_irect tiles;        /* in tiles; empty: nothing to draw */
    uint32_t *offsets;     /* owned: where each tile's entries begin, row after row, and the end */
    uint32_t *entries;     /* owned */
    size_t offset_capacity, entry_capacity;
    bp_clipped_triangle *clipped; /* owned */
    size_t clipped_count, clipped_capacity;
    float *vertices; /* transformed: the draw's, or if the chunk is compact, in `copy` */
    void *copy;      /* owned: vertices, then corners */
    size_t copy_size, copy_capacity;
    uint16_t *corners; /* if compact: three of the vertices for each triangle in a bin; else NULL */
    bp_counters counters;
    uint64_t pixels;                 /* that its triangles of more than 16 pixels may cover, summed */
    bool failed;                     /* no memory */
    const struct bp_chunk *previous; /* the last pass's of the same draw, for the tile cache; or NULL ... */
    bool unchanged;                  /* ... and whether it has the same triangles */
} bp_chunk;

typedef struct bp_tile_entry {
    uint32_t tile, entry;
} bp_tile_entry;

/* Aligns each worker's data to its own cache lines. If two workers wrote to one cache line, binning with two
 * threads would take twice as long. */
enum { BP_WORKER_ALIGN = 64 };

/* A worker's memory for binning, reused from chunk to chunk. */
typedef struct bp_binner {
    _Alignas(BP_WORKER_ALIGN) const bp_allocator *allocator; /* borrowed */
    double skinning;                                         /* seconds in this pass */
    int samples;
    int tiles_x, tiles_y; /* of the framebuffer */
    uint32_t *counts;     /* owned: the number of pairs for each tile; zero between chunks */
    bp_tile_entry *pairs; /* owned */
    size_t pair_count, pair_capacity;
    bp_irect touched;  /* tiles */
    uint16_t *numbers; /* owned: the new numbers of a draw's vertices; zero between chunks */
    size_t number_capacity;
    uint32_t indices[3 * BP_CHUNK_SIZE]; /* of the vertices of a chunk's triangles in bins ... */
    uint32_t used[3 * BP_CHUNK_SIZE];    /* ... each of them once */
} bp_binner;

/* Begins and ends a chunk. In between, the kernel adds pairs. These functions return false without memory. */
void bp_binner_begin(bp_binner *binner, bp_chunk *chunk);
bool bp_binner_end(bp_binner *binner, bp_chunk *chunk);
/* Makes room for at least `more` pairs. */
bool bp_binner_reserve(bp_binner *binner, size_t more);
/* Adds a triangle to the tiles of its bounds that its edges don't exclude. */
bool bp_bin_large(bp_binner *binner, bp_chunk *chunk, const bp_triangle_setup *setup, uint32_t entry);
/* Clips a triangle of the chunk, and adds the triangles that this makes. */
bool bp_bin_clipped(bp_binner *binner, bp_chunk *chunk, const uint32_t index[3], unsigned outcodes);
/* Compacts a chunk of triangles, which is binned. */
bool bp_chunk_compact(bp_binner *binner, bp_chunk *chunk);
/* Bins a chunk of primitives other than triangles. */
bool bp_bin_primitives(bp_binner *binner, bp_chunk *chunk);
/* Adds an entry to all tiles that the pixels of `box` touch. */
bool bp_bin_box(bp_binner *binner, bp_irect box, uint32_t entry);

/* Adds an entry to one tile, after bp_binner_reserve. */
static inline void bp_binner_add(bp_binner *binner, uint32_t tile, uint32_t entry) {
    binner->counts[tile]++;
    binner->pairs[binner->pair_count++] = (bp_tile_entry){tile, entry};
}

/* The number of a chunk's entries. */
static inline size_t bp_chunk_entry_count(const bp_chunk *chunk) {
    return bp_irect_is_empty(chunk->tiles) ? 0 : chunk->offsets[bp_irect_area(chunk->tiles)];
}

static inline bp_irect bp_tile_bounds(bp_irect box) {
    return (bp_irect){box.x0 >> BP_TILE_SHIFT, box.y0 >> BP_TILE_SHIFT, ((box.x1 - 1) >> BP_TILE_SHIFT) + 1,
                      ((box.y1 - 1) >> BP_TILE_SHIFT) + 1};
}

/* The sample stride of a tile's buffers: kernels may read and write up to four rows past the last one. */
enum { BP_TILE_SAMPLE_STRIDE = BP_TILE_SIZE * BP_TILE_SIZE + 4 * BP_TILE_SIZE };

enum {
    BP_QUEUE_SIZE = 128,
    BP_QUEUE_CAPACITY = BP_QUEUE_SIZE + 16,
    BP_QUEUE_GRADIENTS = BP_VERTEX_FLOATS_MAX,
    BP_QUEUE_VALUES = BP_QUEUE_GRADIENTS + BP_GRADIENTS_MAX
};

/* Fragments that have passed the depth test and wait to be shaded together, in order (fragment_queue_simd.h).
 * values[k] holds float k of the transformed vertex for all fragments. The gradients follow
 * (bp_shading.gradient_count). The padding allows to load a whole vector at any fragment. */
typedef struct bp_fragment_queue {
    int count;
    const bp_command *command;
    uint32_t pixel_index[BP_QUEUE_SIZE];
    uint32_t samples[BP_QUEUE_SIZE]; /* a bit for each sample that passed; unused with one sample per pixel */
    float values[BP_QUEUE_VALUES][BP_QUEUE_CAPACITY]; /* padded: a whole vector can start at any fragment */
} bp_fragment_queue;

typedef struct bp_tile {
    _Alignas(BP_WORKER_ALIGN) bp_target target;
    bp_counters counters;
    bp_fragment_queue queue;
    uint8_t bit_indices[256][8]; /* for each byte, the indices of its set bits, lowest first */
} bp_tile;

void bp_tile_init_bit_indices(bp_tile *tile);

/* Tile work lists: for each tile, the chunks to draw there, in order, and what they need. Built between
 * binning and drawing. */

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

/* A chunk's entries for the tile (x, y). */
static inline bp_work_item bp_chunk_in_tile(const bp_chunk *chunk, int x, int y) {
    const bp_irect r = chunk->tiles;
    if (x < r.x0 || x >= r.x1 || y < r.y0 || y >= r.y1) return (bp_work_item){.chunk = chunk};
    const uint32_t *offset = chunk->offsets + (size_t)(y - r.y0) * (size_t)(r.x1 - r.x0) + (size_t)(x - r.x0);
    return (bp_work_item){chunk, chunk->entries + offset[0], offset[1] - offset[0]};
}

static inline bp_work_item bp_work_list_at(const bp_work_list *list, size_t i) {
    return bp_chunk_in_tile(&list->all[list->chunks[i]], list->x, list->y);
}

bp_work_list bp_work_list_of(const bp_raster *raster, size_t tile);
/* Builds the lists of the pass that is being drawn, whose chunks are binned. False: no memory. */
bool bp_work_lists_build(bp_raster *raster, bp_error *error);
