/* Texture sampling for LANES pixels at a time. Scalar twin and definition:
 * texture_sample_scalar.c.
 *
 * Coordinates are rounded to fixed point with 8 bits of fraction: the position between two texel centres. A
 * texture that repeats, with a size that is a power of two, then wraps by a mask. Texels are filtered in
 * integers (filter_simd.h). Sampling has two steps, first all addresses, then all values, because loading
 * texels is often slow.
 */
#pragma once

#include "raster/tiled/filter_simd.h"
#include "raster/triangles.h"

/* The mip level that each lane samples. */
typedef struct mip_level {
    vf width_256, height_256;       /* size in 1/256 texel */
    vi width, height, stride, base; /* base: index of the level's first texel */
} mip_level;

/* The left texels of each pixel's quad, in the upper and (only for linear light) the lower row, as indices
 * from the texture's first texel; and the position inside the quad: 0..255. */
typedef struct texel_address {
    uint32_t upper[LANES], lower[LANES];
    vi fx, fy;
} texel_address;

/* The texels to sample in two mip levels: `fine` alone is set without mipmaps, or if not `mixed`. */
typedef struct texture_address {
    texel_address fine, coarse;
    bool mixed;
    vi coarse_weight; /* of 256; of trilinear filtering */
} texture_address;

/* Wraps a coordinate into 0..1. */
SIMD_INLINE vf texture_wrap(vf u, bp_wrap wrap) {
    u = vf_min(vf_max(u, vf_set1(-32768.0f)), vf_set1(32768.0f));
    if (wrap == BP_WRAP_REPEAT) return u - vf_floor(u);
    if (wrap == BP_WRAP_CLAMP) return vf_min(vf_max(u, vf_set1(0.0f)), vf_set1(1.0f));
    vf half = u * vf_set1(0.5f);
    vf f = (half - vf_floor(half)) * vf_set1(2.0f);
    return vf_select(f > vf_set1(1.0f), vf_set1(2.0f) - f, f);
}

/* The distance of u from the first texel's centre, in 1/256 texel: 0 .. size * 256 - 1. */
SIMD_INLINE vi texture_coordinate(vf u, bp_wrap wrap, vf size_256, vi size, bool masked) {
    if (masked) return vi_round(u * size_256 - vf_set1(128.0f)) & ((size << 8) - 1);
    vi x = vi_round(texture_wrap(u, wrap) * size_256 - vf_set1(128.0f));
    if (wrap == BP_WRAP_REPEAT) return x + ((size << 8) & (x < 0));
    return vi_min(vi_max(x, vi_set1(0)), (size - 1) << 8);
}

/* Whether a texture of this size repeats by a mask along an axis. */
SIMD_INLINE bool texture_masks(bp_wrap wrap, int size) {
    return wrap == BP_WRAP_REPEAT && (size & (size - 1)) == 0;
}

/* The states that shading branches on. The loops that draw most are compiled for constants. */
typedef struct shade_kind {
    bool raw, textured, plain, white; /* as in bp_shading; white only if plain */
    bp_filter filter;
    bool masked_u, masked_v; /* the texture repeats by a mask */
} shade_kind;

SIMD_INLINE shade_kind shade_kind_of(const bp_sampler *s, bool raw, bool plain, bool white) {
    const bp_texture *t = s->texture;
    return (shade_kind){raw,
                        t != NULL,
                        plain,
                        plain && white,
                        s->filter,
                        t && texture_masks(s->wrap_u, t->mip[0].width),
                        t && texture_masks(s->wrap_v, t->mip[0].height)};
}

SIMD_INLINE void texel_address_of(texel_address *p, const bp_sampler *s, shade_kind kind, const mip_level *l,
                                  vf u, vf v) {
    const vi x = texture_coordinate(u, s->wrap_u, l->width_256, l->width, kind.masked_u),
             y = texture_coordinate(v, s->wrap_v, l->height_256, l->height, kind.masked_v);
    const vi index = vi_madd16(y >> 8 | (x >> 8) << 16, l->stride | 1 << 16) + l->base;
    vi_store(p->upper, index);
    if (!kind.raw) vi_store(p->lower, index + l->stride);
    p->fx = x & 255;
    p->fy = y & 255;
}

SIMD_INLINE mip_level mip_level_uniform(const bp_texture *texture, int level) {
    const bp_mip_level *p = &texture->mip[level];
    return (mip_level){vf_set1((float)p->width * 256.0f),
                       vf_set1((float)p->height * 256.0f),
                       vi_set1(p->width),
                       vi_set1(p->height),
                       vi_set1(p->stride),
                       vi_set1((int32_t)(p->pairs - texture->mip[0].pairs))};
}

/* A level for each lane. Mostly all lanes use one level. */
static inline mip_level mip_level_per_lane(const bp_texture *texture, vi level) {
    if (!vi_nonzero(level ^ vi_set1(level[0]))) return mip_level_uniform(texture, level[0]);
    int32_t width[LANES], height[LANES], stride[LANES], base[LANES];
    for (int i = 0; i < LANES; i++) {
        const bp_mip_level *p = &texture->mip[level[i]];
        width[i] = p->width;
        height[i] = p->height;
        stride[i] = p->stride;
        base[i] = (int32_t)(p->pairs - texture->mip[0].pairs);
    }
    mip_level l = {.width = vi_load(width), vi_load(height), vi_load(stride), vi_load(base)};
    l.width_256 = vf_from_vi(l.width) * vf_set1(256.0f);
    l.height_256 = vf_from_vi(l.height) * vf_set1(256.0f);
    return l;
}

/* The nearest texel, with weight 0 for its neighbours. */
SIMD_INLINE void texel_address_nearest(texel_address *p, const bp_sampler *s, vf u, vf v) {
    const bp_mip_level *mip = &s->texture->mip[0];
    vi i = vi_truncate(texture_wrap(u, s->wrap_u) * vf_set1((float)mip->width));
    vi j = vi_truncate(texture_wrap(v, s->wrap_v) * vf_set1((float)mip->height));
    vi index = vi_min(j, vi_set1(mip->height - 1)) * mip->stride + vi_min(i, vi_set1(mip->width - 1));
    vi_store(p->upper, index);
    vi_store(p->lower, index);
    p->fx = p->fy = vi_set1(0);
}

/* Changes of coordinates over a pixel, times the texture's size: of u/w and of 1/w (times width), of v/w and
 * of 1/w (times height); to the right, then down. */
typedef struct texture_gradients {
    vf k[8];
} texture_gradients;

/* From the gradients of u/w, v/w and 1/w, to the right, then down. */
SIMD_INLINE texture_gradients texture_gradients_of(const bp_texture *texture, const vf gradient[6]) {
    const vf width = vf_set1((float)texture->mip[0].width), height = vf_set1((float)texture->mip[0].height);
    texture_gradients g;
    SIMD_UNROLL
    for (int i = 0; i < 2; i++) {
        g.k[4 * i] = gradient[3 * i] * width;
        g.k[4 * i + 1] = gradient[3 * i + 2] * width;
        g.k[4 * i + 2] = gradient[3 * i + 1] * height;
        g.k[4 * i + 3] = gradient[3 * i + 2] * height;
    }
    return g;
}

/* The level of detail in 1/256: half the logarithm of the larger squared gradient, from the exponent of the
 * float, with its mantissa as the fraction. */
SIMD_INLINE vi texture_lod(const bp_texture *texture, const texture_gradients *g, vf w, vf u, vf v) {
    vf squares[2];
    SIMD_UNROLL
    for (int i = 0; i < 2; i++) {
        const vf x = g->k[4 * i] - u * g->k[4 * i + 1], y = g->k[4 * i + 2] - v * g->k[4 * i + 3];
        squares[i] = x * x + y * y;
    }
    vi bits = (vi)vf_max(vf_max(squares[0], squares[1]) * (w * w), vf_set1(0.0f)) - 0x3f800000;
    return vi_min(vi_max(bits >> 16, vi_set1(0)), vi_set1((texture->level_count - 1) * 256));
}

/* Mip levels `level` and level + 1, for each lane. */
typedef struct mip_level_pair {
    vi level;
    mip_level fine, coarse;
} mip_level_pair;

SIMD_INLINE void mip_level_pair_select(mip_level_pair *m, const bp_texture *texture, vi level) {
    m->level = level;
    m->fine = mip_level_per_lane(texture, level);
    m->coarse = mip_level_per_lane(texture, vi_min(level + 1, vi_set1(texture->level_count - 1)));
}

/* Computes texel addresses. `m`: the levels of the previous pixels, which are reused if they are equal. `g`:
 * for trilinear filtering. */
SIMD_INLINE void texture_locate(texture_address *out, const bp_sampler *s, shade_kind kind,
                                const texture_gradients *g, vf w, vf u, vf v, mip_level_pair *m) {
    if (kind.filter == BP_FILTER_NEAREST) {
        texel_address_nearest(&out->fine, s, u, v);
        return;
    }
    if (kind.filter == BP_FILTER_TRILINEAR) {
        const vi lod = texture_lod(s->texture, g, w, u, v);
        if (vi_nonzero((lod >> 8) ^ m->level)) mip_level_pair_select(m, s->texture, lod >> 8);
        out->coarse_weight = lod & 255;
        out->mixed = vi_nonzero(out->coarse_weight) != 0;
        if (out->mixed) texel_address_of(&out->coarse, s, kind, &m->coarse, u, v);
    }
    texel_address_of(&out->fine, s, kind, &m->fine, u, v);
}

/* Samples a RAW texture: packed pixels. */
SIMD_INLINE vi texture_sample_raw(const bp_sampler *s, shade_kind kind, const texture_address *address) {
    const uint64_t *pairs = s->texture->mip[0].pairs;
    const texel_address *f = &address->fine, *c = &address->coarse;
    const vi fine = filter_bilinear_raw(pairs, f->upper, f->fx, f->fy);
    if (kind.filter != BP_FILTER_TRILINEAR || !address->mixed) return fine;
    const vi coarse = filter_bilinear_raw(pairs, c->upper, c->fx, c->fy);
    const vi halves = vi_set1(0x00ff00ff);
    vu16 wb = (vu16)filter_twice(address->coarse_weight), wa = 256 - wb;
    vu16 rb = ((vu16)(fine & halves) * wa + (vu16)(coarse & halves) * wb + 128) >> 8;
    vu16 ga = (vu16)((fine >> 8) & halves) * wa + (vu16)((coarse >> 8) & halves) * wb + 128;
    return (vi)rb | (vi)(ga & 0xff00);
}

/* The colours of LANES pixels, channel by channel. */
typedef struct color4 {
    vf c[4];
} color4;

SIMD_INLINE void texels_add_bilinear(const bp_sampler *s, const texel_address *p, vi part,
                                     texel_groups *sum) {
    filter_bilinear_linear(s->texture->mip[0].linear, p->upper, p->lower, p->fx, p->fy, part, sum);
}

/* Samples a texture in linear light. */
SIMD_INLINE color4 texture_sample_linear(const bp_sampler *s, shade_kind kind,
                                         const texture_address *address) {
    texel_groups sum = {{{0}}};
    const bool mipmaps = kind.filter == BP_FILTER_TRILINEAR;
    texels_add_bilinear(s, &address->fine, 256 - (mipmaps ? address->coarse_weight : (vi){0}), &sum);
    if (mipmaps && address->mixed) texels_add_bilinear(s, &address->coarse, address->coarse_weight, &sum);
    color4 color;
    SIMD_UNROLL
    for (int i = 0; i < 4; i++) color.c[i] = (vf)sum.k[i];
    vf_transpose(&color.c[0], &color.c[1], &color.c[2], &color.c[3]);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++)
        color.c[c] = vf_from_vi((1 << 30) - (vi)color.c[c]) * vf_set1(1.0f / BP_TEXEL_MAX / 32768);
    return color;
}

/* A channel of pixels, in linear light. */
SIMD_INLINE vf linear_channel(const bp_color_tables *tables, vi pixels, int channel) {
    const vi bytes = (pixels >> (8 * channel)) & 255;
    return channel == 3 ? vf_from_vi(bytes) * vf_set1(1.0f / 255.0f) : vf_lookup(tables->linear, bytes);
}
