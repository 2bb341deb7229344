/* Linear blend skinning of four vertices at a time ("x4"), with everything in registers. Included by
 * skin_isa.c alone, for vectors of 4 or 8 lanes. Scalar definition: skin_scalar.c.
 *
 * The palette has each matrix as its first three columns X Y Z, one after the other. With 8 lanes, a
 * vertex's blended matrix is one vector X Y and a block Z; with 4 lanes it is three vectors. Four such
 * matrices are transposed within blocks: four X become X.x X.y X.z X.w, each with a lane for every vertex,
 * and the four Y beside them likewise. Coordinates are loaded into all blocks alike, and so one product
 * with X Y serves x and y.
 *
 * The number of instructions decides the speed. A vertex takes 4 loads of joints, 4 loads of weights, 8
 * products and 6 sums (8 lanes). The rest is done for four vertices together. Products and sums have the
 * same order as in the other kernels.
 */
#pragma once

#include "simd/transpose.h"

/* These keep the compiler from looking through a value. Blended vertices are kept in registers; otherwise it
 * computes the first products of all four vertices before the others and runs out of registers. Addresses are
 * hidden; otherwise it adds one up for each joint, instead of using the loads' own address arithmetic. */
#if defined(__x86_64__)
#define KEEP_IN_REGISTER(vector) __asm__("" : "+x"(vector))
#define HIDE_FROM_COMPILER(pointer) __asm__("" : "+r"(pointer))
#else
#define KEEP_IN_REGISTER(vector) (void)(vector)
#define HIDE_FROM_COMPILER(pointer) (void)(pointer)
#endif

/* X and Y are one vector of 8 lanes, or two of 4. */
enum { XY_VECTORS = 8 / LANES };

/* Addresses of X Y (or of X, and of Y) and Z in the palette's first matrix. */
typedef struct x4_palette {
    const float *xy[2], *z;
} x4_palette;

/* One vertex's blended matrix. */
typedef struct x4_vertex_matrix {
    vf xy[2]; /* XY_VECTORS of them */
    vf z;     /* in the first block */
} x4_vertex_matrix;

/* The matrices of four vertices, transposed. */
typedef struct x4_matrices {
    vf_xyzw xy[2];
    vf4 z[4];
} x4_matrices;

/* The coordinates of four vertices. */
typedef struct vf4_xyz {
    vf4 x, y, z;
} vf4_xyz;

SIMD_INLINE x4_palette x4_palette_make(const float *matrices) {
    x4_palette palette = {{matrices, matrices + 4}, matrices + 8};
    HIDE_FROM_COMPILER(palette.xy[1]);
    HIDE_FROM_COMPILER(palette.z);
    return palette;
}

/* Four vertices, alike in every block. */
SIMD_INLINE vf_xyz x4_load_xyz(const float *from) {
    return vf_xyz_deinterleave(vf_broadcast_vf4(from), vf_broadcast_vf4(from + 4),
                               vf_broadcast_vf4(from + 8));
}

SIMD_INLINE vf_xyzw x4_load_xyzw(const float *from) {
    return vf_xyzw_transpose(vf_broadcast_vf4(from), vf_broadcast_vf4(from + 4), vf_broadcast_vf4(from + 8),
                             vf_broadcast_vf4(from + 12));
}

SIMD_INLINE void x4_store_xyz(float *to, vf4_xyz v) {
    vf4 xy02 = vf4_shuffle(v.x, v.y, 0, 2, 0, 2), yz13 = vf4_shuffle(v.y, v.z, 1, 3, 1, 3);
    vf4 zx = vf4_shuffle(v.z, v.x, 0, 2, 1, 3);
    vf4_store(to, vf4_shuffle(xy02, zx, 0, 2, 0, 2));
    vf4_store(to + 4, vf4_shuffle(yz13, xy02, 0, 2, 1, 3));
    vf4_store(to + 8, vf4_shuffle(zx, yz13, 1, 3, 1, 3));
}

SIMD_INLINE void x4_store_xyzw(float *to, vf4_xyz v, vf4 w) {
    vf4_transpose(&v.x, &v.y, &v.z, &w);
    vf4_store(to, v.x);
    vf4_store(to + 4, v.y);
    vf4_store(to + 8, v.z);
    vf4_store(to + 12, w);
}

SIMD_INLINE x4_vertex_matrix x4_blend_first(const x4_palette *palette, size_t joint, float weight) {
    vf w = vf_set1(weight);
    x4_vertex_matrix m = {{w * vf_load(palette->xy[0] + 16 * joint), {0}},
                          w * vf_load(palette->z + 16 * joint)};
    if (XY_VECTORS == 2) m.xy[1] = w * vf_load(palette->xy[1] + 16 * joint);
    return m;
}

SIMD_INLINE void x4_blend_add(x4_vertex_matrix *m, const x4_palette *palette, size_t joint, float weight) {
    vf w = vf_set1(weight);
    m->xy[0] += w * vf_load(palette->xy[0] + 16 * joint);
    if (XY_VECTORS == 2) m->xy[1] += w * vf_load(palette->xy[1] + 16 * joint);
    m->z += w * vf_load(palette->z + 16 * joint);
}

/* One vertex: w0 M0 + w1 M1 + ... in this order. Four influences, the usual number, are written out, because
 * compilers don't unroll the loop. */
SIMD_INLINE x4_vertex_matrix x4_blend_vertex(const x4_palette *palette, const uint16_t *joints,
                                             const float *weights, size_t influences) {
    x4_vertex_matrix m = x4_blend_first(palette, joints[0], weights[0]);
    if (influences == 4) {
        x4_blend_add(&m, palette, joints[1], weights[1]);
        x4_blend_add(&m, palette, joints[2], weights[2]);
        x4_blend_add(&m, palette, joints[3], weights[3]);
    } else {
        for (size_t k = 1; k < influences; k++) x4_blend_add(&m, palette, joints[k], weights[k]);
    }
    KEEP_IN_REGISTER(m.xy[0]);
    if (XY_VECTORS == 2) KEEP_IN_REGISTER(m.xy[1]);
    KEEP_IN_REGISTER(m.z);
    return m;
}

SIMD_INLINE x4_matrices x4_blend(const x4_palette *palette, const uint16_t *joints, const float *weights,
                                 size_t n) {
    x4_vertex_matrix a = x4_blend_vertex(palette, joints, weights, n);
    x4_vertex_matrix b = x4_blend_vertex(palette, joints + n, weights + n, n);
    x4_vertex_matrix c = x4_blend_vertex(palette, joints + 2 * n, weights + 2 * n, n);
    x4_vertex_matrix d = x4_blend_vertex(palette, joints + 3 * n, weights + 3 * n, n);
    x4_matrices m = {
        {vf_xyzw_transpose(a.xy[0], b.xy[0], c.xy[0], d.xy[0])},
        {vf_extract_vf4(a.z, 0), vf_extract_vf4(b.z, 0), vf_extract_vf4(c.z, 0), vf_extract_vf4(d.z, 0)}};
    vf4_transpose(&m.z[0], &m.z[1], &m.z[2], &m.z[3]);
    if (XY_VECTORS == 2) m.xy[1] = vf_xyzw_transpose(a.xy[1], b.xy[1], c.xy[1], d.xy[1]);
    return m;
}

SIMD_INLINE vf x4_xy(const vf_xyzw *m, vf_xyz d) { return d.x * m->x + d.y * m->y + d.z * m->z; }

SIMD_INLINE vf4 x4_z(const x4_matrices *m, vf_xyz d) {
    return vf_extract_vf4(d.x, 0) * m->z[0] + vf_extract_vf4(d.y, 0) * m->z[1] +
           vf_extract_vf4(d.z, 0) * m->z[2];
}

SIMD_INLINE vf4_xyz x4_direction(const x4_matrices *m, vf_xyz d) {
    vf first = x4_xy(&m->xy[0], d), last = XY_VECTORS == 2 ? x4_xy(&m->xy[1], d) : first;
    return (vf4_xyz){vf_extract_vf4(first, 0), vf_extract_vf4(last, 1), x4_z(m, d)};
}

SIMD_INLINE vf4_xyz x4_point(const x4_matrices *m, vf_xyz p) {
    vf first = x4_xy(&m->xy[0], p) + m->xy[0].w;
    vf last = XY_VECTORS == 2 ? x4_xy(&m->xy[1], p) + m->xy[1].w : first;
    return (vf4_xyz){vf_extract_vf4(first, 0), vf_extract_vf4(last, 1), x4_z(m, p) + m->z[3]};
}
