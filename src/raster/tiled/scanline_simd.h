/* Triangles row by row: blocks of LANES pixels side by side, shaded at once. Scalar twin and definition:
 * triangle_scalar.c.
 *
 * Works for every state, with one sample per pixel or four. Coverage and depth are tested for each sample;
 * the pixel is shaded once, at its centre. A block is classified by its two ends and by the samples that lie
 * farthest to either side of an edge. Most blocks are completely outside or inside, and need no coverage
 * test.
 */
#ifndef BP_RASTER_TILED_SCANLINE_SIMD_H
#define BP_RASTER_TILED_SCANLINE_SIMD_H

#include "raster/tiled/shade_simd.h"
#include "raster/tiled/triangle_setup_simd.h"

/* The gradients of a triangle's attributes, and for a wireframe the distance from each edge:
 * wire_x * X + wire_y * Y + wire_bias, with X, Y from the edge's start. */
typedef struct scanline_gradients {
    attribute_gradients attributes;
    float wire_x[3], wire_y[3], start_x[3], start_y[3];
    float wire_bias[3]; /* 0, or for an edge added by clipping so large that it is never the nearest */
} scanline_gradients;

SIMD_INLINE void scanline_wire_gradients(scanline_gradients *p, const triangle_setup *t) {
    float sign = t->negative ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) {
        const float *a = t->vertex[i], *b = t->vertex[(i + 1) % 3];
        float nx = a[1] - b[1], ny = b[0] - a[0], scale = sign / sqrtf(nx * nx + ny * ny);
        p->wire_x[i] = nx * scale;
        p->wire_y[i] = ny * scale;
        p->start_x[i] = a[0];
        p->start_y[i] = a[1];
        p->wire_bias[i] = t->is_triangle_edge[i] ? 0.0f : 1e6f;
    }
}

/* A triangle being drawn. */
typedef struct scanline {
    bp_tile *tile;
    const bp_command *command;
    const bp_shading *shading;
    const triangle_setup *triangle;
    const scanline_gradients *gradients;
    bool inside;
    int samples;
    vi4 max, min; /* largest and smallest of the samples' edge functions at the tile's first pixel */
    vi step[3];   /* of the edge functions, from a block's first pixel to each of its pixels */
} scanline;

SIMD_INLINE void scanline_edge_steps(scanline *r) {
    const triangle_setup *t = r->triangle;
    r->max = r->min = t->edge_c[0];
    for (int s = 1; s < r->samples; s++) {
        vi4 more = t->edge_c[s] > r->max, less = t->edge_c[s] < r->min;
        r->max = (t->edge_c[s] & more) | (r->max & ~more);
        r->min = (t->edge_c[s] & less) | (r->min & ~less);
    }
    for (int i = 0; i < 3; i++) r->step[i] = vi_iota() * t->edge_a[i];
}

/* Classifies pixels x to `last` of row y. */
typedef enum scanline_coverage { SCANLINE_OUTSIDE, SCANLINE_PARTIAL, SCANLINE_INSIDE } scanline_coverage;
SIMD_INLINE scanline_coverage scanline_classify(const scanline *r, int x, int last, int y) {
    const triangle_setup *t = r->triangle;
    const bp_irect area = r->tile->target.rect;
    if (r->inside) return SCANLINE_INSIDE;
    vi4 row = t->edge_b * (y - area.y0), begin = row + t->edge_a * (x - area.x0),
        end = row + t->edge_a * (last - area.x0);
    if (vi4_movemask((r->max + begin) & (r->max + end)) & 7) return SCANLINE_OUTSIDE;
    return vi4_movemask((r->min + begin) | (r->min + end)) & 7 ? SCANLINE_PARTIAL : SCANLINE_INSIDE;
}

SIMD_INLINE vf scanline_wire_opacity(const scanline *r, int y, vf x) {
    const scanline_gradients *p = r->gradients;
    vf nearest = vf_set1(1e6f);
    for (int i = 0; i < 3; i++) {
        vf d = p->wire_x[i] * (x - p->start_x[i]) + vf_set1(p->wire_y[i] * ((float)y + 0.5f - p->start_y[i]));
        nearest = vf_min(d + vf_set1(p->wire_bias[i]), nearest);
    }
    return shade_clamp(r->shading->wire_radius - nearest, 1.0f);
}

/* Interpolates the attributes that the shading state uses, at the pixels' centres. */
SIMD_INLINE void scanline_interpolate(const scanline *r, int y, vf x, shade_input *in, vf gradient[6]) {
    const attribute_gradients *p = &r->gradients->attributes;
    const bp_shading *s = r->shading;
    const vf dx = x - r->triangle->x0, dy = vf_set1((float)y + 0.5f - r->triangle->y0);
    in->inverse_w = attribute_value(p, BP_INVERSE_W, dx, dy);
    if (s->color_offset)
        for (int c = 0; c < 4; c++) in->color[c] = attribute_value(p, s->color_offset + c, dx, dy);
    if (s->normal_offset)
        for (int c = 0; c < 3; c++) in->normal[c] = attribute_value(p, s->normal_offset + c, dx, dy);
    if (!s->uv_offset) return;
    for (int c = 0; c < 2; c++) in->uv[c] = attribute_value(p, s->uv_offset + c, dx, dy);
    if (s->filter != BP_FILTER_TRILINEAR) return;
    for (int i = 0; i < 6; i++) gradient[i] = vf_set1(attribute_gradient(p, s->uv_offset, i));
    in->gradient = gradient;
}

/* Writes LANES pixels to the samples that passed: `packed`, blended if `blend`. Blending in linear light uses
 * `color`. It takes long, and the four samples under most pixels are equal: their result is used again. */
SIMD_INLINE void scanline_write_color(const scanline *r, uint32_t *pixels, const vi pass[4], vi packed,
                                      const color4 *color, bool blend) {
    const vi over = packed;
    vi under = {0};
    bool any = false;
    for (int s = 0; s < r->samples; s++, pixels += r->tile->target.sample_stride) {
        if (!vi_movemask(pass[s])) continue;
        vi old = vi_load(pixels);
        if (blend && (!any || vi_movemask(old != under))) {
            packed =
                r->shading->raw ? blend_raw(over, old) : encode_linear(r->shading->tables, color, true, old);
            under = old;
            any = true;
        }
        vi_store(pixels, vi_select(pass[s], packed, old));
    }
}

/* Writes the depth of one sample of those pixels where it passed. Returns their number. */
SIMD_INLINE unsigned scanline_write_depth(const scanline *r, float *depth, vi pass, vf z, vf old) {
    unsigned bits = vi_movemask(pass);
    if (bits && !r->command->no_depth_write) vf_store(depth, vf_select(pass, z, old));
    return (unsigned)__builtin_popcount(bits);
}

/* The pixels of a partly covered block whose sample s is covered. `offset`: the change of the edge functions
 * from the tile's first pixel to the block's. */
SIMD_INLINE vi scanline_covered(const scanline *r, vi4 offset, int s) {
    vi4 start = r->triangle->edge_c[s] + offset;
    vi outside = (r->step[0] + vi_broadcast(start, 0)) | (r->step[1] + vi_broadcast(start, 1)) |
                 (r->step[2] + vi_broadcast(start, 2));
    return ~(outside >> 31);
}

/* Tests the samples of LANES pixels from x on: which are covered and pass the depth test. Writes their depth,
 * or with an alpha test leaves it in `z`. */
SIMD_INLINE unsigned scanline_depth_test(const scanline *r, int x, int y, vi mask, scanline_coverage coverage,
                                         bool cutoff, vi pass[4], vf z[4]) {
    const triangle_setup *t = r->triangle;
    const bp_target *target = &r->tile->target;
    const vi4 offset = t->edge_a * (x - target->rect.x0) + t->edge_b * (y - target->rect.y0);
    const vf from = vf_from_vi(vi_iota() + x) - t->x0;
    unsigned any = 0, tested = 0, written = 0;
    for (int s = 0; s < r->samples; s++) {
        vi covered = mask;
        if (coverage == SCANLINE_PARTIAL) covered &= scanline_covered(r, offset, s);
        pass[s] = covered;
        unsigned bits = vi_movemask(covered);
        if (!bits) continue;
        tested += (unsigned)__builtin_popcount(bits);
        float *depth = target->depth + bp_target_index(target, x, y) + (size_t)s * target->sample_stride;
        float sx = r->samples > 1 ? (float)bp_sample_x[s] * (1.0f / 256.0f) : 0.5f;
        float sy = r->samples > 1 ? (float)bp_sample_y[s] * (1.0f / 256.0f) : 0.5f;
        vf old = vf_load(depth);
        z[s] = attribute_value(&r->gradients->attributes, 2, from + sx, vf_set1((float)y + sy - t->y0));
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

/* The alpha test: samples that pass become opaque, and their depth is written. */
SIMD_INLINE void scanline_alpha_test(const scanline *r, size_t pixel, vi *packed, color4 *color, vi pass[4],
                                     const vf z[4]) {
    const bp_shading *s = r->shading;
    vf alpha = s->raw ? vf_from_vi((*packed >> 24) & 255) : color->c[3];
    for (int i = 0; i < r->samples; i++) {
        if (!vi_movemask(pass[i])) continue;
        pass[i] &= ~(alpha < vf_set1(s->alpha_cutoff));
        float *depth = r->tile->target.depth + pixel + (size_t)i * r->tile->target.sample_stride;
        r->tile->counters.fragments_written += scanline_write_depth(r, depth, pass[i], z[i], vf_load(depth));
    }
    *packed |= (int32_t)0xff000000u;
    color->c[3] = vf_set1(1.0f);
}

/* Draws LANES pixels from x on, under the mask `mask`. `cutoff` (a constant): there is an alpha test. */
SIMD_INLINE void scanline_draw_block(const scanline *r, int x, int y, vi mask, scanline_coverage coverage,
                                     bool cutoff) {
    const vf center = vf_from_vi(vi_iota() + x) + 0.5f;
    vi pass[4];
    vf z[4], gradient[6], wire = {0};
    if (r->shading->wire) {
        wire = scanline_wire_opacity(r, y, center);
        if (r->shading->wire == BP_WIRE_ONLY) mask &= wire > 0.0f;
    }
    if (!scanline_depth_test(r, x, y, mask, coverage, cutoff, pass, z) ||
        (r->command->no_color_write && !cutoff))
        return;
    shade_input in; /* only the fields that the shading state uses are set: clearing all takes time */
    in.wire = wire;
    scanline_interpolate(r, y, center, &in, gradient);
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
    scanline_write_color(r, target->color + pixel, pass, packed, &color, blend);
}

SIMD_INLINE void scanline_draw_rows(const scanline *r, bool cutoff) {
    const bp_irect box = r->triangle->box;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x += LANES) {
            int end = x + LANES < box.x1 ? x + LANES : box.x1;
            scanline_coverage coverage = scanline_classify(r, x, end - 1, y);
            if (coverage != SCANLINE_OUTSIDE)
                scanline_draw_block(r, x, y, (vi_iota() + x) < vi_set1(box.x1), coverage, cutoff);
        }
}

static void scanline_draw(bp_tile *tile, const bp_command *command, const triangle_setup *t, bool inside) {
    scanline_gradients gradients;
    const bp_shading *shading = &command->triangles->shading;
    attribute_gradients_of(&gradients.attributes, t, command->triangles->floats);
    if (shading->wire) scanline_wire_gradients(&gradients, t);
    scanline r = {tile, command, shading, t, &gradients, inside, tile->target.samples, {0}, {0}, {{0}}};
    scanline_edge_steps(&r);
    if (shading->alpha_cutoff > 0.0f)
        scanline_draw_rows(&r, true);
    else
        scanline_draw_rows(&r, false);
}

#endif
