/* Larger triangles of the plainest kinds, row by row: RAW colours, one sample a pixel, no wireframe; textured
 * bilinearly, or with vertex colours, or both, or of one colour. What is the same for a triangle or for a row
 * is kept in registers; the bits are those of rows_lanes.h.
 */
#ifndef BP_RASTER_FILL_LANES_H
#define BP_RASTER_FILL_LANES_H

#include "raster/rows_lanes.h"

/* Which kind; constants where fill_triangle is inlined. */
typedef struct fill_kind {
    bool textured, colored, affine;
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

LANES_INLINE vi fill_texels(const bp_surface *s, const lanes_level *level, vf u, vf v) {
    lanes_texels t = lanes_fetch(s, level, u, v);
    return lanes_bilinear_raw(&t);
}

LANES_INLINE vi fill_color(const fill_plane *colors, vi texels, bool textured, vf w, vf dx) {
    lanes_color color, texel = lanes_unpack_raw(texels);
    LANES_UNROLL
    for (int c = 0; c < 4; c++)
        color.c[c] = fill_value(&colors[c], dx) * w * (textured ? texel.c[c] : vf_set(255.0f));
    return lanes_pack_raw(&color);
}

/* All that a triangle is filled with. */
typedef struct fill {
    const bp_surface *surface;
    fill_kind kind;
    bp_depth_test test;
    bool write_depth, blend, inside;
    fill_plane z, inverse_w, u, v, colors[4];
    lanes_level level;
    vf w;     /* of an affine triangle */
    vi plain; /* the one colour, where there is neither texture nor vertex colour */
    vi numbers, step[3];
    uint64_t tested, written;
} fill;

LANES_INLINE fill fill_start(const bp_command *command, const lanes_triangle *t, const rows_planes *planes,
                             bool inside, fill_kind kind) {
    const bp_surface *s = &command->triangles->surface;
    fill f = {.surface = s,
              .kind = kind,
              .test = command->depth,
              .write_depth = !command->no_depth_write,
              .blend = command->blend,
              .inside = inside,
              .z = fill_plane_of(planes, 2),
              .inverse_w = fill_plane_of(planes, 3),
              .w = vf_set(1.0f) / vf_set(planes->base[0][3]),
              .numbers = vi_numbers(),
              .step = {vi_set(t->edge_a[0]), vi_set(t->edge_a[1]), vi_set(t->edge_a[2])}};
    if (kind.textured) {
        f.level = lanes_level_zero(s->texture);
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
    }
    if (!f->kind.colored) return;
    LANES_UNROLL
    for (int c = 0; c < 4; c++) fill_row(&f->colors[c], dy);
}

/* LANES pixels of those that `covered` says. */
LANES_INLINE void fill_block(fill *f, vi covered, vf dx, uint32_t *pixels, float *depth) {
    f->tested += (uint64_t)__builtin_popcount(vi_bits(covered));
    vf here = fill_value(&f->z, dx), old = vf_load(depth);
    if (f->test == BP_DEPTH_LESS_EQUAL)
        covered &= here <= old;
    else if (f->test == BP_DEPTH_LESS)
        covered &= here < old;
    unsigned bits = vi_bits(covered);
    if (!bits) return;
    f->written += (uint64_t)__builtin_popcount(bits);
    if (f->write_depth) vf_store(depth, vf_select(covered, here, old));
    vf w = f->kind.affine ? f->w : vf_set(1.0f) / fill_value(&f->inverse_w, dx);
    vi result = f->plain, under = vi_load(pixels);
    if (f->kind.textured)
        result = fill_texels(f->surface, &f->level, fill_value(&f->u, dx) * w, fill_value(&f->v, dx) * w);
    if (f->kind.colored) result = fill_color(f->colors, result, f->kind.textured, w, dx);
    if (f->blend) result = lanes_blend_raw(result, under);
    vi_store(pixels, vi_select(covered, result, under));
}

/* `start`: the edges at the row's first pixel. */
LANES_INLINE void fill_pixels(fill *f, vi4 start, vf dx, int count, uint32_t *pixels, float *depth) {
    vi edge[3];
    LANES_UNROLL
    for (int i = 0; i < 3; i++) edge[i] = f->numbers * f->step[i] + start[i];
    for (int left = count; left > 0; left -= LANES, pixels += LANES, depth += LANES, dx += (float)LANES) {
        vi covered = f->numbers < vi_set(left);
        if (!f->inside) {
            covered &= ~((edge[0] | edge[1] | edge[2]) >> 31);
            LANES_UNROLL
            for (int i = 0; i < 3; i++) edge[i] += f->step[i] * LANES;
        }
        if (vi_bits(covered)) fill_block(f, covered, dx, pixels, depth);
    }
}

LANES_INLINE void fill_triangle(bp_tile *tile, const bp_command *command, const lanes_triangle *t,
                                const rows_planes *planes, bool inside, fill_kind kind) {
    fill f = fill_start(command, t, planes, inside, kind);
    const bp_target *target = &tile->target;
    const bp_area box = t->box;
    const vf dx = vf_from(f.numbers + box.x0) + 0.5f - t->x0;
    for (int y = box.y0; y < box.y1; y++) {
        fill_start_row(&f, (float)y + 0.5f - t->y0);
        vi4 start = t->edge_c[0] + t->edge_a * (box.x0 - target->area.x0) + t->edge_b * (y - target->area.y0);
        size_t at = bp_target_at(target, box.x0, y);
        fill_pixels(&f, start, dx, box.x1 - box.x0, target->color + at, target->depth + at);
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
    bool affine = planes.x[0][3] == 0.0f && planes.y[0][3] == 0.0f;
#define FILL(...) fill_triangle(tile, command, t, &planes, inside, (fill_kind){__VA_ARGS__})
    if (textured && colored)
        FILL(true, true, false);
    else if (textured && affine)
        FILL(true, false, true);
    else if (textured)
        FILL(true, false, false);
    else if (colored)
        FILL(false, true, false);
    else
        FILL(false, false, true);
#undef FILL
}

#endif
