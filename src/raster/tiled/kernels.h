/* The kernels: code that is compiled once for each instruction set, and a table of functions for each set. */
#pragma once

#include "base/isa.h"
#include "raster/tiled/bin.h"

/* Resolves a tile's samples to the framebuffer's pixels. */
typedef void bp_resolve_kernel(const bp_target *target, const bp_framebuffer *framebuffer,
                               const bp_resolve_options *options);

typedef struct bp_raster_kernels {
    /* Transforms vertices first .. first + count - 1 into t->transformed and t->outcodes. */
    void (*transform)(const bp_triangles *t, size_t first, size_t count);
    /* Bins the triangles of a chunk. False: no memory. */
    bool (*bin)(bp_binner *binner, bp_chunk *chunk);
    /* Draws a chunk's triangles in one tile's bin. */
    void (*draw)(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count);
    /* Shades the fragments that `draw` has queued: before the tile's other primitives, and at its end. */
    void (*flush)(bp_tile *tile);
    bp_resolve_kernel *resolve;
} bp_raster_kernels;

#define BP_DECLARE_RASTER_KERNELS(isa, set)                                                                  \
    void bp_transform_##set(const bp_triangles *t, size_t first, size_t count);                              \
    bool bp_bin_##set(bp_binner *binner, bp_chunk *chunk);                                                   \
    void bp_draw_##set(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count);         \
    void bp_flush_##set(bp_tile *tile);                                                                      \
    void bp_resolve_##set(const bp_target *target, const bp_framebuffer *framebuffer,                        \
                          const bp_resolve_options *options);

BP_ISA_EACH(BP_DECLARE_RASTER_KERNELS)

/* The table for an instruction set. AUTO, or a set that this build lacks, gives the portable table. */
const bp_raster_kernels *bp_raster_kernels_for(bp_isa isa);
