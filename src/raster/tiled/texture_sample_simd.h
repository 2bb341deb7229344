/* Texture sampling, a lane a pixel. reference_shade.c says the same in plain code.
 *
 * A coordinate becomes fixed point with 8 bits of fraction, rounded to nearest: where between two texel centres
 * it lies. Where a texture repeats and its size is a power of two, repeating is a mask after that. RAW
 * texels are filtered in integers (filter_lanes.h); in linear light texels go through the table and are
 * filtered in floats. Sampling is in two steps, since texels often come from far away: first where they are, then
 * what they are.
 */
#ifndef BP_RASTER_TILED_TEXTURE_SAMPLE_SIMD_H
#define BP_RASTER_TILED_TEXTURE_SAMPLE_SIMD_H

#include "raster/tiled/filter_simd.h"
#include "simd/simd.h"
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

/* Where a texture is sampled. */
typedef struct lanes_spot {
    lanes_place fine, coarse; /* in two of its levels; the same one where `part` is 0 in all lanes */
    vi part;                  /* how far from the fine level to the coarse one: 0..255 */
} lanes_spot;

/* The four texels around each place, byte by byte: in `left` those of the left column, red and green in the first vector,
 * blue and alpha in the second, each a byte of the upper row and one of the lower; in `right` those of the right one. */
typedef struct lanes_square {
    vi left[2], right[2];
} lanes_square;

/* 0..1 within the texture. */
SIMD_INLINE vf lanes_wrap(vf u, bp_wrap wrap) {
    u = vf_min(vf_max(u, vf_set1(-32768.0f)), vf_set1(32768.0f));
    if (wrap == BP_WRAP_REPEAT) return u - vf_floor(u);
    if (wrap == BP_WRAP_CLAMP) return vf_min(vf_max(u, vf_set1(0.0f)), vf_set1(1.0f));
    vf half = u * vf_set1(0.5f);
    vf f = (half - vf_floor(half)) * vf_set1(2.0f);
    return vf_select(f > vf_set1(1.0f), vf_set1(2.0f) - f, f);
}

/* Where u lies from the first texel's centre, in 1/256 texel: 0 .. size * 256 - 1. */
SIMD_INLINE vi lanes_along(vf u, bp_wrap wrap, vf size_256, vi size, bool masked) {
    if (masked) return vi_round(u * size_256 - vf_set1(128.0f)) & ((size << 8) - 1);
    vi x = vi_round(lanes_wrap(u, wrap) * size_256 - vf_set1(128.0f));
    if (wrap == BP_WRAP_REPEAT) return x + ((size << 8) & (x < 0));
    return vi_min(vi_max(x, vi_set1(0)), (size - 1) << 8);
}

/* Whether a texture repeats by a mask along u and v. */
SIMD_INLINE bool lanes_masked_u(const bp_surface *s) {
    int width = s->texture->plane[0].width;
    return s->wrap_u == BP_WRAP_REPEAT && (width & (width - 1)) == 0;
}
SIMD_INLINE bool lanes_masked_v(const bp_surface *s) {
    int height = s->texture->plane[0].height;
    return s->wrap_v == BP_WRAP_REPEAT && (height & (height - 1)) == 0;
}

SIMD_INLINE vi lanes_along_u(const bp_surface *s, const lanes_level *l, vf u, bool masked) {
    return lanes_along(u, s->wrap_u, l->width_256, l->width, masked);
}
SIMD_INLINE vi lanes_along_v(const bp_surface *s, const lanes_level *l, vf v, bool masked) {
    return lanes_along(v, s->wrap_v, l->height_256, l->height, masked);
}

SIMD_INLINE lanes_place lanes_place_from(const lanes_level *l, vi x, vi y) {
    return (lanes_place){(y >> 8) * l->stride + (x >> 8) + l->base, x & 255, y & 255};
}

SIMD_INLINE lanes_place lanes_place_at(const bp_surface *s, const lanes_level *l, vf u, vf v, bool masked_u,
                                        bool masked_v) {
    return lanes_place_from(l, lanes_along_u(s, l, u, masked_u), lanes_along_v(s, l, v, masked_v));
}

SIMD_INLINE lanes_place lanes_place_of(const bp_surface *s, const lanes_level *l, vf u, vf v) {
    bool masked_u = lanes_masked_u(s), masked_v = lanes_masked_v(s);
    if (masked_u && masked_v) return lanes_place_at(s, l, u, v, true, true);
    return lanes_place_at(s, l, u, v, masked_u, masked_v);
}

SIMD_INLINE lanes_level lanes_level_of(const bp_texture *texture, int level) {
    const bp_texture_plane *p = &texture->plane[level];
    return (lanes_level){vf_set1((float)p->width * 256.0f),
                         vf_set1((float)p->height * 256.0f),
                         vi_set1(p->width),
                         vi_set1(p->height),
                         vi_set1(p->stride),
                         vi_set1((int32_t)(p->texels - texture->plane[0].texels))};
}

/* A level a lane. Mostly it is the same one in all of them. */
static inline lanes_level lanes_levels(const bp_texture *texture, vi level) {
    if (!vi_movemask(level != vi_set1(level[0]))) return lanes_level_of(texture, level[0]);
    int32_t width[LANES], height[LANES], stride[LANES], base[LANES];
    for (int i = 0; i < LANES; i++) {
        const bp_texture_plane *p = &texture->plane[level[i]];
        width[i] = p->width;
        height[i] = p->height;
        stride[i] = p->stride;
        base[i] = (int32_t)(p->texels - texture->plane[0].texels);
    }
    lanes_level l = {.width = vi_load(width), vi_load(height), vi_load(stride), vi_load(base)};
    l.width_256 = vf_from_vi(l.width) * vf_set1(256.0f);
    l.height_256 = vf_from_vi(l.height) * vf_set1(256.0f);
    return l;
}

/* The texel that u, v lie in, and no way from it to the next ones. */
SIMD_INLINE lanes_place lanes_place_nearest(const bp_surface *s, vf u, vf v) {
    const bp_texture_plane *p = &s->texture->plane[0];
    vi i = vi_truncate(lanes_wrap(u, s->wrap_u) * vf_set1((float)p->width));
    vi j = vi_truncate(lanes_wrap(v, s->wrap_v) * vf_set1((float)p->height));
    vi at = vi_min(j, vi_set1(p->height - 1)) * p->stride + vi_min(i, vi_set1(p->width - 1));
    return (lanes_place){at, vi_set1(0), vi_set1(0)};
}

/* The place between mipmaps, as 24.8 fixed point, from the exponent and mantissa of the square of
 * the larger gradient, halved; the mantissa stands in for the logarithm within an octave. */
SIMD_INLINE vi lanes_lod(const bp_texture *texture, vf du_dx, vf du_dy, vf dv_dx, vf dv_dy) {
    const vf width = vf_set1((float)texture->plane[0].width), height = vf_set1((float)texture->plane[0].height);
    vf ax = du_dx * width, ay = du_dy * width, bx = dv_dx * height, by = dv_dy * height;
    vf along_x = ax * ax + bx * bx, along_y = ay * ay + by * by;
    vi bits = (vi)vf_max(vf_max(along_x, along_y), vf_set1(0.0f)) - 0x3f800000;
    return vi_min(vi_max(bits >> 16, vi_set1(0)), vi_set1((texture->levels - 1) * 256));
}

/* Levels `number` and the next ones. */
typedef struct lanes_mipmaps {
    vi number;
    lanes_level fine, coarse;
} lanes_mipmaps;

SIMD_INLINE void lanes_mipmaps_at(lanes_mipmaps *m, const bp_texture *texture, vi number) {
    m->number = number;
    m->fine = lanes_levels(texture, number);
    m->coarse = lanes_levels(texture, vi_min(number + 1, vi_set1(texture->levels - 1)));
}

/* `slope`: as in lanes_input; `m`: of the pixels before, as a rule the same. */
SIMD_INLINE lanes_spot lanes_find(const bp_surface *s, const vf slope[6], vf w, vf u, vf v,
                                   lanes_mipmaps *m) {
    vi lod = vi_set1(0);
    if (s->filter == BP_FILTER_NEAREST) {
        lanes_place p = lanes_place_nearest(s, u, v);
        return (lanes_spot){p, p, lod};
    }
    if (s->filter == BP_FILTER_TRILINEAR)
        lod = lanes_lod(s->texture, (slope[0] - u * slope[2]) * w, (slope[3] - u * slope[5]) * w,
                        (slope[1] - v * slope[2]) * w, (slope[4] - v * slope[5]) * w);
    if (vi_movemask((lod >> 8) != m->number)) lanes_mipmaps_at(m, s->texture, lod >> 8);
    lanes_place fine = lanes_place_of(s, &m->fine, u, v), coarse = fine;
    if (vi_movemask((lod & 255) != 0)) coarse = lanes_place_of(s, &m->coarse, u, v);
    return (lanes_spot){fine, coarse, lod & 255};
}

/* RAW texels around a place, filtered and packed. */
SIMD_INLINE vi lanes_around_raw(const bp_surface *s, const lanes_place *p) {
    uint32_t at[LANES];
    vi_store(at, p->at);
    simd_force_to_memory(at);
    return lanes_bilinear_raw(s->texture->plane[0].pairs, at, lanes_row_weights(p->fy),
                              lanes_column_weights(p->fx), false);
}

/* RAW texels of a spot, filtered and packed. */
SIMD_INLINE vi lanes_texels_raw(const bp_surface *s, const lanes_spot *spot) {
    vi fine = lanes_around_raw(s, &spot->fine);
    if (!vi_movemask(spot->part != 0)) return fine;
    vi coarse = lanes_around_raw(s, &spot->coarse);
    const vi halves = vi_set1(0x00ff00ff);
    vu16 wb = (vu16)(spot->part | spot->part << 16), wa = 256 - wb;
    vu16 rb = ((vu16)(fine & halves) * wa + (vu16)(coarse & halves) * wb + 128) >> 8;
    vu16 ga = (vu16)((fine >> 8) & halves) * wa + (vu16)((coarse >> 8) & halves) * wb + 128;
    return (vi)rb | (vi)(ga & 0xff00);
}

/* Byte `byte` of each lane as linear light, or as alpha. */
SIMD_INLINE vf lanes_linear_byte(const bp_color_tables *tables, vi bytes, int byte) {
    uint32_t one[LANES];
    vi_store(one, bytes);
    simd_force_to_memory(one);
    vf r = {0};
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) r[i] = tables->linear[one[i] >> (8 * byte) & 255];
    return r;
}
SIMD_INLINE vf lanes_alpha_byte(vi bytes, int byte) {
    return vf_from_vi((bytes >> (8 * byte)) & 255) * vf_set1(1.0f / 255.0f);
}

/* A channel of pixels in linear light. */
SIMD_INLINE vf lanes_linear(const bp_color_tables *tables, vi pixels, int channel) {
    return channel == 3 ? lanes_alpha_byte(pixels, 3) : lanes_linear_byte(tables, pixels, channel);
}

/* Colours, channel by channel. */
typedef struct lanes_color {
    vf c[4];
} lanes_color;

/* Texels as lanes_load_groups has them, byte by byte. */
SIMD_INLINE lanes_square lanes_square_of(const lanes_groups *g) {
    vf rows[4] = {(vf)g->k[0], (vf)g->k[1], (vf)g->k[2], (vf)g->k[3]};
    vf_transpose(&rows[0], &rows[1], &rows[2], &rows[3]);
    const vi sign = vi_set1((int32_t)0x80808080);
    return (lanes_square){{(vi)rows[0] ^ sign, (vi)rows[1] ^ sign}, {(vi)rows[2] ^ sign, (vi)rows[3] ^ sign}};
}

/* Whether all texels are the same: `pair`, an upper and a lower one. */
SIMD_INLINE bool lanes_alike(const lanes_groups *g, uint64_t pair) {
    const vu64 one = pair - (vu64){0};
    vu64 differ =
        ((vu64)g->k[0] ^ one) | ((vu64)g->k[1] ^ one) | ((vu64)g->k[2] ^ one) | ((vu64)g->k[3] ^ one);
    return ((pair ^ pair >> 8) & 0x00ff00ff00ff00ff) == 0 && !vi_movemask((vi)differ != 0);
}

/* A channel of a column of texels, in the upper row or in the lower one. */
SIMD_INLINE vf lanes_column(const bp_color_tables *tables, const vi column[2], int channel, int row) {
    const int byte = 2 * (channel & 1) + row;
    if (channel == 3) return lanes_alpha_byte(column[1], byte);
    return lanes_linear_byte(tables, column[channel >> 1], byte);
}

SIMD_INLINE vf lanes_mix(vf a, vf b, vf part) { return a + (b - a) * part; }

/* One of a pair's two texels, which are alike. */
SIMD_INLINE lanes_color lanes_linear_one(const bp_color_tables *tables, uint64_t pair) {
    pair ^= 0x8080808080808080u;
    return (lanes_color){{vf_set1(tables->linear[pair & 255]), vf_set1(tables->linear[pair >> 16 & 255]),
                          vf_set1(tables->linear[pair >> 32 & 255]),
                          vf_set1((float)(pair >> 56) * (1.0f / 255.0f))}};
}

/* In linear light. In an area of one colour there is nothing to mix. */
SIMD_INLINE lanes_color lanes_around_linear(const bp_surface *s, const lanes_place *p) {
    const bp_color_tables *tables = s->tables;
    const uint64_t *pairs = s->texture->plane[0].pairs;
    uint32_t at[LANES];
    vi_store(at, p->at);
    simd_force_to_memory(at);
    const lanes_groups g = lanes_load_groups(pairs, at);
    if (lanes_alike(&g, pairs[at[0]])) return lanes_linear_one(tables, pairs[at[0]]);
    const lanes_square t = lanes_square_of(&g);
    lanes_color r;
    const vf fx = vf_from_vi(p->fx) * vf_set1(1.0f / 256.0f), fy = vf_from_vi(p->fy) * vf_set1(1.0f / 256.0f);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) {
        vf top = lanes_mix(lanes_column(tables, t.left, c, 0), lanes_column(tables, t.right, c, 0), fx);
        vf bottom = lanes_mix(lanes_column(tables, t.left, c, 1), lanes_column(tables, t.right, c, 1), fx);
        r.c[c] = lanes_mix(top, bottom, fy);
    }
    return r;
}

/* Texels of a spot in linear light. */
SIMD_INLINE lanes_color lanes_texels_linear(const bp_surface *s, const lanes_spot *spot) {
    lanes_color fine = lanes_around_linear(s, &spot->fine);
    if (!vi_movemask(spot->part != 0)) return fine;
    lanes_color coarse = lanes_around_linear(s, &spot->coarse);
    const vf part = vf_from_vi(spot->part) * vf_set1(1.0f / 256.0f);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) fine.c[c] = lanes_mix(fine.c[c], coarse.c[c], part);
    return fine;
}

#endif
