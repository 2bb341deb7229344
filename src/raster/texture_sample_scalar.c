/* Sampling a texture, scalar, which defines it: wrapping, nearest, bilinear and trilinear filters. Texels are
 * linear here: texture.c decodes sRGB once, when the texture is made. SIMD versions:
 * tiled/texture_sample_simd.h, tiled/filter_simd.h. */
#include "raster/pipeline.h"
#include <limits.h>
#include <string.h>

/* ---- coordinates ---------------------------------------------------------------------- */

/* Wraps a texture coordinate into 0..1. */
static float wrap_coordinate(float u, bp_wrap wrap) {
    u = u > -32768.0f ? u : -32768.0f;
    u = u < 32768.0f ? u : 32768.0f;
    if (wrap == BP_WRAP_REPEAT) return u - floorf(u);
    if (wrap == BP_WRAP_CLAMP) return bp_clamp(u, 0.0f, 1.0f);
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

/* ---- filters -------------------------------------------------------------------------- */

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

/* The weights of four texels in linear light, for a mip level that has `part` / 256 of the result: they sum
 * to 128 * part, and none is negative. */
static void linear_weights(int fx, int fy, int part, int weight[2][2]) {
    int right = fx * part >> 1, below = fy * part >> 1, both = (right * fy + 128) >> 8;
    weight[0][0] = 128 * part - right - below + both;
    weight[0][1] = right - both;
    weight[1][0] = below - both;
    weight[1][1] = both;
}

/* A channel of a texel: 0..255 RAW, 0..BP_TEXEL_MAX in linear light. */
static int texel_channel(bool raw, const bp_mip_level *mip, int x, int y, int channel) {
    size_t index = (size_t)y * (size_t)mip->stride + (size_t)x;
    return raw ? (int)bp_texel_byte(mip->pairs[index], channel)
               : bp_texel_linear(mip->linear[index], channel);
}

/* The step that a sampler's texels and result are noted in; NULL: nobody wants them. */
static bp_texture_step *step_of(const bp_shade_input *in) {
    return in->steps ? &in->steps->textures[in->steps->texture_count] : NULL;
}

/* Notes a texel that was read; `weight` of 32768. */
static void note_texel(const bp_sampler *s, bool raw, const bp_shade_input *in, int level, int x, int y,
                       int weight) {
    bp_texture_step *step = step_of(in);
    if (!step) return;
    bp_texel_step *texel = &step->texels[step->texel_count++];
    *texel = (bp_texel_step){level, x, y, (float)weight / 32768, {0}};
    for (int c = 0; c < 4; c++)
        texel->color[c] =
            (float)texel_channel(raw, &s->texture->mip[level], x, y, c) * (raw ? 1.0f : 1.0f / BP_TEXEL_MAX);
}

/* The result of filtering: RAW 0..255, in linear light 32768 times 0..BP_TEXEL_MAX. */
static void sample_nearest(const bp_sampler *s, bool raw, const bp_shade_input *in, float u, float v,
                           int out[4]) {
    const bp_mip_level *mip = &s->texture->mip[0];
    int x = (int)(wrap_coordinate(u, s->wrap_u) * (float)mip->width);
    int y = (int)(wrap_coordinate(v, s->wrap_v) * (float)mip->height);
    x = x < mip->width ? x : mip->width - 1;
    y = y < mip->height ? y : mip->height - 1;
    for (int c = 0; c < 4; c++) out[c] = texel_channel(raw, mip, x, y, c) * (raw ? 1 : 32768);
    note_texel(s, raw, in, 0, x, y, 32768);
}

static void sample_bilinear(const bp_sampler *s, bool raw, const bp_shade_input *in, int level, float u,
                            float v, int part, int out[4]) {
    const bp_mip_level *full = &s->texture->mip[0], *mip = &s->texture->mip[level];
    int x[2], y[2], fx, fy, weight[2][2];
    find_neighbours(u, s->wrap_u, full->width, mip->width, x, &fx);
    find_neighbours(v, s->wrap_v, full->height, mip->height, y, &fy);
    linear_weights(fx, fy, part, weight);
    for (int c = 0; c < 4; c++) {
        int t[2][2], sum = 0;
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++) {
                t[j][i] = texel_channel(raw, mip, x[i], y[j], c);
                sum += weight[j][i] * t[j][i];
            }
        out[c] = raw ? filter_raw(t, fx, fy) : sum;
    }
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) note_texel(s, raw, in, level, x[i], y[j], weight[j][i]);
}

/* The level of detail in 1/256: half the logarithm of the larger squared gradient, in texels per pixel. The
 * logarithm is read off the float's bits: exponent, and mantissa as the fraction. */
static int level_of_detail(const bp_sampler *s, const bp_shade_input *in, float w, float u, float v) {
    const bp_texture *texture = s->texture;
    const float *ddx = in->ddx + 3 * s->second_uv, *ddy = in->ddy + 3 * s->second_uv;
    float width = (float)texture->mip[0].width, height = (float)texture->mip[0].height;
    float ux = ddx[0] * width - u * (in->ddx[2] * width);
    float uy = ddy[0] * width - u * (in->ddy[2] * width);
    float vx = ddx[1] * height - v * (in->ddx[2] * height);
    float vy = ddy[1] * height - v * (in->ddy[2] * height);
    if (in->steps) {
        bp_texture_step *step = step_of(in);
        step->right[0] = ux * w, step->right[1] = vx * w;
        step->down[0] = uy * w, step->down[1] = vy * w;
    }
    float along_x = ux * ux + vx * vx, along_y = uy * uy + vy * vy;
    float larger = (along_x > along_y ? along_x : along_y) * (w * w);
    larger = larger > 0.0f ? larger : 0.0f;
    int32_t bits;
    memcpy(&bits, &larger, sizeof bits);
    int lod = (bits - 0x3f800000) >> 16, max = (texture->level_count - 1) * 256;
    return lod < 0 ? 0 : lod > max ? max : lod;
}

static void sample_trilinear(const bp_sampler *s, bool raw, const bp_shade_input *in, float w, float u,
                             float v, int out[4]) {
    int lod = level_of_detail(s, in, w, u, v), level = lod >> 8, part = lod & 255;
    int next = level + 1 < s->texture->level_count ? level + 1 : level;
    int fine[4], coarse[4];
    sample_bilinear(s, raw, in, level, u, v, 256 - part, fine);
    sample_bilinear(s, raw, in, next, u, v, part, coarse);
    if (in->steps) step_of(in)->level = (float)lod / 256;
    for (int c = 0; c < 4; c++)
        out[c] = raw ? (fine[c] * (256 - part) + coarse[c] * part + 128) >> 8 : fine[c] + coarse[c];
}

void bp_sample_scalar(const bp_sampler *s, bool raw, const bp_shade_input *in, float w, float out[4]) {
    const float *uv = in->uv + 2 * s->second_uv;
    float u = uv[0] * w, v = uv[1] * w;
    int texel[4];
    if (s->filter == BP_FILTER_NEAREST)
        sample_nearest(s, raw, in, u, v, texel);
    else if (s->filter == BP_FILTER_BILINEAR)
        sample_bilinear(s, raw, in, 0, u, v, 256, texel);
    else
        sample_trilinear(s, raw, in, w, u, v, texel);
    for (int c = 0; c < 4; c++) out[c] = (float)texel[c] * (raw ? 1.0f : 1.0f / BP_TEXEL_MAX / 32768);
    bp_texture_step *step = step_of(in);
    if (!step) return;
    step->sampler = s;
    step->size[0] = s->texture->mip[0].width, step->size[1] = s->texture->mip[0].height;
    step->uv[0] = u;
    step->uv[1] = v;
    memcpy(step->color, out, sizeof step->color);
    in->steps->texture_count++;
}

float bp_texture_level(const bp_shading *shading, const bp_shade_input *in) {
    static const int order[] = {BP_MAP_METALLIC_ROUGHNESS, BP_MAP_OCCLUSION, BP_MAP_EMISSIVE, BP_MAP_NORMAL};
    const bp_sampler *s = &shading->sampler;
    for (size_t i = 0; shading->physical && !s->texture && i < BP_COUNT(order); i++)
        s = &shading->pbr.map[order[i]];
    if (!s->texture) return -1;
    const float w = 1.0f / in->inverse_w, *uv = in->uv + 2 * s->second_uv;
    return s->filter == BP_FILTER_TRILINEAR ? (float)level_of_detail(s, in, w, uv[0] * w, uv[1] * w) / 256
                                            : 0;
}
