/* Larger triangles of the plainest kinds: RAW colours, one sample a pixel, no wireframe; textured bilinearly,
 * or with vertex colours, or both, or of one colour. The bits are those of rows_lanes.h.
 *
 * A row of the tile goes through three loops over its blocks of LANES pixels, with what is between them in
 * a buffer: coverage and depth; places in the texture; texels and colours. Each is a short chain of
 * operations, so that the processor works at several blocks at a time; in one loop a block's texels would have
 * to wait for its whole computation of addresses. Whatever is the same in all rows is made once: what a plane
 * gains from block to block; of a level triangle the columns of its texels.
 */
#ifndef BP_RASTER_TILED_FILL_SIMD_H
#define BP_RASTER_TILED_FILL_SIMD_H

#include "raster/tiled/scanline_simd.h"

/* Which kind; constants where fill_triangle is inlined. */
typedef struct fill_kind {
    bool textured, colored;
    bool affine; /* w is 1 everywhere */
    bool masked; /* the texture repeats by masks (sample_lanes.h) */
    bool level;  /* the texture's rows and columns lie along the screen's: u depends on x alone, v on y */
} fill_kind;

enum { FILL_BLOCKS = BP_TILE / LANES };

/* A plane: what it is in a row straight above or below vertex 0, and what is added to that on the way to each block's
 * pixels. */
typedef struct fill_plane {
    float at0, y;
    vf row, right[FILL_BLOCKS];
} fill_plane;

/* `dx`: how far the first block's pixels lie to the right of vertex 0. */
SIMD_INLINE void fill_plane_make(fill_plane *f, const rows_planes *p, int at, vf dx, int blocks) {
    const vf x = vf_set1(p->x[at / 4][at % 4]);
    f->at0 = p->base[at / 4][at % 4];
    f->y = p->y[at / 4][at % 4];
    for (int i = 0; i < blocks; i++, dx += (float)LANES) f->right[i] = x * dx;
}
SIMD_INLINE void fill_row(fill_plane *p, float dy) { p->row = vf_set1(p->at0 + p->y * dy); }
SIMD_INLINE vf fill_value(const fill_plane *p, int i) { return p->row + p->right[i]; }

/* A bit for each pixel of a row. Blocks come in at the upper end and move down as the next ones follow. */
typedef uint64_t fill_mask;
_Static_assert(BP_TILE == 64, "a row fits its mask");
SIMD_INLINE fill_mask fill_mask_add(fill_mask mask, unsigned bits) {
    return mask >> LANES | (fill_mask)bits << (BP_TILE - LANES);
}
SIMD_INLINE fill_mask fill_mask_end(fill_mask mask, int blocks) {
    return mask >> (BP_TILE - blocks * LANES);
}
SIMD_INLINE unsigned fill_mask_block(fill_mask mask, int i) { return mask >> (i * LANES) & LANES_ALL_BITS; }

/* What one loop leaves for the next. */
typedef struct fill_buffer {
    vf w[FILL_BLOCKS];
    vi rows[FILL_BLOCKS], columns[FILL_BLOCKS]; /* weights */
    uint32_t at[FILL_BLOCKS][LANES];            /* texels */
} fill_buffer;

/* How many rows ahead texels are fetched. */
enum { FILL_AHEAD = 3 };

/* All that a triangle is filled with. */
typedef struct fill {
    const bp_surface *surface;
    const uint64_t *pairs; /* the texel that others are counted from: the texture's first, or a level row's */
    int64_t ahead;         /* from a pixel's texel to that of the one FILL_AHEAD rows below, if affine */
    fill_kind kind;
    bp_depth_test test;
    bool write_depth, blend;
    fill_plane z, inverse_w, u, v, colors[4];
    lanes_level level;
    vi rows;  /* weights, of a level triangle */
    vi plain; /* the one colour, where there is neither texture nor vertex colour */
    vi numbers, step[3];
    uint64_t tested, written;
} fill;

SIMD_INLINE int64_t fill_ahead(const fill *f, const bp_texture_plane *texels) {
    const vf right = vf_set1(f->u.y * (float)(FILL_AHEAD * texels->width));
    const vf down = vf_set1(f->v.y * (float)(FILL_AHEAD * texels->height));
    return (int64_t)vi_round(down)[0] * texels->stride + vi_round(right)[0];
}

SIMD_INLINE void fill_start(fill *f, const bp_command *command, const lanes_triangle *t,
                             const rows_planes *planes, fill_kind kind) {
    const bp_surface *s = &command->triangles->surface;
    const int blocks = (t->box.x1 - t->box.x0 + LANES - 1) / LANES;
    f->surface = s;
    f->kind = kind;
    f->test = command->depth;
    f->write_depth = !command->no_depth_write;
    f->blend = command->blend;
    f->numbers = vi_iota();
    f->tested = f->written = 0;
    f->plain = vi_set1(0);
    SIMD_UNROLL
    for (int i = 0; i < 3; i++) f->step[i] = vi_set1(t->edge_a[i]);
    const vf dx = vf_from_vi(f->numbers + t->box.x0) + 0.5f - t->x0;
    fill_plane_make(&f->z, planes, 2, dx, blocks);
    if (!kind.affine) fill_plane_make(&f->inverse_w, planes, 3, dx, blocks);
    if (kind.textured) {
        f->pairs = s->texture->plane[0].pairs;
        f->level = lanes_level_of(s->texture, 0);
        fill_plane_make(&f->u, planes, s->uv_at, dx, blocks);
        fill_plane_make(&f->v, planes, s->uv_at + 1, dx, blocks);
        if (kind.affine) f->ahead = fill_ahead(f, &s->texture->plane[0]);
    }
    if (kind.colored) {
        SIMD_UNROLL
        for (int c = 0; c < 4; c++) fill_plane_make(&f->colors[c], planes, s->color_at + c, dx, blocks);
    }
    if (!kind.textured && !kind.colored) {
        lanes_input in = {.inverse_w = vf_set1(1.0f)};
        f->plain = lanes_shade_raw(s, &in);
    }
}

/* Everything that changes from row to row alone. */
SIMD_INLINE void fill_start_row(fill *f, float dy) {
    fill_row(&f->z, dy);
    if (!f->kind.affine) fill_row(&f->inverse_w, dy);
    if (f->kind.textured) fill_row(&f->v, dy);
    if (f->kind.textured && !f->kind.level) fill_row(&f->u, dy);
    if (f->kind.level) {
        const bp_texture_plane *texels = &f->surface->texture->plane[0];
        const vi y = lanes_along_v(f->surface, &f->level, f->v.row, true);
        f->pairs = texels->pairs + (ptrdiff_t)(y[0] >> 8) * texels->stride;
        f->rows = lanes_row_weights(y & 255);
        f->rows |= f->rows << 16;
    }
    if (!f->kind.colored) return;
    SIMD_UNROLL
    for (int c = 0; c < 4; c++) fill_row(&f->colors[c], dy);
}

/* Which pixels of block i pass, of those that `covered` says; depth is written. `all`: a constant, whether that is
 * all of them. */
SIMD_INLINE unsigned fill_test(const fill *f, int i, vi covered, bool all, float *depth) {
    vf here = fill_value(&f->z, i), old = vf_load(depth), next;
    if (f->test == BP_DEPTH_LESS_EQUAL)
        covered &= here <= old;
    else if (f->test == BP_DEPTH_LESS)
        covered &= here < old;
    if (all && f->test == BP_DEPTH_LESS)
        next = vf_min(here, old); /* which is one operation where selecting is three */
    else
        next = vf_select(covered, here, old);
    if (f->write_depth) vf_store(depth, next);
    return vi_movemask(covered);
}

/* Depth of a row that the triangle covers all of. Returns which pixels are to be coloured. */
SIMD_INLINE fill_mask fill_cover_all(fill *f, int count, float *depth) {
    fill_mask passed = 0;
    int i = 0;
    f->tested += (uint64_t)count;
    for (; (i + 1) * LANES <= count; i++, depth += LANES)
        passed = fill_mask_add(passed, fill_test(f, i, vi_set1(-1), true, depth));
    if (i * LANES < count) {
        passed = fill_mask_add(passed, fill_test(f, i, f->numbers < vi_set1(count - i * LANES), false, depth));
        i++;
    }
    return fill_mask_end(passed, i);
}

/* Coverage and depth. `start`: the edges at the row's first pixel. */
SIMD_INLINE fill_mask fill_cover(fill *f, vi4 start, int count, float *depth) {
    vi edge[3];
    fill_mask tested = 0, passed = 0;
    int i = 0;
    SIMD_UNROLL
    for (int k = 0; k < 3; k++) edge[k] = f->numbers * f->step[k] + start[k];
    for (; i * LANES < count; i++, depth += LANES) {
        vi covered = (f->numbers < vi_set1(count - i * LANES)) & ~((edge[0] | edge[1] | edge[2]) >> 31);
        SIMD_UNROLL
        for (int k = 0; k < 3; k++) edge[k] += f->step[k] * LANES;
        unsigned bits = vi_movemask(covered);
        tested = fill_mask_add(tested, bits);
        passed = fill_mask_add(passed, bits ? fill_test(f, i, covered, false, depth) : 0);
    }
    f->tested += (uint64_t)__builtin_popcountll(tested);
    return fill_mask_end(passed, i);
}

/* Places in the texture, and w. A level triangle's are counted from the row's first texel. */
SIMD_INLINE void fill_places(const fill *f, fill_buffer *b, int first, int end) {
    const bp_surface *s = f->surface;
    for (int i = first; i < end; i++) {
        vf w = vf_set1(1.0f);
        if (!f->kind.affine) b->w[i] = w = w / fill_value(&f->inverse_w, i);
        if (!f->kind.textured) continue;
        vf u = fill_value(&f->u, i) * w;
        lanes_place p;
        if (f->kind.level)
            p = lanes_place_from(&f->level, lanes_along_u(s, &f->level, u, true), vi_set1(0));
        else if (f->kind.masked)
            p = lanes_place_at(s, &f->level, u, fill_value(&f->v, i) * w, true, true);
        else
            p = lanes_place_of(s, &f->level, u, fill_value(&f->v, i) * w);
        vi_store(b->at[i], p.at);
        b->rows[i] = lanes_row_weights(p.fy);
        b->columns[i] = lanes_column_weights(p.fx);
    }
}

SIMD_INLINE vi fill_color(const fill *f, vi texels, vf w, int i) {
    lanes_color color, texel = lanes_unpack_raw(texels);
    SIMD_UNROLL
    for (int c = 0; c < 4; c++)
        color.c[c] = fill_value(&f->colors[c], i) * w * (f->kind.textured ? texel.c[c] : vf_set1(255.0f));
    return lanes_pack_raw(&color);
}

/* Sends for texels that a row further down asks for: in a large texture each row lies in a page of memory of its own,
 * where no processor looks ahead by itself. The texture may end before; nothing is read there. */
SIMD_INLINE void fill_prefetch(const fill *f, const uint32_t at[LANES]) {
    SIMD_UNROLL
    for (int i = 0; i < LANES; i += 8)
        __builtin_prefetch(
            (const void *)((uintptr_t)f->pairs + sizeof *f->pairs * (uintptr_t)(at[i] + f->ahead)));
}

/* Texels and colours of block i, of those pixels that `bits` says. */
SIMD_INLINE void fill_block(const fill *f, const fill_buffer *b, int i, unsigned bits, uint32_t *pixels) {
    vi result = f->plain;
    if (f->kind.textured && f->kind.affine) fill_prefetch(f, b->at[i]);
    if (f->kind.textured)
        result = lanes_bilinear_raw(f->pairs, b->at[i], f->kind.level ? f->rows : b->rows[i], b->columns[i],
                                    f->kind.level);
    if (f->kind.colored) result = fill_color(f, result, b->w[i], i);
    if (f->blend) result = lanes_blend_raw(result, vi_load(pixels));
    if (bits != LANES_ALL_BITS) result = vi_select(vi_mask_from_bits(bits), result, vi_load(pixels));
    vi_store(pixels, result);
}

SIMD_INLINE void fill_triangle(bp_tile *tile, const bp_command *command, const lanes_triangle *t,
                                const rows_planes *planes, bool inside, fill_kind kind) {
    fill f;
    fill_buffer buffer;
    fill_start(&f, command, t, planes, kind);
    const bp_target *target = &tile->target;
    const bp_irect box = t->box;
    const int blocks = (box.x1 - box.x0 + LANES - 1) / LANES;
    const fill_mask whole = ~(fill_mask)0 >> (BP_TILE - (box.x1 - box.x0));
    if (kind.level) {
        fill_row(&f.u, 0.0f);
        fill_places(&f, &buffer, 0, blocks);
    }
    for (int y = box.y0; y < box.y1; y++) {
        vi4 start = t->edge_c[0] + t->edge_a * (box.x0 - target->rect.x0) + t->edge_b * (y - target->rect.y0);
        size_t at = bp_target_at(target, box.x0, y);
        fill_start_row(&f, (float)y + 0.5f - t->y0);
        fill_mask mask = inside ? fill_cover_all(&f, box.x1 - box.x0, target->depth + at)
                                : fill_cover(&f, start, box.x1 - box.x0, target->depth + at);
        if (!mask) continue;
        f.written += (uint64_t)__builtin_popcountll(mask);
        int first = 0, end = blocks;
        if (mask != whole) { /* a branch on purpose: nothing that follows waits for depths as a rule */
            first = __builtin_ctzll(mask) / LANES;
            end = (BP_TILE - 1 - __builtin_clzll(mask)) / LANES + 1;
        }
        if (!kind.level) fill_places(&f, &buffer, first, end);
        for (int i = first; i < end; i++) {
            unsigned bits = fill_mask_block(mask, i);
            if (bits) fill_block(&f, &buffer, i, bits, target->color + at + i * LANES);
        }
    }
    tile->counters.fragments_tested += f.tested;
    tile->counters.fragments_written += f.written;
}

/* Whether fill_draw can draw it. */
SIMD_INLINE bool fill_can(const bp_tile *tile, const bp_command *command) {
    const bp_surface *s = &command->triangles->surface;
    if (tile->target.samples != 1 || !s->raw || s->wire || s->pixel_light || s->cutoff > 0.0f ||
        command->no_color_write)
        return false;
    /* A texture is either alone or over vertex colours; over one colour it goes the general way. */
    return !s->texture || (s->filter == BP_FILTER_BILINEAR && (s->plain_white || s->color_at));
}

static void fill_draw(bp_tile *tile, const bp_command *command, const lanes_triangle *t, bool inside) {
    rows_planes planes;
    const bp_surface *s = &command->triangles->surface;
    rows_planes_make(&planes, t, s, command->triangles->floats);
    bool textured = s->texture != NULL, colored = s->color_at != 0;
    bool affine = planes.base[0][3] == 1.0f && planes.x[0][3] == 0.0f && planes.y[0][3] == 0.0f;
    bool masked = textured && lanes_masked_u(s) && lanes_masked_v(s);
#define FILL(...) fill_triangle(tile, command, t, &planes, inside, (fill_kind){__VA_ARGS__})
    if (textured && colored)
        FILL(true, true, false, false, false);
    else if (textured && affine && masked && planes.x[s->uv_at / 4][1] == 0.0f &&
             planes.y[s->uv_at / 4][0] == 0.0f)
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
