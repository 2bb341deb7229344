/* Large triangles, and every triangle that doesn't fit the fragment queue, row by row. Scalar twin and
 * definition: triangle_scalar.c.
 *
 * Works for every state, with one sample per pixel or four. Each row of the tile goes through loops over its
 * blocks of LANES pixels: coverage and depth of each sample; attributes; the stages of shading
 * (shade_batch_simd.h); blending and writing. Buffers pass results from loop to loop. Operations within a
 * loop depend little on each other, so the processor works on several blocks at a time. The change of
 * attributes from block to block is the same in all rows, and is computed once. After coverage and depth,
 * fragments may also wait in the queue.
 */
#pragma once

#include "raster/tiled/fragment_queue_simd.h"
#include "raster/tiled/triangle_setup_simd.h"

enum { ROW_BLOCKS = BP_TILE_SIZE / LANES };

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

/* The distance from an edge: x * X + y * Y + bias, with X, Y from the edge's start. */
typedef struct wire_gradients {
    float x[3], y[3], start_x[3], start_y[3];
    float bias[3]; /* 0, or for an edge added by clipping so large that it is never the nearest */
} wire_gradients;

/* A triangle being drawn. */
typedef struct scanline {
    bp_tile *tile;
    const bp_command *command;
    const bp_shading *shading;
    const triangle_setup *triangle;
    bool inside;                     /* the triangle covers its box completely */
    bool blend, cutoff, fits_blocks; /* its box has no part of a block */
    int blocks;
    row_mask whole; /* all pixels of the box */
    vi step[3];     /* of the edge functions, from a block's first pixel to each of its pixels */
    vf4 crossing;   /* -1 / edge_a: where an edge crosses a row, for each unit of its function */
    attribute_gradients gradients;
    texture_gradients texture_gradients;
    float row_gradients[BP_GRADIENTS_MAX];
    wire_gradients wire;
    int floats[BP_VERTEX_FLOATS_MAX], float_count;   /* the floats of a vertex that shading uses */
    vf z_step[4][ROW_BLOCKS];                        /* change of depth from vertex 0 to a block's samples */
    vf float_step[BP_VERTEX_FLOATS_MAX][ROW_BLOCKS]; /* of float k, to the centres of a block's pixels */
    uint64_t tested, written;
} scanline;

/* A row being drawn. */
typedef struct scanline_row {
    int y;
    row_mask pass[4]; /* the pixels where each sample is covered and passes the depth test */
    size_t pixel;     /* index of its first pixel in the target */
    vf wire[ROW_BLOCKS];
    float start[BP_VERTEX_FLOATS_MAX]; /* float k above or below vertex 0 */
    uint32_t pixels[BP_TILE_SIZE];
} scanline_row;

/* ---- once for each triangle ---- */

SIMD_INLINE void scanline_wire_gradients(wire_gradients *p, const triangle_setup *t) {
    float sign = t->negative ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) {
        const float *a = t->vertex[i], *b = t->vertex[(i + 1) % 3];
        float nx = a[1] - b[1], ny = b[0] - a[0], scale = sign / sqrtf(nx * nx + ny * ny);
        p->x[i] = nx * scale;
        p->y[i] = ny * scale;
        p->start_x[i] = a[0];
        p->start_y[i] = a[1];
        p->bias[i] = t->is_triangle_edge[i] ? 0.0f : 1e6f;
    }
}

/* Where a sample lies in its pixel. */
SIMD_INLINE float sample_offset(const int *offsets, int s, int samples) {
    return samples > 1 ? (float)offsets[s] * (1.0f / 256.0f) : 0.5f;
}

SIMD_INLINE float float_of(const vf4 *vectors, int k) { return ((const float *)vectors)[k]; }

SIMD_INLINE void scanline_add_floats(scanline *r, int first, int count, vf dx) {
    for (int k = first; k < first + count; k++) {
        vf at = dx, ddx = vf_set1(float_of(r->gradients.ddx, k)), *step = r->float_step[k];
        for (int i = 0; i < r->blocks; i++, at += (float)LANES) step[i] = ddx * at;
        r->floats[r->float_count++] = k;
    }
}

SIMD_INLINE void scanline_start(scanline *r, int samples) {
    const triangle_setup *t = r->triangle;
    const int width = t->box.x1 - t->box.x0;
    const vf from = vf_from_vi(vi_iota() + t->box.x0), z = vf_set1(float_of(r->gradients.ddx, 2));
    r->blocks = (width + LANES - 1) / LANES;
    r->fits_blocks = width % LANES == 0;
    r->whole = ~(row_mask)0 >> (BP_TILE_SIZE - width);
    for (int i = 0; i < 3; i++) r->step[i] = vi_iota() * t->edge_a[i];
    r->crossing = vf4_set1(-1.0f) / __builtin_convertvector(t->edge_a, vf4);
    for (int i = 0; i < samples; i++) {
        vf dx = from + sample_offset(bp_sample_x, i, samples) - t->x0;
        for (int k = 0; k < r->blocks; k++, dx += (float)LANES) r->z_step[i][k] = z * dx;
    }
    r->tested = r->written = 0;
}

SIMD_INLINE void scanline_start_shading(scanline *r) {
    const bp_shading *s = r->shading;
    const triangle_setup *t = r->triangle;
    const vf dx = vf_from_vi(vi_iota() + t->box.x0) + 0.5f - t->x0;
    r->float_count = 0;
    scanline_add_floats(r, BP_INVERSE_W, 1, dx);
    if (s->color_offset) scanline_add_floats(r, s->color_offset, 4, dx);
    if (s->normal_offset) scanline_add_floats(r, s->normal_offset, 3, dx);
    if (s->uv_offset) scanline_add_floats(r, s->uv_offset, s->uv_floats, dx);
    if (s->tangent_offset) scanline_add_floats(r, s->tangent_offset, 4, dx);
    for (int i = 0; i < s->gradient_count; i++)
        r->row_gradients[i] = attribute_gradient(&r->gradients, s->uv_offset, i);
    if (s->sampler.texture) {
        vf six[6];
        for (int i = 0; i < 6; i++) six[i] = vf_set1(attribute_gradient(&r->gradients, s->uv_offset, i));
        r->texture_gradients = texture_gradients_of(s->sampler.texture, six);
    }
    if (s->wire) scanline_wire_gradients(&r->wire, t);
}

/* ---- coverage and depth ---- */

/* The wireframe's opacity in the row. Returns the pixels to draw. */
SIMD_INLINE row_mask scanline_wire(const scanline *r, scanline_row *row) {
    const wire_gradients *p = &r->wire;
    row_mask mask = 0;
    for (int i = 0; i < r->blocks; i++) {
        const vf x = vf_from_vi(vi_iota() + (r->triangle->box.x0 + i * LANES)) + 0.5f;
        vf nearest = vf_set1(1e6f);
        for (int k = 0; k < 3; k++) {
            vf d = p->x[k] * (x - p->start_x[k]) + vf_set1(p->y[k] * ((float)row->y + 0.5f - p->start_y[k]));
            nearest = vf_min(d + vf_set1(p->bias[k]), nearest);
        }
        row->wire[i] = shade_clamp(r->shading->wire_radius - nearest, 1.0f);
        mask = row_mask_push(mask, vi_movemask(row->wire[i] > 0.0f));
    }
    return r->shading->wire == BP_WIRE_ONLY ? row_mask_finish(mask, r->blocks) & r->whole : r->whole;
}

/* The depth of sample s of the row's pixels above or below vertex 0. */
SIMD_INLINE vf scanline_row_depth(const scanline *r, int y, int s, int samples) {
    const float dy = (float)y + sample_offset(bp_sample_y, s, samples) - r->triangle->y0;
    return vf_set1(float_of(r->gradients.base, 2) + float_of(r->gradients.ddy, 2) * dy);
}

/* Whether the triangle covers all samples of the row's pixels. */
SIMD_INLINE bool scanline_row_inside(const scanline *r, vi4 row, vi4 end, int samples) {
    const triangle_setup *t = r->triangle;
    vi4 partial = {0};
    for (int s = 0; s < samples; s++) partial |= (t->edge_c[s] + row) | (t->edge_c[s] + row + end);
    return r->inside || !(vi4_movemask(partial) & 7);
}

/* Narrows a row's blocks to [*first, *end), those between the edges; false: there are none. We add a pixel on
 * both sides, which is far more than rounding takes away. */
SIMD_INLINE bool scanline_narrow(const scanline *r, vi4 row, int samples, int *first, int *end) {
    const vi4 a = r->triangle->edge_a, *c = r->triangle->edge_c;
    vf4 most = __builtin_convertvector(c[0] + row, vf4);
    for (int s = 1; s < samples; s++) most = vf4_max(most, __builtin_convertvector(c[s] + row, vf4));
    const vf4 crossing = most * r->crossing;
    float from = 0, to = (float)(*end * LANES - 1);
    for (int k = 0; k < 3; k++) {
        if (a[k] > 0 && crossing[k] - 1 > from) from = crossing[k] - 1;
        if (a[k] < 0 && crossing[k] + 1 < to) to = crossing[k] + 1;
    }
    if (from > to) return false;
    *first = (int)from / LANES;
    *end = (int)to / LANES + 1;
    return true;
}

/* The pixels of `mask` whose sample s is covered and passes the depth test. Writes their depth if `write`.
 * `all` (a constant): all samples are covered, in whole blocks. */
SIMD_INLINE row_mask scanline_test_sample(scanline *r, const scanline_row *row, row_mask mask, vi4 start,
                                          int first, int end, int s, int samples, bool all, bool write) {
    const bp_target *target = &r->tile->target;
    float *depth = target->depth + row->pixel + (size_t)s * target->sample_stride + first * LANES;
    const bp_depth_test test = r->command->depth;
    const vf base = scanline_row_depth(r, row->y, s, samples), *z_step = r->z_step[s];
    vi edge[3];
    row_mask tested = 0, passed = 0;
    SIMD_UNROLL
    for (int k = 0; k < 3; k++) edge[k] = r->step[k] + (start[k] + first * LANES * r->triangle->edge_a[k]);
    for (int i = first; i < end; i++, depth += LANES) {
        vi covered = vi_set1(-1);
        if (!all) {
            covered = vi_mask_from_bits(row_mask_block(mask, i)) & ~((edge[0] | edge[1] | edge[2]) >> 31);
            SIMD_UNROLL
            for (int k = 0; k < 3; k++) edge[k] += r->triangle->edge_a[k] * LANES;
            tested = row_mask_push(tested, vi_movemask(covered));
        }
        const vf z = base + z_step[i], old = vf_load(depth);
        if (test == BP_DEPTH_LESS_EQUAL)
            covered &= z <= old;
        else if (test == BP_DEPTH_LESS)
            covered &= z < old;
        if (write) vf_store(depth, vf_select(covered, z, old));
        passed = row_mask_push(passed, vi_movemask(covered));
    }
    r->tested += (uint64_t)__builtin_popcountll(all ? mask : row_mask_finish(tested, end - first));
    return row_mask_finish(passed, end - first) << (first * LANES);
}

/* Fills row->pass. Returns the pixels with any sample that passes. */
SIMD_INLINE row_mask scanline_cover(scanline *r, scanline_row *row, int samples) {
    const triangle_setup *t = r->triangle;
    const bp_irect area = r->tile->target.rect, box = t->box;
    const vi4 offset = t->edge_a * (box.x0 - area.x0) + t->edge_b * (row->y - area.y0);
    /* Testing one block or two takes as long as finding out that they need no test. */
    const bool wide = r->blocks > 2,
               inside = wide && scanline_row_inside(r, offset, t->edge_a * (box.x1 - 1 - box.x0), samples);
    const bool write = !r->command->no_depth_write && !r->cutoff;
    row_mask mask = r->whole, any = 0;
    int first = 0, end = r->blocks;
    if (wide && !inside && !scanline_narrow(r, offset, samples, &first, &end)) return 0;
    if (r->shading->wire) mask = scanline_wire(r, row);
    if (!mask) return 0;
    const bool all = inside && mask == r->whole && r->fits_blocks;
    for (int s = 0; s < samples; s++) {
        const vi4 start = t->edge_c[s] + offset;
        row->pass[s] = all ? scanline_test_sample(r, row, mask, start, first, end, s, samples, true, write)
                           : scanline_test_sample(r, row, mask, start, first, end, s, samples, false, write);
        any |= row->pass[s];
        if (!r->cutoff) r->written += (uint64_t)__builtin_popcountll(row->pass[s]);
    }
    return any;
}

/* ---- colour ---- */

/* The alpha test: samples that pass become opaque, and their depth is written. */
static void scanline_alpha_test(scanline *r, scanline_row *row, const batch *b, batch_group *group,
                                int samples) {
    const bp_target *target = &r->tile->target;
    for (int i = b->first; i < b->end; i++) {
        vi packed = vi_load(row->pixels + i * LANES);
        vf *alpha = &group[i].color.c[3];
        vf tested = r->shading->raw ? vf_from_vi((packed >> 24) & 255) : shade_clamp(*alpha, 1.0f);
        const row_mask kept =
            ~((row_mask)vi_movemask(tested < vf_set1(r->shading->alpha_cutoff)) << (i * LANES));
        vi_store(row->pixels + i * LANES, packed | (int32_t)0xff000000u);
        *alpha = vf_set1(1.0f);
        for (int s = 0; s < samples; s++) {
            row->pass[s] &= kept;
            const unsigned bits = row_mask_block(row->pass[s], i);
            r->written += (uint64_t)__builtin_popcount(bits);
            if (!bits || r->command->no_depth_write) continue;
            float *depth = target->depth + row->pixel + (size_t)s * target->sample_stride + i * LANES;
            const vf z = scanline_row_depth(r, row->y, s, samples) + r->z_step[s][i];
            vf_store(depth, vf_select(vi_mask_from_bits(bits), z, vf_load(depth)));
        }
    }
}

/* Blends a row of one sample in linear light, in two stages, and stores its blocks from pixels[0] on. */
SIMD_INLINE void scanline_blend_row(const scanline *r, const scanline_row *row, const batch *b,
                                    batch_group *group, uint32_t *pixels) {
    const uint32_t *under = r->tile->target.color + row->pixel;
    const bp_color_tables *tables = r->shading->tables;
    if (b->kind.plain) /* a loop for each constant */
        for (int i = b->first; i < b->end; i++)
            group[i].color = blend_linear(tables, &group[i].color, vi_load(under + i * LANES), true);
    else
        for (int i = b->first; i < b->end; i++)
            group[i].color = blend_linear(tables, &group[i].color, vi_load(under + i * LANES), false);
    for (int i = b->first; i < b->end; i++) vi_store(pixels + i * LANES, encode_in_range(&group[i].color));
}

/* Writes block i to the samples that passed, and blends it unless that is done. Blending in linear light
 * takes long, and the four samples under most pixels are equal: their result is used again. */
SIMD_INLINE void scanline_write(const scanline *r, const scanline_row *row, const color4 *color, int i,
                                int samples, bool blend) {
    uint32_t *to = r->tile->target.color + row->pixel + i * LANES;
    const vi over = vi_load(row->pixels + i * LANES);
    vi packed = over, under = {0};
    bool any = false;
    for (int s = 0; s < samples; s++, to += r->tile->target.sample_stride) {
        const unsigned bits = row_mask_block(row->pass[s], i);
        if (!bits) continue;
        const vi old = vi_load(to);
        if (blend && (!any || vi_nonzero(old ^ under))) {
            packed =
                r->shading->raw ? blend_raw(over, old) : blend_linear_pixels(r->shading->tables, color, old);
            under = old;
            any = true;
        }
        vi_store(to, bits == LANES_ALL_BITS ? packed : vi_select(vi_mask_from_bits(bits), packed, old));
    }
}

/* The attributes at the row's height. */
SIMD_INLINE void scanline_start_row(const scanline *r, scanline_row *row) {
    const float dy = (float)row->y + 0.5f - r->triangle->y0;
    for (const int *k = r->floats; k < r->floats + r->float_count; k++)
        row->start[*k] = float_of(r->gradients.base, *k) + float_of(r->gradients.ddy, *k) * dy;
}

static void scanline_queue_rows(scanline *r, int samples) {
    const bp_irect box = r->triangle->box;
    passed_pixels pixels = {.count = 0};
    scanline_row row;
    row.pixel = bp_target_index(&r->tile->target, box.x0, box.y0);
    for (row.y = box.y0; row.y < box.y1; row.y++, row.pixel += BP_TILE_SIZE) {
        const row_mask any = scanline_cover(r, &row, samples);
        for (int i = any ? __builtin_ctzll(any) / LANES : r->blocks; i < r->blocks && any >> (i * LANES);
             i++) {
            vi passed = {0};
            for (int s = 0; s < samples; s++)
                passed |= vi_mask_from_bits(row_mask_block(row.pass[s], i)) & vi_set1(1 << s);
            passed_pixels_add(&pixels, r->tile, vi_iota() + ((int32_t)row.pixel + i * LANES), passed);
        }
        if (pixels.count > PASSED_PIXELS_MAX - BP_TILE_SIZE || row.y == box.y1 - 1)
            passed_pixels_queue(&pixels, r->tile, r->shading, &r->gradients, r->triangle->x0,
                                r->triangle->y0);
    }
}

SIMD_INLINE void scanline_draw_rows(scanline *r, int samples) {
    const bp_irect box = r->triangle->box;
    const bool encode = !r->blend && !r->cutoff, direct = samples == 1 && r->fits_blocks && !r->cutoff,
               blend_rows = samples == 1 && r->blend && !r->shading->raw;
    scanline_row row;
    batch_group group[ROW_BLOCKS];
    batch b;
    scanline_start_shading(r);
    batch_start(&b, r->shading);
    b.values = (const float *)r->float_step;
    b.start = row.start;
    b.gradients = &r->texture_gradients;
    b.row_gradients = r->row_gradients;
    b.x = (float)box.x0 + 0.5f;
    b.wire = row.wire;
    row.pixel = bp_target_index(&r->tile->target, box.x0, box.y0);
    for (row.y = box.y0; row.y < box.y1; row.y++, row.pixel += BP_TILE_SIZE) {
        const row_mask any = scanline_cover(r, &row, samples);
        if (!any || (r->command->no_color_write && !r->cutoff)) continue;
        b.first = 0;
        b.end = r->blocks;
        if (any != r->whole) { /* with a branch, shading needn't wait for the depth test */
            b.first = __builtin_ctzll(any) / LANES;
            b.end = (BP_TILE_SIZE - 1 - __builtin_clzll(any)) / LANES + 1;
        }
        b.y = (float)row.y + 0.5f;
        scanline_start_row(r, &row);
        uint32_t *target = r->tile->target.color + row.pixel;
        const bool whole = direct && any == r->whole; /* needs no masks */
        if (whole && encode) {
            batch_shade_row(&b, group, target, true);
            continue;
        }
        batch_shade_row(&b, group, row.pixels, encode);
        if (r->cutoff) {
            scanline_alpha_test(r, &row, &b, group, samples);
            if (r->command->no_color_write) continue;
            if (!r->blend && !r->shading->raw) batch_encode(&b, group, b.kind, row.pixels);
        }
        if (blend_rows) scanline_blend_row(r, &row, &b, group, whole ? target : row.pixels);
        if (blend_rows && whole) continue;
        for (int i = b.first; i < b.end; i++)
            scanline_write(r, &row, &group[i].color, i, samples, r->blend && !blend_rows);
    }
}

/* `queued`: its fragments are shaded with those of other triangles, which fills the lanes where rows are
 * narrow. */
static void scanline_draw(bp_tile *tile, const bp_command *command, const triangle_setup *t, bool inside,
                          bool queued) {
    const bp_shading *shading = &command->triangles->shading;
    scanline r;
    r.tile = tile;
    r.command = command;
    r.shading = shading;
    r.triangle = t;
    r.inside = inside;
    r.blend = command->blend || shading->wire == BP_WIRE_ONLY;
    r.cutoff = shading->alpha_cutoff > 0.0f;
    attribute_gradients_of(&r.gradients, t, command->triangles->floats);
    scanline_start(&r, tile->target.samples);
    if (queued)
        scanline_queue_rows(&r, tile->target.samples);
    else if (tile->target.samples > 1)
        scanline_draw_rows(&r, 4);
    else
        scanline_draw_rows(&r, 1);
    tile->counters.fragments_tested += r.tested;
    tile->counters.fragments_written += r.written;
}
