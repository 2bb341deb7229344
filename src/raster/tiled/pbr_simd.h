/* Physically based shading, LANES fragments at a time. Scalar twin and definition: pbr_scalar.c. The formulas
 * of both are in raster/pbr.h. Part of shade_batch_simd.h. */
#pragma once

#include "raster/tiled/shade_simd.h"

typedef vf num;
#define PBR_INLINE SIMD_INLINE
#define num_of vf_set1
#define num_sqrt vf_sqrt
#define num_max vf_max
#define num_min vf_min
#define num_select vf_select
#include "raster/pbr.h"

/* The samplers of a batch: 0 is the base colour's, 1 + m that of map m. Those that are sampled alike (same
 * size, filter and wrap) share their texel addresses: `first` is the earliest one like it, or itself. */
typedef struct pbr_maps {
    const bp_sampler *sampler[1 + BP_MAPS];
    shade_kind kind[1 + BP_MAPS];
    int first[1 + BP_MAPS];
    mip_level_pair mipmaps[1 + BP_MAPS];
} pbr_maps;

SIMD_INLINE bool pbr_sampled_alike(const bp_sampler *a, const bp_sampler *b) {
    return a->texture && b->texture && a->filter == b->filter && a->wrap_u == b->wrap_u &&
           a->wrap_v == b->wrap_v && a->second_uv == b->second_uv &&
           a->texture->mip[0].width == b->texture->mip[0].width &&
           a->texture->mip[0].height == b->texture->mip[0].height &&
           a->texture->level_count == b->texture->level_count;
}

static void pbr_maps_start(pbr_maps *m, const bp_shading *s) {
    for (int i = 0; i < 1 + BP_MAPS; i++) {
        const bp_sampler *sampler = m->sampler[i] = i == 0 ? &s->sampler : &s->pbr.map[i - 1];
        m->kind[i] = shade_kind_of(sampler, false, false, false);
        m->first[i] = 0;
        while (m->first[i] < i && !pbr_sampled_alike(m->sampler[m->first[i]], sampler)) m->first[i]++;
        if (sampler->texture && m->first[i] == i)
            mip_level_pair_select(&m->mipmaps[i], sampler->texture, vi_set1(0));
    }
}

/* What sampling needs at a group of fragments. */
typedef struct pbr_place {
    vf w, uv[4], gradient[BP_GRADIENTS_MAX];
    texture_address address[1 + BP_MAPS]; /* those of m->first[i] */
} pbr_place;

/* The gradients of u/w, v/w and 1/w of one set of texture coordinates, to the right, then down. */
SIMD_INLINE void pbr_gradients(const pbr_place *at, int second_uv, vf out[6]) {
    const vf *g = at->gradient;
    for (int i = 0; i < 2; i++) {
        out[3 * i] = second_uv ? g[6 + 2 * i] : g[3 * i];
        out[3 * i + 1] = second_uv ? g[7 + 2 * i] : g[3 * i + 1];
        out[3 * i + 2] = g[3 * i + 2];
    }
}

/* Finds the texels of all samplers. */
SIMD_INLINE void pbr_locate(pbr_maps *m, pbr_place *at) {
    for (int i = 0; i < 1 + BP_MAPS; i++) {
        const bp_sampler *s = m->sampler[i];
        if (!s->texture || m->first[i] != i) continue;
        texture_gradients gradients;
        if (s->filter == BP_FILTER_TRILINEAR) {
            vf six[6];
            pbr_gradients(at, s->second_uv, six);
            gradients = texture_gradients_of(s->texture, six);
        }
        const vf *uv = at->uv + 2 * s->second_uv;
        texture_locate(&at->address[i], s, m->kind[i], &gradients, at->w, uv[0], uv[1], &m->mipmaps[i]);
    }
}

SIMD_INLINE color4 pbr_sample(const pbr_maps *m, const pbr_place *at, int i) {
    return texture_sample_linear(m->sampler[i], m->kind[i], &at->address[m->first[i]]);
}

/* Bends the vertices' normal by the normal map. */
SIMD_INLINE void pbr_map_normal(const bp_shading *s, const pbr_maps *m, const pbr_place *at,
                                const vf tangent[4], const vf eye[3], vf normal[3]) {
    const color4 texel = pbr_sample(m, at, 1 + BP_MAP_NORMAL);
    pbr_tangents t;
    if (s->pbr.derived_tangents) {
        const int second = s->pbr.map[BP_MAP_NORMAL].second_uv;
        vf six[6];
        pbr_gradients(at, second, six);
        pbr_derive_tangents(&s->pbr, eye, normal, at->w, at->uv[2 * second], at->uv[2 * second + 1], six, &t);
    } else {
        pbr_tangents_of(tangent, normal, &t);
    }
    pbr_bend_normal(&s->pbr, texel.c, &t, normal);
}

/* The surface at a group, from its maps. `base`: base or vertex colour; its alpha is multiplied by the
 * map's. */
SIMD_INLINE void pbr_surface_of(const bp_shading *s, const pbr_maps *m, const pbr_place *at, color4 *base,
                                pbr_surface *f) {
    const bp_pbr *p = &s->pbr;
    if (s->sampler.texture) {
        const color4 texel = pbr_sample(m, at, 0);
        for (int c = 0; c < 4; c++) base->c[c] = base->c[c] * texel.c[c];
    }
    f->metallic = vf_set1(p->metallic);
    f->roughness = vf_set1(p->roughness);
    f->occlusion = vf_set1(1.0f);
    for (int c = 0; c < 3; c++) {
        f->base[c] = base->c[c];
        f->emissive[c] = vf_set1(p->emissive[c]);
    }
    color4 texel = {{{0}}};
    if (p->map[BP_MAP_METALLIC_ROUGHNESS].texture) {
        texel = pbr_sample(m, at, 1 + BP_MAP_METALLIC_ROUGHNESS);
        f->metallic = f->metallic * texel.c[2];
        f->roughness = f->roughness * texel.c[1];
    }
    if (p->map[BP_MAP_OCCLUSION].texture) {
        if (!p->shared_occlusion) texel = pbr_sample(m, at, 1 + BP_MAP_OCCLUSION);
        f->occlusion = (texel.c[0] - 1.0f) * p->occlusion + 1.0f;
    }
    if (p->map[BP_MAP_EMISSIVE].texture) {
        texel = pbr_sample(m, at, 1 + BP_MAP_EMISSIVE);
        for (int c = 0; c < 3; c++) f->emissive[c] = f->emissive[c] * texel.c[c];
    }
}
