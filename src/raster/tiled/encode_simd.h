/* Encoding linear light to sRGB bytes, LANES pixels at a time. Scalar twin and definition: bp_color_encode in
 * color.h. */
#ifndef BP_RASTER_TILED_ENCODE_SIMD_H
#define BP_RASTER_TILED_ENCODE_SIMD_H

#include "raster/color.h"
#include "simd/simd.h"

/* One channel: linear light 0..1 to bytes. */
SIMD_INLINE vi encode_channel(const bp_color_tables *tables, vf linear) {
    return vi_lookup_byte(tables->encoded,
                          vi_truncate(vf_sqrt(linear) * vf_set1((float)BP_ENCODE_STEPS) + 0.5f));
}

/* Returns pixels with alpha 0. */
SIMD_INLINE vi encode_rgb(const bp_color_tables *tables, vf red, vf green, vf blue) {
    return encode_channel(tables, red) | encode_channel(tables, green) << 8 |
           encode_channel(tables, blue) << 16;
}

#endif
