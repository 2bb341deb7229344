/* Linear blending of four vertices at a time (a quad), from the palette to the result with nothing put
 * down in between. For skin_isa.c alone, where vectors have one or two blocks.
 *
 * A matrix in the palette is its first three columns X Y Z, one after the other. A vertex's blended
 * matrix is a block Z and, with vectors of two blocks, one vector X Y; else two, X and Y (below: the
 * lead). Those of four vertices are turned round within blocks: four X become X.x X.y X.z X.w with an
 * element for each vertex, and in the same go the four Y beside them. The vertices' coordinates are read
 * into every block alike, so that a product with the lead serves x and y at once.
 *
 * The number of instructions is what costs: a vertex takes 4 loads of joints and 4 of weights, 8 products
 * with a load of the palette and 6 sums (two blocks); everything else is done for four at a time, from
 * registers. The order of products and sums is that of the other kernels.
 */
#ifndef BP_MESH_SKIN_SKIN_X4_H
#define BP_MESH_SKIN_SKIN_X4_H

#include "simd/transpose.h"
#include <stdbool.h>

/* Functions of vectors by value: these would go through memory if they were called. */
#define SIMD_INLINE static inline __attribute__((always_inline))

/* Keep the compiler from looking through a value. A blended vertex is settled, or the first products of
 * all four would be done before the others, which takes more registers than there are. Addresses are
 * hidden, or one would be added up for each joint instead of by the loads themselves. */
#if defined(__SSE2__)
#define KEEP_IN_REGISTER(vector) __asm__("" : "+x"(vector))
#define HIDE_FROM_COMPILER(pointer) __asm__("" : "+r"(pointer))
#else
#define KEEP_IN_REGISTER(vector) (void)(vector)
#define HIDE_FROM_COMPILER(pointer) (void)(pointer)
#endif

/* Where X Y (or X, and Y) and Z of the palette's first matrix are. */
typedef struct x4_palette {
    const float *lead[2], *z;
} x4_palette;

/* One vertex's matrix. */
typedef struct x4_vertex_matrix {
    vf lead[2]; /* the second only with vectors of one block */
    vf z;       /* in the first block */
} x4_vertex_matrix;

/* Those of four vertices, turned round. */
typedef struct vf4_xyzw {
    vf4 x, y, z, w;
} vf4_xyzw;
typedef struct x4_matrices {
    vf_xyzw lead[2];
    vf4_xyzw z;
} x4_matrices;

/* The coordinates of four vertices. */
typedef struct vf4_xyz {
    vf4 x, y, z;
} vf4_xyz;

SIMD_INLINE x4_palette x4_palette_make(const float *matrices) {
    x4_palette palette = {{matrices, matrices + 4}, matrices + 8};
    HIDE_FROM_COMPILER(palette.lead[1]);
    HIDE_FROM_COMPILER(palette.z);
    return palette;
}

/* ---- blocks -------------------------------------------------------------------------------------*/

#if BP_ISA_LANES == 8
SIMD_INLINE vf4 vf_low_vf4(vf v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
SIMD_INLINE vf4 vf_high_vf4(vf v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }
#else
SIMD_INLINE vf4 vf_low_vf4(vf v) { return v; }
#endif

/* The four floats there, in every block. */
SIMD_INLINE vf vf_broadcast_vf4(const float *from) {
#if BP_ISA_LANES == 8 && defined(__AVX__)
    return (vf)_mm256_broadcast_ps((const __m128 *)(const void *)from);
#else
    return vf_load_vf4s(from, 0);
#endif
}

SIMD_INLINE vf_xyz x4_load_xyz(const float *from) {
    return vf_xyz_deinterleave(vf_broadcast_vf4(from), vf_broadcast_vf4(from + 4), vf_broadcast_vf4(from + 8));
}

SIMD_INLINE vf_xyzw x4_load_xyzw(const float *from) {
    return vf_transpose(vf_broadcast_vf4(from), vf_broadcast_vf4(from + 4), vf_broadcast_vf4(from + 8),
                       vf_broadcast_vf4(from + 12));
}

SIMD_INLINE vf4_xyzw vf4_transposed(vf4 a, vf4 b, vf4 c, vf4 d) {
    vf4 xy01 = vf4_shuffle(a, b, 0, 1, 0, 1), xy23 = vf4_shuffle(c, d, 0, 1, 0, 1);
    vf4 zw01 = vf4_shuffle(a, b, 2, 3, 2, 3), zw23 = vf4_shuffle(c, d, 2, 3, 2, 3);
    return (vf4_xyzw){vf4_shuffle(xy01, xy23, 0, 2, 0, 2), vf4_shuffle(xy01, xy23, 1, 3, 1, 3),
                         vf4_shuffle(zw01, zw23, 0, 2, 0, 2), vf4_shuffle(zw01, zw23, 1, 3, 1, 3)};
}

SIMD_INLINE void vf4_xyz_store(float *to, vf4_xyz v) {
    vf4 xy02 = vf4_shuffle(v.x, v.y, 0, 2, 0, 2), yz13 = vf4_shuffle(v.y, v.z, 1, 3, 1, 3);
    vf4 zx = vf4_shuffle(v.z, v.x, 0, 2, 1, 3);
    vf4_store(to, vf4_shuffle(xy02, zx, 0, 2, 0, 2));
    vf4_store(to + 4, vf4_shuffle(yz13, xy02, 0, 2, 1, 3));
    vf4_store(to + 8, vf4_shuffle(zx, yz13, 1, 3, 1, 3));
}

SIMD_INLINE void x4_store_tangents(float *to, vf4_xyz v, vf4 w) {
    vf4_xyzw records = vf4_transposed(v.x, v.y, v.z, w);
    vf4_store(to, records.x);
    vf4_store(to + 4, records.y);
    vf4_store(to + 8, records.z);
    vf4_store(to + 12, records.w);
}

/* ---- blending -----------------------------------------------------------------------------------*/

SIMD_INLINE x4_vertex_matrix x4_blend_first(const x4_palette *palette, size_t joint, float weight) {
    vf w = vf_set1(weight);
    x4_vertex_matrix c = {{w * vf_load(palette->lead[0] + 16 * joint), {0}},
                      w * vf_load(palette->z + 16 * joint)};
    if (BLOCKS == 1) c.lead[1] = w * vf_load(palette->lead[1] + 16 * joint);
    return c;
}

SIMD_INLINE void x4_blend_add(x4_vertex_matrix *c, const x4_palette *palette, size_t joint, float weight) {
    vf w = vf_set1(weight);
    c->lead[0] += w * vf_load(palette->lead[0] + 16 * joint);
    if (BLOCKS == 1) c->lead[1] += w * vf_load(palette->lead[1] + 16 * joint);
    c->z += w * vf_load(palette->z + 16 * joint);
}

/* One vertex: w0 M0 + w1 M1 + ... in this order. Four influences, the usual number, are written out:
 * compilers keep the loop. */
SIMD_INLINE x4_vertex_matrix x4_blend_vertex(const x4_palette *palette, const uint16_t *joints, const float *weights,
                                    size_t influences) {
    x4_vertex_matrix c = x4_blend_first(palette, joints[0], weights[0]);
    if (influences == 4) {
        x4_blend_add(&c, palette, joints[1], weights[1]);
        x4_blend_add(&c, palette, joints[2], weights[2]);
        x4_blend_add(&c, palette, joints[3], weights[3]);
    } else {
        for (size_t k = 1; k < influences; k++) x4_blend_add(&c, palette, joints[k], weights[k]);
    }
    KEEP_IN_REGISTER(c.lead[0]);
    if (BLOCKS == 1) KEEP_IN_REGISTER(c.lead[1]);
    KEEP_IN_REGISTER(c.z);
    return c;
}

SIMD_INLINE x4_matrices x4_blend(const x4_palette *palette, const uint16_t *joints,
                                          const float *weights, size_t n) {
    x4_vertex_matrix a = x4_blend_vertex(palette, joints, weights, n);
    x4_vertex_matrix b = x4_blend_vertex(palette, joints + n, weights + n, n);
    x4_vertex_matrix c = x4_blend_vertex(palette, joints + 2 * n, weights + 2 * n, n);
    x4_vertex_matrix d = x4_blend_vertex(palette, joints + 3 * n, weights + 3 * n, n);
    x4_matrices m = {{vf_transpose(a.lead[0], b.lead[0], c.lead[0], d.lead[0])},
                       vf4_transposed(vf_low_vf4(a.z), vf_low_vf4(b.z), vf_low_vf4(c.z), vf_low_vf4(d.z))};
    if (BLOCKS == 1) m.lead[1] = vf_transpose(a.lead[1], b.lead[1], c.lead[1], d.lead[1]);
    return m;
}

/* ---- through matrices ---------------------------------------------------------------------------*/

SIMD_INLINE vf x4_xy(const vf_xyzw *m, vf_xyz d) {
    return d.x * m->x + d.y * m->y + d.z * m->z;
}

SIMD_INLINE vf4 x4_z(const x4_matrices *m, vf_xyz d) {
    return vf_low_vf4(d.x) * m->z.x + vf_low_vf4(d.y) * m->z.y + vf_low_vf4(d.z) * m->z.z;
}

SIMD_INLINE vf4_xyz x4_direction(const x4_matrices *m, vf_xyz d) {
    vf first = x4_xy(&m->lead[0], d);
#if BP_ISA_LANES == 8
    return (vf4_xyz){vf_low_vf4(first), vf_high_vf4(first), x4_z(m, d)};
#else
    return (vf4_xyz){first, x4_xy(&m->lead[1], d), x4_z(m, d)};
#endif
}

SIMD_INLINE vf4_xyz x4_point(const x4_matrices *m, vf_xyz p) {
    vf first = x4_xy(&m->lead[0], p) + m->lead[0].w;
#if BP_ISA_LANES == 8
    return (vf4_xyz){vf_low_vf4(first), vf_high_vf4(first), x4_z(m, p) + m->z.w};
#else
    return (vf4_xyz){first, x4_xy(&m->lead[1], p) + m->lead[1].w, x4_z(m, p) + m->z.w};
#endif
}

#endif
