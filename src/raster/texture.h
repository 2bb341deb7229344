/* A texture's mip levels, as samplers read them.
 *
 * Texel (x, y) of a level is element y * stride + x, for x in 0..width and y in 0..height: column `width` is
 * a copy of column 0, and row `height` of row 0, so repeating needs no test for the right neighbour. At an
 * edge that clamps or mirrors, the neighbour has weight 0.
 *
 * There are two copies, because a draw decides whether its colours are RAW. `pairs` is for RAW: an element
 * holds the bytes of a texel interleaved with those of the texel below it (r, r below, g, g below ...), each
 * minus 128. One 128-bit load fetches the four texels around a point, in the order that multiply-add
 * instructions take. `linear` holds the texel decoded to linear light, 16 bits for each channel: 0..65535,
 * minus 32768. With 15 bits, or with a rounding between the steps of filtering, dark colours would be off by
 * a twentieth of a step of 255 (tests/unit/raster/test_texture_error.c). A texture of data
 * (bp_texture_options.linear: its bytes are only spread over the 16 bits) is never drawn RAW, nor is one made
 * with no_raw: their `pairs` are the same array.
 */
#pragma once

#include <bindpose/raster.h>

enum {
    BP_TEXTURE_LEVELS_MAX = 15, /* from 16384 down to 1 */
    BP_TEXEL_MAX = 65535        /* of a channel in linear light */
};

typedef struct bp_mip_level {
    const uint64_t *pairs, *linear;
    int width, height, stride;
} bp_mip_level;

struct bp_texture {
    bp_allocator allocator;
    uint32_t hash;    /* of `memory`, in 31 bits: tells it from a texture that had its address before */
    bool linear;      /* bp_texture_options.linear */
    uint64_t *memory; /* owned: all levels as pairs (unless never RAW), then all levels in linear light */
    int level_count;
    bp_mip_level mip[BP_TEXTURE_LEVELS_MAX];
};

/* A channel of a texel in `pairs`, and of one in `linear`. */
static inline uint32_t bp_texel_byte(uint64_t pair, int channel) {
    return (pair >> (16 * channel) & 255) ^ 128;
}
static inline int bp_texel_linear(uint64_t texel, int channel) {
    return (int)(texel >> (16 * channel) & 0xffff) ^ 32768;
}
