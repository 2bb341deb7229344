/* Colour: conversion between sRGB bytes and linear light, by tables.
 *
 * Encoding looks up sqrt(linear), because over the square root the curve is never steeper than 1.5. With 4096
 * steps the byte is exact, except within 1/20 step of a rounding boundary.
 */
#ifndef BP_RASTER_COLOR_H
#define BP_RASTER_COLOR_H

#include <math.h>
#include <stdint.h>

enum { BP_ENCODE_STEPS = 4096 };

typedef struct bp_color_tables {
    float linear[256];                    /* byte -> linear light 0..1 */
    uint8_t encoded[BP_ENCODE_STEPS + 4]; /* sqrt(linear) * 4096 rounded -> byte; padded for 32-bit loads */
} bp_color_tables;

void bp_color_tables_fill(bp_color_tables *tables);

/* Linear light to a byte; NaN and negatives give 0, more than 1 gives 255. */
static inline uint8_t bp_color_encode(const bp_color_tables *tables, float linear) {
    float x = linear > 0.0f ? linear : 0.0f;
    x = x < 1.0f ? x : 1.0f;
    return tables->encoded[(int)(sqrtf(x) * (float)BP_ENCODE_STEPS + 0.5f)];
}

/* 0..1 to a byte, without encoding. */
static inline uint8_t bp_color_byte(float value) {
    float x = value > 0.0f ? value : 0.0f;
    x = x < 1.0f ? x : 1.0f;
    return (uint8_t)(x * 255.0f + 0.5f);
}

/* round((over * alpha + under * (255 - alpha)) / 255) for bytes, exact. */
static inline uint32_t bp_color_mix255(uint32_t over, uint32_t under, uint32_t alpha) {
    uint32_t x = over * alpha + under * (255 - alpha) + 128;
    return (x + (x >> 8)) >> 8;
}

#endif
