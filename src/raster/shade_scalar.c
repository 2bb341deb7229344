/* The reference's colours, one pixel at a time: textures, light, wireframe, blending. */
#include "raster/triangle_scalar.h"
#include <limits.h>
#include <string.h>

static float clamp(float x, float most) {
    x = x > 0.0f ? x : 0.0f;
    return x < most ? x : most;
}

/* ---- texture ----------------------------------------------------------------------------------- */

/* Where u lies in the texture, 0..1. */
static float wrapped(float u, bp_wrap wrap) {
    u = u > -32768.0f ? u : -32768.0f;
    u = u < 32768.0f ? u : 32768.0f;
    if (wrap == BP_WRAP_REPEAT) return u - floorf(u);
    if (wrap == BP_WRAP_CLAMP) return clamp(u, 1.0f);
    float half = u * 0.5f, f = (half - floorf(half)) * 2.0f;
    return f > 1.0f ? 2.0f - f : f;
}

/* To the nearest whole number, halves to the even one. */
static int nearest_whole(float x) { return fabsf(x) < 2147483648.0f ? (int)lrintf(x) : INT_MIN; }

/* Whether repeating is done after the rounding: where the texture's own size is a power of two. Its mipmaps go by
 * that, whatever their size is. */
static bool masked(bp_wrap wrap, int whole) { return wrap == BP_WRAP_REPEAT && (whole & (whole - 1)) == 0; }

/* Where u lies from the centre of the first texel, in 1/256 texel; 0 .. size * 256 - 1. `whole`: the size of the
 * first mipmap. */
static int along(float u, bp_wrap wrap, int whole, int size) {
    int most = size * 256 - 1;
    float scale = (float)size * 256.0f;
    if (masked(wrap, whole)) return nearest_whole(u * scale - 128.0f) & most;
    int x = nearest_whole(wrapped(u, wrap) * scale - 128.0f);
    if (wrap == BP_WRAP_REPEAT) return x < 0 ? x + size * 256 : x;
    x = x > 0 ? x : 0;
    return x < most - 255 ? x : most - 255;
}

/* The texel before u and the one after it, and how far u is from the first in 1/256. */
static void neighbours(float u, bp_wrap wrap, int whole, int size, int *before, int *after, int *fraction) {
    int x = along(u, wrap, whole, size);
    *fraction = x & 255;
    *before = x >> 8;
    *after = *before + 1 < size ? *before + 1 : wrap == BP_WRAP_REPEAT ? 0 : size - 1;
}

static uint32_t texel(const bp_mip_level *plane, int x, int y) {
    return plane->texels[(size_t)y * (size_t)plane->stride + (size_t)x];
}

static uint32_t byte(uint32_t pixel, int channel) { return pixel >> (8 * channel) & 255; }

/* A byte as a number: raw 0..255, else in linear light 0..1. */
static float value(const bp_shading *s, uint32_t pixel, int channel) {
    uint32_t b = byte(pixel, channel);
    if (s->raw) return (float)b;
    return channel == 3 ? (float)b * (1.0f / 255.0f) : s->tables->linear[b];
}

/* a * b / 32768, rounded. */
static int product15(int a, int b) { return (a * b + 16384) >> 15; }

/* Between the rows with weights that sum up to 255, then between the columns with weights of 14 bits that sum up
 * to 32768 * 128 / 255; all of it on bytes less 128. Texels that are alike stay what they are. */
static uint32_t filter_raw(uint32_t t[2][2], int channel, int fx, int fy) {
    int below = fy - (fy >> 7), after = fx * 64 + fx / 4, column[2];
    for (int i = 0; i < 2; i++)
        column[i] =
            ((int)byte(t[0][i], channel) - 128) * (255 - below) + ((int)byte(t[1][i], channel) - 128) * below;
    int sum = product15(column[0], 16448 - after) + product15(column[1], after);
    return (uint32_t)(sum + 128 * 128 + 64) >> 7;
}

static float filter_linear(const bp_shading *s, uint32_t t[2][2], int channel, int fx, int fy) {
    float x = (float)fx * (1.0f / 256.0f), y = (float)fy * (1.0f / 256.0f);
    float a = value(s, t[0][0], channel), b = value(s, t[0][1], channel);
    float c = value(s, t[1][0], channel), d = value(s, t[1][1], channel);
    float top = a + (b - a) * x, bottom = c + (d - c) * x;
    return top + (bottom - top) * y;
}

static void bilinear(const bp_shading *s, int level, float u, float v, float out[4]) {
    const bp_mip_level *whole = &s->texture->plane[0], *plane = &s->texture->plane[level];
    int x[2], y[2], fx, fy;
    neighbours(u, s->wrap_u, whole->width, plane->width, &x[0], &x[1], &fx);
    neighbours(v, s->wrap_v, whole->height, plane->height, &y[0], &y[1], &fy);
    uint32_t t[2][2];
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) t[j][i] = texel(plane, x[i], y[j]);
    for (int c = 0; c < 4; c++)
        out[c] = s->raw ? (float)filter_raw(t, c, fx, fy) : filter_linear(s, t, c, fx, fy);
}

static void nearest(const bp_shading *s, float u, float v, float out[4]) {
    const bp_mip_level *plane = &s->texture->plane[0];
    int x = (int)(wrapped(u, s->wrap_u) * (float)plane->width);
    int y = (int)(wrapped(v, s->wrap_v) * (float)plane->height);
    x = x < plane->width ? x : plane->width - 1;
    y = y < plane->height ? y : plane->height - 1;
    for (int c = 0; c < 4; c++) out[c] = value(s, texel(plane, x, y), c);
}

/* The place between mipmaps, in 1/256: half the logarithm of the square of the larger gradient in texels, read
 * off the float's exponent, with the mantissa for the fraction. */
static int mipmap_place(const bp_texture *texture, const bp_shade_input *in, float w, float u, float v) {
    float width = (float)texture->plane[0].width, height = (float)texture->plane[0].height;
    float ux = (in->slope_x[0] - u * in->slope_x[2]) * w * width;
    float uy = (in->slope_y[0] - u * in->slope_y[2]) * w * width;
    float vx = (in->slope_x[1] - v * in->slope_x[2]) * w * height;
    float vy = (in->slope_y[1] - v * in->slope_y[2]) * w * height;
    float along_x = ux * ux + vx * vx, along_y = uy * uy + vy * vy;
    float larger = along_x > along_y ? along_x : along_y;
    larger = larger > 0.0f ? larger : 0.0f;
    int32_t bits;
    memcpy(&bits, &larger, sizeof bits);
    int place = (bits - 0x3f800000) >> 16, most = (texture->level_count - 1) * 256;
    return place < 0 ? 0 : place > most ? most : place;
}

static void trilinear(const bp_shading *s, const bp_shade_input *in, float w, float u, float v,
                      float out[4]) {
    int place = mipmap_place(s->texture, in, w, u, v), level = place >> 8, part = place & 255;
    int next = level + 1 < s->texture->level_count ? level + 1 : level;
    float fine[4], coarse[4];
    bilinear(s, level, u, v, fine);
    bilinear(s, next, u, v, coarse);
    for (int c = 0; c < 4; c++)
        out[c] = s->raw ? (float)(((int)fine[c] * (256 - part) + (int)coarse[c] * part + 128) >> 8)
                        : fine[c] + (coarse[c] - fine[c]) * ((float)part * (1.0f / 256.0f));
}

/* ---- light, wireframe -------------------------------------------------------------------------- */

static void light(const bp_shading *s, const bp_shade_input *in, float w, float color[4]) {
    float n[3];
    for (int i = 0; i < 3; i++) n[i] = in->normal[i] * w;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    float scale = length > 0.0f ? 1.0f / length : 0.0f;
    float d = (n[0] * s->direction[0] + n[1] * s->direction[1] + n[2] * s->direction[2]) * scale;
    d = d > 0.0f ? d : 0.0f;
    for (int c = 0; c < 3; c++) color[c] *= s->ambient[c] + s->light[c] * d;
}

static void wire(const bp_shading *s, float opacity, float one, float color[4]) {
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
    if (s->pixel_light) light(s, in, w, out);
    float texture[4] = {one, one, one, one};
    if (s->texture) {
        float u = in->uv[0] * w, v = in->uv[1] * w;
        if (s->filter == BP_FILTER_NEAREST)
            nearest(s, u, v, texture);
        else if (s->filter == BP_FILTER_BILINEAR)
            bilinear(s, 0, u, v, texture);
        else
            trilinear(s, in, w, u, v, texture);
    }
    for (int c = 0; c < 4; c++) out[c] *= texture[c];
    if (s->wire) wire(s, in->wire, one, out);
    for (int c = 0; c < 4; c++) {
        out[c] = clamp(out[c], one);
        if (s->raw) out[c] = floorf(out[c] + 0.5f);
    }
}

/* ---- into the framebuffer ---------------------------------------------------------------------- */

static uint32_t mix255(uint32_t over, uint32_t under, uint32_t alpha) {
    uint32_t x = over * alpha + under * (255 - alpha) + 128;
    return (x + (x >> 8)) >> 8;
}

static uint32_t pixel_raw(const float color[4], bool blend, uint32_t under) {
    uint32_t alpha = (uint32_t)color[3], result = 0;
    for (int c = 0; c < 4; c++) {
        uint32_t over = c == 3 && blend ? 255 : (uint32_t)color[c];
        result |= (blend ? mix255(over, byte(under, c), alpha) : over) << (8 * c);
    }
    return result;
}

uint32_t bp_shade_pixel_scalar(const bp_shading *s, const float color[4], bool blend, uint32_t under) {
    if (s->raw) return pixel_raw(color, blend, under);
    float a = color[3], rest = 1.0f - a;
    uint32_t result = 0;
    for (int c = 0; c < 3; c++) {
        float mixed = blend ? color[c] * a + value(s, under, c) * rest : color[c];
        result |= (uint32_t)bp_color_encode(s->tables, mixed) << (8 * c);
    }
    return result | (uint32_t)bp_color_byte(blend ? a + value(s, under, 3) * rest : a) << 24;
}
