/* Shading fragments in stages. Scalar twin and definition: shade_scalar.c.
 *
 * A batch is an array of groups of LANES fragments with their interpolated attributes: a part of a row of a
 * large triangle (scanline_simd.h), or fragments of many small ones (fragment_queue_simd.h). Each stage is a
 * loop over the groups, and stores its results for the next stage: base colour and light; texel addresses;
 * texels; bytes. All stages of one group form a long chain of dependent operations, with divisions, roots,
 * and slow loads. Within a stage, the short chains of many groups overlap, and texels are prefetched as soon
 * as their addresses are known.
 */
#pragma once

#include "raster/tiled/bin.h"
#include "raster/tiled/pbr_simd.h"

enum { BATCH_GROUPS = BP_QUEUE_SIZE / LANES };

typedef struct batch_group {
    vf w;
    color4 color; /* of RAW draws without the texture, else with it */
    texture_address address;
} batch_group;

typedef struct batch {
    const bp_shading *shading;
    const float *values;                /* float k of all fragments' vertices: see batch_value */
    const float *start;                 /* in a row: the values are minus start[k] */
    const texture_gradients *gradients; /* in a row; else they are among the values */
    const float *row_gradients;         /* in a row of a physically based draw, as in the queue */
    const uint32_t *pixel_index;        /* in the queue: of each fragment; */
    float x, y;                         /* centre of the tile's first pixel, or of the row's */
    shade_kind kind;
    mip_level_pair mipmaps; /* of its last pixels */
    const vf *wire;         /* the wireframe's opacity in each group, if there is one */
    int first, end;         /* groups to shade */
} batch;

/* Begins the batches of a draw. */
SIMD_INLINE void batch_start(batch *b, const bp_shading *s) {
    *b = (batch){.shading = s, .kind = shade_kind_of(&s->sampler, s->raw, s->plain, s->white)};
    if (s->sampler.texture) mip_level_pair_select(&b->mipmaps, s->sampler.texture, vi_set1(0));
}

/* Float k of the fragments in group i. `row` (a constant, here and below): the batch is part of a triangle's
 * row, else from the fragment queue. */
SIMD_INLINE vf batch_value(const batch *b, int k, int i, bool row) {
    const vf value = vf_load(b->values + k * (row ? BP_TILE_SIZE : BP_QUEUE_CAPACITY) + i * LANES);
    return row ? vf_set1(b->start[k]) + value : value;
}

/* w, and base or vertex colour in the light. */
SIMD_INLINE void batch_base_color(const batch *b, batch_group *group, bool row) {
    const bp_shading *s = b->shading;
    for (int i = b->first; i < b->end; i++) {
        batch_group *g = &group[i];
        const vf w = g->w = vf_set1(1.0f) / batch_value(b, BP_INVERSE_W, i, row);
        SIMD_UNROLL
        for (int c = 0; c < 4; c++)
            g->color.c[c] =
                s->color_offset ? batch_value(b, s->color_offset + c, i, row) * w : vf_set1(s->base[c]);
        if (!s->pixel_light) continue;
        vf normal[3];
        SIMD_UNROLL
        for (int c = 0; c < 3; c++) normal[c] = batch_value(b, s->normal_offset + c, i, row);
        shade_light(s, normal, w, &g->color);
    }
}

SIMD_INLINE void batch_prefetch(const bp_sampler *s, shade_kind kind, const texel_address *texel) {
    const uint64_t *texels = kind.raw ? s->texture->mip[0].pairs : s->texture->mip[0].linear;
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) __builtin_prefetch(texels + texel->upper[i]);
}

SIMD_INLINE void batch_locate_texels(batch *b, batch_group *group, shade_kind kind, bool row) {
    const bp_shading *s = b->shading;
    for (int i = b->first; i < b->end; i++) {
        batch_group *g = &group[i];
        const texture_gradients *gradients = b->gradients;
        texture_gradients own;
        if (kind.filter == BP_FILTER_TRILINEAR && !row) {
            vf six[6];
            for (int k = 0; k < 6; k++) six[k] = batch_value(b, BP_QUEUE_GRADIENTS + k, i, row);
            own = texture_gradients_of(s->sampler.texture, six);
            gradients = &own;
        }
        const vf w = kind.plain ? vf_set1(1.0f) / batch_value(b, BP_INVERSE_W, i, row) : g->w;
        texture_locate(&g->address, &s->sampler, kind, gradients, w, batch_value(b, s->uv_offset, i, row) * w,
                       batch_value(b, s->uv_offset + 1, i, row) * w, &b->mipmaps);
        if (row) continue; /* rows of one triangle: the processor prefetches */
        batch_prefetch(&s->sampler, kind, &g->address.fine);
        if (kind.filter == BP_FILTER_TRILINEAR && g->address.mixed)
            batch_prefetch(&s->sampler, kind, &g->address.coarse);
    }
}

/* RAW colours as pixels. */
SIMD_INLINE void batch_raw(const batch *b, const batch_group *group, shade_kind kind, uint32_t *pixels) {
    const bp_shading *s = b->shading;
    for (int i = b->first; i < b->end; i++) {
        const batch_group *g = &group[i];
        vi pixel = kind.textured ? texture_sample_raw(&s->sampler, kind, &g->address) : vi_set1(-1);
        if (!kind.white) {
            color4 color = color4_unpack_raw(pixel);
            SIMD_UNROLL
            for (int c = 0; c < 4; c++)
                color.c[c] = (kind.plain ? vf_set1(s->base[c]) : g->color.c[c]) * color.c[c];
            if (s->wire) shade_wireframe(s, b->wire[i], 255.0f, &color);
            pixel = color4_pack_raw(&color);
        }
        vi_store(pixels + i * LANES, pixel);
    }
}

/* Colours in linear light. */
SIMD_INLINE void batch_linear(const batch *b, batch_group *group, shade_kind kind) {
    const bp_shading *s = b->shading;
    for (int i = b->first; i < b->end; i++) {
        batch_group *g = &group[i];
        if (kind.textured) {
            color4 texel = texture_sample_linear(&s->sampler, kind, &g->address);
            SIMD_UNROLL
            for (int c = 0; c < 4; c++)
                g->color.c[c] = kind.white   ? texel.c[c]
                                : kind.plain ? vf_set1(s->base[c]) * texel.c[c]
                                             : g->color.c[c] * texel.c[c];
        }
        if (s->wire) shade_wireframe(s, b->wire[i], 1.0f, &g->color);
    }
}

/* The interpolated values of group i, still divided by w, times w. */
SIMD_INLINE void batch_pbr_values(const batch *b, int k, int count, int i, vf w, vf *out, bool row) {
    SIMD_UNROLL
    for (int c = 0; c < count; c++) out[c] = batch_value(b, k + c, i, row) * w;
}

/* Where the fragments of group i are on the screen: their pixels' centres. */
SIMD_INLINE void batch_pixel_centers(const batch *b, int i, vf *x, vf *y, bool row) {
    if (row) {
        *x = vf_from_vi(vi_iota() + i * LANES) + b->x;
        *y = vf_set1(b->y);
        return;
    }
    const vi index = vi_load(b->pixel_index + i * LANES);
    *x = vf_from_vi(index & (BP_TILE_SIZE - 1)) + b->x;
    *y = vf_from_vi(index >> BP_TILE_SHIFT) + b->y;
}

/* Colours in physically based light. */
SIMD_INLINE void batch_pbr(const batch *b, batch_group *group, bool row) {
    const bp_shading *s = b->shading;
    pbr_maps maps;
    pbr_maps_start(&maps, s);
    for (int i = b->first; i < b->end; i++) {
        batch_group *g = &group[i];
        pbr_place at;
        pbr_surface f;
        vf x, y, eye[3], tangent[4] = {{0}};
        at.w = g->w;
        if (s->uv_offset) batch_pbr_values(b, s->uv_offset, 2, i, g->w, at.uv, row);
        if (s->uv_floats == 4) batch_pbr_values(b, s->uv_offset + 2, 2, i, g->w, at.uv + 2, row);
        for (int k = 0; k < s->gradient_count; k++)
            at.gradient[k] =
                row ? vf_set1(b->row_gradients[k]) : batch_value(b, BP_QUEUE_GRADIENTS + k, i, false);
        pbr_locate(&maps, &at);
        pbr_surface_of(s, &maps, &at, &g->color, &f);
        batch_pixel_centers(b, i, &x, &y, row);
        pbr_eye(&s->pbr, x, y, eye);
        batch_pbr_values(b, s->normal_offset, 3, i, g->w, f.normal, row);
        pbr_normalize(f.normal);
        if (s->tangent_offset) batch_pbr_values(b, s->tangent_offset, 4, i, g->w, tangent, row);
        if (s->pbr.map[BP_MAP_NORMAL].texture) pbr_map_normal(s, &maps, &at, tangent, eye, f.normal);
        for (int c = 0; c < 3; c++) f.eye[c] = eye[c];
        pbr_normalize(f.eye);
        pbr_light(s, &f, g->color.c);
        if (s->pbr.tone_mapping) pbr_tone_map(g->color.c);
        if (s->wire) shade_wireframe(s, b->wire[i], 1.0f, &g->color);
    }
}

/* Outside of the functions that shade without it, which have enough to keep in registers. */
static __attribute__((noinline)) void batch_pbr_row(const batch *b, batch_group *group) {
    batch_base_color(b, group, true);
    batch_pbr(b, group, true);
}
static __attribute__((noinline)) void batch_pbr_queue(const batch *b, batch_group *group) {
    batch_base_color(b, group, false);
    batch_pbr(b, group, false);
}

SIMD_INLINE void batch_encode(const batch *b, const batch_group *group, shade_kind kind, uint32_t *pixels) {
    for (int i = b->first; i < b->end; i++) {
        const color4 *color = &group[i].color;
        vi_store(pixels + i * LANES, kind.plain ? encode_in_range(color) : encode_linear(color));
    }
}

/* Shades groups b->first to b->end - 1: to pixels, or in linear light only to colours if not `encode`. */
SIMD_INLINE void batch_shade(batch *b, batch_group *group, shade_kind kind, uint32_t *pixels, bool encode,
                             bool row) {
    if (b->shading->physical) {
        if (row)
            batch_pbr_row(b, group);
        else
            batch_pbr_queue(b, group);
    } else {
        if (!kind.plain) batch_base_color(b, group, row);
        if (kind.textured) batch_locate_texels(b, group, kind, row);
        if (kind.raw)
            batch_raw(b, group, kind, pixels);
        else
            batch_linear(b, group, kind);
    }
    if (encode && !kind.raw) batch_encode(b, group, kind, pixels);
}

/* Without `restrict`, compilers would load the batch's fields again for each group. Textures alone, which
 * fill most pictures, have loops of their own, and so has light on a texture with mipmaps. There is none for
 * textures whose rows lie along the screen's: only benchmarks draw them large. */
static void batch_shade_row(batch *restrict b, batch_group *restrict group, uint32_t *restrict pixels,
                            bool encode) {
    const shade_kind k = b->kind, raw = {true, true, true, true, BP_FILTER_BILINEAR, true, true},
                     bilinear = {false, true, true, true, BP_FILTER_BILINEAR, true, true},
                     trilinear = {false, true, true, true, BP_FILTER_TRILINEAR, true, true},
                     tinted = {false, true, true, false, BP_FILTER_TRILINEAR, true, true},
                     lit = {false, true, false, false, BP_FILTER_TRILINEAR, true, true};
    const bool masked = k.textured && k.masked_u && k.masked_v;
    if (masked && k.white && k.filter == BP_FILTER_BILINEAR && k.raw)
        batch_shade(b, group, raw, pixels, encode, true);
    else if (masked && k.white && k.filter == BP_FILTER_BILINEAR)
        batch_shade(b, group, bilinear, pixels, encode, true);
    else if (masked && k.white && k.filter == BP_FILTER_TRILINEAR && !k.raw)
        batch_shade(b, group, trilinear, pixels, encode, true);
    else if (masked && k.plain && k.filter == BP_FILTER_TRILINEAR && !k.raw)
        batch_shade(b, group, tinted, pixels, encode, true);
    else if (masked && k.filter == BP_FILTER_TRILINEAR && !k.raw)
        batch_shade(b, group, lit, pixels, encode, true);
    else
        batch_shade(b, group, k, pixels, encode, true);
}
