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

LANES_INLINE void fill_triangle(bp_tile *tile, const bp_command *command, const lanes_triangle *t,
                                const rows_planes *planes, bool inside, fill_kind kind) {
    const bp_surface surface = command->triangles->surface;
    const bp_target *target = &tile->target;
    const bp_area box = t->box;
    const bp_depth_test test = command->depth;
    const bool write_depth = !command->no_depth_write, blend = command->blend;
    fill_plane z = fill_plane_of(planes, 2), inverse_w = fill_plane_of(planes, 3), u = z, v = z, colors[4];
    lanes_level level = {{0}, {0}, {0}, {0}, {0}, {0}};
    if (kind.textured) {
        level = lanes_level_zero(surface.texture);
        u = fill_plane_of(planes, surface.uv_at);
        v = fill_plane_of(planes, surface.uv_at + 1);
    }
    LANES_UNROLL
    for (int c = 0; c < 4; c++) colors[c] = fill_plane_of(planes, kind.colored ? surface.color_at + c : 2);
    vf w = vf_set(1.0f) / vf_set(planes->base[0][3]);
    vi plain = {0};
    if (!kind.textured && !kind.colored) {
        lanes_input in = {.inverse_w = vf_set(1.0f)};
        plain = lanes_shade_raw(&surface, &in);
    }
    const vi numbers = vi_numbers();
    const vi step0 = vi_set(t->edge_a[0]), step1 = vi_set(t->edge_a[1]), step2 = vi_set(t->edge_a[2]);
    uint64_t tested = 0, written = 0;
    for (int y = box.y0; y < box.y1; y++) {
        const int ty = y - target->area.y0, tx = box.x0 - target->area.x0;
        const float dy = (float)y + 0.5f - t->y0;
        fill_row(&z, dy);
        if (!kind.affine) fill_row(&inverse_w, dy);
        if (kind.textured) {
            fill_row(&u, dy);
            fill_row(&v, dy);
        }
        LANES_UNROLL
        for (int c = 0; c < 4; c++) fill_row(&colors[c], dy);
        vi4 start = t->edge_c[0] + t->edge_a * tx + t->edge_b * ty;
        vi e0 = numbers * step0 + start[0], e1 = numbers * step1 + start[1], e2 = numbers * step2 + start[2];
        vf dx = vf_from(numbers + box.x0) + 0.5f - t->x0;
        size_t at = bp_target_at(target, box.x0, y);
        uint32_t *pixels = target->color + at;
        float *depth = target->depth + at;
        for (int left = box.x1 - box.x0; left > 0;
             left -= LANES, pixels += LANES, depth += LANES, dx += (float)LANES) {
            vi covered = numbers < vi_set(left);
            if (!inside) {
                covered &= ~((e0 | e1 | e2) >> 31);
                e0 += step0 * LANES;
                e1 += step1 * LANES;
                e2 += step2 * LANES;
            }
            unsigned bits = vi_bits(covered);
            if (!bits) continue;
            tested += (uint64_t)__builtin_popcount(bits);
            vf depth_here = fill_value(&z, dx), old = vf_load(depth);
            if (test == BP_DEPTH_LESS_EQUAL)
                covered &= depth_here <= old;
            else if (test == BP_DEPTH_LESS)
                covered &= depth_here < old;
            bits = vi_bits(covered);
            if (!bits) continue;
            written += (uint64_t)__builtin_popcount(bits);
            if (write_depth) vf_store(depth, vf_select(covered, depth_here, old));
            if (!kind.affine) w = vf_set(1.0f) / fill_value(&inverse_w, dx);
            vi result = plain;
            if (kind.textured)
                result = fill_texels(&surface, &level, fill_value(&u, dx) * w, fill_value(&v, dx) * w);
            if (kind.colored) result = fill_color(colors, result, kind.textured, w, dx);
            vi under = vi_load(pixels);
            if (blend) result = lanes_blend_raw(result, under);
            vi_store(pixels, vi_select(covered, result, under));
        }
    }
    tile->counters.fragments_tested += tested;
    tile->counters.fragments_written += written;
}

/* Whether fill_draw can draw it. */
LANES_INLINE bool fill_can(const bp_tile *tile, const bp_command *command) {
    const bp_surface *s = &command->triangles->surface;
    if (tile->target.samples != 1 || !s->raw || s->wire || s->pixel_light || command->no_color_write)
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
