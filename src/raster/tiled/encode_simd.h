/* Encoding linear light to sRGB bytes: table indices for LANES pixels, and the lookup. Scalar twin and
 * definition: bp_color_encode in color.h. */
#ifndef BP_RASTER_TILED_ENCODE_SIMD_H
#define BP_RASTER_TILED_ENCODE_SIMD_H

#include "raster/color.h"
#include "simd/simd.h"

/* The index of linear light 0..1 in the encoding table. */
SIMD_INLINE vi encode_index(vf linear) {
    return vi_truncate(vf_sqrt(linear) * vf_set1((float)BP_ENCODE_STEPS) + 0.5f);
}

/* Looks up three indices. Returns a pixel with alpha 0. */
SIMD_INLINE uint32_t encode_rgb(const uint8_t *encoded, uint32_t red, uint32_t green, uint32_t blue) {
    return (uint32_t)encoded[red] | (uint32_t)encoded[green] << 8 | (uint32_t)encoded[blue] << 16;
}

#endif
