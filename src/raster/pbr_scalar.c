/* Physically based shading of one fragment: the definition. SIMD version: tiled/pbr_simd.h. The formulas of
 * both are in pbr.h. */
#include "raster/pipeline.h"

typedef float num;
#define PBR_INLINE static inline
#define num_of(x) (x)
#define num_sqrt sqrtf
#define num_select(condition, a, b) ((condition) ? (a) : (b))
static inline num num_max(num a, num b) { return a > b ? a : b; }
static inline num num_min(num a, num b) { return a < b ? a : b; }
#include "raster/pbr.h"

/* The shading normal: the vertices', bent by the normal map. `eye` isn't normalized. */
static void find_normal(const bp_shading *s, const bp_shade_input *in, float w, const float eye[3],
                        float normal[3]) {
    const bp_pbr *p = &s->pbr;
    const bp_sampler *map = &p->map[BP_MAP_NORMAL];
    for (int c = 0; c < 3; c++) normal[c] = in->normal[c] * w;
    pbr_normalize(normal);
    if (!map->texture) return;
    float texel[4], tangent[4];
    pbr_tangents t;
    bp_sample_scalar(map, false, in, w, texel);
    if (p->derived_tangents) {
        const float *uv = in->uv + 2 * map->second_uv;
        const int of = 3 * map->second_uv;
        const float gradient[6] = {in->ddx[of], in->ddx[of + 1], in->ddx[2],
                                   in->ddy[of], in->ddy[of + 1], in->ddy[2]};
        pbr_derive_tangents(p, eye, normal, w, uv[0] * w, uv[1] * w, gradient, &t);
    } else {
        for (int c = 0; c < 4; c++) tangent[c] = in->tangent[c] * w;
        pbr_tangents_of(tangent, normal, &t);
    }
    pbr_bend_normal(p, texel, &t, normal);
}

/* Notes the surface, and the light by where it comes from. */
static void note_light(const bp_shading *s, const pbr_surface *f, const float sum[3],
                       bp_shading_step *steps) {
    pbr_surface dark = *f;
    dark.occlusion = 0;
    for (int c = 0; c < 3; c++) dark.emissive[c] = 0;
    pbr_light(s, &dark, steps->light);
    steps->model = BP_LIGHTING_PBR;
    bp_note_lamp(s, steps);
    steps->n_dot_l = num_max(pbr_dot(f->normal, s->direction), 0.0f);
    steps->metallic = f->metallic;
    steps->roughness = f->roughness;
    steps->occlusion = f->occlusion;
    for (int c = 0; c < 3; c++) {
        steps->normal[c] = f->normal[c];
        steps->eye[c] = f->eye[c];
        steps->emissive[c] = f->emissive[c];
        steps->sky[c] = sum[c] - steps->light[c] - f->emissive[c];
        steps->sum[c] = sum[c];
    }
}

void bp_note_lamp(const bp_shading *s, bp_shading_step *steps) {
    for (int c = 0; c < 3; c++) {
        steps->direction[c] = s->direction[c];
        steps->light_color[c] = s->light[c];
        steps->ambient[c] = s->ambient[c];
        steps->sky_slope[c] = s->physical ? s->pbr.sky_slope[c] : 0;
    }
    steps->tone_mapped = s->physical && s->pbr.tone_mapping;
}

void bp_pbr_scalar(const bp_shading *s, const bp_shade_input *in, float w, float color[4]) {
    const bp_pbr *p = &s->pbr;
    const bp_sampler *map = p->map;
    pbr_surface f = {.metallic = p->metallic, .roughness = p->roughness, .occlusion = 1.0f};
    float texel[4];
    for (int c = 0; c < 3; c++) {
        f.base[c] = color[c];
        f.emissive[c] = p->emissive[c];
    }
    if (map[BP_MAP_METALLIC_ROUGHNESS].texture) {
        bp_sample_scalar(&map[BP_MAP_METALLIC_ROUGHNESS], false, in, w, texel);
        f.metallic *= texel[2];
        f.roughness *= texel[1];
    }
    if (map[BP_MAP_OCCLUSION].texture) {
        if (!p->shared_occlusion) bp_sample_scalar(&map[BP_MAP_OCCLUSION], false, in, w, texel);
        f.occlusion = (texel[0] - 1.0f) * p->occlusion + 1.0f;
    }
    if (map[BP_MAP_EMISSIVE].texture) {
        bp_sample_scalar(&map[BP_MAP_EMISSIVE], false, in, w, texel);
        for (int c = 0; c < 3; c++) f.emissive[c] *= texel[c];
    }
    pbr_eye(p, in->x, in->y, f.eye);
    find_normal(s, in, w, f.eye, f.normal);
    pbr_normalize(f.eye);
    pbr_light(s, &f, color);
    if (in->steps) note_light(s, &f, color, in->steps);
    if (p->tone_mapping) pbr_tone_map(color);
}
