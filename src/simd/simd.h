/* SIMD vectors for kernels that are compiled once per instruction set.
 *
 * vf, vi, vu, vs16, vu16: a whole vector of floats, 32-bit or 16-bit integers. It has LANES = BP_ISA_LANES
 * 32-bit lanes: 4, 8 or 16. vf4 and vi4: four lanes in every instruction set.
 *
 * The types are the vector extensions of gcc and clang: + - * / < & | work lane by lane and round as
 * scalars do. So a kernel computes the same bits at every width. The functions below add what the
 * extensions lack: minimum, square root, bit masks, products of 16-bit halves. Each is one instruction
 * where the set has it, and a loop in the portable set. Comparisons give 0 or -1 in each lane.
 *
 * Everything is static, because code for one instruction set must never be shared with a file for another
 * one. simd/transpose.h has the loads and stores of arrays of structures.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef BP_ISA_LANES
#define BP_ISA_LANES 4
#define BP_ISA_SUFFIX portable
#endif
#define BP_ISA_JOIN2(name, suffix) name##_##suffix
#define BP_ISA_JOIN(name, suffix) BP_ISA_JOIN2(name, suffix)
#define BP_ISA_NAME(name) BP_ISA_JOIN(name, BP_ISA_SUFFIX)

/* The portable set uses no intrinsics. */
#define BP_ISA_IS_PORTABLE_portable 1
#if BP_ISA_JOIN(BP_ISA_IS_PORTABLE, BP_ISA_SUFFIX)
#define BP_SIMD_PORTABLE 1
#else
#define BP_SIMD_PORTABLE 0
#include <immintrin.h>
#endif
/* WebAssembly runs the SSE2 set, and has some instructions that SSE2 lacks. */
#if defined(__wasm_simd128__) && !BP_SIMD_PORTABLE
#define BP_SIMD_WASM 1
#include <wasm_simd128.h>
#else
#define BP_SIMD_WASM 0
#endif

enum { LANES = BP_ISA_LANES, LANES_ALL_BITS = (1 << BP_ISA_LANES) - 1 };

typedef float vf __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef int32_t vi __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef uint32_t vu __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef uint64_t vu64 __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef int16_t vs16 __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef uint16_t vu16 __attribute__((vector_size(4 * BP_ISA_LANES)));
typedef float vf4 __attribute__((vector_size(16)));
typedef int32_t vi4 __attribute__((vector_size(16)));

#if defined(__GNUC__) || defined(__clang__)
#define SIMD_INLINE static inline __attribute__((always_inline, unused))
#endif

/* A step of a kernel: inlined, except for browsers. They compile a function as a whole, and one of 100 KB
 * late and badly. */
#if defined(__wasm__)
#define SIMD_STEP static __attribute__((noinline, unused))
#else
#define SIMD_STEP SIMD_INLINE
#endif

/* For a short loop whose variable selects lanes: it must be unrolled, or the vector goes through memory. */
#define SIMD_UNROLL _Pragma("GCC unroll 8")
/* For a loop with one iteration per lane. */
#define SIMD_UNROLL_LANES _Pragma("GCC unroll 16")

SIMD_INLINE vf vf_set1(float x) { return x - (vf){0}; }
SIMD_INLINE vi vi_set1(int32_t x) { return x - (vi){0}; }
SIMD_INLINE vf4 vf4_set1(float x) { return (vf4){x, x, x, x}; }

SIMD_INLINE vf vf_load(const float *p) {
    vf v;
    memcpy(&v, p, sizeof v);
    return v;
}
SIMD_INLINE void vf_store(float *p, vf v) { memcpy(p, &v, sizeof v); }
SIMD_INLINE vi vi_load(const void *p) {
    vi v;
    memcpy(&v, p, sizeof v);
    return v;
}
SIMD_INLINE void vi_store(void *p, vi v) { memcpy(p, &v, sizeof v); }
SIMD_INLINE vf4 vf4_load(const float *p) {
    vf4 v;
    memcpy(&v, p, sizeof v);
    return v;
}
SIMD_INLINE void vf4_store(float *p, vf4 v) { memcpy(p, &v, sizeof v); }

/* 0, 1, 2, ... */
static const int32_t lane_indices[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
SIMD_INLINE vi vi_iota(void) { return vi_load(lane_indices); }

/* Keeps an array of lanes in memory. Lanes that become addresses are cheaper to load one by one than to
 * extract from a register, but compilers choose the register. */
#define simd_force_to_memory(array) __asm__("" : "+m"(array))

SIMD_INLINE vf vf_from_vi(vi v) { return __builtin_convertvector(v, vf); }
/* Sum modulo 2^32, for lanes that may overflow because their result is not used. */
SIMD_INLINE vi vi_add_wrapping(vi a, vi b) { return (vi)((vu)a + (vu)b); }
/* Rounds towards zero; the value must fit into an int. */
SIMD_INLINE vi vi_truncate(vf v) { return __builtin_convertvector(v, vi); }

#if BP_ISA_LANES == 4
SIMD_INLINE vi vi_select(vi mask, vi a, vi b) { return (a & mask) | (b & ~mask); }
SIMD_INLINE vf vf_select(vi mask, vf a, vf b) { return (vf)vi_select(mask, (vi)a, (vi)b); }
#endif
#if BP_SIMD_PORTABLE
/* Rounds to the nearest integer, ties to even. NaN and values out of range give INT32_MIN. */
SIMD_INLINE vi vi_round(vf v) {
    vi r;
    for (int i = 0; i < LANES; i++) r[i] = fabsf(v[i]) < 2147483648.0f ? (int32_t)lrintf(v[i]) : INT32_MIN;
    return r;
}
SIMD_INLINE vf vf_min(vf a, vf b) { return vf_select(a < b, a, b); }
SIMD_INLINE vf vf_max(vf a, vf b) { return vf_select(a > b, a, b); }
SIMD_INLINE vf4 vf4_min(vf4 a, vf4 b) {
    vi4 mask = a < b;
    return (vf4)(((vi4)a & mask) | ((vi4)b & ~mask));
}
SIMD_INLINE vf4 vf4_max(vf4 a, vf4 b) {
    vi4 mask = a > b;
    return (vf4)(((vi4)a & mask) | ((vi4)b & ~mask));
}
SIMD_INLINE vf vf_sqrt(vf a) {
    for (int i = 0; i < LANES; i++) a[i] = sqrtf(a[i]);
    return a;
}
SIMD_INLINE unsigned vi_movemask(vi mask) {
    unsigned bits = 0;
    for (int i = 0; i < LANES; i++) bits |= (unsigned)(mask[i] < 0) << i;
    return bits;
}
SIMD_INLINE vs16 vs16_mulhi(vs16 a, vs16 b) {
    const vi even = ((vi)a << 16 >> 16) * ((vi)b << 16 >> 16), odd = ((vi)a >> 16) * ((vi)b >> 16);
    return (vs16)((vi)((vu)even >> 16) | (odd & -65536));
}
/* Each lane holds two signed 16-bit halves: a.low * b.low + a.high * b.high. */
SIMD_INLINE vi vi_madd16(vi a, vi b) {
    return vi_add_wrapping((a << 16 >> 16) * (b << 16 >> 16), (a >> 16) * (b >> 16));
}
#else
#if BP_ISA_LANES == 16
#define MM(op) _mm512_##op
#define MMI __m512i
SIMD_INLINE vf vf_select(vi mask, vf a, vf b) {
    return _mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)mask), b, a);
}
SIMD_INLINE vi vi_select(vi mask, vi a, vi b) {
    return (vi)_mm512_mask_blend_epi32(_mm512_movepi32_mask((__m512i)mask), (__m512i)b, (__m512i)a);
}
SIMD_INLINE unsigned vi_movemask(vi mask) { return (unsigned)_mm512_movepi32_mask((__m512i)mask); }
#elif BP_ISA_LANES == 8
#define MM(op) _mm256_##op
#define MMI __m256i
SIMD_INLINE vf vf_select(vi mask, vf a, vf b) { return _mm256_blendv_ps(b, a, (__m256)mask); }
SIMD_INLINE vi vi_select(vi mask, vi a, vi b) { return (vi)vf_select(mask, (vf)a, (vf)b); }
SIMD_INLINE unsigned vi_movemask(vi mask) { return (unsigned)_mm256_movemask_ps((__m256)mask); }
#else
#define MM(op) _mm_##op
#define MMI __m128i
SIMD_INLINE unsigned vi_movemask(vi mask) { return (unsigned)_mm_movemask_ps((__m128)mask); }
#endif
/* a < b ? a : b, and a > b ? a : b. A NaN in `a` gives b. */
SIMD_INLINE vf vf_min(vf a, vf b) { return MM(min_ps)(a, b); }
SIMD_INLINE vf vf_max(vf a, vf b) { return MM(max_ps)(a, b); }
SIMD_INLINE vf4 vf4_min(vf4 a, vf4 b) { return _mm_min_ps(a, b); }
SIMD_INLINE vf4 vf4_max(vf4 a, vf4 b) { return _mm_max_ps(a, b); }
SIMD_INLINE vf vf_sqrt(vf a) { return MM(sqrt_ps)(a); }
#if BP_SIMD_WASM
/* Emscripten's _mm_cvtps_epi32 calls a function for each lane. */
SIMD_INLINE vi vi_round(vf v) {
    vi inside = (vf)((vi)v & INT32_MAX) < 2147483648.0f;
    return vi_select(inside, (vi)wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest((v128_t)v)),
                     vi_set1(INT32_MIN));
}
#else
SIMD_INLINE vi vi_round(vf v) { return (vi)MM(cvtps_epi32)(v); }
#endif
SIMD_INLINE vs16 vs16_mulhi(vs16 a, vs16 b) { return (vs16)MM(mulhi_epi16)((MMI)a, (MMI)b); }
SIMD_INLINE vi vi_madd16(vi a, vi b) { return (vi)MM(madd_epi16)((MMI)a, (MMI)b); }
#endif

/* Rounds down; |v| must be below 2^31. */
SIMD_INLINE vf vf_floor(vf v) {
#if BP_SIMD_WASM
    return (vf)wasm_f32x4_floor((v128_t)v);
#elif BP_SIMD_PORTABLE || BP_ISA_LANES == 4
    vf whole = vf_from_vi(vi_truncate(v));
    return whole + vf_from_vi(whole > v);
#elif BP_ISA_LANES == 8
    return _mm256_floor_ps(v);
#else
    return _mm512_floor_ps(v);
#endif
}

/* Lane k (a constant) of a vf4 or vi4, in all lanes. */
#if BP_ISA_LANES == 4
#define vf_broadcast(v, k) ((vf)__builtin_shufflevector(v, v, k, k, k, k))
#define vi_broadcast(v, k) ((vi)__builtin_shufflevector(v, v, k, k, k, k))
#elif BP_ISA_LANES == 8
#define vf_broadcast(v, k) ((vf)_mm256_broadcastss_ps((__m128)__builtin_shufflevector(v, v, k, k, k, k)))
#define vi_broadcast(v, k) ((vi)_mm256_broadcastd_epi32((__m128i)__builtin_shufflevector(v, v, k, k, k, k)))
#else
#define vf_broadcast(v, k) ((vf)_mm512_broadcastss_ps((__m128)__builtin_shufflevector(v, v, k, k, k, k)))
#define vi_broadcast(v, k) ((vi)_mm512_broadcastd_epi32((__m128i)__builtin_shufflevector(v, v, k, k, k, k)))
#endif
#define vf4_broadcast(v, k) __builtin_shufflevector(v, v, k, k, k, k)
#define vi4_broadcast(v, k) __builtin_shufflevector(v, v, k, k, k, k)

/* Bit i is the sign of lane i. */
SIMD_INLINE unsigned vi4_movemask(vi4 v) {
#if BP_SIMD_PORTABLE
    return vi_movemask((vi)v);
#else
    return (unsigned)_mm_movemask_ps((__m128)v);
#endif
}

/* Saturates each lane to 16 bits and puts it into both halves of the lane. */
SIMD_INLINE vi4 vi4_splat16(vi4 v) {
#if BP_SIMD_PORTABLE
    for (int i = 0; i < 4; i++) v[i] = v[i] > INT16_MAX ? INT16_MAX : v[i] < INT16_MIN ? INT16_MIN : v[i];
    return (v & 0xffff) | v << 16;
#else
    __m128i packed = _mm_packs_epi32((__m128i)v, (__m128i)v);
    return (vi4)_mm_unpacklo_epi16(packed, packed);
#endif
}

/* Number of 16-bit masks that are set in a and b. */
SIMD_INLINE int vs16_count_masks(vs16 a, vs16 b) {
#if BP_SIMD_PORTABLE
    int count = 0;
    for (int i = 0; i < 2 * LANES; i++) count -= a[i] + b[i];
    return count;
#elif BP_ISA_LANES == 16
    return __builtin_popcountll(_mm512_movepi8_mask(_mm512_packs_epi16((__m512i)a, (__m512i)b)));
#else
    return __builtin_popcount((unsigned)MM(movemask_epi8)(MM(packs_epi16)((MMI)a, (MMI)b)));
#endif
}

/* Widens the lower or upper half of a vector of 16-bit masks to 32-bit masks. */
SIMD_INLINE vi vi_mask_from_mask16(vs16 v, bool upper) {
#if !BP_SIMD_PORTABLE && BP_ISA_LANES == 8
    const __m256i all = (__m256i)v;
    return (vi)_mm256_cvtepi16_epi32(upper ? _mm256_extracti128_si256(all, 1) : _mm256_castsi256_si128(all));
#else
    typedef int16_t half __attribute__((vector_size(2 * BP_ISA_LANES)));
    half part[2];
    memcpy(part, &v, sizeof v);
    return __builtin_convertvector(part[upper], vi);
#endif
}

/* Lanes 4 i to 4 i + 3. */
SIMD_INLINE vf4 vf_extract_vf4(vf v, int i) {
#if BP_ISA_LANES == 16
    return i == 0   ? _mm512_castps512_ps128(v)
           : i == 1 ? _mm512_extractf32x4_ps(v, 1)
           : i == 2 ? _mm512_extractf32x4_ps(v, 2)
                    : _mm512_extractf32x4_ps(v, 3);
#elif BP_ISA_LANES == 8
    return i == 0 ? _mm256_castps256_ps128(v) : _mm256_extractf128_ps(v, 1);
#else
    (void)i;
    return v;
#endif
}

SIMD_INLINE int32_t vi_sum(vi v) {
    vi4 sum = {0};
    SIMD_UNROLL
    for (int i = 0; i < LANES / 4; i++) sum += (vi4)vf_extract_vf4((vf)v, i);
    sum += __builtin_shufflevector(sum, sum, 2, 3, 0, 1);
    return sum[0] + sum[1];
}

SIMD_INLINE vf vf_abs(vf a) { return (vf)((vi)a & INT32_MAX); }
/* Changes the sign of a where the mask is set. */
SIMD_INLINE vf vf_negate_where(vi mask, vf a) { return (vf)((vi)a ^ (mask & INT32_MIN)); }

#if BP_ISA_LANES == 4
SIMD_INLINE vi vi_min(vi a, vi b) { return vi_select(a < b, a, b); }
SIMD_INLINE vi vi_max(vi a, vi b) { return vi_select(a > b, a, b); }
#else
SIMD_INLINE vi vi_min(vi a, vi b) { return (vi)MM(min_epi32)((MMI)a, (MMI)b); }
SIMD_INLINE vi vi_max(vi a, vi b) { return (vi)MM(max_epi32)((MMI)a, (MMI)b); }
#endif

/* x < y ? a : b, and a bit for each lane that isn't 0. With AVX-512 comparisons give bits, which compilers
 * turn into lanes and back when they are written with operators. */
#if BP_ISA_LANES == 16
SIMD_INLINE vf vf_select_less(vf x, vf y, vf a, vf b) {
    return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(x, y, _CMP_LT_OQ), b, a);
}
SIMD_INLINE unsigned vi_nonzero(vi v) { return (unsigned)_mm512_test_epi32_mask((MMI)v, (MMI)v); }
#else
SIMD_INLINE vf vf_select_less(vf x, vf y, vf a, vf b) { return vf_select(x < y, a, b); }
SIMD_INLINE unsigned vi_nonzero(vi v) { return vi_movemask(v != 0); }
#endif

/* Transposes the 4x4 matrix with rows a, b, c, d. */
SIMD_INLINE void vf4_transpose(vf4 *a, vf4 *b, vf4 *c, vf4 *d) {
    vf4 ab_lo = __builtin_shufflevector(*a, *b, 0, 4, 1, 5),
        ab_hi = __builtin_shufflevector(*a, *b, 2, 6, 3, 7);
    vf4 cd_lo = __builtin_shufflevector(*c, *d, 0, 4, 1, 5),
        cd_hi = __builtin_shufflevector(*c, *d, 2, 6, 3, 7);
    *a = __builtin_shufflevector(ab_lo, cd_lo, 0, 1, 4, 5);
    *b = __builtin_shufflevector(ab_lo, cd_lo, 2, 3, 6, 7);
    *c = __builtin_shufflevector(ab_hi, cd_hi, 0, 1, 4, 5);
    *d = __builtin_shufflevector(ab_hi, cd_hi, 2, 3, 6, 7);
}

/* Transposes LANES / 4 such matrices: the i-th has its rows in lanes 4 i to 4 i + 3 of a, b, c, d. */
SIMD_INLINE void vf_transpose(vf *a, vf *b, vf *c, vf *d) {
#if BP_SIMD_PORTABLE
    vf4_transpose(a, b, c, d);
#else
    vf ab_lo = MM(unpacklo_ps)(*a, *b), ab_hi = MM(unpackhi_ps)(*a, *b);
    vf cd_lo = MM(unpacklo_ps)(*c, *d), cd_hi = MM(unpackhi_ps)(*c, *d);
    *a = MM(shuffle_ps)(ab_lo, cd_lo, 0x44);
    *b = MM(shuffle_ps)(ab_lo, cd_lo, 0xee);
    *c = MM(shuffle_ps)(ab_hi, cd_hi, 0x44);
    *d = MM(shuffle_ps)(ab_hi, cd_hi, 0xee);
#endif
}

/* Lane i of the result is lane lane[i] of v. */
SIMD_INLINE vf vf_permute(vf v, vi lane) {
#if !BP_SIMD_PORTABLE && BP_ISA_LANES == 16
    return _mm512_permutexvar_ps((__m512i)lane, v);
#elif !BP_SIMD_PORTABLE && BP_ISA_LANES == 8
    return _mm256_permutevar8x32_ps(v, (__m256i)lane);
#elif BP_SIMD_WASM
    vi bytes = (lane & (LANES - 1)) * 0x04040404 + 0x03020100;
    return (vf)wasm_i8x16_swizzle((v128_t)v, (v128_t)bytes);
#else
    vf r;
    for (int i = 0; i < LANES; i++) r[i] = v[lane[i] & (LANES - 1)];
    return r;
#endif
}

/* The inverse of vi_movemask: bit i makes the mask of lane i. */
SIMD_INLINE vi vi_mask_from_bits(unsigned bits) {
#if !BP_SIMD_PORTABLE && BP_ISA_LANES == 16
    return (vi)_mm512_movm_epi32((__mmask16)bits);
#else
    static const int32_t lane[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return (vi_set1((int32_t)bits) & vi_load(lane)) != 0;
#endif
}

/* LANES bytes, each widened to a lane. */
SIMD_INLINE vi vi_load_u8(const uint8_t *p) {
#if !BP_SIMD_PORTABLE && BP_ISA_LANES == 16
    return (vi)_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)p));
#elif !BP_SIMD_PORTABLE && BP_ISA_LANES == 8
    return (vi)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)p));
#elif BP_SIMD_WASM
    return (vi)wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(p)));
#else
    return (vi){p[0], p[1], p[2], p[3]};
#endif
}

/* table[index] in each lane. */
SIMD_INLINE vf vf_lookup(const float *table, vi index) {
#if BP_ISA_LANES == 16
    return _mm512_i32gather_ps((__m512i)index, table, 4);
#elif BP_ISA_LANES == 8
    return _mm256_i32gather_ps(table, (__m256i)index, 4);
#else
    uint32_t one[LANES];
    vi_store(one, index);
    simd_force_to_memory(one);
    vf r = {0};
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) r[i] = table[one[i]];
    return r;
#endif
}

/* table[index % 16] in each lane. */
SIMD_INLINE vf vf_lookup16(const float table[16], vi index) {
#if BP_ISA_LANES == 16
    return _mm512_permutexvar_ps((__m512i)index, vf_load(table));
#elif BP_ISA_LANES == 8
    const vf low = _mm256_permutevar8x32_ps(vf_load(table), (__m256i)index),
             high = _mm256_permutevar8x32_ps(vf_load(table + 8), (__m256i)index);
    return _mm256_blendv_ps(low, high, (__m256)(index << 28));
#else
    return vf_lookup(table, index & 15);
#endif
}

/* Concatenates LANES / 4 vectors of four lanes. */
SIMD_INLINE vf vf_from_vf4s(const vf4 *q) {
#if BP_ISA_LANES == 16
    typedef float half __attribute__((vector_size(32)));
    half lo = __builtin_shufflevector(q[0], q[1], 0, 1, 2, 3, 4, 5, 6, 7);
    half hi = __builtin_shufflevector(q[2], q[3], 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(lo, hi, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif BP_ISA_LANES == 8
    return _mm256_insertf128_ps(_mm256_castps128_ps256(q[0]), q[1], 1);
#else
    return q[0];
#endif
}

/* Gathers four floats of each of LANES vertices: out[k] has float offset + k of all of them. Vertex i is at
 * vertex[every * i]. */
SIMD_INLINE void vf_gather_columns(const float *const *vertex, int every, int offset, vf out[4]) {
    vf row[4];
    SIMD_UNROLL
    for (int k = 0; k < 4; k++) {
        vf4 part[LANES / 4];
        SIMD_UNROLL
        for (int i = 0; i < LANES / 4; i++) part[i] = vf4_load(vertex[every * (4 * i + k)] + offset);
        row[k] = vf_from_vf4s(part);
    }
    vf_transpose(&row[0], &row[1], &row[2], &row[3]);
    SIMD_UNROLL
    for (int k = 0; k < 4; k++) out[k] = row[k];
}
