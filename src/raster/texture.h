/* A texture's level_count, as samplers read them.
 *
 * Texel (x, y) of a level is at texels[y * stride + x], x in 0..width, y in 0..height: column `width` is a
 * copy of column 0 and row `height` of row 0, so that repeating needs no test. What clamps or mirrors reads a
 * neighbour with weight 0 at the edge.
 *
 * For filtering there is a second copy, `pairs`, with an element for each texel at the same place: the
 * bytes of the texel and of the one below it in turn (r, r below, g, g below ...), each less 128. So all
 * four texels around a place are one 128-bit load, laid out for products of neighbouring bytes.
 */
#ifndef BP_RASTER_TEXTURE_H
#define BP_RASTER_TEXTURE_H

#include <bindpose/raster.h>

enum { BP_TEXTURE_LEVELS_MAX = 15 }; /* 16384 down to 1 */

typedef struct bp_mip_level {
    const uint32_t *texels;
    const uint64_t *pairs;
    int width, height, stride;
} bp_mip_level;

struct bp_texture {
    bp_allocator allocator;
    uint32_t *memory; /* owned: all level_count */
    uint64_t *pairs;  /* owned: the same, in pairs */
    int level_count;
    bp_mip_level plane[BP_TEXTURE_LEVELS_MAX];
};

#endif
