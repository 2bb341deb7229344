/* Texture sampling, a lane a pixel. reference_shade.c says the same in plain code.
 *
 * A coordinate becomes fixed point with 8 bits of fraction, rounded to nearest: where between two texel centres
 * it lies. Where a texture repeats and its size is a power of two, repeating is a mask after that. RAW
 * texels are filtered in integers (filter_lanes.h); in linear light texels go through the table and are
 * filtered in floats.
 */
#ifndef BP_RASTER_SAMPLE_LANES_H
#define BP_RASTER_SAMPLE_LANES_H

#include "raster/filter_lanes.h"
#include "raster/lanes.h"
#include "raster/triangles.h"

/* The level that each lane samples. */
typedef struct lanes_level {
    vf width_256, height_256;       /* size in 1/256 texel */
    vi width, height, stride, base; /* base: texels from the texture's first */
} lanes_level;

/* The texel before a place, counted from the texture's first, and how far it is to the next ones: 0..255. */
typedef struct lanes_place {
    vi at, fx, fy;
} lanes_place;

/* Corners of the square of texels around a place. */
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

/* Where u lies from the first texel's centre, in 1/256 texel: 0 .. size * 256 - 1. */
LANES_INLINE vi lanes_along(vf u, bp_wrap wrap, vf size_256, vi size, bool masked) {
    if (masked) return vi_nearest(u * size_256 - vf_set(128.0f)) & ((size << 8) - 1);
    vi x = vi_nearest(lanes_wrap(u, wrap) * size_256 - vf_set(128.0f));
    if (wrap == BP_WRAP_REPEAT) return x + ((size << 8) & (x < 0));
    return vi_min(vi_max(x, vi_set(0)), (size - 1) << 8);
}

/* Whether a texture repeats by a mask along u and v. */
LANES_INLINE bool lanes_masked_u(const bp_surface *s) {
    int width = s->texture->plane[0].width;
    return s->wrap_u == BP_WRAP_REPEAT && (width & (width - 1)) == 0;
}
LANES_INLINE bool lanes_masked_v(const bp_surface *s) {
    int height = s->texture->plane[0].height;
    return s->wrap_v == BP_WRAP_REPEAT && (height & (height - 1)) == 0;
}

LANES_INLINE vi lanes_along_u(const bp_surface *s, const lanes_level *l, vf u, bool masked) {
    return lanes_along(u, s->wrap_u, l->width_256, l->width, masked);
}
LANES_INLINE vi lanes_along_v(const bp_surface *s, const lanes_level *l, vf v, bool masked) {
    return lanes_along(v, s->wrap_v, l->height_256, l->height, masked);
}

LANES_INLINE lanes_place lanes_place_from(const lanes_level *l, vi x, vi y) {
    return (lanes_place){(y >> 8) * l->stride + (x >> 8) + l->base, x & 255, y & 255};
}

LANES_INLINE lanes_place lanes_place_at(const bp_surface *s, const lanes_level *l, vf u, vf v, bool masked_u,
                                        bool masked_v) {
    return lanes_place_from(l, lanes_along_u(s, l, u, masked_u), lanes_along_v(s, l, v, masked_v));
}

LANES_INLINE lanes_place lanes_place_of(const bp_surface *s, const lanes_level *l, vf u, vf v) {
    bool masked_u = lanes_masked_u(s), masked_v = lanes_masked_v(s);
    if (masked_u && masked_v) return lanes_place_at(s, l, u, v, true, true);
    return lanes_place_at(s, l, u, v, masked_u, masked_v);
}

LANES_INLINE lanes_texels lanes_fetch(const bp_surface *s, const lanes_level *l, vf u, vf v) {
    lanes_place p = lanes_place_of(s, l, u, v);
    lanes_texels r = {.fx = p.fx, .fy = p.fy};
    lanes_load_pairs(s->texture->plane[0].texels, p.at, &r.t00, &r.t10);
    lanes_load_pairs(s->texture->plane[0].texels, p.at + l->stride, &r.t01, &r.t11);
    return r;
}

/* RAW texels, filtered and packed. */
LANES_INLINE vi lanes_fetch_raw(const bp_surface *s, const lanes_level *l, vf u, vf v) {
    lanes_place p = lanes_place_of(s, l, u, v);
    uint32_t at[LANES];
    vi_store(at, p.at);
    lanes_in_memory(at);
    return lanes_bilinear_raw(s->texture->plane[0].pairs, at, lanes_row_weights(p.fy),
                              lanes_column_weights(p.fx));
}

/* A channel of texels in linear light. */
LANES_INLINE vf lanes_linear(const bp_color_tables *tables, vi texels, int channel) {
    if (channel == 3) return vf_from((texels >> 24) & 255) * vf_set(1.0f / 255.0f);
    uint32_t one[LANES];
    vi_store(one, texels);
    lanes_in_memory(one);
    vf r;
    LANES_UNROLL_ALL
    for (int i = 0; i < LANES; i++) r[i] = tables->linear[one[i] >> (8 * channel) & 255];
    return r;
}

LANES_INLINE vf lanes_bilinear_linear(const bp_color_tables *tables, const lanes_texels *t, int channel) {
    vf fx = vf_from(t->fx) * vf_set(1.0f / 256.0f), fy = vf_from(t->fy) * vf_set(1.0f / 256.0f);
    vf a = lanes_linear(tables, t->t00, channel), b = lanes_linear(tables, t->t10, channel);
    vf c = lanes_linear(tables, t->t01, channel), d = lanes_linear(tables, t->t11, channel);
    vf top = a + (b - a) * fx, bottom = c + (d - c) * fx;
    return top + (bottom - top) * fy;
}

LANES_INLINE lanes_level lanes_level_of(const bp_texture *texture, int level) {
    const bp_texture_plane *p = &texture->plane[level];
    return (lanes_level){vf_set((float)p->width * 256.0f),
                         vf_set((float)p->height * 256.0f),
                         vi_set(p->width),
                         vi_set(p->height),
                         vi_set(p->stride),
                         vi_set((int32_t)(p->texels - texture->plane[0].texels))};
}

/* A level a lane. Mostly it is the same one in all of them. */
static inline lanes_level lanes_levels(const bp_texture *texture, vi level) {
    if (!vi_bits(level != vi_set(level[0]))) return lanes_level_of(texture, level[0]);
    int32_t width[LANES], height[LANES], stride[LANES], base[LANES];
    for (int i = 0; i < LANES; i++) {
        const bp_texture_plane *p = &texture->plane[level[i]];
        width[i] = p->width;
        height[i] = p->height;
        stride[i] = p->stride;
        base[i] = (int32_t)(p->texels - texture->plane[0].texels);
    }
    lanes_level l = {.width = vi_load(width), vi_load(height), vi_load(stride), vi_load(base)};
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
