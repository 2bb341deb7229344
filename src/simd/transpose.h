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
#ifndef BP_SIMD_TRANSPOSE_H
#define BP_SIMD_TRANSPOSE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum { LANES = BP_ISA_LANES, BLOCKS = LANES / 4 };

typedef float vf4 __attribute__((vector_size(16)));
typedef float vf __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef int32_t vi __attribute__((vector_size(4 * BP_ISA_LANES)));

/* Three coordinates of LANES vertices. */
typedef struct vf_xyz {
    vf x, y, z;
} vf_xyz;
typedef struct vf_xyzw {
    vf x, y, z, w;
} vf_xyzw;

/* In each block: elements i and j of a, then k and l of b. */
#define vf4_shuffle(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, (k) + 4, (l) + 4)
#if BP_ISA_LANES == 4
#define vf_shuffle(a, b, i, j, k, l) vf4_shuffle(a, b, i, j, k, l)
#elif BP_ISA_LANES == 8
#define vf_shuffle(a, b, i, j, k, l)                                                                         \
    __builtin_shufflevector(a, b, i, j, (k) + 8, (l) + 8, (i) + 4, (j) + 4, (k) + 12, (l) + 12)
#else
#define vf_shuffle(a, b, i, j, k, l)                                                                         \
    __builtin_shufflevector(a, b, i, j, (k) + 16, (l) + 16, (i) + 4, (j) + 4, (k) + 20, (l) + 20, (i) + 8,   \
                            (j) + 8, (k) + 24, (l) + 24, (i) + 12, (j) + 12, (k) + 28, (l) + 28)
#endif

static inline vf vf_load(const float *from) {
    vf v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void vf_store(float *to, vf v) { memcpy(to, &v, sizeof v); }

static inline vf vf_set1(float x) { return x - (vf){0}; }

static inline vf4 vf4_load(const float *from) {
    vf4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void vf4_store(float *to, vf4 v) { memcpy(to, &v, sizeof v); }

/* Blocks from `from`, `from + stride`, `from + 2 * stride` ... (in floats). */
static inline vf vf_load_vf4s(const float *from, size_t stride) {
#if BP_ISA_LANES == 4
    (void)stride;
    return vf4_load(from);
#elif BP_ISA_LANES == 8
    return __builtin_shufflevector(vf4_load(from), vf4_load(from + stride), 0, 1, 2, 3, 4, 5, 6, 7);
#else
    typedef float eight __attribute__((vector_size(32)));
    eight low = __builtin_shufflevector(vf4_load(from), vf4_load(from + stride), 0, 1, 2, 3, 4, 5, 6, 7);
    eight high = __builtin_shufflevector(vf4_load(from + 2 * stride), vf4_load(from + 3 * stride), 0, 1,
                                         2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

static inline void vf_store_vf4s(float *to, size_t stride, vf v) {
    char bytes[sizeof v];
    memcpy(bytes, &v, sizeof v);
    for (size_t i = 0; i < BLOCKS; i++) memcpy(to + i * stride, bytes + 16 * i, 16);
}

/* In each block: what a, b, c and d begin with, then their second elements, and so on. */
static inline vf_xyzw vf_transpose(vf a, vf b, vf c, vf d) {
    vf xy01 = vf_shuffle(a, b, 0, 1, 0, 1), xy23 = vf_shuffle(c, d, 0, 1, 0, 1);
    vf zw01 = vf_shuffle(a, b, 2, 3, 2, 3), zw23 = vf_shuffle(c, d, 2, 3, 2, 3);
    return (vf_xyzw){vf_shuffle(xy01, xy23, 0, 2, 0, 2), vf_shuffle(xy01, xy23, 1, 3, 1, 3),
                       vf_shuffle(zw01, zw23, 0, 2, 0, 2), vf_shuffle(zw01, zw23, 1, 3, 1, 3)};
}

/* LANES records of four floats, `stride` floats from one to the next. */
static inline vf_xyzw vf_xyzw_load(const float *from, size_t stride) {
    return vf_transpose(vf_load_vf4s(from, 4 * stride), vf_load_vf4s(from + stride, 4 * stride),
                       vf_load_vf4s(from + 2 * stride, 4 * stride),
                       vf_load_vf4s(from + 3 * stride, 4 * stride));
}

static inline void vf_xyzw_store(float *to, vf_xyzw v) {
    vf xy01 = vf_shuffle(v.x, v.y, 0, 1, 0, 1), xy23 = vf_shuffle(v.x, v.y, 2, 3, 2, 3);
    vf zw01 = vf_shuffle(v.z, v.w, 0, 1, 0, 1), zw23 = vf_shuffle(v.z, v.w, 2, 3, 2, 3);
    vf_store_vf4s(to, 16, vf_shuffle(xy01, zw01, 0, 2, 0, 2));
    vf_store_vf4s(to + 4, 16, vf_shuffle(xy01, zw01, 1, 3, 1, 3));
    vf_store_vf4s(to + 8, 16, vf_shuffle(xy23, zw23, 0, 2, 0, 2));
    vf_store_vf4s(to + 12, 16, vf_shuffle(xy23, zw23, 1, 3, 1, 3));
}

/* Records of three floats, one after the other: x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3. */
static inline vf_xyz vf_xyz_deinterleave(vf a, vf b, vf c) {
    vf xy23 = vf_shuffle(b, c, 2, 3, 1, 2), yz01 = vf_shuffle(a, b, 1, 2, 0, 1);
    return (vf_xyz){vf_shuffle(a, xy23, 0, 3, 0, 2), vf_shuffle(yz01, xy23, 0, 2, 1, 3),
                       vf_shuffle(yz01, c, 1, 3, 0, 3)};
}

/* LANES records of three floats. */
static inline vf_xyz vf_xyz_load(const float *from) {
    return vf_xyz_deinterleave(vf_load_vf4s(from, 12), vf_load_vf4s(from + 4, 12), vf_load_vf4s(from + 8, 12));
}

static inline void vf_xyz_store(float *to, vf_xyz v) {
    vf xy02 = vf_shuffle(v.x, v.y, 0, 2, 0, 2), yz13 = vf_shuffle(v.y, v.z, 1, 3, 1, 3);
    vf zx = vf_shuffle(v.z, v.x, 0, 2, 1, 3);
    vf_store_vf4s(to, 12, vf_shuffle(xy02, zx, 0, 2, 0, 2));
    vf_store_vf4s(to + 4, 12, vf_shuffle(yz13, xy02, 0, 2, 1, 3));
    vf_store_vf4s(to + 8, 12, vf_shuffle(zx, yz13, 1, 3, 1, 3));
}

/* Correctly rounded everywhere. */
static inline vf vf_sqrt(vf v) {
#if BP_ISA_LANES == 16 && defined(__AVX512F__)
    return (vf)_mm512_sqrt_ps((__m512)v);
#elif BP_ISA_LANES == 8 && defined(__AVX__)
    return (vf)_mm256_sqrt_ps((__m256)v);
#elif BP_ISA_LANES == 4 && defined(__SSE2__)
    return (vf)_mm_sqrt_ps((__m128)v);
#else
    for (int i = 0; i < LANES; i++) v[i] = sqrtf(v[i]);
    return v;
#endif
}

/* a where the mask is set, else b. */
static inline vf vf_select(vi mask, vf a, vf b) {
    return (vf)((mask & (vi)a) | (~mask & (vi)b));
}

/* a, with its sign changed where the mask is set. */
static inline vf vf_negate_where(vi mask, vf a) {
    const vi sign = mask & INT32_MIN;
    return (vf)((vi)a ^ sign);
}

static inline vf vf_abs(vf a) { return (vf)((vi)a & INT32_MAX); }

static inline vf vf_max(vf a, vf b) { return vf_select(a > b, a, b); }

/* ---- three coordinates --------------------------------------------------------------------------*/

static inline vf_xyz vf_xyz_cross(vf_xyz a, vf_xyz b) {
    return (vf_xyz){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline vf vf_xyz_dot(vf_xyz a, vf_xyz b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline vf_xyz vf_xyz_add(vf_xyz a, vf_xyz b) {
    return (vf_xyz){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vf_xyz vf_xyz_scale(vf_xyz a, vf s) {
    return (vf_xyz){a.x * s, a.y * s, a.z * s};
}

/* Length 1; zero vectors stay. */
static inline vf_xyz vf_xyz_normalize(vf_xyz a) {
    vf length = vf_sqrt(vf_xyz_dot(a, a));
    vf one = vf_set1(1.0f);
    return vf_xyz_scale(a, one / vf_select(length == 0.0f, one, length));
}

#endif
