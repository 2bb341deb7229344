/* Vectors as wide as the instruction set has them, and moving records in and out of them.
 *
 * Only for files that are compiled once per instruction set (BP_ISA_LANES says how many floats a
 * vector has: 4, 8 or 16). Arithmetic is the compiler's own vector arithmetic, element by element, so
 * that every width computes the same bits.
 *
 * A vector is thought of as *blocks* of four floats. Shuffles stay within blocks, which is cheap at
 * every width; what crosses blocks is done by loading and storing blocks one by one. Vertex i of a
 * group of BP_ISA_LANES vertices is element i % 4 of block i / 4.
 */
#ifndef BP_SIMD_LANES_H
#define BP_SIMD_LANES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum { LANES = BP_ISA_LANES, BLOCKS = LANES / 4 };

typedef float bp_block __attribute__((vector_size(16)));
typedef float bp_lanes __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef int32_t bp_lane_mask __attribute__((vector_size(4 * BP_ISA_LANES)));

/* Three coordinates of LANES vertices. */
typedef struct bp_lanes3 {
    bp_lanes x, y, z;
} bp_lanes3;
typedef struct bp_lanes4 {
    bp_lanes x, y, z, w;
} bp_lanes4;

/* In each block: elements i and j of a, then k and l of b. */
#define BP_BLOCK_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, (k) + 4, (l) + 4)
#if BP_ISA_LANES == 4
#define BP_SHUFFLE(a, b, i, j, k, l) BP_BLOCK_SHUFFLE(a, b, i, j, k, l)
#elif BP_ISA_LANES == 8
#define BP_SHUFFLE(a, b, i, j, k, l)                                                                         \
    __builtin_shufflevector(a, b, i, j, (k) + 8, (l) + 8, (i) + 4, (j) + 4, (k) + 12, (l) + 12)
#else
#define BP_SHUFFLE(a, b, i, j, k, l)                                                                         \
    __builtin_shufflevector(a, b, i, j, (k) + 16, (l) + 16, (i) + 4, (j) + 4, (k) + 20, (l) + 20, (i) + 8,   \
                            (j) + 8, (k) + 24, (l) + 24, (i) + 12, (j) + 12, (k) + 28, (l) + 28)
#endif

static inline bp_lanes lanes_load(const float *from) {
    bp_lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void lanes_store(float *to, bp_lanes v) { memcpy(to, &v, sizeof v); }

static inline bp_lanes lanes_splat(float x) { return x - (bp_lanes){0}; }

static inline bp_block block_load(const float *from) {
    bp_block v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void block_store(float *to, bp_block v) { memcpy(to, &v, sizeof v); }

/* Blocks from `from`, `from + stride`, `from + 2 * stride` ... (in floats). */
static inline bp_lanes blocks_load(const float *from, size_t stride) {
#if BP_ISA_LANES == 4
    (void)stride;
    return block_load(from);
#elif BP_ISA_LANES == 8
    return __builtin_shufflevector(block_load(from), block_load(from + stride), 0, 1, 2, 3, 4, 5, 6, 7);
#else
    typedef float eight __attribute__((vector_size(32)));
    eight low = __builtin_shufflevector(block_load(from), block_load(from + stride), 0, 1, 2, 3, 4, 5, 6, 7);
    eight high = __builtin_shufflevector(block_load(from + 2 * stride), block_load(from + 3 * stride), 0, 1,
                                         2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

static inline void blocks_store(float *to, size_t stride, bp_lanes v) {
    char bytes[sizeof v];
    memcpy(bytes, &v, sizeof v);
    for (size_t i = 0; i < BLOCKS; i++) memcpy(to + i * stride, bytes + 16 * i, 16);
}

/* In each block: what a, b, c and d begin with, then their second elements, and so on. */
static inline bp_lanes4 lanes4_turn(bp_lanes a, bp_lanes b, bp_lanes c, bp_lanes d) {
    bp_lanes xy01 = BP_SHUFFLE(a, b, 0, 1, 0, 1), xy23 = BP_SHUFFLE(c, d, 0, 1, 0, 1);
    bp_lanes zw01 = BP_SHUFFLE(a, b, 2, 3, 2, 3), zw23 = BP_SHUFFLE(c, d, 2, 3, 2, 3);
    return (bp_lanes4){BP_SHUFFLE(xy01, xy23, 0, 2, 0, 2), BP_SHUFFLE(xy01, xy23, 1, 3, 1, 3),
                       BP_SHUFFLE(zw01, zw23, 0, 2, 0, 2), BP_SHUFFLE(zw01, zw23, 1, 3, 1, 3)};
}

/* LANES records of four floats, `stride` floats from one to the next. */
static inline bp_lanes4 lanes4_load(const float *from, size_t stride) {
    return lanes4_turn(blocks_load(from, 4 * stride), blocks_load(from + stride, 4 * stride),
                       blocks_load(from + 2 * stride, 4 * stride),
                       blocks_load(from + 3 * stride, 4 * stride));
}

static inline void lanes4_store(float *to, bp_lanes4 v) {
    bp_lanes xy01 = BP_SHUFFLE(v.x, v.y, 0, 1, 0, 1), xy23 = BP_SHUFFLE(v.x, v.y, 2, 3, 2, 3);
    bp_lanes zw01 = BP_SHUFFLE(v.z, v.w, 0, 1, 0, 1), zw23 = BP_SHUFFLE(v.z, v.w, 2, 3, 2, 3);
    blocks_store(to, 16, BP_SHUFFLE(xy01, zw01, 0, 2, 0, 2));
    blocks_store(to + 4, 16, BP_SHUFFLE(xy01, zw01, 1, 3, 1, 3));
    blocks_store(to + 8, 16, BP_SHUFFLE(xy23, zw23, 0, 2, 0, 2));
    blocks_store(to + 12, 16, BP_SHUFFLE(xy23, zw23, 1, 3, 1, 3));
}

/* Records of three floats, one after the other: x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3. */
static inline bp_lanes3 lanes3_part(bp_lanes a, bp_lanes b, bp_lanes c) {
    bp_lanes xy23 = BP_SHUFFLE(b, c, 2, 3, 1, 2), yz01 = BP_SHUFFLE(a, b, 1, 2, 0, 1);
    return (bp_lanes3){BP_SHUFFLE(a, xy23, 0, 3, 0, 2), BP_SHUFFLE(yz01, xy23, 0, 2, 1, 3),
                       BP_SHUFFLE(yz01, c, 1, 3, 0, 3)};
}

/* LANES records of three floats. */
static inline bp_lanes3 lanes3_load(const float *from) {
    return lanes3_part(blocks_load(from, 12), blocks_load(from + 4, 12), blocks_load(from + 8, 12));
}

static inline void lanes3_store(float *to, bp_lanes3 v) {
    bp_lanes xy02 = BP_SHUFFLE(v.x, v.y, 0, 2, 0, 2), yz13 = BP_SHUFFLE(v.y, v.z, 1, 3, 1, 3);
    bp_lanes zx = BP_SHUFFLE(v.z, v.x, 0, 2, 1, 3);
    blocks_store(to, 12, BP_SHUFFLE(xy02, zx, 0, 2, 0, 2));
    blocks_store(to + 4, 12, BP_SHUFFLE(yz13, xy02, 0, 2, 1, 3));
    blocks_store(to + 8, 12, BP_SHUFFLE(zx, yz13, 1, 3, 1, 3));
}

/* Correctly rounded everywhere. */
static inline bp_lanes lanes_sqrt(bp_lanes v) {
#if BP_ISA_LANES == 16 && defined(__AVX512F__)
    return (bp_lanes)_mm512_sqrt_ps((__m512)v);
#elif BP_ISA_LANES == 8 && defined(__AVX__)
    return (bp_lanes)_mm256_sqrt_ps((__m256)v);
#elif BP_ISA_LANES == 4 && defined(__SSE2__)
    return (bp_lanes)_mm_sqrt_ps((__m128)v);
#else
    for (int i = 0; i < LANES; i++) v[i] = sqrtf(v[i]);
    return v;
#endif
}

/* a where the mask is set, else b. */
static inline bp_lanes lanes_select(bp_lane_mask mask, bp_lanes a, bp_lanes b) {
    return (bp_lanes)((mask & (bp_lane_mask)a) | (~mask & (bp_lane_mask)b));
}

/* a, with its sign changed where the mask is set. */
static inline bp_lanes lanes_negate_where(bp_lane_mask mask, bp_lanes a) {
    const bp_lane_mask sign = mask & INT32_MIN;
    return (bp_lanes)((bp_lane_mask)a ^ sign);
}

static inline bp_lanes lanes_abs(bp_lanes a) { return (bp_lanes)((bp_lane_mask)a & INT32_MAX); }

static inline bp_lanes lanes_larger(bp_lanes a, bp_lanes b) { return lanes_select(a > b, a, b); }

/* ---- three coordinates --------------------------------------------------------------------------*/

static inline bp_lanes3 lanes3_cross(bp_lanes3 a, bp_lanes3 b) {
    return (bp_lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline bp_lanes lanes3_dot(bp_lanes3 a, bp_lanes3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline bp_lanes3 lanes3_add(bp_lanes3 a, bp_lanes3 b) {
    return (bp_lanes3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline bp_lanes3 lanes3_scale(bp_lanes3 a, bp_lanes s) {
    return (bp_lanes3){a.x * s, a.y * s, a.z * s};
}

/* Length 1; zero vectors stay. */
static inline bp_lanes3 lanes3_normalize(bp_lanes3 a) {
    bp_lanes length = lanes_sqrt(lanes3_dot(a, a));
    bp_lanes one = lanes_splat(1.0f);
    return lanes3_scale(a, one / lanes_select(length == 0.0f, one, length));
}

#endif
