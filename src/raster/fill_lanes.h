/* Larger triangles of the plainest kinds: RAW colours, one sample a pixel, no wireframe; textured bilinearly,
 * or with vertex colours, or both, or of one colour. The bits are those of rows_lanes.h.
 *
 * A row of the tile goes through three loops over its blocks of LANES pixels, with what is between them in
 * a buffer: coverage and depth; places in the texture; texels and colours. Each is a short chain of
 * operations, so that the processor works at several blocks at a time; in one loop a block's texels would have
 * to wait for its whole computation of addresses.
 */
#ifndef BP_RASTER_FILL_LANES_H
#define BP_RASTER_FILL_LANES_H

#include "raster/rows_lanes.h"

/* Which kind; constants where fill_triangle is inlined. */
typedef struct fill_kind {
    bool textured, colored;
    bool affine; /* w is 1 everywhere */
    bool masked; /* the texture repeats by masks (sample_lanes.h) */
    bool level;  /* the texture's rows lie along the screen's: v is the same all along a row */
} fill_kind;

/* A plane over a row: row + x * dx. */
typedef struct fill_plane {
    vf base, x;
    float at0, y;
} fill_plane;

LANES_INLINE fill_plane fill_plane_of(const rows_planes *p, int at) {
    return (fill_plane){{0}, vf_set(p->x[at / 4][at % 4]), p->base[at / 4][at % 4], p->y[at / 4][at % 4]};
}
LANES_INLINE void fill_row(fill_plane *p, float dy) { p->base = vf_set(p->at0 + p->y * dy); }
LANES_INLINE vf fill_value(const fill_plane *p, vf dx) { return p->base + p->x * dx; }

enum { FILL_BLOCKS = BP_TILE / LANES };

/* What one loop leaves for the next. */
typedef struct fill_buffer {
    vi covered[FILL_BLOCKS];
    vf w[FILL_BLOCKS];
    vi rows[FILL_BLOCKS], columns[FILL_BLOCKS]; /* weights */
    uint32_t at[FILL_BLOCKS][LANES];            /* texels */
} fill_buffer;

/* All that a triangle is filled with. */
typedef struct fill {
    const bp_surface *surface;
    fill_kind kind;
    bp_depth_test test;
    bool write_depth, blend;
    fill_plane z, inverse_w, u, v, colors[4];
    lanes_level level;
    vi y;     /* where v lies, of a level triangle: lanes_along */
    vi plain; /* the one colour, where there is neither texture nor vertex colour */
    vi numbers, step[3];
    uint64_t tested, written;
} fill;

LANES_INLINE fill fill_start(const bp_command *command, const lanes_triangle *t, const rows_planes *planes,
                             fill_kind kind) {
    const bp_surface *s = &command->triangles->surface;
    fill f = {.surface = s,
              .kind = kind,
              .test = command->depth,
              .write_depth = !command->no_depth_write,
              .blend = command->blend,
              .z = fill_plane_of(planes, 2),
              .inverse_w = fill_plane_of(planes, 3),
              .numbers = vi_numbers(),
              .step = {vi_set(t->edge_a[0]), vi_set(t->edge_a[1]), vi_set(t->edge_a[2])}};
    if (kind.textured) {
        f.level = lanes_level_of(s->texture, 0);
        f.u = fill_plane_of(planes, s->uv_at);
        f.v = fill_plane_of(planes, s->uv_at + 1);
    }
    LANES_UNROLL
    for (int c = 0; c < 4; c++) f.colors[c] = fill_plane_of(planes, kind.colored ? s->color_at + c : 2);
    if (!kind.textured && !kind.colored) {
        lanes_input in = {.inverse_w = vf_set(1.0f)};
        f.plain = lanes_shade_raw(s, &in);
    }
    return f;
}

/* Everything that changes from row to row alone. */
LANES_INLINE void fill_start_row(fill *f, float dy) {
    fill_row(&f->z, dy);
    if (!f->kind.affine) fill_row(&f->inverse_w, dy);
    if (f->kind.textured) {
        fill_row(&f->u, dy);
        fill_row(&f->v, dy);
        if (f->kind.level) f->y = lanes_along_v(f->surface, &f->level, f->v.base, true);
    }
    if (!f->kind.colored) return;
    LANES_UNROLL
    for (int c = 0; c < 4; c++) fill_row(&f->colors[c], dy);
}

/* Which pixels of block i pass, of those that `covered` says; depth is written. Returns a bit for the block if any
 * passes. */
LANES_INLINE unsigned fill_test(fill *f, fill_buffer *b, int i, vi covered, vf dx, float *depth) {
    vf here = fill_value(&f->z, dx), old = vf_load(depth);
    if (f->test == BP_DEPTH_LESS_EQUAL)
        covered &= here <= old;
    else if (f->test == BP_DEPTH_LESS)
        covered &= here < old;
    unsigned bits = vi_bits(covered);
    f->written += (uint64_t)__builtin_popcount(bits);
    if (f->write_depth) vf_store(depth, vf_select(covered, here, old));
    b->covered[i] = covered;
    return (unsigned)(bits != 0) << i;
}

/* Depth of a row that the triangle covers all of. Returns a bit for each block that is to be coloured. */
LANES_INLINE unsigned fill_cover_all(fill *f, fill_buffer *b, vf dx, int count, float *depth) {
    unsigned blocks = 0;
    int i = 0;
    f->tested += (uint64_t)count;
    for (; (i + 1) * LANES <= count; i++, depth += LANES, dx += (float)LANES)
        blocks |= fill_test(f, b, i, vi_set(-1), dx, depth);
    if (i * LANES < count) blocks |= fill_test(f, b, i, f->numbers < vi_set(count - i * LANES), dx, depth);
    return blocks;
}

/* Coverage and depth. `start`: the edges at the row's first pixel. */
LANES_INLINE unsigned fill_cover(fill *f, fill_buffer *b, vi4 start, vf dx, int count, float *depth) {
    vi edge[3];
    unsigned blocks = 0;
    LANES_UNROLL
    for (int i = 0; i < 3; i++) edge[i] = f->numbers * f->step[i] + start[i];
    for (int i = 0; i * LANES < count; i++, depth += LANES, dx += (float)LANES) {
        vi covered = (f->numbers < vi_set(count - i * LANES)) & ~((edge[0] | edge[1] | edge[2]) >> 31);
        LANES_UNROLL
        for (int k = 0; k < 3; k++) edge[k] += f->step[k] * LANES;
        unsigned bits = vi_bits(covered);
        if (!bits) continue;
        f->tested += (uint64_t)__builtin_popcount(bits);
        blocks |= fill_test(f, b, i, covered, dx, depth);
    }
    return blocks;
}

/* Places in the texture, and w. */
LANES_INLINE void fill_places(const fill *f, fill_buffer *b, vf dx, int first, int end) {
    const bp_surface *s = f->surface;
    dx += (float)(first * LANES);
    for (int i = first; i < end; i++, dx += (float)LANES) {
        vf w = vf_set(1.0f);
        if (!f->kind.affine) b->w[i] = w = w / fill_value(&f->inverse_w, dx);
        if (!f->kind.textured) continue;
        vf u = fill_value(&f->u, dx) * w;
        lanes_place p;
        if (f->kind.level)
            p = lanes_place_from(&f->level, lanes_along_u(s, &f->level, u, true), f->y);
        else if (f->kind.masked)
            p = lanes_place_at(s, &f->level, u, fill_value(&f->v, dx) * w, true, true);
        else
            p = lanes_place_of(s, &f->level, u, fill_value(&f->v, dx) * w);
        vi_store(b->at[i], p.at);
        if (!f->kind.level) b->rows[i] = lanes_row_weights(p.fy);
        b->columns[i] = lanes_column_weights(p.fx);
    }
}

LANES_INLINE vi fill_color(const fill *f, vi texels, vf w, vf dx) {
    lanes_color color, texel = lanes_unpack_raw(texels);
    LANES_UNROLL
    for (int c = 0; c < 4; c++)
        color.c[c] = fill_value(&f->colors[c], dx) * w * (f->kind.textured ? texel.c[c] : vf_set(255.0f));
    return lanes_pack_raw(&color);
}

/* Texels and colours of block i. */
LANES_INLINE void fill_block(const fill *f, const fill_buffer *b, int i, vf dx, uint32_t *pixels) {
    const vi covered = b->covered[i];
    vi result = f->plain;
    if (f->kind.textured)
        result =
            lanes_bilinear_raw(f->surface->texture->plane[0].pairs, b->at[i],
                               f->kind.level ? lanes_row_weights(f->y & 255) : b->rows[i], b->columns[i]);
    if (f->kind.colored) result = fill_color(f, result, b->w[i], dx);
    if (f->blend) result = lanes_blend_raw(result, vi_load(pixels));
    if (vi_bits(covered) != LANES_ALL) result = vi_select(covered, result, vi_load(pixels));
    vi_store(pixels, result);
}

LANES_INLINE void fill_triangle(bp_tile *tile, const bp_command *command, const lanes_triangle *t,
                                const rows_planes *planes, bool inside, fill_kind kind) {
    fill f = fill_start(command, t, planes, kind);
    fill_buffer buffer;
    const bp_target *target = &tile->target;
    const bp_area box = t->box;
    const vf dx = vf_from(f.numbers + box.x0) + 0.5f - t->x0;
    for (int y = box.y0; y < box.y1; y++) {
        vi4 start = t->edge_c[0] + t->edge_a * (box.x0 - target->area.x0) + t->edge_b * (y - target->area.y0);
        size_t at = bp_target_at(target, box.x0, y);
        fill_start_row(&f, (float)y + 0.5f - t->y0);
        unsigned blocks = inside ? fill_cover_all(&f, &buffer, dx, box.x1 - box.x0, target->depth + at)
                                 : fill_cover(&f, &buffer, start, dx, box.x1 - box.x0, target->depth + at);
        if (!blocks) continue;
        int first = __builtin_ctz(blocks), end = 32 - __builtin_clz(blocks);
        fill_places(&f, &buffer, dx, first, end);
        for (int i = first; i < end; i++)
            if (blocks >> i & 1)
                fill_block(&f, &buffer, i, dx + (float)(i * LANES), target->color + at + i * LANES);
    }
    tile->counters.fragments_tested += f.tested;
    tile->counters.fragments_written += f.written;
}

/* Whether fill_draw can draw it. */
LANES_INLINE bool fill_can(const bp_tile *tile, const bp_command *command) {
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
    else if (textured && affine && masked && planes.x[s->uv_at / 4][1] == 0.0f)
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
