/* Linear blending of positions and normals with four influences, four vertices at a time. For skin_isa.c
 * alone, where a vector holds a whole matrix.
 *
 * A matrix in the palette is its rows X Y Z W (W moves), three floats and a zero each: one vector. So an
 * influence costs one product and one sum. The rows of four vertices are then put beside one another, a
 * block for each vertex, and x X + y Y + z Z + W serves all four. Their coordinates lie in one vector,
 * from which x, y and z are spread over the blocks; results go back the same way. Lanes that belong to
 * nobody are masked: nothing is read or written behind the four.
 *
 * The order of products and sums is that of the other kernels.
 */
#ifndef BP_MESH_SKIN_FOUR_H
#define BP_MESH_SKIN_FOUR_H

#include "math/lanes.h"

/* Functions of vectors by value: these would go through memory if they were called. */
#define FOUR_INLINE static inline __attribute__((always_inline))

/* Coordinates of four vertices. */
enum { FOUR_FLOATS = 12, FOUR_MASK = (1 << FOUR_FLOATS) - 1 };

FOUR_INLINE bp_lanes four_load(const float *from) { return (bp_lanes)_mm512_maskz_loadu_ps(FOUR_MASK, from); }

/* Without what stands in the fourth lane of each block. */
FOUR_INLINE void four_store(float *to, bp_lanes v) {
    bp_lanes packed = __builtin_shufflevector(v, v, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
    _mm512_mask_storeu_ps(to, FOUR_MASK, (__m512)packed);
}

/* x, y or z (0, 1, 2) of the vertices, over their blocks. */
#define FOUR_SPREAD(v, i)                                                                                    \
    __builtin_shufflevector(v, v, i, i, i, i, (i) + 3, (i) + 3, (i) + 3, (i) + 3, (i) + 6, (i) + 6, (i) + 6, \
                            (i) + 6, (i) + 9, (i) + 9, (i) + 9, (i) + 9)

/* One vertex: w0 M0 + w1 M1 + w2 M2 + w3 M3. */
FOUR_INLINE bp_lanes four_blend(const float *palette, const uint16_t *joints, const float *weights) {
    return lanes_splat(weights[0]) * lanes_load(palette + 16 * (size_t)joints[0]) +
           lanes_splat(weights[1]) * lanes_load(palette + 16 * (size_t)joints[1]) +
           lanes_splat(weights[2]) * lanes_load(palette + 16 * (size_t)joints[2]) +
           lanes_splat(weights[3]) * lanes_load(palette + 16 * (size_t)joints[3]);
}

/* Blocks i and j of a, then the same of b. */
#define FOUR_BLOCKS(a, b, i, j)                                                                              \
    __builtin_shufflevector(a, b, 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3, 4 * (j), 4 * (j) + 1,      \
                            4 * (j) + 2, 4 * (j) + 3, 4 * (i) + 16, 4 * (i) + 17, 4 * (i) + 18,              \
                            4 * (i) + 19, 4 * (j) + 16, 4 * (j) + 17, 4 * (j) + 18, 4 * (j) + 19)

/* The blended rows of four vertices: x holds their X, a block each, and so on. */
FOUR_INLINE bp_lanes4 four_rows(const float *palette, const uint16_t *joints, const float *weights) {
    bp_lanes a = four_blend(palette, joints, weights), b = four_blend(palette, joints + 4, weights + 4);
    bp_lanes c = four_blend(palette, joints + 8, weights + 8);
    bp_lanes d = four_blend(palette, joints + 12, weights + 12);
    bp_lanes xy01 = FOUR_BLOCKS(a, b, 0, 1), xy23 = FOUR_BLOCKS(c, d, 0, 1);
    bp_lanes zw01 = FOUR_BLOCKS(a, b, 2, 3), zw23 = FOUR_BLOCKS(c, d, 2, 3);
    return (bp_lanes4){FOUR_BLOCKS(xy01, xy23, 0, 2), FOUR_BLOCKS(xy01, xy23, 1, 3),
                       FOUR_BLOCKS(zw01, zw23, 0, 2), FOUR_BLOCKS(zw01, zw23, 1, 3)};
}

FOUR_INLINE bp_lanes four_direction(const bp_lanes4 *rows, bp_lanes v) {
    return FOUR_SPREAD(v, 0) * rows->x + FOUR_SPREAD(v, 1) * rows->y + FOUR_SPREAD(v, 2) * rows->z;
}

FOUR_INLINE bp_lanes four_point(const bp_lanes4 *rows, bp_lanes v) {
    return four_direction(rows, v) + rows->w;
}

#endif
