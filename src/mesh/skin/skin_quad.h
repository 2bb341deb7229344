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
#ifndef BP_MESH_SKIN_SKIN_QUAD_H
#define BP_MESH_SKIN_SKIN_QUAD_H

#include "simd/lanes.h"
#include <stdbool.h>

/* Functions of vectors by value: these would go through memory if they were called. */
#define QUAD_INLINE static inline __attribute__((always_inline))

/* Keep the compiler from looking through a value. A blended vertex is settled, or the first products of
 * all four would be done before the others, which takes more registers than there are. Addresses are
 * hidden, or one would be added up for each joint instead of by the loads themselves. */
#if defined(__SSE2__)
#define QUAD_SETTLE(vector) __asm__("" : "+x"(vector))
#define QUAD_HIDE(pointer) __asm__("" : "+r"(pointer))
#else
#define QUAD_SETTLE(vector) (void)(vector)
#define QUAD_HIDE(pointer) (void)(pointer)
#endif

/* Where X Y (or X, and Y) and Z of the palette's first matrix are. */
typedef struct quad_palette {
    const float *lead[2], *z;
} quad_palette;

/* One vertex's matrix. */
typedef struct quad_columns {
    bp_lanes lead[2]; /* the second only with vectors of one block */
    bp_lanes z;       /* in the first block */
} quad_columns;

/* Those of four vertices, turned round. */
typedef struct quad_column {
    bp_block x, y, z, w;
} quad_column;
typedef struct quad_matrices {
    bp_lanes4 lead[2];
    quad_column z;
} quad_matrices;

/* The coordinates of four vertices. */
typedef struct quad_points {
    bp_block x, y, z;
} quad_points;

QUAD_INLINE quad_palette quad_palette_of(const float *matrices) {
    quad_palette palette = {{matrices, matrices + 4}, matrices + 8};
    QUAD_HIDE(palette.lead[1]);
    QUAD_HIDE(palette.z);
    return palette;
}

/* ---- blocks -------------------------------------------------------------------------------------*/

#if BP_ISA_LANES == 8
QUAD_INLINE bp_block quad_low(bp_lanes v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
QUAD_INLINE bp_block quad_high(bp_lanes v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }
#else
QUAD_INLINE bp_block quad_low(bp_lanes v) { return v; }
#endif

/* The four floats there, in every block. */
QUAD_INLINE bp_lanes quad_spread(const float *from) {
#if BP_ISA_LANES == 8 && defined(__AVX__)
    return (bp_lanes)_mm256_broadcast_ps((const __m128 *)(const void *)from);
#else
    return blocks_load(from, 0);
#endif
}

QUAD_INLINE bp_lanes3 quad_load3(const float *from) {
    return lanes3_part(quad_spread(from), quad_spread(from + 4), quad_spread(from + 8));
}

QUAD_INLINE bp_lanes4 quad_load4(const float *from) {
    return lanes4_turn(quad_spread(from), quad_spread(from + 4), quad_spread(from + 8),
                       quad_spread(from + 12));
}

QUAD_INLINE quad_column quad_turn(bp_block a, bp_block b, bp_block c, bp_block d) {
    bp_block xy01 = BP_BLOCK_SHUFFLE(a, b, 0, 1, 0, 1), xy23 = BP_BLOCK_SHUFFLE(c, d, 0, 1, 0, 1);
    bp_block zw01 = BP_BLOCK_SHUFFLE(a, b, 2, 3, 2, 3), zw23 = BP_BLOCK_SHUFFLE(c, d, 2, 3, 2, 3);
    return (quad_column){BP_BLOCK_SHUFFLE(xy01, xy23, 0, 2, 0, 2), BP_BLOCK_SHUFFLE(xy01, xy23, 1, 3, 1, 3),
                         BP_BLOCK_SHUFFLE(zw01, zw23, 0, 2, 0, 2), BP_BLOCK_SHUFFLE(zw01, zw23, 1, 3, 1, 3)};
}

QUAD_INLINE void quad_store3(float *to, quad_points v) {
    bp_block xy02 = BP_BLOCK_SHUFFLE(v.x, v.y, 0, 2, 0, 2), yz13 = BP_BLOCK_SHUFFLE(v.y, v.z, 1, 3, 1, 3);
    bp_block zx = BP_BLOCK_SHUFFLE(v.z, v.x, 0, 2, 1, 3);
    block_store(to, BP_BLOCK_SHUFFLE(xy02, zx, 0, 2, 0, 2));
    block_store(to + 4, BP_BLOCK_SHUFFLE(yz13, xy02, 0, 2, 1, 3));
    block_store(to + 8, BP_BLOCK_SHUFFLE(zx, yz13, 1, 3, 1, 3));
}

QUAD_INLINE void quad_store4(float *to, quad_points v, bp_block w) {
    quad_column records = quad_turn(v.x, v.y, v.z, w);
    block_store(to, records.x);
    block_store(to + 4, records.y);
    block_store(to + 8, records.z);
    block_store(to + 12, records.w);
}

/* ---- blending -----------------------------------------------------------------------------------*/

QUAD_INLINE quad_columns quad_first(const quad_palette *palette, size_t joint, float weight) {
    bp_lanes w = lanes_splat(weight);
    quad_columns c = {{w * lanes_load(palette->lead[0] + 16 * joint), {0}},
                      w * lanes_load(palette->z + 16 * joint)};
    if (BLOCKS == 1) c.lead[1] = w * lanes_load(palette->lead[1] + 16 * joint);
    return c;
}

QUAD_INLINE void quad_add(quad_columns *c, const quad_palette *palette, size_t joint, float weight) {
    bp_lanes w = lanes_splat(weight);
    c->lead[0] += w * lanes_load(palette->lead[0] + 16 * joint);
    if (BLOCKS == 1) c->lead[1] += w * lanes_load(palette->lead[1] + 16 * joint);
    c->z += w * lanes_load(palette->z + 16 * joint);
}

/* One vertex: w0 M0 + w1 M1 + ... in this order. Four influences, the usual number, are written out:
 * compilers keep the loop. */
QUAD_INLINE quad_columns quad_blend(const quad_palette *palette, const uint16_t *joints, const float *weights,
                                    size_t influences) {
    quad_columns c = quad_first(palette, joints[0], weights[0]);
    if (influences == 4) {
        quad_add(&c, palette, joints[1], weights[1]);
        quad_add(&c, palette, joints[2], weights[2]);
        quad_add(&c, palette, joints[3], weights[3]);
    } else {
        for (size_t k = 1; k < influences; k++) quad_add(&c, palette, joints[k], weights[k]);
    }
    QUAD_SETTLE(c.lead[0]);
    if (BLOCKS == 1) QUAD_SETTLE(c.lead[1]);
    QUAD_SETTLE(c.z);
    return c;
}

QUAD_INLINE quad_matrices quad_blend_four(const quad_palette *palette, const uint16_t *joints,
                                          const float *weights, size_t n) {
    quad_columns a = quad_blend(palette, joints, weights, n);
    quad_columns b = quad_blend(palette, joints + n, weights + n, n);
    quad_columns c = quad_blend(palette, joints + 2 * n, weights + 2 * n, n);
    quad_columns d = quad_blend(palette, joints + 3 * n, weights + 3 * n, n);
    quad_matrices m = {{lanes4_turn(a.lead[0], b.lead[0], c.lead[0], d.lead[0])},
                       quad_turn(quad_low(a.z), quad_low(b.z), quad_low(c.z), quad_low(d.z))};
    if (BLOCKS == 1) m.lead[1] = lanes4_turn(a.lead[1], b.lead[1], c.lead[1], d.lead[1]);
    return m;
}

/* ---- through matrices ---------------------------------------------------------------------------*/

QUAD_INLINE bp_lanes quad_lead(const bp_lanes4 *m, bp_lanes3 d) {
    return d.x * m->x + d.y * m->y + d.z * m->z;
}

QUAD_INLINE bp_block quad_z(const quad_matrices *m, bp_lanes3 d) {
    return quad_low(d.x) * m->z.x + quad_low(d.y) * m->z.y + quad_low(d.z) * m->z.z;
}

QUAD_INLINE quad_points quad_direction(const quad_matrices *m, bp_lanes3 d) {
    bp_lanes first = quad_lead(&m->lead[0], d);
#if BP_ISA_LANES == 8
    return (quad_points){quad_low(first), quad_high(first), quad_z(m, d)};
#else
    return (quad_points){first, quad_lead(&m->lead[1], d), quad_z(m, d)};
#endif
}

QUAD_INLINE quad_points quad_point(const quad_matrices *m, bp_lanes3 p) {
    bp_lanes first = quad_lead(&m->lead[0], p) + m->lead[0].w;
#if BP_ISA_LANES == 8
    return (quad_points){quad_low(first), quad_high(first), quad_z(m, p) + m->z.w};
#else
    return (quad_points){first, quad_lead(&m->lead[1], p) + m->lead[1].w, quad_z(m, p) + m->z.w};
#endif
}

#endif
