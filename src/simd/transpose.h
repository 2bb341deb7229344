/* Arrays of structures to structures of vectors, and back.
 *
 * A mesh stores x y z of one vertex after the other. A kernel needs a vector of x, one of y and one of z,
 * with a vertex in each lane. The loads below transpose records of three or four floats, the stores transpose
 * back.
 *
 * A vector consists of LANES / 4 blocks of four lanes (vf4). Shuffles stay within blocks, which is cheap at
 * every width; only loads and stores move data between blocks. Record i of LANES records is lane i.
 */
#pragma once

#include "simd/simd.h"

/* Three or four coordinates of LANES vertices. */
typedef struct vf_xyz {
    vf x, y, z;
} vf_xyz;
typedef struct vf_xyzw {
    vf x, y, z, w;
} vf_xyzw;

/* In each block: lanes i and j of a, then lanes k and l of b. */
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

/* Loads blocks from `from`, `from + stride`, `from + 2 * stride`, ... (in floats). */
SIMD_INLINE vf vf_load_vf4s(const float *from, size_t stride) {
    vf4 block[LANES / 4];
    SIMD_UNROLL
    for (size_t i = 0; i < LANES / 4; i++) block[i] = vf4_load(from + i * stride);
    return vf_from_vf4s(block);
}

SIMD_INLINE void vf_store_vf4s(float *to, size_t stride, vf v) {
    SIMD_UNROLL
    for (int i = 0; i < LANES / 4; i++) vf4_store(to + (size_t)i * stride, vf_extract_vf4(v, i));
}

/* Four floats, in every block. By intrinsics, because for 16 lanes gcc 12 would store four blocks and load
 * them as one vector, which waits for the stores. */
SIMD_INLINE vf vf_broadcast_vf4(const float *from) {
#if BP_ISA_LANES == 16
    return _mm512_broadcast_f32x4(vf4_load(from));
#elif BP_ISA_LANES == 8
    return _mm256_broadcast_ps((const __m128 *)(const void *)from);
#else
    return vf4_load(from);
#endif
}

SIMD_INLINE vf_xyzw vf_xyzw_transpose(vf a, vf b, vf c, vf d) {
    vf_transpose(&a, &b, &c, &d);
    return (vf_xyzw){a, b, c, d};
}

/* LANES records of four floats; each begins `stride` floats after the one before. */
SIMD_INLINE vf_xyzw vf_xyzw_load(const float *from, size_t stride) {
    return vf_xyzw_transpose(vf_load_vf4s(from, 4 * stride), vf_load_vf4s(from + stride, 4 * stride),
                             vf_load_vf4s(from + 2 * stride, 4 * stride),
                             vf_load_vf4s(from + 3 * stride, 4 * stride));
}

/* LANES records without gaps. */
SIMD_INLINE void vf_xyzw_store(float *to, vf_xyzw v) {
    vf_transpose(&v.x, &v.y, &v.z, &v.w);
    vf_store_vf4s(to, 16, v.x);
    vf_store_vf4s(to + 4, 16, v.y);
    vf_store_vf4s(to + 8, 16, v.z);
    vf_store_vf4s(to + 12, 16, v.w);
}

/* Record i goes to `to + stride * record[i]`. */
SIMD_INLINE void vf_xyzw_scatter(float *to, const uint32_t *record, size_t stride, vf_xyzw v) {
    vf row[4] = {v.x, v.y, v.z, v.w};
    vf_transpose(&row[0], &row[1], &row[2], &row[3]);
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) vf4_store(to + stride * record[i], vf_extract_vf4(row[i % 4], i / 4));
}

/* From four records of three floats in three blocks a, b, c: x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3. */
SIMD_INLINE vf_xyz vf_xyz_deinterleave(vf a, vf b, vf c) {
    vf xy23 = vf_shuffle(b, c, 2, 3, 1, 2), yz01 = vf_shuffle(a, b, 1, 2, 0, 1);
    return (vf_xyz){vf_shuffle(a, xy23, 0, 3, 0, 2), vf_shuffle(yz01, xy23, 0, 2, 1, 3),
                    vf_shuffle(yz01, c, 1, 3, 0, 3)};
}

SIMD_INLINE vf_xyz vf_xyz_load(const float *from) {
    return vf_xyz_deinterleave(vf_load_vf4s(from, 12), vf_load_vf4s(from + 4, 12),
                               vf_load_vf4s(from + 8, 12));
}

SIMD_INLINE void vf_xyz_store(float *to, vf_xyz v) {
    vf xy02 = vf_shuffle(v.x, v.y, 0, 2, 0, 2), yz13 = vf_shuffle(v.y, v.z, 1, 3, 1, 3);
    vf zx = vf_shuffle(v.z, v.x, 0, 2, 1, 3);
    vf_store_vf4s(to, 12, vf_shuffle(xy02, zx, 0, 2, 0, 2));
    vf_store_vf4s(to + 4, 12, vf_shuffle(yz13, xy02, 0, 2, 1, 3));
    vf_store_vf4s(to + 8, 12, vf_shuffle(zx, yz13, 1, 3, 1, 3));
}

SIMD_INLINE vf_xyz vf_xyz_cross(vf_xyz a, vf_xyz b) {
    return (vf_xyz){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

SIMD_INLINE vf vf_xyz_dot(vf_xyz a, vf_xyz b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

SIMD_INLINE vf_xyz vf_xyz_add(vf_xyz a, vf_xyz b) { return (vf_xyz){a.x + b.x, a.y + b.y, a.z + b.z}; }

SIMD_INLINE vf_xyz vf_xyz_scale(vf_xyz a, vf s) { return (vf_xyz){a.x * s, a.y * s, a.z * s}; }

/* Length 1; zero vectors stay. */
SIMD_INLINE vf_xyz vf_xyz_normalize(vf_xyz a) {
    vf length = vf_sqrt(vf_xyz_dot(a, a)), one = vf_set1(1.0f);
    return vf_xyz_scale(a, one / vf_select(length == 0.0f, one, length));
}
