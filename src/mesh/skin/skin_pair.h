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
#ifndef BP_MESH_SKIN_SKIN_PAIR_H
#define BP_MESH_SKIN_SKIN_PAIR_H

#include "mesh/skin/skin_quad.h"

/* Blended matrices of two vertices. */
typedef struct pair_blend {
    bp_lanes xy[2], zw[2];
} pair_blend;

/* What moves: a block for each vertex. */
typedef struct pair_move {
    bp_lanes4 rows;
    bp_lanes position, normal;       /* as they were */
    bp_lanes to_position, to_normal; /* as far as they have come */
} pair_move;

/* Where the next pair's coordinates are, and where this pair's go. */
typedef struct pair_way {
    const float *positions, *normals;
    float *to_positions, *to_normals;
} pair_way;

/* Bytes: four cache lines. Twice as many gain nothing any more. */
enum { PAIR_AHEAD = 256 };

QUAD_INLINE void pair_fetch(const float *from) {
    __builtin_prefetch((const void *)((uintptr_t)from + PAIR_AHEAD));
}

/* For four vertices; there may be nothing. */
QUAD_INLINE void pair_fetch_ahead(const pair_way *way, const float *weights) {
    pair_fetch(weights);
    pair_fetch(way->positions);
    pair_fetch(way->normals);
}

/* x, y or z (0, 1, 2) of both vertices, over their blocks. */
#define PAIR_SPREAD(v, i) BP_SHUFFLE(v, v, i, i, i, i)

/* Reads two floats behind them. The second block is settled, or some compilers make it from the first
 * load's vector, by way of other registers. */
QUAD_INLINE bp_lanes pair_load(const float *from) {
    bp_lanes first = lanes_load(from), second = quad_spread(from + 3);
    QUAD_SETTLE(second);
#if defined(__AVX__) /* a shuffle to compilers, though nothing changes its place */
    return (bp_lanes)_mm256_blend_ps((__m256)second, (__m256)first, 0x0f);
#else
    return __builtin_shufflevector(first, second, 0, 1, 2, 3, 12, 13, 14, 15);
#endif
}

/* Writes a float behind them. */
QUAD_INLINE void pair_store(float *to, bp_lanes v) {
    block_store(to, quad_low(v));
    block_store(to + 3, quad_high(v));
}

QUAD_INLINE void pair_blend_step(pair_blend *b, const quad_palette *palette, const uint16_t *joints,
                                 const float *weights, int step) {
    const size_t place = 16 * (size_t)joints[step];
    const bp_lanes w = lanes_splat(weights[step]);
    const bp_lanes xy = w * lanes_load(palette->lead[0] + place), zw = w * lanes_load(palette->z + place);
    bp_lanes *to_xy = &b->xy[step / 4], *to_zw = &b->zw[step / 4];
    *to_xy = step % 4 ? *to_xy + xy : xy;
    *to_zw = step % 4 ? *to_zw + zw : zw;
}

QUAD_INLINE void pair_move_step(pair_move *m, const pair_way *way, int step) {
    switch (step) {
    case 0: m->to_position = PAIR_SPREAD(m->position, 0) * m->rows.x; break;
    case 1: m->to_position += PAIR_SPREAD(m->position, 1) * m->rows.y; break;
    case 2:
        m->to_position += PAIR_SPREAD(m->position, 2) * m->rows.z;
        m->position = pair_load(way->positions);
        break;
    case 3: m->to_position += m->rows.w; break;
    case 4: m->to_normal = PAIR_SPREAD(m->normal, 0) * m->rows.x; break;
    case 5: m->to_normal += PAIR_SPREAD(m->normal, 1) * m->rows.y; break;
    case 6:
        m->to_normal += PAIR_SPREAD(m->normal, 2) * m->rows.z;
        m->normal = pair_load(way->normals);
        break;
    default:
        pair_store(way->to_positions, m->to_position);
        pair_store(way->to_normals, m->to_normal);
        break;
    }
}

/* The rows of both beside one another. */
QUAD_INLINE bp_lanes4 pair_rows(const pair_blend *b) {
    bp_lanes xy0 = b->xy[0], xy1 = b->xy[1], zw0 = b->zw[0], zw1 = b->zw[1];
    return (bp_lanes4){__builtin_shufflevector(xy0, xy1, 0, 1, 2, 3, 8, 9, 10, 11),
                       __builtin_shufflevector(xy0, xy1, 4, 5, 6, 7, 12, 13, 14, 15),
                       __builtin_shufflevector(zw0, zw1, 0, 1, 2, 3, 8, 9, 10, 11),
                       __builtin_shufflevector(zw0, zw1, 4, 5, 6, 7, 12, 13, 14, 15)};
}

QUAD_INLINE void pair_step(pair_blend *b, const quad_palette *palette, const uint16_t *joints,
                           const float *weights, pair_move *m, const pair_way *way, int step) {
    pair_blend_step(b, palette, joints, weights, step);
    pair_move_step(m, way, step);
}

/* Blends the pair with these joints and weights while the one before is moved. */
QUAD_INLINE void pair_blend_and_move(const quad_palette *palette, const uint16_t *joints,
                                     const float *weights, pair_move *m, const pair_way *way) {
    pair_blend b;
    pair_step(&b, palette, joints, weights, m, way, 0);
    pair_step(&b, palette, joints, weights, m, way, 1);
    pair_step(&b, palette, joints, weights, m, way, 2);
    pair_step(&b, palette, joints, weights, m, way, 3);
    pair_step(&b, palette, joints, weights, m, way, 4);
    pair_step(&b, palette, joints, weights, m, way, 5);
    pair_step(&b, palette, joints, weights, m, way, 6);
    pair_step(&b, palette, joints, weights, m, way, 7);
    m->rows = pair_rows(&b);
}

/* A run's first. */
static inline bp_lanes4 pair_blend_first(const quad_palette *palette, const uint16_t *joints,
                                         const float *weights) {
    pair_blend b;
    for (int step = 0; step < 8; step++) pair_blend_step(&b, palette, joints, weights, step);
    return pair_rows(&b);
}

/* A run's last. */
static inline void pair_move_last(pair_move *m, const pair_way *way) {
    for (int step = 0; step < 8; step++) pair_move_step(m, way, step);
}

#endif
