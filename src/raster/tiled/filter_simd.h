/* Bilinear filtering of RAW texels for LANES pixels at a time, in 16-bit integers. Scalar twin and
 * definition: filter_raw in shade_scalar.c.
 *
 * Each vector has groups of 16 bytes for LANES / 4 pixels: vector k has pixels k, k + 4, k + 8 ... One load
 * fetches a pixel's quad of 2 x 2 texels, with the two rows interleaved byte by byte, minus 128 (texture.h).
 * Multiplying neighbouring bytes by weights that sum to 255, and adding, mixes the rows. Then the lower half
 * of each group holds the four channels of the left column, and the upper half those of the right column. The
 * high part of products with 14-bit weights mixes the columns. Each pixel's weights start in one 32-bit lane,
 * and are broadcast over the pixel's group.
 */
#ifndef BP_RASTER_TILED_FILTER_SIMD_H
#define BP_RASTER_TILED_FILTER_SIMD_H

#include "simd/simd.h"

/* The sum of the columns' weights, 32768 * 128 / 255: results are bytes times 128. */
enum { FILTER_COLUMN_WEIGHTS = 16448 };

/* LANES quads of 2 x 2 texels: four vectors, with a group of 16 bytes for each pixel. */
typedef struct texel_quads {
    vi k[4];
} texel_quads;

#if BP_SIMD_PORTABLE || BP_ISA_LANES == 4

/* Sums of two neighbours' products. a: unsigned bytes, b: signed bytes. */
SIMD_INLINE vs16 filter_byte_products(vi a, vi b) {
    vs16 even = (vs16)((vu16)a & 255) * (((vs16)b << 8) >> 8), odd = (vs16)((vu16)a >> 8) * ((vs16)b >> 8);
    return even + odd;
}

/* a * b / 32768, rounded, from both halves of the product. */
SIMD_INLINE vs16 filter_product15(vs16 a, vs16 b) {
    vu16 low = (vu16)a * (vu16)b;
    return (vs16_mulhi(a, b) << 1) + (vs16)(((low >> 14) + 1) >> 1);
}

/* Broadcasts the lower half of lane n of each group over the group. */
#define filter_broadcast_low(v, n)                                                                           \
    __builtin_shufflevector((vs16)(v), (vs16)(v), 2 * (n), 2 * (n), 2 * (n), 2 * (n), 2 * (n), 2 * (n),      \
                            2 * (n), 2 * (n))
/* Broadcasts the lower half of lane n over the first four halves of its group, the upper half over the
 * others. */
#define filter_broadcast_both(v, n)                                                                          \
    __builtin_shufflevector((vs16)(v), (vs16)(v), 2 * (n), 2 * (n), 2 * (n), 2 * (n), 2 * (n) + 1,           \
                            2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1)

#else

SIMD_INLINE vs16 filter_byte_products(vi a, vi b) { return (vs16)MM(maddubs_epi16)((MMI)a, (MMI)b); }
SIMD_INLINE vs16 filter_product15(vs16 a, vs16 b) { return (vs16)MM(mulhrs_epi16)((MMI)a, (MMI)b); }

#define LOW(k) 4 * k, 4 * k + 1, 4 * k, 4 * k + 1, 4 * k, 4 * k + 1, 4 * k, 4 * k + 1
#define HIGH(k) 4 * k + 2, 4 * k + 3, 4 * k + 2, 4 * k + 3, 4 * k + 2, 4 * k + 3, 4 * k + 2, 4 * k + 3
#if BP_ISA_LANES == 16
#define GROUPS(...)                                                                                          \
    { __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__ }
#else
#define GROUPS(...)                                                                                          \
    { __VA_ARGS__, __VA_ARGS__ }
#endif
/* For each byte of a group, the index of its source byte. */
static const uint8_t filter_shuffle_table[8][4 * LANES] = {
    GROUPS(LOW(0), LOW(0)),  GROUPS(LOW(1), LOW(1)),  GROUPS(LOW(2), LOW(2)),  GROUPS(LOW(3), LOW(3)),
    GROUPS(LOW(0), HIGH(0)), GROUPS(LOW(1), HIGH(1)), GROUPS(LOW(2), HIGH(2)), GROUPS(LOW(3), HIGH(3)),
};
#undef LOW
#undef HIGH
#undef GROUPS

SIMD_INLINE vs16 filter_shuffle(vi v, int row) {
    return (vs16)MM(shuffle_epi8)((MMI)v, (MMI)vi_load(filter_shuffle_table[row]));
}
#define filter_broadcast_low(v, n) filter_shuffle(v, n)
#define filter_broadcast_both(v, n) filter_shuffle(v, 4 + (n))

#endif

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

/* Loads 16 bytes from pairs[index[i]] for each lane i. */
SIMD_INLINE texel_quads texel_quads_load(const uint64_t *pairs, const uint32_t *index) {
    texel_quads g;
#if BP_SIMD_PORTABLE
    for (int k = 0; k < 4; k++) g.k[k] = vi_load(pairs + index[k]);
#else
#define GROUP(i) _mm_loadu_si128((const __m128i *)(const void *)(pairs + index[i]))
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

/* Adds the weighted columns of two groups each: channels 0..255. */
SIMD_INLINE vu16 filter_columns(vs16 a, vs16 b) {
    vs16 sum = (vs16)filter_unpack_low(a, b) + (vs16)filter_unpack_high(a, b);
    return (vu16)(sum + (128 * 128 + 64)) >> 7;
}

/* The weights of a point that lies fy / 256 below the upper row, and fx / 256 to the right of the left
 * column. */
SIMD_INLINE vi filter_row_weights(vi fy) {
    vi below = fy - (fy >> 7);
    return (below << 8) - below + 255;
}
SIMD_INLINE vi filter_column_weights(vi fx) {
    vi after = (fx << 6) + (fx >> 2);
    return (after << 16) - after + FILTER_COLUMN_WEIGHTS;
}

/* Filters the quads at pairs[index] to packed pixels. `level` (a constant): `rows` has the same weight in all
 * halves. */
SIMD_INLINE vi filter_bilinear_raw(const uint64_t *pairs, const uint32_t index[LANES], vi rows, vi columns,
                                   bool level) {
    texel_quads g = texel_quads_load(pairs, index);
    vs16 mixed[4];
#define MIX(n)                                                                                               \
    mixed[n] =                                                                                               \
        filter_product15(filter_byte_products(level ? rows : (vi)filter_broadcast_low(rows, n), g.k[n]),     \
                         filter_broadcast_both(columns, n))
    MIX(0);
    MIX(1);
    MIX(2);
    MIX(3);
#undef MIX
    return filter_pack_bytes(filter_columns(mixed[0], mixed[1]), filter_columns(mixed[2], mixed[3]));
}

#endif
