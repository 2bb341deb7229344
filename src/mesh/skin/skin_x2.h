/* Linear blending of positions and normals with four influences: two vertices at a time, a pair, while
 * the pair before is moved. For skin_isa.c alone, where vectors have two blocks.
 *
 * A matrix in the palette is here its rows X Y Z W (W moves), three floats and a zero each: two vectors,
 * X Y and Z W. Vertices are blended one by one; then the rows of both are put beside one another, a block
 * for each vertex. x X + y Y + z Z + W takes three products and sums for both, with nothing to turn round
 * but a coordinate to be spread over its block. Results are written block by block, each over the end of
 * the one before: what stands behind a vertex is where the next is written. A run's last pair goes through
 * an array of its own.
 *
 * A pair is blended in eight steps, an influence each, and moved in eight. A step of either waits for the
 * one before it, and processors don't look far enough ahead to see past a whole pair. So each step of
 * blending is followed by one of moving the pair before: neither waits for the other. One after the other
 * they take a seventh more.
 *
 * The next pair's coordinates are loaded before a pair is stored. They must be where both are in the same
 * arrays; and large arrays often begin at the same place of a page, where a load waits for an earlier
 * store to the same place of another page.
 *
 * What comes from memory is asked for a little earlier than the processor would by itself: worth 7 % where
 * somebody else works on the same core (on a Zen 4), and a cost of 1 % where all is in the cache.
 *
 * The order of products and sums is that of the other kernels.
 */
#ifndef BP_MESH_SKIN_SKIN_X2_H
#define BP_MESH_SKIN_SKIN_X2_H

#include "mesh/skin/skin_x4.h"

/* Blended matrices of two vertices. */
typedef struct x2_blend {
    vf xy[2], zw[2];
} x2_blend;

/* What moves: a block for each vertex. */
typedef struct x2_move {
    vf_xyzw rows;
    vf position, normal;       /* as they were */
    vf to_position, to_normal; /* as far as they have come */
} x2_move;

/* Where the next pair's coordinates are, and where this pair's go. */
typedef struct x2_streams {
    const float *positions, *normals;
    float *to_positions, *to_normals;
} x2_streams;

/* Bytes: four cache lines. Twice as many gain nothing any more. */
enum { X2_PREFETCH_BYTES = 256 };

SIMD_INLINE void x2_prefetch(const float *from) {
    __builtin_prefetch((const void *)((uintptr_t)from + X2_PREFETCH_BYTES));
}

/* For four vertices; there may be nothing. */
SIMD_INLINE void x2_prefetch_streams(const x2_streams *way, const float *weights) {
    x2_prefetch(weights);
    x2_prefetch(way->positions);
    x2_prefetch(way->normals);
}

/* x, y or z (0, 1, 2) of both vertices, over their blocks. */
#define X2_BROADCAST(v, i) vf_shuffle(v, v, i, i, i, i)

/* Reads two floats behind them. The second block is settled, or some compilers make it from the first
 * load's vector, by way of other registers. */
SIMD_INLINE vf x2_load(const float *from) {
    vf first = vf_load(from), second = vf_broadcast_vf4(from + 3);
    KEEP_IN_REGISTER(second);
#if defined(__AVX__) /* a shuffle to compilers, though nothing changes its place */
    return (vf)_mm256_blend_ps((__m256)second, (__m256)first, 0x0f);
#else
    return __builtin_shufflevector(first, second, 0, 1, 2, 3, 12, 13, 14, 15);
#endif
}

/* Writes a float behind them. */
SIMD_INLINE void x2_store(float *to, vf v) {
    vf4_store(to, vf_low_vf4(v));
    vf4_store(to + 3, vf_high_vf4(v));
}

SIMD_INLINE void x2_blend_step(x2_blend *b, const x4_palette *palette, const uint16_t *joints,
                                 const float *weights, int step) {
    const size_t place = 16 * (size_t)joints[step];
    const vf w = vf_set1(weights[step]);
    const vf xy = w * vf_load(palette->lead[0] + place), zw = w * vf_load(palette->z + place);
    vf *to_xy = &b->xy[step / 4], *to_zw = &b->zw[step / 4];
    *to_xy = step % 4 ? *to_xy + xy : xy;
    *to_zw = step % 4 ? *to_zw + zw : zw;
}

SIMD_INLINE void x2_move_step(x2_move *m, const x2_streams *way, int step) {
    switch (step) {
    case 0: m->to_position = X2_BROADCAST(m->position, 0) * m->rows.x; break;
    case 1: m->to_position += X2_BROADCAST(m->position, 1) * m->rows.y; break;
    case 2:
        m->to_position += X2_BROADCAST(m->position, 2) * m->rows.z;
        m->position = x2_load(way->positions);
        break;
    case 3: m->to_position += m->rows.w; break;
    case 4: m->to_normal = X2_BROADCAST(m->normal, 0) * m->rows.x; break;
    case 5: m->to_normal += X2_BROADCAST(m->normal, 1) * m->rows.y; break;
    case 6:
        m->to_normal += X2_BROADCAST(m->normal, 2) * m->rows.z;
        m->normal = x2_load(way->normals);
        break;
    default:
        x2_store(way->to_positions, m->to_position);
        x2_store(way->to_normals, m->to_normal);
        break;
    }
}

/* The rows of both beside one another. */
SIMD_INLINE vf_xyzw x2_rows(const x2_blend *b) {
    vf xy0 = b->xy[0], xy1 = b->xy[1], zw0 = b->zw[0], zw1 = b->zw[1];
    return (vf_xyzw){__builtin_shufflevector(xy0, xy1, 0, 1, 2, 3, 8, 9, 10, 11),
                       __builtin_shufflevector(xy0, xy1, 4, 5, 6, 7, 12, 13, 14, 15),
                       __builtin_shufflevector(zw0, zw1, 0, 1, 2, 3, 8, 9, 10, 11),
                       __builtin_shufflevector(zw0, zw1, 4, 5, 6, 7, 12, 13, 14, 15)};
}

SIMD_INLINE void x2_step(x2_blend *b, const x4_palette *palette, const uint16_t *joints,
                           const float *weights, x2_move *m, const x2_streams *way, int step) {
    x2_blend_step(b, palette, joints, weights, step);
    x2_move_step(m, way, step);
}

/* Blends the pair with these joints and weights while the one before is moved. */
SIMD_INLINE void x2_blend_and_move(const x4_palette *palette, const uint16_t *joints,
                                     const float *weights, x2_move *m, const x2_streams *way) {
    x2_blend b;
    x2_step(&b, palette, joints, weights, m, way, 0);
    x2_step(&b, palette, joints, weights, m, way, 1);
    x2_step(&b, palette, joints, weights, m, way, 2);
    x2_step(&b, palette, joints, weights, m, way, 3);
    x2_step(&b, palette, joints, weights, m, way, 4);
    x2_step(&b, palette, joints, weights, m, way, 5);
    x2_step(&b, palette, joints, weights, m, way, 6);
    x2_step(&b, palette, joints, weights, m, way, 7);
    m->rows = x2_rows(&b);
}

/* A run's first. */
static inline vf_xyzw x2_blend_first(const x4_palette *palette, const uint16_t *joints,
                                         const float *weights) {
    x2_blend b;
    for (int step = 0; step < 8; step++) x2_blend_step(&b, palette, joints, weights, step);
    return x2_rows(&b);
}

/* A run's last. */
static inline void x2_move_last(x2_move *m, const x2_streams *way) {
    for (int step = 0; step < 8; step++) x2_move_step(m, way, step);
}

#endif
