/* Texture sampling, a lane a pixel. sample_plain.h says the same in plain code.
 *
 * A coordinate becomes fixed point with 8 bits of fraction: where between two texel centres it lies. RAW
 * texels are filtered in integers: first between the rows (16 bits, exact), then between the columns (high halves
 * of products with weights of 16 bits), two channels in each 32-bit lane. In linear light texels go
 * through the table and are filtered in floats.
 */
#ifndef BP_RASTER_SAMPLE_LANES_H
#define BP_RASTER_SAMPLE_LANES_H

#include "raster/lanes.h"
#include "raster/triangles.h"

/* The level that each lane samples. */
typedef struct lanes_level {
    vf width_256, height_256;       /* size in 1/256 texel */
    vi width, height, stride, base; /* base: texels from the texture's first */
} lanes_level;

/* Corners of the square of texels around a place, and how far into it: 0..255. */
typedef struct lanes_texels {
    vi t00, t10, t01, t11, fx, fy;
} lanes_texels;

/* 0..1 within the texture. */
LANES_INLINE vf lanes_wrap(vf u, bp_wrap wrap) {
    u = vf_min(vf_max(u, vf_set(-32768.0f)), vf_set(32768.0f));
    if (wrap == BP_WRAP_REPEAT) return u - vf_floor(u);
    if (wrap == BP_WRAP_CLAMP) return vf_min(vf_max(u, vf_set(0.0f)), vf_set(1.0f));
    vf half = u * vf_set(0.5f);
    vf f = (half - vf_floor(half)) * vf_set(2.0f);
    return vf_select(f > vf_set(1.0f), vf_set(2.0f) - f, f);
}

/* The texel before the place, and the fraction. */
LANES_INLINE vi lanes_address(vf u, bp_wrap wrap, vf size_256, vi size, vi *fraction) {
    vi x = vi_from(lanes_wrap(u, wrap) * size_256 + vf_set(128.0f)) - vi_set(256);
    if (wrap != BP_WRAP_REPEAT) x = vi_min(vi_max(x, vi_set(0)), (size - 1) << 8);
    *fraction = x & 255;
    vi i = x >> 8;
    return wrap == BP_WRAP_REPEAT ? i + (size & (i < 0)) : i;
}

LANES_INLINE lanes_texels lanes_fetch(const bp_surface *s, const lanes_level *l, vf u, vf v) {
    lanes_texels r;
    vi i = lanes_address(u, s->wrap_u, l->width_256, l->width, &r.fx);
    vi j = lanes_address(v, s->wrap_v, l->height_256, l->height, &r.fy);
    vi at = j * l->stride + i + l->base;
    lanes_load_pairs(s->texture->plane[0].texels, at, &r.t00, &r.t10);
    lanes_load_pairs(s->texture->plane[0].texels, at + l->stride, &r.t01, &r.t11);
    return r;
}

/* One pair of channels (a 16-bit half each) filtered, as 8.8 fixed point plus a half. */
LANES_INLINE vu16 lanes_mix_pair(vi t00, vi t10, vi t01, vi t11, vu16 up, vu16 down, vu16 left, vu16 right) {
    vu16 l = (vu16)t00 * up + (vu16)t01 * down;
    vu16 r = (vu16)t10 * up + (vu16)t11 * down;
    return vu16_mulhi(l, left) + vu16_mulhi(r, right) + 128;
}

LANES_INLINE vi lanes_bilinear_raw(const lanes_texels *t) {
    const vi halves = vi_set(0x00ff00ff);
    vu16 down = (vu16)(t->fy | t->fy << 16), up = 256 - down;
    vu16 right = (vu16)(t->fx | t->fx << 16) * 257, left = ~right;
    vu16 rb = lanes_mix_pair(t->t00 & halves, t->t10 & halves, t->t01 & halves, t->t11 & halves, up, down,
                             left, right);
    vu16 ga = lanes_mix_pair((t->t00 >> 8) & halves, (t->t10 >> 8) & halves, (t->t01 >> 8) & halves,
                             (t->t11 >> 8) & halves, up, down, left, right);
    return (vi)(rb >> 8) | (vi)(ga & 0xff00);
}

/* A channel of texels in linear light. */
LANES_INLINE vf lanes_linear(const bp_color_tables *tables, vi texels, int channel) {
    if (channel == 3) return vf_from((texels >> 24) & 255) * vf_set(1.0f / 255.0f);
    vf r;
    for (int i = 0; i < LANES; i++) r[i] = tables->linear[texels[i] >> (8 * channel) & 255];
    return r;
}

LANES_INLINE vf lanes_bilinear_linear(const bp_color_tables *tables, const lanes_texels *t, int channel) {
    vf fx = vf_from(t->fx) * vf_set(1.0f / 256.0f), fy = vf_from(t->fy) * vf_set(1.0f / 256.0f);
    vf a = lanes_linear(tables, t->t00, channel), b = lanes_linear(tables, t->t10, channel);
    vf c = lanes_linear(tables, t->t01, channel), d = lanes_linear(tables, t->t11, channel);
    vf top = a + (b - a) * fx, bottom = c + (d - c) * fx;
    return top + (bottom - top) * fy;
}

LANES_INLINE lanes_level lanes_level_zero(const bp_texture *texture) {
    const bp_texture_plane *p = &texture->plane[0];
    return (lanes_level){vf_set((float)p->width * 256.0f),
                         vf_set((float)p->height * 256.0f),
                         vi_set(p->width),
                         vi_set(p->height),
                         vi_set(p->stride),
                         vi_set(0)};
}

static inline lanes_level lanes_levels(const bp_texture *texture, vi level) {
    lanes_level l;
    for (int i = 0; i < LANES; i++) {
        const bp_texture_plane *p = &texture->plane[level[i]];
        l.width[i] = p->width;
        l.height[i] = p->height;
        l.stride[i] = p->stride;
        l.base[i] = (int32_t)(p->texels - texture->plane[0].texels);
    }
    l.width_256 = vf_from(l.width) * vf_set(256.0f);
    l.height_256 = vf_from(l.height) * vf_set(256.0f);
    return l;
}

LANES_INLINE vi lanes_nearest(const bp_surface *s, vf u, vf v) {
    const bp_texture_plane *p = &s->texture->plane[0];
    vi i = vi_from(lanes_wrap(u, s->wrap_u) * vf_set((float)p->width));
    vi j = vi_from(lanes_wrap(v, s->wrap_v) * vf_set((float)p->height));
    vi at = vi_min(j, vi_set(p->height - 1)) * p->stride + vi_min(i, vi_set(p->width - 1));
    vi r;
    for (int k = 0; k < LANES; k++) r[k] = (int32_t)p->texels[at[k]];
    return r;
}

/* The place between mipmaps, as 24.8 fixed point, from the exponent and mantissa of the square of
 * the larger gradient, halved; the mantissa stands in for the logarithm within an octave. */
LANES_INLINE vi lanes_lod(const bp_texture *texture, vf du_dx, vf du_dy, vf dv_dx, vf dv_dy) {
    const vf width = vf_set((float)texture->plane[0].width), height = vf_set((float)texture->plane[0].height);
    vf ax = du_dx * width, ay = du_dy * width, bx = dv_dx * height, by = dv_dy * height;
    vf along_x = ax * ax + bx * bx, along_y = ay * ay + by * by;
    vi bits = (vi)vf_max(vf_max(along_x, along_y), vf_set(0.0f)) - 0x3f800000;
    return vi_min(vi_max(bits >> 16, vi_set(0)), vi_set((texture->levels - 1) * 256));
}

#endif
