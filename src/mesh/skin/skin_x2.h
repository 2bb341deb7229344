/* Linear blend skinning of positions, alone or with normals, with four influences, two vertices at a time
 * ("x2"), for vectors of 8 lanes. Included by skin_isa.c alone. Scalar definition: skin_scalar.c.
 *
 * The palette has each matrix here as its rows X Y Z W (W translates), three floats and a zero each: two
 * vectors, X Y and Z W. Vertices are blended one by one; then the rows of both stand side by side, a block
 * for each vertex. x X + y Y + z Z + W takes three products and sums for both vertices. Nothing is
 * transposed; a coordinate is only broadcast over its block. Each store overwrites the unused fourth lane
 * of the one before. The last two vertices of a run go through a local array.
 *
 * Blending a pair takes eight steps, one for each influence; moving it takes eight as well. Each step waits
 * for the one before, and processors don't look ahead past a whole pair. Therefore each blending step of
 * one pair is followed by a moving step of the pair before, which is independent of it. One after the other
 * they take a seventh longer.
 *
 * The next pair's coordinates are loaded before a pair is stored. Skinning in place needs that. It is also
 * faster: large arrays often begin at the same offset of a page, and a load waits for an earlier store with
 * the same offset in another page.
 *
 * The data is prefetched a little earlier than the processor does it by itself. That gains 7 % where
 * another program uses the same core (on a Zen 4), and costs 1 % where everything is in the cache.
 *
 * Products and sums have the same order as in the other kernels.
 */
#pragma once

#include "mesh/skin/skin_x4.h"

/* Blended matrices of two vertices. */
typedef struct x2_blend {
    vf xy[2], zw[2];
} x2_blend;

/* A pair that is being moved: a block for each vertex. */
typedef struct x2_move {
    vf_xyzw rows;
    vf position, normal;         /* before skinning */
    vf new_position, new_normal; /* partial sums */
} x2_move;

/* Addresses of the next pair's coordinates, and of this pair's results. */
typedef struct x2_streams {
    const float *positions, *normals;
    float *to_positions, *to_normals;
} x2_streams;

/* Four cache lines. Eight gain nothing more. */
enum { X2_PREFETCH_BYTES = 256 };

SIMD_INLINE void x2_prefetch(const float *from) {
    __builtin_prefetch((const void *)((uintptr_t)from + X2_PREFETCH_BYTES));
}

/* For four vertices. The addresses may lie behind the arrays. Here and below, `normals` is a constant to the
 * compiler. */
SIMD_INLINE void x2_prefetch_streams(const x2_streams *streams, const float *weights, bool normals) {
    x2_prefetch(weights);
    x2_prefetch(streams->positions);
    if (normals) x2_prefetch(streams->normals);
}

/* x, y or z (0, 1, 2) of both vertices, each over its block. */
#define X2_BROADCAST(v, i) vf_shuffle(v, v, i, i, i, i)

/* Reads two floats behind the pair. The second vector is kept in a register, because some compilers build
 * it from the first load, at a higher cost. */
SIMD_INLINE vf x2_load(const float *from) {
    vf first = vf_load(from), second = vf_broadcast_vf4(from + 3);
    KEEP_IN_REGISTER(second);
    return _mm256_blend_ps(second, first, 0x0f);
}

/* Writes one float behind the pair. */
SIMD_INLINE void x2_store(float *to, vf v) {
    vf4_store(to, vf_extract_vf4(v, 0));
    vf4_store(to + 3, vf_extract_vf4(v, 1));
}

SIMD_INLINE void x2_blend_step(x2_blend *b, const x4_palette *palette, const uint16_t *joints,
                               const float *weights, int step) {
    const size_t matrix = 16 * (size_t)joints[step];
    const vf w = vf_set1(weights[step]);
    const vf xy = w * vf_load(palette->xy[0] + matrix), zw = w * vf_load(palette->z + matrix);
    vf *sum_xy = &b->xy[step / 4], *sum_zw = &b->zw[step / 4];
    *sum_xy = step % 4 ? *sum_xy + xy : xy;
    *sum_zw = step % 4 ? *sum_zw + zw : zw;
}

SIMD_INLINE void x2_move_step(x2_move *m, const x2_streams *streams, int step, bool normals) {
    if (!normals && step > 3 && step < 7) return;
    switch (step) {
    case 0: m->new_position = X2_BROADCAST(m->position, 0) * m->rows.x; break;
    case 1: m->new_position += X2_BROADCAST(m->position, 1) * m->rows.y; break;
    case 2:
        m->new_position += X2_BROADCAST(m->position, 2) * m->rows.z;
        m->position = x2_load(streams->positions);
        break;
    case 3: m->new_position += m->rows.w; break;
    case 4: m->new_normal = X2_BROADCAST(m->normal, 0) * m->rows.x; break;
    case 5: m->new_normal += X2_BROADCAST(m->normal, 1) * m->rows.y; break;
    case 6:
        m->new_normal += X2_BROADCAST(m->normal, 2) * m->rows.z;
        m->normal = x2_load(streams->normals);
        break;
    default:
        x2_store(streams->to_positions, m->new_position);
        if (normals) x2_store(streams->to_normals, m->new_normal);
        break;
    }
}

/* Row i of both matrices, side by side. */
SIMD_INLINE vf_xyzw x2_rows(const x2_blend *b) {
    vf xy0 = b->xy[0], xy1 = b->xy[1], zw0 = b->zw[0], zw1 = b->zw[1];
    return (vf_xyzw){__builtin_shufflevector(xy0, xy1, 0, 1, 2, 3, 8, 9, 10, 11),
                     __builtin_shufflevector(xy0, xy1, 4, 5, 6, 7, 12, 13, 14, 15),
                     __builtin_shufflevector(zw0, zw1, 0, 1, 2, 3, 8, 9, 10, 11),
                     __builtin_shufflevector(zw0, zw1, 4, 5, 6, 7, 12, 13, 14, 15)};
}

/* Blends the pair with these joints and weights while the pair before is moved. Without normals, sums
 * are kept in registers, or the compiler computes them behind the check of the next joints. */
SIMD_INLINE void x2_blend_and_move(const x4_palette *palette, const uint16_t *joints, const float *weights,
                                   x2_move *m, const x2_streams *streams, bool normals) {
    x2_blend b;
    SIMD_UNROLL
    for (int step = 0; step < 8; step++) {
        x2_blend_step(&b, palette, joints, weights, step);
        x2_move_step(m, streams, step, normals);
    }
    for (int i = 0; !normals && i < 2; i++) {
        KEEP_IN_REGISTER(b.xy[i]);
        KEEP_IN_REGISTER(b.zw[i]);
    }
    m->rows = x2_rows(&b);
}

/* The first pair of a run: there is none to move yet. */
static inline vf_xyzw x2_blend_first(const x4_palette *palette, const uint16_t *joints,
                                     const float *weights) {
    x2_blend b;
    for (int step = 0; step < 8; step++) x2_blend_step(&b, palette, joints, weights, step);
    return x2_rows(&b);
}

/* The last pair of a run: there is none to blend any more. */
SIMD_INLINE void x2_move_last(x2_move *m, const x2_streams *streams, bool normals) {
    SIMD_UNROLL
    for (int step = 0; step < 8; step++) x2_move_step(m, streams, step, normals);
}
