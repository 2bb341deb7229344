/* Encoding linear light to sRGB bytes, LANES pixels at a time. Scalar twin and definition: bp_color_encode in
 * color.h. */
#pragma once

#include "raster/color.h"
#include "simd/simd.h"

/* One channel: linear light 0..1 to bytes. */
SIMD_INLINE vi encode_channel(vf x) {
    const vf m = (vf)(((vi)x & 0x7fffff) | 0x3f800000);
    const vf root = BP_ENCODE_0 + m * (BP_ENCODE_1 + m * (BP_ENCODE_2 + m * BP_ENCODE_3));
    const vf curve = root * vf_lookup16(bp_encode_scale, (vi)x >> 23) + BP_ENCODE_OFFSET;
    return vi_truncate(vf_select_less(x, vf_set1(BP_ENCODE_STRAIGHT), x * BP_ENCODE_SLOPE, curve) + 0.5f);
}

/* Returns pixels with alpha 0. */
SIMD_INLINE vi encode_rgb(vf red, vf green, vf blue) {
    return encode_channel(red) | encode_channel(green) << 8 | encode_channel(blue) << 16;
}
