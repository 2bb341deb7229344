/* Whether joints are in the palette, as many at a time as fit into a vector. For skin_isa.c alone.
 *
 * Joints come from files, and one beyond the palette must not be read through. They are looked at where
 * they are used, a few vertices at a time: looked at a chunk ahead, they would come from memory in one
 * go, with nothing to compute meanwhile.
 */
#ifndef BP_MESH_SKIN_SKIN_JOINTS_H
#define BP_MESH_SKIN_SKIN_JOINTS_H

#include "simd/transpose.h"
#include <stdbool.h>

enum { JOINTS_AT_ONCE = 2 * LANES };

typedef uint16_t joint_lanes __attribute__((vector_size(2 * JOINTS_AT_ONCE)));

/* By how much each exceeds the limit; 0 where it doesn't. */
static inline joint_lanes joints_over(joint_lanes joints, joint_lanes limit) {
#if BP_ISA_LANES == 16 && defined(__AVX512BW__)
    return (joint_lanes)_mm512_subs_epu16((__m512i)joints, (__m512i)limit);
#elif BP_ISA_LANES == 8 && defined(__AVX2__)
    return (joint_lanes)_mm256_subs_epu16((__m256i)joints, (__m256i)limit);
#elif BP_ISA_LANES == 4 && defined(__SSE2__)
    return (joint_lanes)_mm_subs_epu16((__m128i)joints, (__m128i)limit);
#else
    return (joint_lanes)(joints > limit) & (joints - limit);
#endif
}

static inline bool joints_all_zero(joint_lanes v) {
#if BP_ISA_LANES == 16 && defined(__AVX512BW__)
    return _mm512_test_epi16_mask((__m512i)v, (__m512i)v) == 0;
#elif BP_ISA_LANES == 8 && defined(__AVX2__)
    return _mm256_testz_si256((__m256i)v, (__m256i)v);
#elif BP_ISA_LANES == 4 && defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpeq_epi16((__m128i)v, _mm_setzero_si128())) == 0xffff;
#else
    uint16_t any = 0;
    for (int i = 0; i < JOINTS_AT_ONCE; i++) any = (uint16_t)(any | v[i]);
    return any == 0;
#endif
}

/* Inlined, so that with a constant count no loop remains. */
static inline __attribute__((always_inline)) bool joints_within(const uint16_t *joints, size_t count,
                                                                uint16_t last) {
    joint_lanes over = {0}, limit = last - (joint_lanes){0};
    size_t i = 0;
    for (; i + JOINTS_AT_ONCE <= count; i += JOINTS_AT_ONCE) {
        joint_lanes some;
        memcpy(&some, joints + i, sizeof some);
        over |= joints_over(some, limit);
    }
    for (; i < count; i++) {
        if (joints[i] > last) return false;
    }
    return joints_all_zero(over);
}

#endif
