/* Texture sampling for LANES pixels at a time. Scalar twin and definition: shade_scalar.c.
 *
 * Coordinates are rounded to fixed point with 8 bits of fraction: the position between two texel centres. A
 * texture that repeats, with a size that is a power of two, then wraps by a mask. RAW texels are filtered in
 * integers (filter_simd.h). In linear light, texels are decoded by a table and filtered in floats. Sampling
 * has two steps, first all addresses, then all values, because loading texels is often slow.
 */
#ifndef BP_RASTER_TILED_TEXTURE_SAMPLE_SIMD_H
#define BP_RASTER_TILED_TEXTURE_SAMPLE_SIMD_H

#include "raster/tiled/filter_simd.h"
#include "raster/triangles.h"
#include "simd/simd.h"

/* The mip level that each lane samples. */
typedef struct mip_level {
    vf width_256, height_256;       /* size in 1/256 texel */
    vi width, height, stride, base; /* base: index of the level's first texel */
} mip_level;

/* The upper left texel of a quad, as an index from the texture's first, and the position inside the quad:
 * 0..255. */
typedef struct texel_address {
    vi index, fx, fy;
} texel_address;

/* The texels to sample in two mip levels. */
typedef struct texture_address {
    texel_address fine, coarse; /* equal if coarse_weight is 0 in all lanes */
    vi coarse_weight;           /* the weight of the coarse level: 0..255 */
} texture_address;

/* The quads of LANES pixels, split into columns. `left` holds the left columns: red and green in the first
 * vector, blue and alpha in the second, each as a byte of the upper row and a byte of the lower row. */
typedef struct texel_columns {
    vi left[2], right[2];
} texel_columns;

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
SIMD_INLINE bool texture_masks_both(const bp_shading *s) {
    const bp_mip_level *full = &s->texture->mip[0];
    return texture_masks(s->wrap_u, full->width) && texture_masks(s->wrap_v, full->height);
}

SIMD_INLINE texel_address texel_address_from(const mip_level *l, vi x, vi y) {
    return (texel_address){(y >> 8) * l->stride + (x >> 8) + l->base, x & 255, y & 255};
}

SIMD_INLINE texel_address texel_address_at(const bp_shading *s, const mip_level *l, vf u, vf v, bool masked_u,
                                           bool masked_v) {
    return texel_address_from(l, texture_coordinate(u, s->wrap_u, l->width_256, l->width, masked_u),
                              texture_coordinate(v, s->wrap_v, l->height_256, l->height, masked_v));
}

SIMD_INLINE texel_address texel_address_of(const bp_shading *s, const mip_level *l, vf u, vf v) {
    const bp_mip_level *full = &s->texture->mip[0];
    if (texture_masks_both(s)) return texel_address_at(s, l, u, v, true, true);
    return texel_address_at(s, l, u, v, texture_masks(s->wrap_u, full->width),
                            texture_masks(s->wrap_v, full->height));
}

SIMD_INLINE mip_level mip_level_uniform(const bp_texture *texture, int level) {
    const bp_mip_level *p = &texture->mip[level];
    return (mip_level){vf_set1((float)p->width * 256.0f),
                       vf_set1((float)p->height * 256.0f),
                       vi_set1(p->width),
                       vi_set1(p->height),
                       vi_set1(p->stride),
                       vi_set1((int32_t)(p->texels - texture->mip[0].texels))};
}

/* A level for each lane. Mostly all lanes use one level. */
static inline mip_level mip_level_per_lane(const bp_texture *texture, vi level) {
    if (!vi_movemask(level != vi_set1(level[0]))) return mip_level_uniform(texture, level[0]);
    int32_t width[LANES], height[LANES], stride[LANES], base[LANES];
    for (int i = 0; i < LANES; i++) {
        const bp_mip_level *p = &texture->mip[level[i]];
        width[i] = p->width;
        height[i] = p->height;
        stride[i] = p->stride;
        base[i] = (int32_t)(p->texels - texture->mip[0].texels);
    }
    mip_level l = {.width = vi_load(width), vi_load(height), vi_load(stride), vi_load(base)};
    l.width_256 = vf_from_vi(l.width) * vf_set1(256.0f);
    l.height_256 = vf_from_vi(l.height) * vf_set1(256.0f);
    return l;
}

/* The nearest texel, with weight 0 for its neighbours. */
SIMD_INLINE texel_address texel_address_nearest(const bp_shading *s, vf u, vf v) {
    const bp_mip_level *p = &s->texture->mip[0];
    vi i = vi_truncate(texture_wrap(u, s->wrap_u) * vf_set1((float)p->width));
    vi j = vi_truncate(texture_wrap(v, s->wrap_v) * vf_set1((float)p->height));
    vi index = vi_min(j, vi_set1(p->height - 1)) * p->stride + vi_min(i, vi_set1(p->width - 1));
    return (texel_address){index, vi_set1(0), vi_set1(0)};
}

/* The level of detail in 1/256: half the logarithm of the larger squared gradient, from the exponent of the
 * float, with its mantissa as the fraction. */
SIMD_INLINE vi texture_lod(const bp_texture *texture, vf du_dx, vf du_dy, vf dv_dx, vf dv_dy) {
    const vf width = vf_set1((float)texture->mip[0].width), height = vf_set1((float)texture->mip[0].height);
    vf ax = du_dx * width, ay = du_dy * width, bx = dv_dx * height, by = dv_dy * height;
    vf along_x = ax * ax + bx * bx, along_y = ay * ay + by * by;
    vi bits = (vi)vf_max(vf_max(along_x, along_y), vf_set1(0.0f)) - 0x3f800000;
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

/* Computes texel addresses. `gradient`: as in shade_input. `m`: the levels of the previous pixels, which are
 * reused if they are equal. */
SIMD_INLINE texture_address texture_locate(const bp_shading *s, const vf gradient[6], vf w, vf u, vf v,
                                           mip_level_pair *m) {
    vi lod = vi_set1(0);
    if (s->filter == BP_FILTER_NEAREST) {
        texel_address p = texel_address_nearest(s, u, v);
        return (texture_address){p, p, lod};
    }
    if (s->filter == BP_FILTER_TRILINEAR)
        lod =
            texture_lod(s->texture, (gradient[0] - u * gradient[2]) * w, (gradient[3] - u * gradient[5]) * w,
                        (gradient[1] - v * gradient[2]) * w, (gradient[4] - v * gradient[5]) * w);
    if (vi_movemask((lod >> 8) != m->level)) mip_level_pair_select(m, s->texture, lod >> 8);
    texel_address fine = texel_address_of(s, &m->fine, u, v), coarse = fine;
    if (vi_movemask((lod & 255) != 0)) coarse = texel_address_of(s, &m->coarse, u, v);
    return (texture_address){fine, coarse, lod & 255};
}

/* Filters RAW texels at an address: packed pixels. */
SIMD_INLINE vi texels_bilinear_raw(const bp_shading *s, const texel_address *p) {
    uint32_t index[LANES];
    vi_store(index, p->index);
    simd_force_to_memory(index);
    return filter_bilinear_raw(s->texture->mip[0].pairs, index, filter_row_weights(p->fy),
                               filter_column_weights(p->fx), false);
}

/* Samples a RAW texture: packed pixels. */
SIMD_INLINE vi texture_sample_raw(const bp_shading *s, const texture_address *address) {
    vi fine = texels_bilinear_raw(s, &address->fine);
    if (!vi_movemask(address->coarse_weight != 0)) return fine;
    vi coarse = texels_bilinear_raw(s, &address->coarse);
    const vi halves = vi_set1(0x00ff00ff);
    vu16 wb = (vu16)(address->coarse_weight | address->coarse_weight << 16), wa = 256 - wb;
    vu16 rb = ((vu16)(fine & halves) * wa + (vu16)(coarse & halves) * wb + 128) >> 8;
    vu16 ga = (vu16)((fine >> 8) & halves) * wa + (vu16)((coarse >> 8) & halves) * wb + 128;
    return (vi)rb | (vi)(ga & 0xff00);
}

/* Byte `byte` of each lane as linear light, or as alpha. */
SIMD_INLINE vf linear_from_byte(const bp_color_tables *tables, vi bytes, int byte) {
    return vf_lookup(tables->linear, (bytes >> (8 * byte)) & 255);
}
SIMD_INLINE vf alpha_from_byte(vi bytes, int byte) {
    return vf_from_vi((bytes >> (8 * byte)) & 255) * vf_set1(1.0f / 255.0f);
}

/* A channel of pixels, in linear light. */
SIMD_INLINE vf linear_channel(const bp_color_tables *tables, vi pixels, int channel) {
    return channel == 3 ? alpha_from_byte(pixels, 3) : linear_from_byte(tables, pixels, channel);
}

/* The colours of LANES pixels, channel by channel. */
typedef struct color4 {
    vf c[4];
} color4;

/* Transposes quads of texels to columns. */
SIMD_INLINE texel_columns texel_columns_of(const texel_quads *g) {
    vf rows[4] = {(vf)g->k[0], (vf)g->k[1], (vf)g->k[2], (vf)g->k[3]};
    vf_transpose(&rows[0], &rows[1], &rows[2], &rows[3]);
    const vi sign = vi_set1((int32_t)0x80808080);
    return (texel_columns){{(vi)rows[0] ^ sign, (vi)rows[1] ^ sign},
                           {(vi)rows[2] ^ sign, (vi)rows[3] ^ sign}};
}

/* Whether all texels equal the two texels of `pair`, and these each other. */
SIMD_INLINE bool texels_equal(const texel_quads *g, uint64_t pair) {
    const vu64 one = pair - (vu64){0};
    vu64 differ =
        ((vu64)g->k[0] ^ one) | ((vu64)g->k[1] ^ one) | ((vu64)g->k[2] ^ one) | ((vu64)g->k[3] ^ one);
    return ((pair ^ pair >> 8) & 0x00ff00ff00ff00ff) == 0 && !vi_movemask((vi)differ != 0);
}

/* A channel of a column of texels, in the upper (0) or lower row. */
SIMD_INLINE vf texel_column_channel(const bp_color_tables *tables, const vi column[2], int channel, int row) {
    const int byte = 2 * (channel & 1) + row;
    if (channel == 3) return alpha_from_byte(column[1], byte);
    return linear_from_byte(tables, column[channel >> 1], byte);
}

SIMD_INLINE vf lerp(vf a, vf b, vf part) { return a + (b - a) * part; }

/* The colour of a pair of equal texels. */
SIMD_INLINE color4 texel_linear_uniform(const bp_color_tables *tables, uint64_t pair) {
    pair ^= 0x8080808080808080u;
    return (color4){{vf_set1(tables->linear[pair & 255]), vf_set1(tables->linear[pair >> 16 & 255]),
                     vf_set1(tables->linear[pair >> 32 & 255]),
                     vf_set1((float)(pair >> 56) * (1.0f / 255.0f))}};
}

/* Filters texels at an address in linear light. An area of one colour needs no filter. */
SIMD_INLINE color4 texels_bilinear_linear(const bp_shading *s, const texel_address *p) {
    const bp_color_tables *tables = s->tables;
    const uint64_t *pairs = s->texture->mip[0].pairs;
    uint32_t index[LANES];
    vi_store(index, p->index);
    simd_force_to_memory(index);
    const texel_quads g = texel_quads_load(pairs, index);
    if (texels_equal(&g, pairs[index[0]])) return texel_linear_uniform(tables, pairs[index[0]]);
    const texel_columns t = texel_columns_of(&g);
    color4 r;
    const vf fx = vf_from_vi(p->fx) * vf_set1(1.0f / 256.0f), fy = vf_from_vi(p->fy) * vf_set1(1.0f / 256.0f);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) {
        vf top =
            lerp(texel_column_channel(tables, t.left, c, 0), texel_column_channel(tables, t.right, c, 0), fx);
        vf bottom =
            lerp(texel_column_channel(tables, t.left, c, 1), texel_column_channel(tables, t.right, c, 1), fx);
        r.c[c] = lerp(top, bottom, fy);
    }
    return r;
}

/* Samples a texture in linear light. */
SIMD_INLINE color4 texture_sample_linear(const bp_shading *s, const texture_address *address) {
    color4 fine = texels_bilinear_linear(s, &address->fine);
    if (!vi_movemask(address->coarse_weight != 0)) return fine;
    color4 coarse = texels_bilinear_linear(s, &address->coarse);
    const vf part = vf_from_vi(address->coarse_weight) * vf_set1(1.0f / 256.0f);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) fine.c[c] = lerp(fine.c[c], coarse.c[c], part);
    return fine;
}

#endif
