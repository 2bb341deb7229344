/* Physically based shading of a fragment, for the scalar definition (pbr_scalar.c), and of LANES fragments
 * at a time, for the kernels (tiled/pbr_simd.h): the formulas stand here once. Before including this file,
 * define
 *
 *     num          float, or a vector of them
 *     PBR_INLINE   how to declare a function
 *     num_of, num_sqrt, num_max, num_min, num_select: as vf_set1, vf_sqrt ... in simd/simd.h
 *
 * Every step is one + - * / sqrt, min or max, rounded once, so the bits are the same on all computers.
 *
 * The light that a surface sends to the eye is the sum of
 *
 *   - the directional light, reflected by the metallic-roughness model of glTF 2.0, appendix B: D by
 *     Trowbridge and Reitz (GGX), G by Smith with correlated heights, as the visibility V = G / (4 NL NV),
 *     F by Schlick. A dielectric scatters what its F leaves, by Lambert. The specular term is multiplied by
 *     1 + f0 (1 / E - 1), E = scale + bias below, for light that bounces several times between microfacets
 *     (Turquin, "Practical multiple scattering compensation for microfacet models", 2019);
 *   - the sky's light. Its radiance is linear in the direction's height, so its integrals are simple.
 *     Lambert: the irradiance of the half-space above the normal n, divided by pi, is ambient + slope * 2/3
 *     * n.y. GGX: the radiance filtered around the mirrored direction r is ambient + slope * k * r.y, and k
 *     is the mean of n.l with weights n.l, for half vectors distributed by D with n = v. We integrated that
 *     numerically for 81 values of roughness, and fitted a cubic (minimax); its error is at most 0.004;
 *   - the surface's own light.
 *
 * What part of the sky's light a surface reflects is f0 * scale + bias (Karis, "Real Shading in Unreal
 * Engine 4", 2013). We integrated both for the D and V above, and fitted polynomials of roughness and n.v:
 * scale + bias within 0.016 and bias within 0.006 for n.v > 0.2. Repeated bounces are added as in
 * Fdez-Aguera, "A Multiple-Scattering Microfacet Model for Real-Time Image-based Lighting" (2019): a rough
 * white metal is then as bright as the sky. The rest enters the surface and is scattered.
 *
 * Tone mapping: Khronos PBR Neutral (https://github.com/KhronosGroup/ToneMapping). */
#pragma once

#include "raster/triangles.h"

/* The surface at a fragment. Directions have length 1. */
typedef struct pbr_surface {
    num base[3], emissive[3]; /* linear */
    num metallic, roughness, occlusion;
    num normal[3], eye[3];
} pbr_surface;

#define PBR_UNROLL _Pragma("GCC unroll 8")

PBR_INLINE num pbr_dot(const num a[3], const num b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* 1 / sqrt(x), or 0 where x is 0. */
PBR_INLINE num pbr_inverse_root(num x) {
    const num root = num_sqrt(x);
    return num_select(root > 0.0f, 1.0f / root, num_of(0.0f));
}

PBR_INLINE void pbr_normalize(num v[3]) {
    const num scale = pbr_inverse_root(pbr_dot(v, v));
    PBR_UNROLL
    for (int c = 0; c < 3; c++) v[c] = v[c] * scale;
}

PBR_INLINE void pbr_cross(const num a[3], const num b[3], num out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* The direction to the eye, not normalized. */
PBR_INLINE void pbr_eye(const bp_pbr *p, num x, num y, num out[3]) {
    PBR_UNROLL
    for (int c = 0; c < 3; c++) out[c] = (p->eye[c] + p->eye_y[c] * y) + p->eye_x[c] * x;
}

/* ---- normal maps ---- */

/* A tangent space: the directions of a normal map's x and y. */
typedef struct pbr_tangents {
    num x[3], y[3];
} pbr_tangents;

/* From a vertex's tangent (x, y, z, w), interpolated. */
PBR_INLINE void pbr_tangents_of(const num tangent[4], const num normal[3], pbr_tangents *out) {
    PBR_UNROLL
    for (int c = 0; c < 3; c++) out->x[c] = tangent[c];
    pbr_normalize(out->x);
    pbr_cross(normal, out->x, out->y);
    const num side = num_select(tangent[3] < 0.0f, num_of(-1.0f), num_of(1.0f));
    PBR_UNROLL
    for (int c = 0; c < 3; c++) out->y[c] = out->y[c] * side;
}

/* From gradients: how position and texture coordinates change to the next pixel (Schueler, "Normal Mapping
 * Without Precomputed Tangents", 2013). The position is the eye's, minus direction * w times a constant. As
 * MikkTSpace has it, both directions have length 1 and right angles with the normal; but each triangle has
 * its own. `u`, `v`: the coordinates. The gradients of u/w, v/w and 1/w, to the right, then down. Pixels
 * count down, which turns the sign of both results: bp_pbr.normal_x and normal_y know. */
PBR_INLINE void pbr_derive_tangents(const bp_pbr *p, const num eye[3], const num normal[3], num w, num u,
                                    num v, const num gradient[6], pbr_tangents *out) {
    num right[3], down[3], across[3], along[3];
    const num ddx = gradient[2] * w, ddy = gradient[5] * w;
    PBR_UNROLL
    for (int c = 0; c < 3; c++) {
        right[c] = eye[c] * ddx - p->eye_x[c];
        down[c] = eye[c] * ddy - p->eye_y[c];
    }
    pbr_cross(down, normal, across);
    pbr_cross(normal, right, along);
    const num u_right = gradient[0] - u * gradient[2], v_right = gradient[1] - v * gradient[2];
    const num u_down = gradient[3] - u * gradient[5], v_down = gradient[4] - v * gradient[5];
    num v_grows[3];
    PBR_UNROLL
    for (int c = 0; c < 3; c++) {
        out->x[c] = across[c] * u_right + along[c] * u_down;
        v_grows[c] = across[c] * v_right + along[c] * v_down;
    }
    pbr_normalize(out->x);
    pbr_cross(normal, out->x, out->y);
    const num side = num_select(pbr_dot(out->y, v_grows) < 0.0f, num_of(-1.0f), num_of(1.0f));
    PBR_UNROLL
    for (int c = 0; c < 3; c++) out->y[c] = out->y[c] * side;
}

/* Bends a normal by a texel, whose channels are 0..1. */
PBR_INLINE void pbr_bend_normal(const bp_pbr *p, const num texel[4], const pbr_tangents *t, num normal[3]) {
    const num x = (texel[0] * 2.0f - 1.0f) * p->normal_x, y = (texel[1] * 2.0f - 1.0f) * p->normal_y;
    const num z = texel[2] * 2.0f - 1.0f;
    PBR_UNROLL
    for (int c = 0; c < 3; c++) normal[c] = (t->x[c] * x + t->y[c] * y) + normal[c] * z;
    pbr_normalize(normal);
}

/* ---- light ---- */

/* D * V * NL of the directional light: its specular reflection without the Fresnel term. `nl`, `nv`: cosines,
 * 0 where negative; `half`: their sum, unclamped; `lv`: 1 + the cosine from light to eye. */
PBR_INLINE num pbr_specular(num roughness, num nl, num nv, num half, num lv) {
    const num alpha = roughness * roughness, a2 = alpha * alpha, rest = 1.0f - a2;
    /* The half vector is (l + v) / |l + v|, and |l + v|^2 = 2 (1 + l.v). */
    const num h = num_max(half, num_of(0.0f)), nh2 = h * h / (lv * 2.0f);
    const num d = num_max(1.0f - nh2 * rest, a2); /* D = a2 / (pi d^2) */
    const num smith = nl * num_sqrt(a2 + rest * nv * nv) + nv * num_sqrt(a2 + rest * nl * nl);
    return a2 * 0.159154943f * nl / (d * d * num_max(smith, num_of(1e-6f))); /* 1 / (2 pi) */
}

/* Rougher surfaces reflect as much as this one, as three.js's table has it (16 values of roughness, each the
 * middle of its sixteenth): so both draw glTF's default material, whose roughness is 1, equally bright. */
#define PBR_ROUGHEST 0.96875f

/* The split sum: what part of a uniform light is reflected, f0 * scale + bias. `single` is their sum. */
PBR_INLINE void pbr_split_sum(num roughness, num nv, num *scale, num *bias, num *single) {
    const num r = roughness, v = nv;
    const num e0 =
        ((((v * -1.18672467f + 3.19805488f) * v - 2.61361064f) * v + 0.566959485f) * v + 0.0915820579f) * v +
        0.978669167f;
    const num e1 =
        (((v * 1.18925258f - 5.33533793f) * v + 4.21154555f) * v - 0.679373942f) * v - 0.0349959325f;
    const num e2 = ((v * 1.64639292f + 4.00998889f) * v - 0.964890464f) * v - 1.05327167f;
    const num e3 = (v * -4.18002645f - 6.31862929f) * v + 2.57499216f;
    const num e4 = v * 5.76325220f - 0.960575973f;
    const num e = ((((r * -0.595850607f + e4) * r + e3) * r + e2) * r + e1) * r + e0;
    const num above = ((v * 1.01959333f - 2.01469791f) * v + 0.950773657f) +
                      (r * -0.0359299569f + (v * 0.823160450f - 0.538503182f)) * r;
    const num below = ((v * 7.56912363f + 1.14802333f) * v + 1.0f) +
                      (r * 12.6982942f - (v * 12.7215285f + 0.733382490f)) * r;
    *single = num_min(num_max(e, num_of(0.25f)), num_of(1.0f));
    *bias = num_min(num_max((1.0f - v) * above / below, num_of(0.0f)), *single);
    *scale = *single - *bias;
}

/* What a surface reflects after repeated bounces: `once` of the light after the first one, `missing` isn't
 * brought back. 1/21: the mean of Schlick's F over the half-space. */
PBR_INLINE num pbr_bounces(num f0, num once, num missing) {
    const num mean = f0 + (1.0f - f0) * 0.0476190476f;
    return once * mean * missing / (1.0f - missing * mean);
}

/* The light towards the eye, linear. Base colours mix a dielectric and a metal, whose reflections of the sky
 * are computed apart. */
PBR_INLINE void pbr_light(const bp_shading *s, const pbr_surface *f, num out[3]) {
    const bp_pbr *p = &s->pbr;
    const num *n = f->normal, *v = f->eye, zero = num_of(0.0f);
    const num roughness = num_max(f->roughness, num_of(0.0525f));
    const num n_light = n[0] * s->direction[0] + n[1] * s->direction[1] + n[2] * s->direction[2];
    const num n_eye = pbr_dot(n, v), nl = num_max(n_light, zero), nv = num_max(n_eye, zero);
    const num lv = num_max(1.0f + (v[0] * s->direction[0] + v[1] * s->direction[1] + v[2] * s->direction[2]),
                           num_of(1e-6f));
    const num specular = pbr_specular(roughness, nl, nv, n_light + n_eye, lv);
    /* Schlick: (1 - v.h)^5, and (v.h)^2 = (1 + l.v) / 2. */
    const num q = num_max(1.0f - num_sqrt(lv * 0.5f), zero), q2 = q * q, fresnel = q2 * q2 * q;
    num scale, bias, single;
    pbr_split_sum(num_min(roughness, num_of(PBR_ROUGHEST)), num_min(nv, num_of(1.0f)), &scale, &bias,
                  &single);
    const num missing = 1.0f - single; /* what a single bounce doesn't bring back */
    const num lost = 1.0f / single - 1.0f, refracted = nl * (0.96f - fresnel * 0.96f);
    const num once = scale * 0.04f + bias, often = pbr_bounces(num_of(0.04f), once, missing);
    const num entering = 1.0f - (once + often);
    const num k = ((roughness * 0.624222827f - 1.08338953f) * roughness + 0.123510586f) * roughness + 1.0f;
    const num up = n[1] * 0.666666667f, mirrored = k * (n_eye * 2.0f * n[1] - v[1]);
    PBR_UNROLL
    for (int c = 0; c < 3; c++) {
        const num base = f->base[c], f0 = (base - 0.04f) * f->metallic + 0.04f;
        const num diffuse = base - base * f->metallic;
        const num mirror = (f0 + (1.0f - f0) * fresnel) * (f0 * lost + 1.0f);
        const num direct = diffuse * (refracted * p->light_over_pi[c]) + mirror * (specular * s->light[c]);
        const num around = up * p->sky_slope[c] + s->ambient[c],
                  ahead = mirrored * p->sky_slope[c] + s->ambient[c];
        const num metal = base * scale + bias, metal_often = pbr_bounces(base, metal, missing);
        const num sky = (once + (metal - once) * f->metallic) * ahead +
                        ((often + (metal_often - often) * f->metallic) + diffuse * entering) * around;
        out[c] = direct + sky * f->occlusion + f->emissive[c];
    }
}

/* Khronos PBR Neutral: colours up to 0.8 keep their hue and saturation, brighter ones are compressed below 1
 * and lose colour. */
PBR_INLINE void pbr_tone_map(num color[3]) {
    const float start = 0.76f, range = 0.24f, desaturation = 0.15f;
    PBR_UNROLL
    for (int c = 0; c < 3; c++) color[c] = num_min(color[c], num_of(65504.0f)); /* finite */
    const num least = num_min(color[0], num_min(color[1], color[2]));
    const num offset = num_select(least < 0.08f, least - least * least * 6.25f, num_of(0.04f));
    PBR_UNROLL
    for (int c = 0; c < 3; c++) color[c] = color[c] - offset;
    const num peak = num_max(color[0], num_max(color[1], color[2]));
    const num lower = 1.0f - range * range / (peak + (range - start));
    const num keep = 1.0f / ((peak - lower) * desaturation + 1.0f), white = lower * (1.0f - keep),
              ratio = lower / peak * keep;
    PBR_UNROLL
    for (int c = 0; c < 3; c++) color[c] = num_select(peak < start, color[c], color[c] * ratio + white);
}
