/* Colour: conversion between sRGB bytes and linear light. Decoding is a table, from the formula in srgb.h.
 *
 * Encoding needs x^(5/12), and for that we split x into m * 2^e with m from 1 to 2: a cubic gives m^(5/12), a
 * table 2^(5/12 e). The cubic's relative error alternates between +-7.4e-5 and is equal at both ends, so
 * octaves join without a step. The byte is exact, except within 1/50 step of a rounding boundary. All
 * operations are single float operations, so SIMD kernels (tiled/encode_simd.h) compute the same bits.
 */
#pragma once

#include <stdint.h>
#include <string.h>

typedef struct bp_color_tables {
    float linear[256]; /* byte -> linear light 0..1 */
} bp_color_tables;

void bp_color_tables_fill(bp_color_tables *tables);

/* The cubic: BP_ENCODE_0 + m * (BP_ENCODE_1 + m * (BP_ENCODE_2 + m * BP_ENCODE_3)). */
#define BP_ENCODE_0 0.457817480f
#define BP_ENCODE_1 0.695527758f
#define BP_ENCODE_2 -0.178059637f
#define BP_ENCODE_3 0.0247879478f
#define BP_ENCODE_SLOPE 3294.6f       /* 12.92 * 255: the curve's straight part */
#define BP_ENCODE_STRAIGHT 0.0031308f /* ... which ends here */
#define BP_ENCODE_OFFSET -14.025f     /* -0.055 * 255 */

/* 1.055 * 255 * 2^(5/12 e) for e from -15 to 0: the float's exponent modulo 16 is the index. */
static const float bp_encode_scale[16] = {
    3.53472114f, 4.71828699f, 6.29815722f, 8.40703106f, 11.2220402f, 14.9796267f, 19.9954033f, 26.6906605f,
    35.627758f,  47.5573502f, 63.4814453f, 84.7375641f, 113.111076f, 150.985184f, 201.541031f, 269.024994f};

/* Linear light to a byte; NaN and negatives give 0, more than 1 gives 255. */
static inline uint8_t bp_color_encode(float linear) {
    float x = linear > 0.0f ? linear : 0.0f, m;
    x = x < 1.0f ? x : 1.0f;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t mantissa = (bits & 0x7fffff) | 0x3f800000;
    memcpy(&m, &mantissa, sizeof m);
    float root = BP_ENCODE_0 + m * (BP_ENCODE_1 + m * (BP_ENCODE_2 + m * BP_ENCODE_3));
    float curve = root * bp_encode_scale[bits >> 23 & 15] + BP_ENCODE_OFFSET;
    return (uint8_t)((x < BP_ENCODE_STRAIGHT ? x * BP_ENCODE_SLOPE : curve) + 0.5f);
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
