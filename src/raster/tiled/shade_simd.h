/* Shading LANES pixels at a time. Scalar twin and definition: shade_scalar.c.
 *
 * A colour is RAW, 0..255 in floats, or linear light, 0..1.
 */
#ifndef BP_RASTER_TILED_SHADE_SIMD_H
#define BP_RASTER_TILED_SHADE_SIMD_H

#include "raster/tiled/encode_simd.h"
#include "raster/tiled/texture_sample_simd.h"

/* The interpolated attributes, still divided by w. */
typedef struct shade_input {
    vf inverse_w;
    vf color[4], uv[2], normal[3];
    vf wire;            /* opacity of the wireframe's lines, 0..1 */
    const vf *gradient; /* for mipmaps: the gradients of u/w, v/w and 1/w, to the right, then down */
} shade_input;

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

/* Base or vertex colour, in the light. */
SIMD_INLINE color4 shade_base_color(const bp_shading *s, const shade_input *in, vf w) {
    color4 color;
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) color.c[c] = s->color_offset ? in->color[c] * w : vf_set1(s->base[c]);
    if (s->pixel_light) shade_light(s, in->normal, w, &color);
    return color;
}

/* Draws the wireframe's lines over the colour. `one`: full intensity. */
SIMD_INLINE void shade_wireframe(const bp_shading *s, const shade_input *in, float one, color4 *color) {
    if (s->wire == BP_WIRE_OVER) {
        vf k = in->wire * s->wire_color[3];
        for (int c = 0; c < 3; c++) color->c[c] = color->c[c] + (s->wire_color[c] * one - color->c[c]) * k;
        color->c[3] = color->c[3] + (one - color->c[3]) * k;
    } else {
        for (int c = 0; c < 3; c++) color->c[c] = vf_set1(s->wire_color[c] * one);
        color->c[3] = in->wire * (s->wire_color[3] * one);
    }
}

SIMD_INLINE vf shade_clamp(vf x, float one) { return vf_min(vf_max(x, vf_set1(0.0f)), vf_set1(one)); }

/* Packs RAW colours into pixels. */
SIMD_INLINE vi color4_pack_raw(const color4 *color) {
    vi r = vi_truncate(shade_clamp(color->c[0], 255.0f) + 0.5f),
       g = vi_truncate(shade_clamp(color->c[1], 255.0f) + 0.5f);
    vi b = vi_truncate(shade_clamp(color->c[2], 255.0f) + 0.5f),
       a = vi_truncate(shade_clamp(color->c[3], 255.0f) + 0.5f);
    return r | g << 8 | b << 16 | a << 24;
}

/* A colour 0..1 times RAW texels, or without a texture times 255. */
SIMD_INLINE color4 shade_textured_raw(const bp_shading *s, const color4 *color, vi texels) {
    color4 t = color4_unpack_raw(texels);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) t.c[c] = color->c[c] * (s->texture ? t.c[c] : vf_set1(255.0f));
    return t;
}

/* texture_locate without cached mip levels. */
SIMD_INLINE texture_address texture_locate_single(const bp_shading *s, const shade_input *in, vf w) {
    mip_level_pair m = {.level = vi_set1(-1)};
    return texture_locate(s, in->gradient, w, in->uv[0] * w, in->uv[1] * w, &m);
}

SIMD_INLINE vi shade_raw(const bp_shading *s, const shade_input *in) {
    vf w = vf_set1(1.0f) / in->inverse_w;
    vi texels = vi_set1(-1);
    if (s->texture) {
        texture_address address = texture_locate_single(s, in, w);
        texels = texture_sample_raw(s, &address);
    }
    if (s->texture_only) return texels;
    color4 color = shade_base_color(s, in, w);
    color = shade_textured_raw(s, &color, texels);
    if (s->wire) shade_wireframe(s, in, 255.0f, &color);
    return color4_pack_raw(&color);
}

static color4 shade_linear(const bp_shading *s, const shade_input *in) {
    vf w = vf_set1(1.0f) / in->inverse_w;
    color4 color = shade_base_color(s, in, w);
    if (s->texture) {
        texture_address address = texture_locate_single(s, in, w);
        color4 t = texture_sample_linear(s, &address);
        for (int c = 0; c < 4; c++) color.c[c] = color.c[c] * t.c[c];
    }
    if (s->wire) shade_wireframe(s, in, 1.0f, &color);
    for (int c = 0; c < 4; c++) color.c[c] = shade_clamp(color.c[c], 1.0f);
    return color;
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

/* Encodes linear light, blended over the pixels `under` if `blend`. */
static vi encode_linear(const bp_color_tables *tables, const color4 *color, bool blend, vi under) {
    color4 mixed = *color;
    vf a = color->c[3], rest = vf_set1(1.0f) - a;
    if (blend) {
        for (int c = 0; c < 3; c++) mixed.c[c] = color->c[c] * a + linear_channel(tables, under, c) * rest;
        mixed.c[3] = a + linear_channel(tables, under, 3) * rest;
    }
    for (int c = 0; c < 4; c++) mixed.c[c] = shade_clamp(mixed.c[c], 1.0f);
    return encode_rgb(tables, mixed.c[0], mixed.c[1], mixed.c[2]) | encode_alpha(mixed.c[3]);
}

#endif
