/* Binning triangles. Scalar twin and definition: triangle_setup.c for culling and bounds, draw_triangle in
 * triangle_scalar.c for the order of the tests.
 *
 * This kernel processes every triangle of every draw. Most are only a few pixels large; most face away, lie
 * outside the view, or lie inside one tile. For LANES triangles at a time, the kernel computes screen
 * positions, areas and bounds, culls triangles, and finds the tiles that the others touch. Then it adds these
 * to the bins, with one entry for all that share a tile. This works for triangles of up to 16 pixels, whose
 * products are exact in floats. A larger triangle, one with a vertex outside a clip plane (its x is NaN), and
 * one with an index out of range goes through bin_one, in order.
 */
#include "raster/tiled/kernels.h"
#include "simd/simd.h"

/* A chunk being binned. */
typedef struct binning {
    bp_binner *binner;
    bp_chunk *chunk;
    const bp_triangles *triangles;
    float drawn_sign;              /* the area's sign of faces that are not culled; 0: both signs */
    int32_t round_min, round_max;  /* for rounding bounds to pixels, as bp_pixel_bounds does */
    vi min_x, min_y, max_x, max_y; /* the tiles that small triangles touch */
    uint64_t invalid, culled;
} binning;

/* Bins one triangle of any kind. */
static bool bin_one(binning *b, uint32_t triangle) {
    const bp_triangles *t = b->triangles;
    const size_t floats = (size_t)t->floats;
    uint32_t index[3];
    if (!bp_triangle_vertices(t, b->chunk->first + triangle, index)) {
        b->invalid++;
        return true;
    }
    unsigned c0 = t->outcodes[index[0]], c1 = t->outcodes[index[1]], c2 = t->outcodes[index[2]],
             any = c0 | c1 | c2;
    if (any & BP_OUTCODE_INVALID) {
        b->invalid++;
        return true;
    }
    if (c0 & c1 & c2) {
        b->culled++;
        return true;
    }
    if (any) return bp_bin_clipped(b->binner, b->chunk, index, any);
    const float *vertex[3] = {t->transformed + index[0] * floats, t->transformed + index[1] * floats,
                              t->transformed + index[2] * floats};
    bp_triangle_setup setup;
    if (!bp_triangle_setup_make(&setup, b->chunk->command, vertex, b->binner->samples)) {
        b->culled++;
        return true;
    }
    bp_irect tiles = bp_tile_bounds(setup.bounds);
    if (tiles.x1 - tiles.x0 > 2 || tiles.y1 - tiles.y0 > 2)
        return bp_bin_large(b->binner, b->chunk, &setup, triangle | BP_ENTRY_SINGLE);
    b->chunk->pixels += bp_irect_area(setup.bounds);
    return bp_bin_box(b->binner, setup.bounds, triangle | BP_ENTRY_SINGLE);
}

/* Finds the corners of LANES triangles from `triangle` on. Missing and invalid ones get NaN. */
SIMD_INLINE void bin_find_corners(const binning *b, uint32_t triangle, const float *corner[3 * LANES]) {
    static const float none[4] = {NAN, NAN, NAN, NAN};
    const bp_triangles *t = b->triangles;
    const size_t floats = (size_t)t->floats;
    const uint32_t *u32 = t->indices.u32 ? t->indices.u32 + ((size_t)b->chunk->first + triangle) * 3 : NULL;
    if (u32 && triangle + LANES <= b->chunk->count) {
        vu max = (vu)vi_set1((int32_t)(t->vertices.count - 1));
        vi wrong = ((vu)vi_load(u32) > max) | ((vu)vi_load(u32 + LANES) > max) |
                   ((vu)vi_load(u32 + 2 * LANES) > max);
        if (!vi_movemask(wrong)) {
            for (int i = 0; i < 3 * LANES; i++) corner[i] = t->transformed + u32[i] * floats;
            return;
        }
    }
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t index[3];
        bool ok =
            triangle + i < b->chunk->count && bp_triangle_vertices(t, b->chunk->first + triangle + i, index);
        for (uint32_t k = 0; k < 3; k++) corner[3 * i + k] = ok ? t->transformed + index[k] * floats : none;
    }
}

/* Loads the screen positions of LANES triangles from `triangle` on, in 1/256 pixel. */
SIMD_INLINE void bin_load(const binning *b, uint32_t triangle, vf x[3], vf y[3]) {
    const float *corner[3 * LANES];
    bin_find_corners(b, triangle, corner);
    SIMD_UNROLL
    for (int k = 0; k < 3; k++) {
        vf column[4];
        vf_gather_columns(corner + k, 3, 0, column);
        x[k] = column[0] * vf_set1(256.0f);
        y[k] = column[1] * vf_set1(256.0f);
    }
}

/* How to bin the triangles of a group. The first two are bit masks of lanes. */
typedef struct bin_decision {
    unsigned scalar;     /* go through bin_one */
    unsigned small;      /* touch at most four tiles */
    bool multiple_tiles; /* a small one touches more than one */
    vi tile[4];          /* of the bounds' corners */
} bin_decision;

SIMD_INLINE vf min3(const vf v[3]) { return vf_min(vf_min(v[0], v[1]), v[2]); }
SIMD_INLINE vf max3(const vf v[3]) { return vf_max(vf_max(v[0], v[1]), v[2]); }

SIMD_INLINE bin_decision bin_decide(binning *b, const vf x[3], const vf y[3], unsigned valid) {
    const bp_irect scissor = b->chunk->command->scissor;
    vf min_x = min3(x), min_y = min3(y), max_x = max3(x), max_y = max3(y), sum = x[0] + x[1] + x[2];
    vi fits = (max_x - min_x <= 4096.0f) & (max_y - min_y <= 4096.0f) & (sum == sum);
    /* NaN lanes count as 0. */
    vi x0 = vi_max(((vi_truncate(min_x) & fits) + b->round_min) >> 8, vi_set1(scissor.x0));
    vi y0 = vi_max(((vi_truncate(min_y) & fits) + b->round_min) >> 8, vi_set1(scissor.y0));
    vi x1 = vi_min((((vi_truncate(max_x) & fits) + b->round_max) >> 8) + 1, vi_set1(scissor.x1));
    vi y1 = vi_min((((vi_truncate(max_y) & fits) + b->round_max) >> 8) + 1, vi_set1(scissor.y1));
    vf area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    vi drop = (area == 0.0f) | (area * vf_set1(b->drawn_sign) < 0.0f) | (x0 >= x1) | (y0 >= y1);
    vi small = fits & ~drop;
    vi tx0 = x0 >> BP_TILE_SHIFT, ty0 = y0 >> BP_TILE_SHIFT;
    vi tx1 = (x1 - 1) >> BP_TILE_SHIFT, ty1 = (y1 - 1) >> BP_TILE_SHIFT;
    vi above = ty0 * b->binner->tiles_x, below = ty1 * b->binner->tiles_x;
    b->culled += (uint64_t)__builtin_popcount(vi_movemask(fits & drop) & valid);
    b->min_x = vi_min(b->min_x, vi_select(small, tx0, b->min_x));
    b->min_y = vi_min(b->min_y, vi_select(small, ty0, b->min_y));
    b->max_x = vi_max(b->max_x, vi_select(small, tx1, b->max_x));
    b->max_y = vi_max(b->max_y, vi_select(small, ty1, b->max_y));
    return (bin_decision){.scalar = ~vi_movemask(fits) & valid,
                          .small = vi_movemask(small) & valid,
                          .multiple_tiles = vi_movemask(small & ((tx0 != tx1) | (ty0 != ty1))) != 0,
                          .tile = {above + tx0, above + tx1, below + tx0, below + tx1}};
}

/* Adds triangles that touch one tile each, with one entry for each tile. */
SIMD_INLINE void bin_single_tile(bp_binner *binner, const bin_decision *bits, uint32_t triangle,
                                 unsigned todo) {
    uint32_t tile[LANES];
    vi_store(tile, bits->tile[0]);
    while (todo) {
        uint32_t here = tile[__builtin_ctz(todo)];
        unsigned same = vi_movemask(bits->tile[0] == (int32_t)here) & todo;
        bp_binner_add(binner, here, triangle | same << BP_ENTRY_SHIFT);
        todo &= ~same;
    }
}

/* Adds triangles to the tiles at the four corners of their bounds. */
static void bin_multiple_tiles(bp_binner *binner, const bin_decision *bits, uint32_t triangle,
                               unsigned todo) {
    unsigned left[4] = {todo, todo, todo, todo};
    uint32_t tile[4][LANES];
    for (int k = 0; k < 4; k++) vi_store(tile[k], bits->tile[k]);
    for (int k = 0; k < 4; k++)
        while (left[k]) {
            uint32_t here = tile[k][__builtin_ctz(left[k])];
            unsigned any = 0;
            for (int i = 0; i < 4; i++) {
                unsigned same = vi_movemask(bits->tile[i] == (int32_t)here) & todo;
                left[i] &= ~same;
                any |= same;
            }
            bp_binner_add(binner, here, triangle | any << BP_ENTRY_SHIFT);
        }
}

/* Adds the triangles of a group in `todo`. */
SIMD_INLINE bool bin_small(bp_binner *binner, const bin_decision *bits, uint32_t triangle, unsigned todo) {
    if (binner->pair_capacity < binner->pair_count + 4 * LANES && !bp_binner_reserve(binner, BP_CHUNK_SIZE))
        return false;
    if (bits->multiple_tiles)
        bin_multiple_tiles(binner, bits, triangle, todo);
    else
        bin_single_tile(binner, bits, triangle, todo);
    return true;
}

/* Bins LANES triangles from `triangle` on, in order. */
SIMD_INLINE bool bin_group(binning *b, uint32_t triangle) {
    const uint32_t left = b->chunk->count - triangle;
    unsigned done = 0;
    vf x[3], y[3];
    bin_load(b, triangle, x, y);
    bin_decision bits = bin_decide(b, x, y, left < LANES ? (1u << left) - 1 : LANES_ALL_BITS);
    for (unsigned scalar = bits.scalar; scalar; scalar &= scalar - 1) {
        unsigned i = (unsigned)__builtin_ctz(scalar), below = (1u << i) - 1;
        if (!bin_small(b->binner, &bits, triangle, bits.small & below & ~done) || !bin_one(b, triangle + i))
            return false;
        done = below;
    }
    return bin_small(b->binner, &bits, triangle, bits.small & ~done);
}

/* Adds the tiles that small triangles touch to the chunk's. */
static void bin_merge_touched(const binning *b) {
    bp_irect *t = &b->binner->touched;
    for (int i = 0; i < LANES; i++) {
        t->x0 = b->min_x[i] < t->x0 ? b->min_x[i] : t->x0;
        t->y0 = b->min_y[i] < t->y0 ? b->min_y[i] : t->y0;
        t->x1 = b->max_x[i] + 1 > t->x1 ? b->max_x[i] + 1 : t->x1;
        t->y1 = b->max_y[i] + 1 > t->y1 ? b->max_y[i] + 1 : t->y1;
    }
}

bool BP_ISA_NAME(bp_bin)(bp_binner *binner, bp_chunk *chunk) {
    const bp_command *command = chunk->command;
    const bp_triangles *t = command->triangles;
    const float front = t->front_clockwise ? 1.0f : -1.0f; /* the sign of a front face's area */
    binning b = {.binner = binner,
                 .chunk = chunk,
                 .triangles = t,
                 .drawn_sign = t->cull == BP_CULL_BACK    ? front
                               : t->cull == BP_CULL_FRONT ? -front
                                                          : 0.0f,
                 .round_min = binner->samples > 1 ? 0 : 127,
                 .round_max = binner->samples > 1 ? 0 : -128,
                 .min_x = vi_set1(INT32_MAX),
                 .min_y = vi_set1(INT32_MAX),
                 .max_x = vi_set1(-1),
                 .max_y = vi_set1(-1)};
    bool ok = true;
    bp_binner_begin(binner, chunk);
    for (uint32_t i = 0; i < chunk->count && ok; i += LANES) ok = bin_group(&b, i);
    bin_merge_touched(&b);
    chunk->counters.triangles_in += chunk->count;
    chunk->counters.triangles_invalid += b.invalid;
    chunk->counters.triangles_culled += b.culled;
    return bp_binner_end(binner, chunk) && ok;
}
