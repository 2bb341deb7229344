/* The scalar shading, which defines a pixel's colour: base colour or vertex colour, light, texture,
 * wireframe; then blending. SIMD versions: tiled/shade_simd.h, tiled/texture_sample_simd.h,
 * tiled/filter_simd.h.
 *
 * A colour is RAW, 0..255 in floats, or linear light, 0..1.
 */
#include "raster/pipeline.h"
#include <limits.h>
#include <string.h>

static float clamp(float x, float max) {
    x = x > 0.0f ? x : 0.0f;
    return x < max ? x : max;
}

static uint32_t channel_of(uint32_t pixel, int channel) { return pixel >> (8 * channel) & 255; }

/* A channel as a float: RAW 0..255, else in linear light. */
static float value_of(const bp_shading *s, uint32_t pixel, int channel) {
    uint32_t byte = channel_of(pixel, channel);
    if (s->raw) return (float)byte;
    return channel == 3 ? (float)byte * (1.0f / 255.0f) : s->tables->linear[byte];
}

/* ---- texture: coordinates ---------------------------------------------------------------------- */

/* Wraps a texture coordinate into 0..1. */
static float wrap_coordinate(float u, bp_wrap wrap) {
    u = u > -32768.0f ? u : -32768.0f;
    u = u < 32768.0f ? u : 32768.0f;
    if (wrap == BP_WRAP_REPEAT) return u - floorf(u);
    if (wrap == BP_WRAP_CLAMP) return clamp(u, 1.0f);
    float half = u * 0.5f, f = (half - floorf(half)) * 2.0f;
    return f > 1.0f ? 2.0f - f : f;
}

/* Rounds to nearest, halves to even. INT_MIN if the result doesn't fit, as the x86 instruction gives. */
static int round_to_int(float x) { return fabsf(x) < 2147483648.0f ? (int)lrintf(x) : INT_MIN; }

static bool is_power_of_two(int size) { return (size & (size - 1)) == 0; }

/* The distance of u from the centre of the first texel, in 1/256 texel: 0 .. size * 256 - 1. If the size of
 * mipmap 0 (`full_size`) is a power of two, all mipmaps repeat by a bit mask, after rounding. */
static int fixed_coordinate(float u, bp_wrap wrap, int full_size, int size) {
    int max = size * 256 - 1;
    float scale = (float)size * 256.0f;
    if (wrap == BP_WRAP_REPEAT && is_power_of_two(full_size)) return round_to_int(u * scale - 128.0f) & max;
    int x = round_to_int(wrap_coordinate(u, wrap) * scale - 128.0f);
    if (wrap == BP_WRAP_REPEAT) return x < 0 ? x + size * 256 : x;
    x = x > 0 ? x : 0;
    return x < max - 255 ? x : max - 255;
}

/* The two texels on either side of u, and how far u is from the first to the second, in 1/256. */
static void find_neighbours(float u, bp_wrap wrap, int full_size, int size, int texel[2], int *fraction) {
    int x = fixed_coordinate(u, wrap, full_size, size);
    *fraction = x & 255;
    texel[0] = x >> 8;
    texel[1] = texel[0] + 1 < size ? texel[0] + 1 : wrap == BP_WRAP_REPEAT ? 0 : size - 1;
}

/* ---- texture: filters -------------------------------------------------------------------------- */

/* a * b / 32768, rounded. */
static int product15(int a, int b) { return (a * b + 16384) >> 15; }

/* Bilinear on bytes minus 128: first between the rows, with weights that sum to 255, then between the
 * columns, with weights of 14 bits that sum to 32768 * 128 / 255. Four equal texels give exactly their
 * value. */
static int filter_raw(int t[2][2], int fx, int fy) {
    int below = fy - (fy >> 7), after = fx * 64 + fx / 4, column[2];
    for (int i = 0; i < 2; i++) column[i] = (t[0][i] - 128) * (255 - below) + (t[1][i] - 128) * below;
    int sum = product15(column[0], 16448 - after) + product15(column[1], after);
    return (sum + 128 * 128 + 64) >> 7;
}

/* Bilinear in linear light, on 0..BP_TEXEL_MAX, for a mip level that has `part` / 256 of the result: the sum
 * of the texels times their weights, which sum to 128 * part. No weight is negative. */
static int filter_linear(int t[2][2], int fx, int fy, int part) {
    int right = fx * part >> 1, below = fy * part >> 1, both = (right * fy + 128) >> 8;
    return t[0][0] * (128 * part - right - below + both) + t[0][1] * (right - both) +
           t[1][0] * (below - both) + t[1][1] * both;
}

/* A channel of a texel: 0..255 RAW, 0..BP_TEXEL_MAX in linear light. */
static int texel_channel(const bp_shading *s, const bp_mip_level *mip, int x, int y, int channel) {
    size_t index = (size_t)y * (size_t)mip->stride + (size_t)x;
    return s->raw ? (int)bp_texel_byte(mip->pairs[index], channel)
                  : bp_texel_linear(mip->linear[index], channel);
}

/* The result of filtering: RAW 0..255, in linear light 32768 times 0..BP_TEXEL_MAX. */
static void sample_nearest(const bp_shading *s, float u, float v, int out[4]) {
    const bp_mip_level *mip = &s->texture->mip[0];
    int x = (int)(wrap_coordinate(u, s->wrap_u) * (float)mip->width);
    int y = (int)(wrap_coordinate(v, s->wrap_v) * (float)mip->height);
    x = x < mip->width ? x : mip->width - 1;
    y = y < mip->height ? y : mip->height - 1;
    for (int c = 0; c < 4; c++) out[c] = texel_channel(s, mip, x, y, c) * (s->raw ? 1 : 32768);
}

static void sample_bilinear(const bp_shading *s, int level, float u, float v, int part, int out[4]) {
    const bp_mip_level *full = &s->texture->mip[0], *mip = &s->texture->mip[level];
    int x[2], y[2], fx, fy;
    find_neighbours(u, s->wrap_u, full->width, mip->width, x, &fx);
    find_neighbours(v, s->wrap_v, full->height, mip->height, y, &fy);
    for (int c = 0; c < 4; c++) {
        int t[2][2];
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++) t[j][i] = texel_channel(s, mip, x[i], y[j], c);
        out[c] = s->raw ? filter_raw(t, fx, fy) : filter_linear(t, fx, fy, part);
    }
}

/* The level of detail in 1/256: half the logarithm of the larger squared gradient, in texels per pixel. The
 * logarithm is read off the float's bits: exponent, and mantissa as the fraction. */
static int level_of_detail(const bp_texture *texture, const bp_shade_input *in, float w, float u, float v) {
    float width = (float)texture->mip[0].width, height = (float)texture->mip[0].height;
    float ux = in->ddx[0] * width - u * (in->ddx[2] * width);
    float uy = in->ddy[0] * width - u * (in->ddy[2] * width);
    float vx = in->ddx[1] * height - v * (in->ddx[2] * height);
    float vy = in->ddy[1] * height - v * (in->ddy[2] * height);
    float along_x = ux * ux + vx * vx, along_y = uy * uy + vy * vy;
    float larger = (along_x > along_y ? along_x : along_y) * (w * w);
    larger = larger > 0.0f ? larger : 0.0f;
    int32_t bits;
    memcpy(&bits, &larger, sizeof bits);
    int lod = (bits - 0x3f800000) >> 16, max = (texture->level_count - 1) * 256;
    return lod < 0 ? 0 : lod > max ? max : lod;
}

static void sample_trilinear(const bp_shading *s, const bp_shade_input *in, float w, float u, float v,
                             int out[4]) {
    int lod = level_of_detail(s->texture, in, w, u, v), level = lod >> 8, part = lod & 255;
    int next = level + 1 < s->texture->level_count ? level + 1 : level;
    int fine[4], coarse[4];
    sample_bilinear(s, level, u, v, 256 - part, fine);
    sample_bilinear(s, next, u, v, part, coarse);
    for (int c = 0; c < 4; c++)
        out[c] = s->raw ? (fine[c] * (256 - part) + coarse[c] * part + 128) >> 8 : fine[c] + coarse[c];
}

/* RAW 0..255, or linear light 0..1. */
static void sample_texture(const bp_shading *s, const bp_shade_input *in, float w, float out[4]) {
    float u = in->uv[0] * w, v = in->uv[1] * w;
    int texel[4];
    if (s->filter == BP_FILTER_NEAREST)
        sample_nearest(s, u, v, texel);
    else if (s->filter == BP_FILTER_BILINEAR)
        sample_bilinear(s, 0, u, v, 256, texel);
    else
        sample_trilinear(s, in, w, u, v, texel);
    for (int c = 0; c < 4; c++) out[c] = (float)texel[c] * (s->raw ? 1.0f : 1.0f / BP_TEXEL_MAX / 32768);
}

/* ---- light, wireframe, blending ---------------------------------------------------------------- */

/* Lambert: ambient + light * max(0, normal . direction). */
static void apply_light(const bp_shading *s, const bp_shade_input *in, float w, float color[4]) {
    float n[3];
    for (int i = 0; i < 3; i++) n[i] = in->normal[i] * w;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    float scale = length > 0.0f ? 1.0f / length : 0.0f;
    float d = (n[0] * s->direction[0] + n[1] * s->direction[1] + n[2] * s->direction[2]) * scale;
    d = d > 0.0f ? d : 0.0f;
    for (int c = 0; c < 3; c++) color[c] *= s->ambient[c] + s->light[c] * d;
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
    if (s->pixel_light) apply_light(s, in, w, out);
    float texture[4] = {one, one, one, one};
    if (s->texture) sample_texture(s, in, w, texture);
    for (int c = 0; c < 4; c++) out[c] *= texture[c];
    if (s->wire) apply_wireframe(s, in->wire, one, out);
    for (int c = 0; c < 4; c++) {
        out[c] = clamp(out[c], one);
        if (s->raw) out[c] = floorf(out[c] + 0.5f);
    }
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
