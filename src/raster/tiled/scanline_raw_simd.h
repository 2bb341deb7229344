/* Large triangles of the simplest kinds, row by row: RAW colours, one sample per pixel, no wireframe; a
 * bilinear texture, vertex colours, both, or one colour. Scalar twin and definition: triangle_scalar.c.
 *
 * Each row of the tile goes through three loops over its blocks of LANES pixels: coverage and depth; texel
 * addresses; texels and colours. Buffers pass results from loop to loop. Operations within a loop depend
 * little on each other, so the processor works on several blocks at a time. In a single loop, a block's
 * texels would have to wait for its addresses. Values that all rows share are computed once: the steps of
 * attributes from block to block, and for a level triangle its columns of texels.
 */
#ifndef BP_RASTER_TILED_SCANLINE_RAW_SIMD_H
#define BP_RASTER_TILED_SCANLINE_RAW_SIMD_H

#include "raster/tiled/scanline_simd.h"

/* The kind of triangle; constants after inlining. */
typedef struct raw_kind {
    bool textured, colored;
    bool affine; /* w is 1 everywhere */
    bool masked; /* the texture repeats by masks (texture_sample_simd.h) */
    bool level;  /* u depends on x alone, and v on y */
} raw_kind;

enum { RAW_BLOCKS = BP_TILE_SIZE / LANES };

/* An attribute: its value at vertex 0, its gradient down, its value in the current row straight above or
 * below vertex 0, and its change from there to the pixels of each block. */
typedef struct raw_attribute {
    float base, ddy;
    vf row, block_step[RAW_BLOCKS];
} raw_attribute;

/* dx: the distance of the first block's pixels from vertex 0. */
SIMD_INLINE void raw_attribute_make(raw_attribute *a, const attribute_gradients *p, int k, vf dx,
                                    int blocks) {
    const vf ddx = vf_set1(p->ddx[k / 4][k % 4]);
    a->base = p->base[k / 4][k % 4];
    a->ddy = p->ddy[k / 4][k % 4];
    for (int i = 0; i < blocks; i++, dx += (float)LANES) a->block_step[i] = ddx * dx;
}
SIMD_INLINE void raw_attribute_start_row(raw_attribute *p, float dy) {
    p->row = vf_set1(p->base + p->ddy * dy);
}
SIMD_INLINE vf raw_attribute_value(const raw_attribute *p, int i) { return p->row + p->block_step[i]; }

/* A bit for each pixel of a row. Blocks enter at the upper end and move down as others follow. */
typedef uint64_t row_mask;
_Static_assert(BP_TILE_SIZE == 64, "a row fits its mask");
SIMD_INLINE row_mask row_mask_push(row_mask mask, unsigned bits) {
    return mask >> LANES | (row_mask)bits << (BP_TILE_SIZE - LANES);
}
SIMD_INLINE row_mask row_mask_finish(row_mask mask, int blocks) {
    return mask >> (BP_TILE_SIZE - blocks * LANES);
}
SIMD_INLINE unsigned row_mask_block(row_mask mask, int i) { return mask >> (i * LANES) & LANES_ALL_BITS; }

/* Passes results from loop to loop. */
typedef struct raw_buffer {
    vf w[RAW_BLOCKS];
    vi rows[RAW_BLOCKS], columns[RAW_BLOCKS]; /* filter weights */
    uint32_t texel_index[RAW_BLOCKS][LANES];  /* texel indices */
} raw_buffer;

/* How many rows ahead texels are prefetched. */
enum { RAW_PREFETCH_ROWS = 3 };

/* A triangle being filled. */
typedef struct raw_fill {
    const bp_shading *shading;
    const uint64_t *pairs; /* the texel of index 0: the texture's first, or a level triangle's row's first */
    int64_t ahead;         /* if affine: texels from a pixel's to that of the pixel RAW_PREFETCH_ROWS below */
    raw_kind kind;
    bp_depth_test test;
    bool write_depth, blend;
    raw_attribute z, inverse_w, u, v, colors[4];
    mip_level level;
    vi rows;      /* filter weights of a level triangle's row */
    vi one_color; /* of a triangle without texture and vertex colours */
    vi lane_index, step[3];
    uint64_t tested, written;
} raw_fill;

SIMD_INLINE int64_t raw_prefetch_distance(const raw_fill *f, const bp_mip_level *texels) {
    const vf right = vf_set1(f->u.ddy * (float)(RAW_PREFETCH_ROWS * texels->width));
    const vf down = vf_set1(f->v.ddy * (float)(RAW_PREFETCH_ROWS * texels->height));
    return (int64_t)vi_round(down)[0] * texels->stride + vi_round(right)[0];
}

SIMD_INLINE void raw_start(raw_fill *f, const bp_command *command, const triangle_setup *t,
                           const attribute_gradients *gradients, raw_kind kind) {
    const bp_shading *s = &command->triangles->shading;
    const int blocks = (t->box.x1 - t->box.x0 + LANES - 1) / LANES;
    f->shading = s;
    f->kind = kind;
    f->test = command->depth;
    f->write_depth = !command->no_depth_write;
    f->blend = command->blend;
    f->lane_index = vi_iota();
    f->tested = f->written = 0;
    f->one_color = vi_set1(0);
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) f->step[i] = vi_set1(t->edge_a[i]);
    const vf dx = vf_from_vi(f->lane_index + t->box.x0) + 0.5f - t->x0;
    raw_attribute_make(&f->z, gradients, 2, dx, blocks);
    if (!kind.affine) raw_attribute_make(&f->inverse_w, gradients, 3, dx, blocks);
    if (kind.textured) {
        f->pairs = s->texture->mip[0].pairs;
        f->level = mip_level_uniform(s->texture, 0);
        raw_attribute_make(&f->u, gradients, s->uv_offset, dx, blocks);
        raw_attribute_make(&f->v, gradients, s->uv_offset + 1, dx, blocks);
        if (kind.affine) f->ahead = raw_prefetch_distance(f, &s->texture->mip[0]);
    }
    if (kind.colored) {
        SIMD_UNROLL
        for (int c = 0; c < 4; c++)
            raw_attribute_make(&f->colors[c], gradients, s->color_offset + c, dx, blocks);
    }
    if (!kind.textured && !kind.colored) {
        shade_input in = {.inverse_w = vf_set1(1.0f)};
        f->one_color = shade_raw(s, &in);
    }
}

/* Computes the values that depend only on the row. */
SIMD_INLINE void raw_start_row(raw_fill *f, float dy) {
    raw_attribute_start_row(&f->z, dy);
    if (!f->kind.affine) raw_attribute_start_row(&f->inverse_w, dy);
    if (f->kind.textured) raw_attribute_start_row(&f->v, dy);
    if (f->kind.textured && !f->kind.level) raw_attribute_start_row(&f->u, dy);
    if (f->kind.level) {
        const bp_mip_level *texels = &f->shading->texture->mip[0];
        const vi y =
            texture_coordinate(f->v.row, f->shading->wrap_v, f->level.height_256, f->level.height, true);
        f->pairs = texels->pairs + (ptrdiff_t)(y[0] >> 8) * texels->stride;
        f->rows = filter_row_weights(y & 255);
        f->rows |= f->rows << 16;
    }
    if (!f->kind.colored) return;
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) raw_attribute_start_row(&f->colors[c], dy);
}

/* The covered pixels of block i that pass the depth test; writes their depth. `all` (a constant): all pixels
 * are covered. */
SIMD_INLINE unsigned raw_depth_test(const raw_fill *f, int i, vi covered, bool all, float *depth) {
    vf here = raw_attribute_value(&f->z, i), old = vf_load(depth), next;
    if (f->test == BP_DEPTH_LESS_EQUAL)
        covered &= here <= old;
    else if (f->test == BP_DEPTH_LESS)
        covered &= here < old;
    if (all && f->test == BP_DEPTH_LESS)
        next = vf_min(here, old); /* one instruction; vf_select may take three */
    else
        next = vf_select(covered, here, old);
    if (f->write_depth) vf_store(depth, next);
    return vi_movemask(covered);
}

/* The depth test of a row that the triangle covers completely. Returns the pixels that pass. */
SIMD_INLINE row_mask raw_cover_all(raw_fill *f, int count, float *depth) {
    row_mask passed = 0;
    int i = 0;
    f->tested += (uint64_t)count;
    for (; (i + 1) * LANES <= count; i++, depth += LANES)
        passed = row_mask_push(passed, raw_depth_test(f, i, vi_set1(-1), true, depth));
    if (i * LANES < count) {
        passed = row_mask_push(
            passed, raw_depth_test(f, i, f->lane_index < vi_set1(count - i * LANES), false, depth));
        i++;
    }
    return row_mask_finish(passed, i);
}

/* Coverage and depth test of a row. `start`: the edge functions at its first pixel. Returns the pixels that
 * pass. */
SIMD_INLINE row_mask raw_cover(raw_fill *f, vi4 start, int count, float *depth) {
    vi edge[3];
    row_mask tested = 0, passed = 0;
    int i = 0;
    SIMD_UNROLL
    for (int k = 0; k < 3; k++) edge[k] = f->lane_index * f->step[k] + start[k];
    for (; i * LANES < count; i++, depth += LANES) {
        vi covered = (f->lane_index < vi_set1(count - i * LANES)) & ~((edge[0] | edge[1] | edge[2]) >> 31);
        SIMD_UNROLL
        for (int k = 0; k < 3; k++) edge[k] += f->step[k] * LANES;
        unsigned bits = vi_movemask(covered);
        tested = row_mask_push(tested, bits);
        passed = row_mask_push(passed, bits ? raw_depth_test(f, i, covered, false, depth) : 0);
    }
    f->tested += (uint64_t)__builtin_popcountll(tested);
    return row_mask_finish(passed, i);
}

/* Computes texel addresses and w. In a level triangle, addresses count from the row's first texel. */
SIMD_INLINE void raw_texel_addresses(const raw_fill *f, raw_buffer *b, int first, int end) {
    const bp_shading *s = f->shading;
    for (int i = first; i < end; i++) {
        vf w = vf_set1(1.0f);
        if (!f->kind.affine) b->w[i] = w = w / raw_attribute_value(&f->inverse_w, i);
        if (!f->kind.textured) continue;
        vf u = raw_attribute_value(&f->u, i) * w;
        texel_address p;
        if (f->kind.level)
            p = texel_address_from(&f->level,
                                   texture_coordinate(u, s->wrap_u, f->level.width_256, f->level.width, true),
                                   vi_set1(0));
        else if (f->kind.masked)
            p = texel_address_at(s, &f->level, u, raw_attribute_value(&f->v, i) * w, true, true);
        else
            p = texel_address_of(s, &f->level, u, raw_attribute_value(&f->v, i) * w);
        vi_store(b->texel_index[i], p.index);
        b->rows[i] = filter_row_weights(p.fy);
        b->columns[i] = filter_column_weights(p.fx);
    }
}

SIMD_INLINE vi raw_color(const raw_fill *f, vi texels, vf w, int i) {
    color4 color, texel = color4_unpack_raw(texels);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++)
        color.c[c] =
            raw_attribute_value(&f->colors[c], i) * w * (f->kind.textured ? texel.c[c] : vf_set1(255.0f));
    return color4_pack_raw(&color);
}

/* Prefetches texels for a row farther down. Each row of a large texture lies in another memory page, and
 * processors don't prefetch across pages. An address beyond the texture does no harm. */
SIMD_INLINE void raw_prefetch(const raw_fill *f, const uint32_t texel_index[LANES]) {
    SIMD_UNROLL
    for (int i = 0; i < LANES; i += 8)
        __builtin_prefetch(
            (const void *)((uintptr_t)f->pairs + sizeof *f->pairs * (uintptr_t)(texel_index[i] + f->ahead)));
}

/* Texels and colours of block i, for the pixels in `bits`. */
SIMD_INLINE void raw_write_block(const raw_fill *f, const raw_buffer *b, int i, unsigned bits,
                                 uint32_t *pixels) {
    vi result = f->one_color;
    if (f->kind.textured && f->kind.affine) raw_prefetch(f, b->texel_index[i]);
    if (f->kind.textured)
        result = filter_bilinear_raw(f->pairs, b->texel_index[i], f->kind.level ? f->rows : b->rows[i],
                                     b->columns[i], f->kind.level);
    if (f->kind.colored) result = raw_color(f, result, b->w[i], i);
    if (f->blend) result = blend_raw(result, vi_load(pixels));
    if (bits != LANES_ALL_BITS) result = vi_select(vi_mask_from_bits(bits), result, vi_load(pixels));
    vi_store(pixels, result);
}

SIMD_INLINE void raw_fill_triangle(bp_tile *tile, const bp_command *command, const triangle_setup *t,
                                   const attribute_gradients *gradients, bool inside, raw_kind kind) {
    raw_fill f;
    raw_buffer buffer;
    raw_start(&f, command, t, gradients, kind);
    const bp_target *target = &tile->target;
    const bp_irect box = t->box;
    const int blocks = (box.x1 - box.x0 + LANES - 1) / LANES;
    const row_mask whole = ~(row_mask)0 >> (BP_TILE_SIZE - (box.x1 - box.x0));
    if (kind.level) {
        raw_attribute_start_row(&f.u, 0.0f);
        raw_texel_addresses(&f, &buffer, 0, blocks);
    }
    for (int y = box.y0; y < box.y1; y++) {
        vi4 start = t->edge_c[0] + t->edge_a * (box.x0 - target->rect.x0) + t->edge_b * (y - target->rect.y0);
        size_t index = bp_target_index(target, box.x0, y);
        raw_start_row(&f, (float)y + 0.5f - t->y0);
        row_mask mask = inside ? raw_cover_all(&f, box.x1 - box.x0, target->depth + index)
                               : raw_cover(&f, start, box.x1 - box.x0, target->depth + index);
        if (!mask) continue;
        f.written += (uint64_t)__builtin_popcountll(mask);
        int first = 0, end = blocks;
        if (mask != whole) { /* with a branch, later operations needn't wait for the depth test */
            first = __builtin_ctzll(mask) / LANES;
            end = (BP_TILE_SIZE - 1 - __builtin_clzll(mask)) / LANES + 1;
        }
        if (!kind.level) raw_texel_addresses(&f, &buffer, first, end);
        for (int i = first; i < end; i++) {
            unsigned bits = row_mask_block(mask, i);
            if (bits) raw_write_block(&f, &buffer, i, bits, target->color + index + i * LANES);
        }
    }
    tile->counters.fragments_tested += f.tested;
    tile->counters.fragments_written += f.written;
}

/* Whether raw_draw can draw the triangles of a command. */
SIMD_INLINE bool raw_can_draw(const bp_tile *tile, const bp_command *command) {
    const bp_shading *s = &command->triangles->shading;
    if (tile->target.samples != 1 || !s->raw || s->wire || s->pixel_light || s->alpha_cutoff > 0.0f ||
        command->no_color_write)
        return false;
    /* A texture alone, or with vertex colours. A texture with one colour is drawn by scanline_draw. */
    return !s->texture || (s->filter == BP_FILTER_BILINEAR && (s->texture_only || s->color_offset));
}

static void raw_draw(bp_tile *tile, const bp_command *command, const triangle_setup *t, bool inside) {
    attribute_gradients gradients;
    const bp_shading *s = &command->triangles->shading;
    attribute_gradients_of(&gradients, t, command->triangles->floats);
    bool textured = s->texture != NULL, colored = s->color_offset != 0;
    bool affine = gradients.base[0][3] == 1.0f && gradients.ddx[0][3] == 0.0f && gradients.ddy[0][3] == 0.0f;
    bool masked = textured && texture_masks_both(s);
#define FILL(...) raw_fill_triangle(tile, command, t, &gradients, inside, (raw_kind){__VA_ARGS__})
    if (textured && colored)
        FILL(true, true, false, false, false);
    else if (textured && affine && masked && gradients.ddx[s->uv_offset / 4][1] == 0.0f &&
             gradients.ddy[s->uv_offset / 4][0] == 0.0f)
        FILL(true, false, true, true, true);
    else if (textured && affine && masked)
        FILL(true, false, true, true, false);
    else if (textured && masked)
        FILL(true, false, false, true, false);
    else if (textured)
        FILL(true, false, false, false, false);
    else if (colored)
        FILL(false, true, false, false, false);
    else
        FILL(false, false, true, false, false);
#undef FILL
}

#endif
