/* Triangles row by row: LANES pixels side by side, a block, their samples one after the other, coloured at once.
 *
 * Works for every state, with one sample a pixel or four. Colour is computed once for a pixel, at its
 * centre; coverage and depth for each sample. An edge excludes all of a block or nothing of it if it does so at
 * the block's two ends, for the samples that are furthest to the one side and to the other: most blocks are
 * outside or inside by that, and their samples aren't looked at or need depth alone.
 */
#ifndef BP_RASTER_TILED_SCANLINE_SIMD_H
#define BP_RASTER_TILED_SCANLINE_SIMD_H

#include "raster/tiled/triangle_setup_simd.h"
#include "raster/tiled/shade_simd.h"

/* Planes of everything but the head's x and y: value, slope to the right, slope down. */
typedef struct scanline_planes {
    vf4 base[4], x[4], y[4];
    float wire_x[3], wire_y[3]; /* distance from each edge: wire_x * X + wire_y * Y from the edge's start */
    float start_x[3], start_y[3];
    float wire_far[3]; /* added: 0, or so much that a cut is never near */
} scanline_planes;

SIMD_INLINE void scanline_wire_planes(scanline_planes *p, const triangle_setup *t) {
    float sign = t->negative ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) {
        const float *a = t->vertex[i], *b = t->vertex[(i + 1) % 3];
        float nx = a[1] - b[1], ny = b[0] - a[0], scale = sign / sqrtf(nx * nx + ny * ny);
        p->wire_x[i] = nx * scale;
        p->wire_y[i] = ny * scale;
        p->start_x[i] = a[0];
        p->start_y[i] = a[1];
        p->wire_far[i] = t->is_triangle_edge[i] ? 0.0f : 1e6f;
    }
}

SIMD_INLINE void scanline_planes_make(scanline_planes *p, const triangle_setup *t, const bp_shading *s, int floats) {
    for (int i = 0; 4 * i < floats; i++) {
        p->base[i] = vf4_load(t->vertex[0] + 4 * i);
        vf4 d1 = i ? vf4_load(t->vertex[1] + 4 * i) - p->base[i] : t->a;
        vf4 d2 = i ? vf4_load(t->vertex[2] + 4 * i) - p->base[i] : t->b;
        p->x[i] = setup_slope_x(t, d1, d2);
        p->y[i] = setup_slope_y(t, d1, d2);
    }
    if (s->wire) scanline_wire_planes(p, t);
}

/* What a row is drawn with. */
typedef struct rows {
    bp_tile *tile;
    const bp_command *command;
    const bp_shading *shading;
    const triangle_setup *triangle;
    const scanline_planes *planes;
    bool inside;
    int samples;
    vi4 most, least; /* of the edges at the tile's first pixel: the samples' largest and smallest */
    vi step[3];      /* of the edges, from a block's first pixel */
} rows;

SIMD_INLINE void scanline_edge_steps(rows *r) {
    const triangle_setup *t = r->triangle;
    r->most = r->least = t->edge_c[0];
    for (int s = 1; s < r->samples; s++) {
        vi4 more = t->edge_c[s] > r->most, less = t->edge_c[s] < r->least;
        r->most = (t->edge_c[s] & more) | (r->most & ~more);
        r->least = (t->edge_c[s] & less) | (r->least & ~less);
    }
    for (int i = 0; i < 3; i++) r->step[i] = vi_iota() * t->edge_a[i];
}

/* Where pixels x to `last` of row y are. */
typedef enum scanline_coverage { SCANLINE_OUTSIDE, SCANLINE_PARTIAL, SCANLINE_INSIDE } scanline_coverage;
SIMD_INLINE scanline_coverage scanline_classify(const rows *r, int x, int last, int y) {
    const triangle_setup *t = r->triangle;
    const bp_irect area = r->tile->target.rect;
    if (r->inside) return SCANLINE_INSIDE;
    vi4 row = t->edge_b * (y - area.y0), begin = row + t->edge_a * (x - area.x0),
        end = row + t->edge_a * (last - area.x0);
    if (vi4_movemask((r->most + begin) & (r->most + end)) & 7) return SCANLINE_OUTSIDE;
    return vi4_movemask((r->least + begin) | (r->least + end)) & 7 ? SCANLINE_PARTIAL : SCANLINE_INSIDE;
}

/* Value `k` of group `group` at `dx`, `dy` from vertex 0. */
SIMD_INLINE vf scanline_value(const scanline_planes *p, int group, int k, float dy, vf dx) {
    return (p->base[group][k] + p->y[group][k] * dy) + p->x[group][k] * dx;
}

SIMD_INLINE vf scanline_wire_opacity(const rows *r, int y, vf x) {
    const scanline_planes *p = r->planes;
    vf nearest = vf_set1(1e6f);
    for (int i = 0; i < 3; i++) {
        vf d = p->wire_x[i] * (x - p->start_x[i]) + vf_set1(p->wire_y[i] * ((float)y + 0.5f - p->start_y[i]));
        nearest = vf_min(d + vf_set1(p->wire_far[i]), nearest);
    }
    return shade_clamp(r->shading->wire_radius - nearest, 1.0f);
}

SIMD_INLINE void scanline_interpolate(const rows *r, int y, vf x, shade_input *in, vf slope[6]) {
    const scanline_planes *p = r->planes;
    const bp_shading *s = r->shading;
    const float dy = (float)y + 0.5f - r->triangle->y0;
    const vf dx = x - r->triangle->x0;
    in->inverse_w = scanline_value(p, 0, 3, dy, dx);
    if (s->color_offset)
        for (int c = 0; c < 4; c++) in->color[c] = scanline_value(p, s->color_offset / 4, c, dy, dx);
    if (s->normal_offset)
        for (int c = 0; c < 3; c++) in->normal[c] = scanline_value(p, s->normal_offset / 4, c, dy, dx);
    if (!s->uv_offset) return;
    int group = s->uv_offset / 4;
    for (int c = 0; c < 2; c++) in->uv[c] = scanline_value(p, group, c, dy, dx);
    if (s->filter != BP_FILTER_TRILINEAR) return;
    const float slopes[6] = {p->x[group][0], p->x[group][1], p->x[0][3],
                             p->y[group][0], p->y[group][1], p->y[0][3]};
    for (int i = 0; i < 6; i++) slope[i] = vf_set1(slopes[i]);
    in->slope = slope;
}

/* Writes a colour where the mask says, to one sample of LANES pixels: `packed`, or that over what is there; in
 * linear light `color` is what is mixed. */
SIMD_INLINE void scanline_write_color(const rows *r, uint32_t *pixels, vi mask, vi packed, const color4 *color,
                           bool blend) {
    vi old = vi_load(pixels);
    if (blend && !r->shading->raw)
        packed = encode_linear(r->shading->tables, color, true, old);
    else if (blend)
        packed = blend_raw(packed, old);
    vi_store(pixels, vi_select(mask, packed, old));
}

/* One sample of LANES pixels has passed: its depth is written. Returns how many there are. */
SIMD_INLINE unsigned scanline_write_depth(const rows *r, float *depth, vi pass, vf z, vf old) {
    unsigned bits = vi_movemask(pass);
    if (bits && !r->command->no_depth_write) vf_store(depth, vf_select(pass, z, old));
    return (unsigned)__builtin_popcount(bits);
}

/* Which pixels of a block across an edge have sample s covered; `at`: the edges' change from the tile's first pixel
 * to the block's. */
SIMD_INLINE vi scanline_covered(const rows *r, vi4 at, int s) {
    vi4 start = r->triangle->edge_c[s] + at;
    vi outside = (r->step[0] + vi_broadcast(start, 0)) | (r->step[1] + vi_broadcast(start, 1)) |
                 (r->step[2] + vi_broadcast(start, 2));
    return ~(outside >> 31);
}

/* Which samples of LANES pixels from x on are covered and in front; their depth is written, or, with a
 * cutoff, left in `z`. */
SIMD_INLINE unsigned scanline_depth_test(const rows *r, int x, int y, vi limit, scanline_coverage where, bool cutoff,
                                vi pass[4], vf z[4]) {
    const triangle_setup *t = r->triangle;
    const bp_target *target = &r->tile->target;
    const vi4 at = t->edge_a * (x - target->rect.x0) + t->edge_b * (y - target->rect.y0);
    const vf from = vf_from_vi(vi_iota() + x) - t->x0;
    unsigned any = 0, tested = 0, written = 0;
    for (int s = 0; s < r->samples; s++) {
        vi covered = limit;
        if (where == SCANLINE_PARTIAL) covered &= scanline_covered(r, at, s);
        pass[s] = covered;
        unsigned bits = vi_movemask(covered);
        if (!bits) continue;
        tested += (unsigned)__builtin_popcount(bits);
        float *depth = target->depth + bp_target_index(target, x, y) + (size_t)s * target->plane;
        float sx = r->samples > 1 ? (float)bp_sample_x[s] * (1.0f / 256.0f) : 0.5f;
        float sy = r->samples > 1 ? (float)bp_sample_y[s] * (1.0f / 256.0f) : 0.5f;
        vf old = vf_load(depth);
        z[s] = scanline_value(r->planes, 0, 2, (float)y + sy - t->y0, from + sx);
        if (r->command->depth == BP_DEPTH_LESS_EQUAL)
            covered &= z[s] <= old;
        else if (r->command->depth == BP_DEPTH_LESS)
            covered &= z[s] < old;
        pass[s] = covered;
        any |= vi_movemask(covered);
        if (!cutoff) written += scanline_write_depth(r, depth, covered, z[s], old);
    }
    r->tile->counters.fragments_tested += tested;
    r->tile->counters.fragments_written += written;
    return any;
}

/* What alpha leaves of samples that are in front: opaque, and now with their depth. */
SIMD_INLINE void scanline_alpha_test(const rows *r, size_t pixel, vi *packed, color4 *color, vi pass[4],
                           const vf z[4]) {
    const bp_shading *s = r->shading;
    vf alpha = s->raw ? vf_from_vi((*packed >> 24) & 255) : color->c[3];
    for (int i = 0; i < r->samples; i++) {
        if (!vi_movemask(pass[i])) continue;
        pass[i] &= ~(alpha < vf_set1(s->alpha_cutoff));
        float *depth = r->tile->target.depth + pixel + (size_t)i * r->tile->target.plane;
        r->tile->counters.fragments_written += scanline_write_depth(r, depth, pass[i], z[i], vf_load(depth));
    }
    *packed |= (int32_t)0xff000000u;
    color->c[3] = vf_set1(1.0f);
}

/* LANES pixels from x on, those that `limit` allows; `cutoff` is a constant. */
SIMD_INLINE void scanline_draw_block(const rows *r, int x, int y, vi limit, scanline_coverage where, bool cutoff) {
    const vf center = vf_from_vi(vi_iota() + x) + 0.5f;
    vi pass[4];
    vf z[4], slope[6], wire = {0};
    if (r->shading->wire) {
        wire = scanline_wire_opacity(r, y, center);
        if (r->shading->wire == BP_WIRE_ONLY) limit &= wire > 0.0f;
    }
    if (!scanline_depth_test(r, x, y, limit, where, cutoff, pass, z) || (r->command->no_color_write && !cutoff)) return;
    shade_input
        in; /* only what the shading has is filled in, and looked at: clearing it all would take longer */
    in.wire = wire;
    scanline_interpolate(r, y, center, &in, slope);
    bool blend = r->command->blend || r->shading->wire == BP_WIRE_ONLY;
    color4 color;
    vi packed = {0};
    if (r->shading->raw) {
        packed = shade_raw(r->shading, &in);
        for (int c = 0; c < 4; c++) color.c[c] = (vf){0};
    } else {
        color = shade_linear(r->shading, &in);
    }
    const bp_target *target = &r->tile->target;
    size_t pixel = bp_target_index(target, x, y);
    if (cutoff) {
        scanline_alpha_test(r, pixel, &packed, &color, pass, z);
        if (r->command->no_color_write) return;
    }
    if (!blend && !r->shading->raw) packed = encode_linear(r->shading->tables, &color, false, packed);
    uint32_t *pixels = target->color + pixel;
    for (int s = 0; s < r->samples; s++)
        if (vi_movemask(pass[s])) scanline_write_color(r, pixels + (size_t)s * target->plane, pass[s], packed, &color, blend);
}

SIMD_INLINE void scanline_draw_rows(const rows *r, bool cutoff) {
    const bp_irect box = r->triangle->box;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x += LANES) {
            int end = x + LANES < box.x1 ? x + LANES : box.x1;
            scanline_coverage where = scanline_classify(r, x, end - 1, y);
            if (where != SCANLINE_OUTSIDE)
                scanline_draw_block(r, x, y, (vi_iota() + x) < vi_set1(box.x1), where, cutoff);
        }
}

static void scanline_draw(bp_tile *tile, const bp_command *command, const triangle_setup *t, bool inside) {
    scanline_planes planes;
    const bp_shading *shading = &command->triangles->shading;
    scanline_planes_make(&planes, t, shading, command->triangles->floats);
    rows r = {tile, command, shading, t, &planes, inside, tile->target.samples, {0}, {0}, {{0}}};
    scanline_edge_steps(&r);
    if (shading->alpha_cutoff > 0.0f)
        scanline_draw_rows(&r, true);
    else
        scanline_draw_rows(&r, false);
}

#endif
