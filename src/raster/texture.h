/* A texture's mip levels, as samplers read them.
 *
 * Texel (x, y) of a level is texels[y * stride + x], for x in 0..width and y in 0..height: column `width` is
 * a copy of column 0, and row `height` of row 0, so repeating needs no test for the right neighbour. At an
 * edge that clamps or mirrors, the neighbour has weight 0.
 *
 * For filtering there is a second copy, `pairs`, indexed alike: an element holds the bytes of a texel
 * interleaved with those of the texel below it (r, r below, g, g below ...), each minus 128. One 128-bit load
 * fetches the four texels around a point, in the order that multiply-add instructions take.
 */
#ifndef BP_RASTER_TEXTURE_H
#define BP_RASTER_TEXTURE_H

#include <bindpose/raster.h>

enum { BP_TEXTURE_LEVELS_MAX = 15 }; /* from 16384 down to 1 */

typedef struct bp_mip_level {
    const uint32_t *texels;
    const uint64_t *pairs;
    int width, height, stride;
} bp_mip_level;

struct bp_texture {
    bp_allocator allocator;
    uint32_t *memory; /* owned: all level_count */
    uint64_t *pairs;  /* owned: all levels, as pairs */
    int level_count;
    bp_mip_level mip[BP_TEXTURE_LEVELS_MAX];
};

#endif
