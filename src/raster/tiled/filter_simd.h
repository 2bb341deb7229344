/* Bilinear filtering of texels for LANES pixels at a time, in integers. Scalar twin and definition:
 * filter_raw and linear_weights in texture_sample_scalar.c.
 *
 * Vectors have groups of 16 bytes for LANES / 4 pixels: vector k has pixels k, k + 4, k + 8 ... Each pixel's
 * weights start in one 32-bit lane, twice, and are broadcast over the pixel's group by a shuffle of lanes.
 *
 * RAW: one load fetches a pixel's quad of 2 x 2 texels, with the two rows interleaved byte by byte, minus 128
 * (texture.h). Multiplying neighbouring bytes by weights that sum to 255, and adding, mixes the rows. Then
 * the lower half of each group holds the four channels of the left column, and the upper half those of the
 * right column. Unpacking joins the left columns of two pixels in one group, and the right ones in another,
 * for mixing.
 *
 * Linear light: two loads fetch two texels each, from the upper and the lower row, with 16 bits for each
 * channel. Interleaving the rows gives two vectors with the left and the right texels. Multiplying them by
 * the texels' own weights, and adding, gives sums of 32 bits without any rounding.
 */
#pragma once

#include "simd/simd.h"

/* The sum of the columns' weights in RAW, 32768 * 128 / 255: results are bytes times 128. */
enum { FILTER_COLUMN_WEIGHTS = 16448 };

/* Two texels of 64 bits for each of LANES pixels: four vectors, with a group of 16 bytes for each pixel. */
typedef struct texel_groups {
    vi k[4];
} texel_groups;

/* Shuffles the 32-bit lanes of each group. */
#if BP_ISA_LANES == 4
#define filter_shuffle(v, a, b, c, d) ((vs16)__builtin_shufflevector((vi)(v), (vi)(v), a, b, c, d))
#elif BP_ISA_LANES == 8
#define filter_shuffle(v, a, b, c, d)                                                                        \
    ((vs16)_mm256_shuffle_epi32((__m256i)(v), (a) | (b) << 2 | (c) << 4 | (d) << 6))
#else
#define filter_shuffle(v, a, b, c, d)                                                                        \
    ((vs16)_mm512_shuffle_epi32((__m512i)(v), (_MM_PERM_ENUM)((a) | (b) << 2 | (c) << 4 | (d) << 6)))
#endif

#if BP_SIMD_PORTABLE || BP_ISA_LANES == 4
/* Sums of two neighbours' products. a: unsigned bytes, b: signed bytes. */
SIMD_INLINE vs16 filter_byte_products(vi a, vi b) {
    vs16 even = (vs16)((vu16)a & 255) * (((vs16)b << 8) >> 8), odd = (vs16)((vu16)a >> 8) * ((vs16)b >> 8);
    return even + odd;
}
#else
SIMD_INLINE vs16 filter_byte_products(vi a, vi b) { return (vs16)MM(maddubs_epi16)((MMI)a, (MMI)b); }
#endif

/* a * b / 32768, rounded; -32768 * -32768 doesn't occur. */
#if BP_SIMD_WASM
SIMD_INLINE vs16 filter_product15(vs16 a, vs16 b) {
    return (vs16)wasm_i16x8_q15mulr_sat((v128_t)a, (v128_t)b);
}
#elif BP_SIMD_PORTABLE || BP_ISA_LANES == 4
/* From both halves of the product. */
SIMD_INLINE vs16 filter_product15(vs16 a, vs16 b) {
    vu16 low = (vu16)a * (vu16)b;
    return (vs16_mulhi(a, b) << 1) + (vs16)(((low >> 14) + 1) >> 1);
}
#else
SIMD_INLINE vs16 filter_product15(vs16 a, vs16 b) { return (vs16)MM(mulhrs_epi16)((MMI)a, (MMI)b); }
#endif

/* The lower half of each lane, in both halves. */
SIMD_INLINE vi filter_twice(vi v) { return v | v << 16; }

#if BP_SIMD_PORTABLE
SIMD_INLINE vi filter_unpack_low(vs16 a, vs16 b) { return __builtin_shufflevector((vi)a, (vi)b, 0, 1, 4, 5); }
SIMD_INLINE vi filter_unpack_high(vs16 a, vs16 b) {
    return __builtin_shufflevector((vi)a, (vi)b, 2, 3, 6, 7);
}
/* Packs halves of 0..255 into bytes, group by group. */
SIMD_INLINE vi filter_pack_bytes(vu16 a, vu16 b) {
    uint8_t bytes[4 * LANES];
    for (int i = 0; i < 2 * LANES; i++) {
        bytes[i] = (uint8_t)a[i];
        bytes[2 * LANES + i] = (uint8_t)b[i];
    }
    return vi_load(bytes);
}
#else
SIMD_INLINE vi filter_unpack_low(vs16 a, vs16 b) { return (vi)MM(unpacklo_epi64)((MMI)a, (MMI)b); }
SIMD_INLINE vi filter_unpack_high(vs16 a, vs16 b) { return (vi)MM(unpackhi_epi64)((MMI)a, (MMI)b); }
SIMD_INLINE vi filter_pack_bytes(vu16 a, vu16 b) { return (vi)MM(packus_epi16)((MMI)a, (MMI)b); }
#endif

/* Loads 16 bytes from texels[index[i]] for each lane i. */
SIMD_INLINE texel_groups texel_groups_load(const uint64_t *texels, const uint32_t *index) {
    texel_groups g;
#if BP_SIMD_PORTABLE
    for (int k = 0; k < 4; k++) g.k[k] = vi_load(texels + index[k]);
#else
#define GROUP(i) _mm_loadu_si128((const __m128i *)(const void *)(texels + index[i]))
    SIMD_UNROLL
    for (int k = 0; k < 4; k++)
#if BP_ISA_LANES == 16
    {
        __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(GROUP(k)), GROUP(k + 4), 1);
        __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(GROUP(k + 8)), GROUP(k + 12), 1);
        g.k[k] = (vi)_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
    }
#elif BP_ISA_LANES == 8
        g.k[k] = (vi)_mm256_inserti128_si256(_mm256_castsi128_si256(GROUP(k)), GROUP(k + 4), 1);
#else
        g.k[k] = (vi)GROUP(k);
#endif
#undef GROUP
#endif
    return g;
}

/* Mixes the columns of two vectors in RAW: channels 0..255. */
SIMD_INLINE vu16 filter_columns(vs16 a, vs16 b, vs16 before, vs16 after) {
    vs16 left = (vs16)filter_unpack_low(a, b), right = (vs16)filter_unpack_high(a, b);
    vs16 sum = filter_product15(left, before) + filter_product15(right, after);
    return (vu16)(sum + (128 * 128 + 64)) >> 7;
}

/* Filters the quads at pairs[index] to packed pixels. The point lies fy / 256 below the upper row, and fx /
 * 256 to the right of the left column. */
SIMD_INLINE vi filter_bilinear_raw(const uint64_t *pairs, const uint32_t index[LANES], vi fx, vi fy) {
    const vi below = fy - (fy >> 7), rows = filter_twice((below << 8) - below + 255);
    const vi after = filter_twice((fx << 6) + (fx >> 2)), before = FILTER_COLUMN_WEIGHTS * 65537 - after;
    texel_groups g = texel_groups_load(pairs, index);
    vs16 mixed[4];
#define MIX(n) mixed[n] = filter_byte_products((vi)filter_shuffle(rows, n, n, n, n), g.k[n])
    MIX(0);
    MIX(1);
    MIX(2);
    MIX(3);
#undef MIX
    return filter_pack_bytes(filter_columns(mixed[0], mixed[1], filter_shuffle(before, 0, 0, 1, 1),
                                            filter_shuffle(after, 0, 0, 1, 1)),
                             filter_columns(mixed[2], mixed[3], filter_shuffle(before, 2, 2, 3, 3),
                                            filter_shuffle(after, 2, 2, 3, 3)));
}

/* Interleaves the halves of the lower or upper half of each group. */
#if BP_SIMD_PORTABLE
SIMD_INLINE vs16 filter_zip_low(vs16 a, vs16 b) {
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
SIMD_INLINE vs16 filter_zip_high(vs16 a, vs16 b) {
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
#else
SIMD_INLINE vs16 filter_zip_low(vs16 a, vs16 b) { return (vs16)MM(unpacklo_epi16)((MMI)a, (MMI)b); }
SIMD_INLINE vs16 filter_zip_high(vs16 a, vs16 b) { return (vs16)MM(unpackhi_epi16)((MMI)a, (MMI)b); }
#endif

/* Adds a level's weighted texels, linear[upper], linear[lower] and their right neighbours, to *sum: a group
 * has a pixel's channels. Texels are minus 32768, and weights are negated, because 32768 doesn't fit 16 bits.
 * So the result of all levels' filter_linear is 32768 * 32768 - sum. */
SIMD_INLINE void filter_bilinear_linear(const uint64_t *linear, const uint32_t upper[LANES],
                                        const uint32_t lower[LANES], vi fx, vi fy, vi part,
                                        texel_groups *sum) {
    const vi right = vi_madd16(fx, part) >> 1, below = vi_madd16(fy, part) >> 1;
    const vi both = (vi_madd16(right, fy) + 128) >> 8, left_below = below - both;
    const vi left = (vi)(0 - (vu16)(((part << 7) - right - left_below) | left_below << 16));
    const vi beside = (vi)(0 - (vu16)((right - both) | both << 16));
    texel_groups u = texel_groups_load(linear, upper), l = texel_groups_load(linear, lower);
#define ADD(n)                                                                                               \
    sum->k[n] +=                                                                                             \
        vi_madd16((vi)filter_zip_low((vs16)u.k[n], (vs16)l.k[n]), (vi)filter_shuffle(left, n, n, n, n)) +    \
        vi_madd16((vi)filter_zip_high((vs16)u.k[n], (vs16)l.k[n]), (vi)filter_shuffle(beside, n, n, n, n))
    ADD(0);
    ADD(1);
    ADD(2);
    ADD(3);
#undef ADD
}
