/* Shading LANES pixels at a time. Scalar twin and definition: shade_scalar.c.
 *
 * A colour is RAW, 0..255 in floats, or linear light, 0..1.
 */
#pragma once

#include "raster/tiled/encode_simd.h"
#include "raster/tiled/texture_sample_simd.h"

SIMD_INLINE color4 color4_unpack_raw(vi texels) {
    return (color4){{vf_from_vi(texels & 255), vf_from_vi((texels >> 8) & 255),
                     vf_from_vi((texels >> 16) & 255), vf_from_vi((texels >> 24) & 255)}};
}

/* Lambert's law: max(0, normal . direction). */
SIMD_INLINE vf shade_lambert(const bp_shading *s, vf x, vf y, vf z) {
    vf length = vf_sqrt(x * x + y * y + z * z);
    vf scale = vf_select(length > vf_set1(0.0f), vf_set1(1.0f) / length, vf_set1(0.0f));
    vf d = (x * s->direction[0] + y * s->direction[1] + z * s->direction[2]) * scale;
    return vf_max(d, vf_set1(0.0f));
}

/* Multiplies a colour by the light. */
SIMD_INLINE void shade_light(const bp_shading *s, const vf normal[3], vf w, color4 *color) {
    vf d = shade_lambert(s, normal[0] * w, normal[1] * w, normal[2] * w);
    SIMD_UNROLL
    for (int c = 0; c < 3; c++) color->c[c] = color->c[c] * (s->ambient[c] + s->light[c] * d);
}

/* Draws the wireframe's lines over the colour. `opacity`: of the lines, 0..1; `one`: full intensity. */
SIMD_INLINE void shade_wireframe(const bp_shading *s, vf opacity, float one, color4 *color) {
    if (s->wire == BP_WIRE_OVER) {
        vf k = opacity * s->wire_color[3];
        for (int c = 0; c < 3; c++) color->c[c] = color->c[c] + (s->wire_color[c] * one - color->c[c]) * k;
        color->c[3] = color->c[3] + (one - color->c[3]) * k;
    } else {
        for (int c = 0; c < 3; c++) color->c[c] = vf_set1(s->wire_color[c] * one);
        color->c[3] = opacity * (s->wire_color[3] * one);
    }
}

SIMD_INLINE vf shade_clamp(vf x, float one) { return vf_min(vf_max(x, vf_set1(0.0f)), vf_set1(one)); }

/* Packs RAW colours into pixels. */
SIMD_INLINE vi color4_pack_raw(const color4 *color) {
    vi pixels = {0};
    for (int c = 0; c < 4; c++) pixels |= vi_truncate(shade_clamp(color->c[c], 255.0f) + 0.5f) << (8 * c);
    return pixels;
}

/* bp_color_mix255 in each lane. */
SIMD_INLINE vi blend_mix255(vi a, vi b, vi part) {
    vi x = a * part + b * (255 - part) + 128;
    return (x + (x >> 8)) >> 8;
}

/* Blends RAW pixels over pixels. */
SIMD_INLINE vi blend_raw(vi over, vi under) {
    vi a = (over >> 24) & 255, result = blend_mix255(vi_set1(255), (under >> 24) & 255, a) << 24;
    for (int shift = 0; shift < 24; shift += 8)
        result |= blend_mix255((over >> shift) & 255, (under >> shift) & 255, a) << shift;
    return result;
}

/* Alpha as the highest byte of a pixel. */
SIMD_INLINE vi encode_alpha(vf alpha) { return vi_truncate(alpha * vf_set1(255.0f) + 0.5f) << 24; }

/* Encodes linear light 0..1; a rounding error above 1 gives 255, too. */
SIMD_INLINE vi encode_in_range(const color4 *color) {
    return encode_rgb(color->c[0], color->c[1], color->c[2]) | encode_alpha(color->c[3]);
}
/* Encodes linear light. */
SIMD_INLINE vi encode_linear(const color4 *color) {
    color4 clamped;
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) clamped.c[c] = shade_clamp(color->c[c], 1.0f);
    return encode_in_range(&clamped);
}

/* Blends linear light over pixels. `in_range` (a constant): it is between 0 and 1 already. */
SIMD_INLINE color4 blend_linear(const bp_color_tables *tables, const color4 *color, vi under, bool in_range) {
    color4 over, mixed;
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) over.c[c] = in_range ? color->c[c] : shade_clamp(color->c[c], 1.0f);
    const vf a = over.c[3], rest = vf_set1(1.0f) - a;
    SIMD_UNROLL
    for (int c = 0; c < 3; c++) mixed.c[c] = over.c[c] * a + linear_channel(tables, under, c) * rest;
    mixed.c[3] = a + linear_channel(tables, under, 3) * rest;
    return mixed;
}
static vi blend_linear_pixels(const bp_color_tables *tables, const color4 *color, vi under) {
    const color4 mixed = blend_linear(tables, color, under, false);
    return encode_in_range(&mixed);
}
