/* The check that joints are within the palette, as many at a time as fit into a vector. For skin_isa.c
 * alone.
 *
 * Joints come from files, and one beyond the palette must not be used as an index. The kernels check joints
 * where they use them, a few vertices at a time. A separate pass over a chunk would wait for memory with
 * nothing to compute meanwhile.
 */
#pragma once

#include "simd/simd.h"

enum { JOINTS_PER_VECTOR = 2 * LANES };

/* By how much each joint exceeds the limit; 0 if it doesn't. */
SIMD_INLINE vu16 joints_excess(vu16 joints, vu16 limit) {
#if BP_SIMD_PORTABLE
    return (vu16)(joints > limit) & (joints - limit);
#else
    return (vu16)MM(subs_epu16)((MMI)joints, (MMI)limit);
#endif
}

SIMD_INLINE bool joints_all_zero(vu16 v) {
#if BP_SIMD_PORTABLE
    uint16_t any = 0;
    for (int i = 0; i < JOINTS_PER_VECTOR; i++) any = (uint16_t)(any | v[i]);
    return any == 0;
#elif BP_ISA_LANES == 16
    return _mm512_test_epi16_mask((__m512i)v, (__m512i)v) == 0;
#elif BP_ISA_LANES == 8
    return _mm256_testz_si256((__m256i)v, (__m256i)v);
#else
    return _mm_movemask_epi8(_mm_cmpeq_epi16((__m128i)v, _mm_setzero_si128())) == 0xffff;
#endif
}

/* Inlined: with a constant count no loop remains. */
SIMD_INLINE bool joints_within(const uint16_t *joints, size_t count, uint16_t last) {
    vu16 excess = {0}, limit = last - (vu16){0};
    size_t i = 0;
    for (; i + JOINTS_PER_VECTOR <= count; i += JOINTS_PER_VECTOR) {
        vu16 some;
        memcpy(&some, joints + i, sizeof some);
        excess |= joints_excess(some, limit);
    }
    for (; i < count; i++) {
        if (joints[i] > last) return false;
    }
    return joints_all_zero(excess);
}
