/* The kernels: code that is compiled once per instruction set, behind one table of functions for each set. */
#ifndef BP_RASTER_TILED_KERNELS_H
#define BP_RASTER_TILED_KERNELS_H

#include "raster/pipeline.h"
#include "raster/tiled/bin.h"
#include "raster/triangles.h"

/* Resolves a tile's samples to the framebuffer's pixels. */
typedef void bp_resolve_kernel(const bp_target *target, const bp_framebuffer *framebuffer,
                               const bp_resolve_options *how);

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

#define BP_RASTER_KERNELS_OF(set)                                                                            \
    void bp_transform_##set(const bp_triangles *t, size_t first, size_t count);                              \
    bool bp_bin_##set(bp_binner *binner, bp_chunk *chunk);                                                   \
    void bp_draw_##set(bp_tile *tile, const bp_chunk *chunk, const uint32_t *entries, size_t count);         \
    void bp_flush_##set(bp_tile *tile);                                                                      \
    void bp_resolve_##set(const bp_target *target, const bp_framebuffer *framebuffer,                        \
                          const bp_resolve_options *how);

BP_RASTER_KERNELS_OF(portable)
#if defined(__x86_64__)
BP_RASTER_KERNELS_OF(sse2)
BP_RASTER_KERNELS_OF(avx2)
BP_RASTER_KERNELS_OF(avx512)
#endif

/* The table for an instruction set. An unknown set gives the portable table. */
const bp_raster_kernels *bp_raster_kernels_for(bp_isa isa);

#endif
