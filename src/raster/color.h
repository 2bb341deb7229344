/* Colour: bytes, sRGB and linear light, by tables.
 *
 * IEC 61966-2-1: linear = c / 12.92 up to 0.04045, else ((c + 0.055) / 1.055)^2.4. The power is made of
 * squares and a fifth root by Newton's iteration, in double, with nothing but + - * /, so that tables
 * have the same bits everywhere.
 *
 * Encoding looks up sqrt(linear): over the square root the curve is never steeper than 1.5, so that 4096
 * steps give the right byte but within a twentieth of a step from the border between two.
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

/* 0..1 to a byte as it is. */
static inline uint8_t bp_color_byte(float value) {
    float x = value > 0.0f ? value : 0.0f;
    x = x < 1.0f ? x : 1.0f;
    return (uint8_t)(x * 255.0f + 0.5f);
}

/* round(a * b / 255) for bytes, exact. */
static inline uint32_t bp_color_mul255(uint32_t a, uint32_t b) {
    uint32_t x = a * b + 128;
    return (x + (x >> 8)) >> 8;
}

#endif
