/* Micro-triangles, of at most 4 x 8 pixels: most triangles in a picture of characters. Draws LANES of them at
 * a time, with one sample per pixel. Scalar twin and definition: triangle_scalar.c.
 *
 * In the first half, each lane holds a triangle. Corners are loaded and transposed to columns. From them come
 * bounds, edge functions, depth gradients, and the coverage of the 4 x 4 or 4 x 8 pixels from the bounds'
 * corner on, two neighbouring pixels at a time, in 16 bits each. The result is a coverage mask of 32 bits for
 * each triangle. Two rows of pixels are bits
 *
 *     0  16   1  17
 *     2  18   3  19
 *
 * and so on. The masks become a list of fragments in the order of the triangles, each with the id lane * 32 +
 * bit. In the second half, each lane holds a fragment, and gathers values from its triangle's lane. Depth is
 * tested and written one fragment after the other, because two triangles may cover the same pixel. The
 * fragments that pass are interpolated and go into the queue (fragment_queue_simd.h).
 *
 * Lengths are whole numbers of 1/256 pixel below 2^12, in floats. The area and the edge functions are whole
 * numbers below 2^23, so all their sums and products are exact. A micro-triangle measures less than 5 x 9
 * pixels from end to end, so its edge functions stay below 5 * 8 + 9 * 4 square pixels in the whole box: in
 * 1/256 that fits 16 bits.
 */
#pragma once

#include "raster/tiled/fragment_queue_simd.h"

enum { MICRO_WIDTH = 4, MICRO_HEIGHT = 8, MICRO_FRAGMENTS_MAX = LANES * MICRO_WIDTH * MICRO_HEIGHT };

/* A fragment: lane * 32 + bit. */
#if BP_ISA_LANES == 16
typedef uint16_t micro_id;
#else
typedef uint8_t micro_id;
#endif

/* An attribute of the triangles: its value at vertex 0, and its gradients to the right and down. */
typedef struct micro_gradients {
    vf base, ddx, ddy;
} micro_gradients;

/* The corners of up to LANES triangles. Unused lanes point to something readable. */
typedef struct corner_group {
    const float *vertex[LANES][3]; /* borrowed */
    int count;
} corner_group;

typedef struct micro_triangles {
    const corner_group *corners; /* borrowed */
    unsigned fit;                /* bits of the lanes that hold a micro-triangle */
    bool tall;                   /* some of them are higher than 4 pixels */
    uint32_t masks[LANES];       /* coverage */
    vi corner_index;             /* index of the box's corner in the tile */
    vf dx, dy;                   /* from vertex 0 to the corner's centre */
    vf x1_over_area, x2_over_area, y1_over_area,
        y2_over_area; /* from vertex 0 to 1 and to 2, divided by the area */
    micro_gradients z, inverse_w;
} micro_triangles;

/* A list of fragments in order. */
typedef struct micro_fragments {
    int count;
    micro_id id[MICRO_FRAGMENTS_MAX + 16];
    float z[MICRO_FRAGMENTS_MAX + LANES];
    uint32_t pixel_index[MICRO_FRAGMENTS_MAX + LANES];
} micro_fragments;

SIMD_INLINE micro_gradients micro_gradients_of(const micro_triangles *t, vf v0, vf v1, vf v2) {
    vf d1 = v1 - v0, d2 = v2 - v0;
    return (micro_gradients){v0, d1 * t->y2_over_area - d2 * t->y1_over_area,
                             d2 * t->x1_over_area - d1 * t->x2_over_area};
}

/* An edge function divided by 256, rounded down. The lower half of a lane is the value at the box's first
 * pixel, the upper half at the pixel to its right. Both halves of `right` and `down` have the steps by two
 * columns and by a row. Edges that are neither top nor left start 1/65536 lower, so a pixel is inside if none
 * of the three values is negative. */
typedef struct micro_edge {
    vu16 value, right, down;
} micro_edge;

/* Packs the low halves of a, and above them those of b. */
SIMD_INLINE vu16 micro_halves(vi a, vi b) { return (vu16)((a & 0xffff) | b << 16); }

/* The edge from (x, y) to (next_x, next_y), relative to the corner. `flip`: the sign bit if the area is
 * negative. */
SIMD_INLINE micro_edge micro_edge_of(vf x, vf y, vf next_x, vf next_y, vi flip) {
    vf right = (vf)((vi)BP_EDGE_A(y, next_y) ^ flip), down = (vf)((vi)BP_EDGE_B(x, next_x) ^ flip);
    vi value = vi_truncate(vf_set1(0.0f) - (right * x + down * y));
    value = vi_add_wrapping(value, ~BP_TOP_LEFT(right, down)) >> 8;
    vi a = vi_truncate(right), b = vi_truncate(down);
    return (micro_edge){micro_halves(value, vi_add_wrapping(value, a)), micro_halves(a, a) << 1,
                        micro_halves(b, b)};
}

/* The pixels outside any edge, of the first 4 rows or all 8. */
SIMD_INLINE vi micro_outside(micro_edge edge[3], bool tall) {
    vu16 outside = {0};
    SIMD_UNROLL
    for (int y = 0; y < MICRO_HEIGHT; y++) {
        if (y == 4 && !tall) break;
        vu16 left = edge[0].value | edge[1].value | edge[2].value;
        vu16 right = (edge[0].value + edge[0].right) | (edge[1].value + edge[1].right) |
                     (edge[2].value + edge[2].right);
        outside |= left >> 15 << 2 * y | right >> 15 << (2 * y + 1);
        SIMD_UNROLL
        for (int i = 0; i < 3; i++) edge[i].value += edge[i].down;
    }
    return (vi)outside;
}

/* A mask of the first `width` columns and `height` rows. */
SIMD_INLINE vi micro_rectangle_mask(vi width, vi height) {
    height = vi_min(vi_max(height, vi_set1(0)), vi_set1(MICRO_HEIGHT));
    vi lines = (vi_set1(1) << (height << 1)) - 1;
    vi columns = ((width > 0) & 0x00005555) | ((width > 1) & 0x55550000) | ((width > 2) & 0x0000aaaa) |
                 ((width > 3) & (int32_t)0xaaaa0000);
    return columns & (lines | (vi)((vu)lines << 16));
}

/* Bounds of triangles, in pixels. */
typedef struct micro_bounds {
    vi x0, y0, x1, y1;
} micro_bounds;

SIMD_INLINE micro_bounds micro_bounds_of(const vf x[3], const vf y[3]) {
    vi x0 = vi_truncate(vf_min(vf_min(x[0], x[1]), x[2])), x1 = vi_truncate(vf_max(vf_max(x[0], x[1]), x[2]));
    vi y0 = vi_truncate(vf_min(vf_min(y[0], y[1]), y[2])), y1 = vi_truncate(vf_max(vf_max(y[0], y[1]), y[2]));
    vi back = vi_set1(-128);
    return (micro_bounds){(x0 + 127) >> 8, (y0 + 127) >> 8, (vi_add_wrapping(x1, back) >> 8) + 1,
                          (vi_add_wrapping(y1, back) >> 8) + 1};
}

/* Clips bounds to `limit`. Returns false if all of them lie inside. */
SIMD_INLINE bool micro_bounds_clip(micro_bounds *b, bp_irect limit) {
    vi cut = (b->x0 < limit.x0) | (b->y0 < limit.y0) | (b->x1 > limit.x1) | (b->y1 > limit.y1);
    if (!vi_movemask(cut)) return false;
    b->x0 = vi_max(b->x0, vi_set1(limit.x0));
    b->y0 = vi_max(b->y0, vi_set1(limit.y0));
    b->x1 = vi_min(b->x1, vi_set1(limit.x1));
    b->y1 = vi_min(b->y1, vi_set1(limit.y1));
    return true;
}

/* Sets up the triangles of t->corners, except for their attributes. `limit`: scissor and tile. */
SIMD_STEP void micro_setup(micro_triangles *t, const bp_target *target, bp_irect limit) {
    vf corner[3][4], x[3], y[3];
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        vf_gather_columns(&t->corners->vertex[0][i], 3, 0, corner[i]);
        x[i] = corner[i][0] * vf_set1(256.0f);
        y[i] = corner[i][1] * vf_set1(256.0f);
    }
    micro_bounds box = micro_bounds_of(x, y);
    vi fit = (box.x1 - box.x0 <= MICRO_WIDTH) & (box.y1 - box.y0 <= MICRO_HEIGHT);
    t->fit = vi_movemask(fit) & ((1u << t->corners->count) - 1);
    t->tall = vi_movemask(fit & (box.y1 - box.y0 > 4)) != 0;
    bool cut = micro_bounds_clip(&box, limit);
    t->corner_index = (box.y0 - target->rect.y0) * BP_TILE_SIZE + (box.x0 - target->rect.x0);
    vf center_x = vf_from_vi(box.x0) + vf_set1(0.5f), center_y = vf_from_vi(box.y0) + vf_set1(0.5f);
    t->dx = center_x - corner[0][0];
    t->dy = center_y - corner[0][1];
    vf x1 = corner[1][0] - corner[0][0], y1 = corner[1][1] - corner[0][1];
    vf x2 = corner[2][0] - corner[0][0], y2 = corner[2][1] - corner[0][1];
    vf area = x1 * y2 - x2 * y1, inverse = vf_set1(1.0f) / area;
    t->x1_over_area = x1 * inverse;
    t->y1_over_area = y1 * inverse;
    t->x2_over_area = x2 * inverse;
    t->y2_over_area = y2 * inverse;
    t->z = micro_gradients_of(t, corner[0][2], corner[1][2], corner[2][2]);
    t->inverse_w = micro_gradients_of(t, corner[0][3], corner[1][3], corner[2][3]);
    vi flip = (vi)area & INT32_MIN;
    micro_edge edge[3];
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) {
        x[i] -= center_x * vf_set1(256.0f);
        y[i] -= center_y * vf_set1(256.0f);
    }
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) edge[i] = micro_edge_of(x[i], y[i], x[(i + 1) % 3], y[(i + 1) % 3], flip);
    vi mask = ~micro_outside(edge, t->tall);
    if (!t->tall) mask &= 0x00ff00ff;
    if (cut) mask &= micro_rectangle_mask(box.x1 - box.x0, box.y1 - box.y0);
    vi_store(t->masks, mask);
}

/* Appends the fragments of one byte of a mask at `next`. Always stores 8. */
SIMD_INLINE micro_id *micro_expand_bits(const uint8_t (*bit_indices)[8], uint32_t bits, int first,
                                        micro_id *next) {
#if BP_ISA_LANES == 16
    typedef uint16_t ids __attribute__((vector_size(16)));
    typedef uint8_t bytes __attribute__((vector_size(8)));
    bytes indices;
    memcpy(&indices, bit_indices[bits], sizeof indices);
    ids fragment_ids = __builtin_convertvector(indices, ids) + (uint16_t)first;
#else
    /* Adds to eight bytes at once: no sum exceeds 255. */
    uint64_t fragment_ids;
    memcpy(&fragment_ids, bit_indices[bits], sizeof fragment_ids);
    fragment_ids += (uint64_t)first * 0x0101010101010101u;
#endif
    memcpy(next, &fragment_ids, sizeof fragment_ids);
    return next + __builtin_popcount(bits);
}

/* Lists the fragments of triangles `first` to `end` - 1. Pads the list, because readers take LANES at a time.
 */
SIMD_STEP void micro_list_fragments(const micro_triangles *t, const uint8_t (*bit_indices)[8], int first,
                                    int end, micro_fragments *list) {
    micro_id *next = list->id;
    for (int i = first; i < end; i++) {
        next = micro_expand_bits(bit_indices, t->masks[i] & 255, 32 * i, next);
        if (t->tall) next = micro_expand_bits(bit_indices, t->masks[i] >> 8 & 255, 32 * i + 8, next);
        next = micro_expand_bits(bit_indices, t->masks[i] >> 16 & 255, 32 * i + 16, next);
        if (t->tall) next = micro_expand_bits(bit_indices, t->masks[i] >> 24, 32 * i + 24, next);
    }
    memset(next, 0, LANES * sizeof *next);
    list->count = (int)(next - list->id);
}

/* LANES fragments of the list: their triangles' lanes, pixels, and distances from vertex 0. */
typedef struct micro_positions {
    vi lane, pixel_index;
    vf dx, dy;
} micro_positions;

SIMD_INLINE vi micro_load_ids(const micro_id *id) {
#if BP_ISA_LANES == 16
    typedef uint16_t halves __attribute__((vector_size(32)));
    halves packed;
    memcpy(&packed, id, sizeof packed);
    return __builtin_convertvector(packed, vi);
#else
    return vi_load_u8(id);
#endif
}

SIMD_INLINE micro_positions micro_positions_of(const micro_triangles *t, const micro_id *id) {
    vi fragment = micro_load_ids(id), column = (fragment & 1) << 1 | (fragment >> 4 & 1),
       row = fragment >> 1 & 7;
    micro_positions p = {.lane = fragment >> 5};
    p.pixel_index = (vi)vf_permute((vf)t->corner_index, p.lane) + ((row << BP_TILE_SHIFT) + column);
    p.dx = vf_permute(t->dx, p.lane) + vf_from_vi(column);
    p.dy = vf_permute(t->dy, p.lane) + vf_from_vi(row);
    return p;
}

SIMD_INLINE vf micro_value(const micro_gradients *g, const micro_positions *p) {
    return (vf_permute(g->base, p->lane) + vf_permute(g->ddy, p->lane) * p->dy) +
           vf_permute(g->ddx, p->lane) * p->dx;
}

/* Tests fragments one after the other, and removes those that fail from the list. */
SIMD_INLINE void micro_depth_test(micro_fragments *list, bp_depth_test test, bool write, float *depth) {
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        float *stored = depth + list->pixel_index[i], z = list->z[i], old = *stored;
        bool pass = bp_depth_passes(test, z, old);
        if (write) *stored = pass ? z : old;
        list->id[count] = list->id[i];
        count += pass;
    }
    list->count = count;
}

static void micro_test_fragments(bp_tile *tile, const bp_command *command, const micro_triangles *t,
                                 micro_fragments *list) {
    for (int i = 0; i < list->count; i += LANES) {
        micro_positions p = micro_positions_of(t, list->id + i);
        vf_store(list->z + i, micro_value(&t->z, &p));
        vi_store(list->pixel_index + i, p.pixel_index);
    }
    float *depth = tile->target.depth;
    tile->counters.fragments_tested += (uint64_t)list->count;
    if (command->no_depth_write)
        micro_depth_test(list, command->depth, false, depth);
    else if (command->depth == BP_DEPTH_LESS)
        micro_depth_test(list, BP_DEPTH_LESS, true, depth);
    else
        micro_depth_test(list, command->depth, true, depth);
    tile->counters.fragments_written += (uint64_t)list->count;
}

/* The gradients of the attributes that shading reads. */
SIMD_INLINE void micro_attribute_gradients(const micro_triangles *t, const bp_shading *s, int floats,
                                           micro_gradients *gradients) {
    SIMD_UNROLL
    for (int offset = BP_POSITION_FLOATS; offset < floats; offset += BP_ATTRIBUTE_FLOATS) {
        vf v[3][4];
        SIMD_UNROLL
        for (int i = 0; i < 3; i++) vf_gather_columns(&t->corners->vertex[0][i], 3, offset, v[i]);
        SIMD_UNROLL
        for (int c = 0; c < 4; c++)
            if (queue_uses_value(s, offset + c))
                gradients[offset - BP_POSITION_FLOATS + c] = micro_gradients_of(t, v[0][c], v[1][c], v[2][c]);
    }
}

/* Interpolates the listed fragments and queues them. */
SIMD_INLINE void micro_queue(bp_tile *tile, const bp_shading *s, const micro_triangles *t,
                             const micro_fragments *list, int floats) {
    bp_fragment_queue *queue = &tile->queue;
    micro_gradients gradients[BP_VERTEX_FLOATS_MAX];
    micro_attribute_gradients(t, s, floats, gradients);
    for (int i = 0; i < list->count; i += LANES) {
        const int left = list->count - i, n = queue->count;
        const micro_positions p = micro_positions_of(t, list->id + i);
        vi_store(queue->pixel_index + n, p.pixel_index);
        vf_store(queue->values[BP_INVERSE_W] + n, micro_value(&t->inverse_w, &p));
        SIMD_UNROLL_LANES
        for (int k = BP_POSITION_FLOATS; k < floats; k++)
            if (queue_uses_value(s, k))
                vf_store(queue->values[k] + n, micro_value(&gradients[k - BP_POSITION_FLOATS], &p));
        if (s->gradient_count > 0) {
            const micro_gradients *uv = &gradients[s->uv_offset - BP_POSITION_FLOATS],
                                  *of[5] = {uv, uv + 1, &t->inverse_w, uv + 2, uv + 3};
            for (int k = 0; k < 6; k++)
                vf_store(queue->values[BP_QUEUE_GRADIENTS + k] + n,
                         vf_permute(k < 3 ? of[k]->ddx : of[k - 3]->ddy, p.lane));
            for (int k = 6; k < s->gradient_count; k++)
                vf_store(queue->values[BP_QUEUE_GRADIENTS + k] + n,
                         vf_permute(k < 8 ? of[k - 3]->ddx : of[k - 5]->ddy, p.lane));
        }
        queue_commit(tile, left < LANES ? left : LANES);
    }
}

/* Draws micro-triangles `first` to `end` - 1. `floats` is a constant. */
SIMD_INLINE void micro_draw(bp_tile *tile, const bp_command *command, const micro_triangles *t, int first,
                            int end, int floats) {
    micro_fragments list;
    micro_list_fragments(t, (const uint8_t(*)[8])tile->bit_indices, first, end, &list);
    if (list.count) micro_test_fragments(tile, command, t, &list);
    if (list.count) micro_queue(tile, &command->triangles->shading, t, &list, floats);
}
