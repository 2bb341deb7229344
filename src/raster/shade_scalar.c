/* The scalar shading, which defines a pixel's colour: base colour or vertex colour, light, texture,
 * wireframe; then blending. Textures are sampled in texture_sample_scalar.c, physically based light is in
 * pbr_scalar.c. SIMD version: tiled/shade_simd.h.
 *
 * A colour is RAW, 0..255 in floats, or linear light, 0..1.
 */
#include "raster/pipeline.h"
#include <string.h>

static uint32_t channel_of(uint32_t pixel, int channel) { return pixel >> (8 * channel) & 255; }

/* A channel as a float: RAW 0..255, else in linear light. */
static float value_of(const bp_shading *s, uint32_t pixel, int channel) {
    uint32_t byte = channel_of(pixel, channel);
    if (s->raw) return (float)byte;
    return channel == 3 ? (float)byte * (1.0f / 255.0f) : s->tables->linear[byte];
}

/* Lambert: ambient + light * max(0, normal . direction). */
static void apply_light(const bp_shading *s, const bp_shade_input *in, float w, float color[4]) {
    float n[3];
    for (int i = 0; i < 3; i++) n[i] = in->normal[i] * w;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    float scale = length > 0.0f ? 1.0f / length : 0.0f;
    float d = (n[0] * s->direction[0] + n[1] * s->direction[1] + n[2] * s->direction[2]) * scale;
    d = d > 0.0f ? d : 0.0f;
    for (int c = 0; c < 3; c++) color[c] *= s->ambient[c] + s->light[c] * d;
    if (!in->steps) return;
    in->steps->model = BP_LIGHTING_PIXEL;
    in->steps->n_dot_l = d;
    for (int i = 0; i < 3; i++) in->steps->normal[i] = n[i] * scale;
    for (int c = 0; c < 3; c++) in->steps->light[c] = s->ambient[c] + s->light[c] * d;
    bp_note_lamp(s, in->steps);
}

static void apply_wireframe(const bp_shading *s, float opacity, float one, float color[4]) {
    if (s->wire == BP_WIRE_OVER) {
        float k = opacity * s->wire_color[3];
        for (int c = 0; c < 3; c++) color[c] = color[c] + (s->wire_color[c] * one - color[c]) * k;
        color[3] = color[3] + (one - color[3]) * k;
    } else {
        for (int c = 0; c < 3; c++) color[c] = s->wire_color[c] * one;
        color[3] = opacity * (s->wire_color[3] * one);
    }
}

void bp_shade_scalar(const bp_shading *s, const bp_shade_input *in, float out[4]) {
    float w = 1.0f / in->inverse_w, one = s->raw ? 255.0f : 1.0f;
    for (int c = 0; c < 4; c++) out[c] = s->color_offset ? in->color[c] * w : s->base[c];
    if (in->steps) memcpy(in->steps->base, out, sizeof in->steps->base);
    if (s->pixel_light) apply_light(s, in, w, out);
    float texture[4] = {one, one, one, one};
    if (s->sampler.texture) bp_sample_scalar(&s->sampler, s->raw, in, w, texture);
    for (int c = 0; c < 4; c++) out[c] *= texture[c];
    if (s->physical) bp_pbr_scalar(s, in, w, out);
    if (s->wire) apply_wireframe(s, in->wire, one, out);
    for (int c = 0; c < 4; c++) {
        out[c] = bp_clamp(out[c], 0.0f, one);
        if (s->raw) out[c] = floorf(out[c] + 0.5f);
    }
    if (!in->steps) return;
    in->steps->shaded = true;
    in->steps->raw = s->raw;
    in->steps->inverse_w = in->inverse_w;
    in->steps->w = w;
    in->steps->wire = in->wire;
    memcpy(in->steps->color, out, sizeof in->steps->color);
}

static uint32_t pixel_raw(const float color[4], bool blend, uint32_t under) {
    uint32_t alpha = (uint32_t)color[3], result = 0;
    for (int c = 0; c < 4; c++) {
        uint32_t over = c == 3 && blend ? 255 : (uint32_t)color[c];
        result |= (blend ? bp_color_mix255(over, channel_of(under, c), alpha) : over) << (8 * c);
    }
    return result;
}

uint32_t bp_shade_pixel_scalar(const bp_shading *s, const float color[4], bool blend, uint32_t under) {
    if (s->raw) return pixel_raw(color, blend, under);
    float a = color[3], rest = 1.0f - a;
    uint32_t result = 0;
    for (int c = 0; c < 3; c++) {
        float mixed = blend ? color[c] * a + value_of(s, under, c) * rest : color[c];
        result |= (uint32_t)bp_color_encode(mixed) << (8 * c);
    }
    return result | (uint32_t)bp_color_byte(blend ? a + value_of(s, under, 3) * rest : a) << 24;
}
