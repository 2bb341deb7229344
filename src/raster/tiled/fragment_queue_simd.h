/* The fragment queue: fragments of micro- and small triangles, and of all physically based ones, that have
 * passed the depth test and wait for shading. Scalar twin and definition: draw_pixel in triangle_scalar.c.
 *
 * Fragments arrive a few at a time, each with the attributes of its own triangle. When the queue is nearly
 * full of fragments of one command, they are shaded LANES at a time, which keeps all lanes busy, and written
 * in the order of arrival. Depth was tested and written before, so if a pixel is in the queue twice, the
 * later fragment is in front. Draws that need the pixel's old colour, or the triangle, don't use the queue
 * (scanline_simd.h).
 */
#pragma once

#include "raster/tiled/shade_batch_simd.h"
#include "raster/tiled/triangle_setup_simd.h"

/* Whether shading reads float k of a vertex: texture coordinates use two or four of their floats, a
 * normal three. */
SIMD_INLINE bool queue_uses_value(const bp_shading *s, int k) {
    int attribute = k & ~3;
    return attribute == BP_POSITION_FLOATS - BP_ATTRIBUTE_FLOATS ||
           k - attribute < (attribute == s->uv_offset       ? s->uv_floats
                            : attribute == s->normal_offset ? 3
                                                            : 4);
}

/* Lane indices for vf_permute: the lanes whose bits are set, lowest first, then any lanes. Sixteen indices
 * are joined in registers, because a vector load would have to wait for two smaller stores. */
SIMD_INLINE vi queue_compaction(const uint8_t (*bit_indices)[8], unsigned bits) {
#if BP_ISA_LANES == 16
    uint64_t lower, upper;
    memcpy(&lower, bit_indices[bits & 255], 8);
    memcpy(&upper, bit_indices[bits >> 8], 8);
    upper += 0x0808080808080808u;
    /* Two shifts by half the distance: a single shift by 64 would do nothing. */
    const unsigned left = 4 * (unsigned)__builtin_popcount(bits & 255), right = 32 - left;
    const uint64_t first = lower | upper << left << left, second = upper >> right >> right;
    return (vi)_mm512_cvtepu8_epi32(_mm_set_epi64x((int64_t)second, (int64_t)first));
#else
    return vi_load_u8(bit_indices[bits]);
#endif
}

/* Writes the first `count` pixels to those samples that passed. */
SIMD_INLINE void queue_write(const bp_fragment_queue *queue, const bp_target *target, int count,
                             const uint32_t *pixels) {
    if (target->samples == 1) {
        for (int i = 0; i < count; i++) target->color[queue->pixel_index[i]] = pixels[i];
        return;
    }
    for (int i = 0; i < count; i++) {
        uint32_t *to = target->color + queue->pixel_index[i];
        const uint32_t samples = queue->samples[i], pixel = pixels[i];
        SIMD_UNROLL
        for (int s = 0; s < 4; s++, to += target->sample_stride) {
            uint32_t old = *to;
            *to = samples & 1u << s ? pixel : old;
        }
    }
}

/* Shades the first `count` fragments. */
static void queue_shade(bp_tile *tile, int count) {
    const bp_fragment_queue *queue = &tile->queue;
    uint32_t pixels[BP_QUEUE_SIZE];
    batch_group group[BATCH_GROUPS];
    batch b;
    batch_start(&b, &queue->command->triangles->shading);
    b.values = queue->values[0];
    b.pixel_index = queue->pixel_index;
    b.x = (float)tile->target.rect.x0 + 0.5f;
    b.y = (float)tile->target.rect.y0 + 0.5f;
    b.first = 0;
    b.end = (count + LANES - 1) / LANES;
    batch_shade(&b, group, b.kind, pixels, true, false);
    queue_write(queue, &tile->target, count, pixels);
}

/* Shades all waiting fragments. */
static void queue_flush(bp_tile *tile) {
    if (tile->queue.count > 0) queue_shade(tile, tile->queue.count);
    tile->queue.count = 0;
}

/* Shades all full groups of LANES, and moves the rest to the front. */
static void queue_drain(bp_tile *tile) {
    bp_fragment_queue *queue = &tile->queue;
    const int done = queue->count & -LANES;
    queue_shade(tile, done);
    queue->count -= done;
    if (queue->count == 0) return;
    vi_store(queue->pixel_index, vi_load(queue->pixel_index + done));
    vi_store(queue->samples, vi_load(queue->samples + done));
    const bp_triangles *t = queue->command->triangles;
    for (int k = BP_INVERSE_W; k < BP_QUEUE_VALUES; k++)
        if (k < BP_QUEUE_GRADIENTS ? k < t->floats : k - BP_QUEUE_GRADIENTS < t->shading.gradient_count)
            vf_store(queue->values[k], vf_load(queue->values[k] + done));
}

/* Adds `count` fragments, at most LANES, that are stored after the others. Makes room for LANES more. */
SIMD_INLINE void queue_commit(bp_tile *tile, int count) {
    tile->queue.count += count;
    if (tile->queue.count > BP_QUEUE_SIZE - LANES) queue_drain(tile);
}

/* The pixels of a triangle with a sample that passed, as in bp_fragment_queue: up to 16 x 16. */
enum { PASSED_PIXELS_MAX = 256 };
typedef struct passed_pixels {
    int count;
    uint32_t pixel_index[PASSED_PIXELS_MAX + LANES], samples[PASSED_PIXELS_MAX + LANES];
} passed_pixels;

/* Appends those of LANES pixels that have a bit for a sample in `passed`. */
SIMD_INLINE void passed_pixels_add(passed_pixels *pixels, const bp_tile *tile, vi index, vi passed) {
    const unsigned bits = vi_nonzero(passed);
    const vi chosen = queue_compaction(tile->bit_indices, bits);
    vi_store(pixels->pixel_index + pixels->count, (vi)vf_permute((vf)index, chosen));
    vi_store(pixels->samples + pixels->count, (vi)vf_permute((vf)passed, chosen));
    pixels->count += __builtin_popcount(bits);
}

/* Queues `count` floats of a vertex, from the k-th on, for LANES pixels. */
SIMD_INLINE void queue_values(bp_fragment_queue *queue, const attribute_gradients *p, int k, int count, vf dx,
                              vf dy, int n) {
    SIMD_UNROLL
    for (int i = k; i < k + count; i++) vf_store(queue->values[i] + n, attribute_value(p, i, dx, dy));
}

/* Queues the pixels with their attributes; (x0, y0) is vertex 0. */
SIMD_INLINE void passed_pixels_queue(passed_pixels *pixels, bp_tile *tile, const bp_shading *s,
                                     const attribute_gradients *p, float x0, float y0) {
    bp_fragment_queue *queue = &tile->queue;
    const bp_irect area = tile->target.rect;
    const vf from_x = vf_set1((float)area.x0 + 0.5f - x0), from_y = vf_set1((float)area.y0 + 0.5f - y0);
    const int count = pixels->count;
    /* Unused lanes repeat the last pixel. */
    if (count > 0) vi_store(pixels->pixel_index + count, vi_set1((int32_t)pixels->pixel_index[count - 1]));
    for (int i = 0; i < count; i += LANES) {
        const int left = count - i, n = queue->count;
        const vi index = vi_load(pixels->pixel_index + i);
        const vf dx = from_x + vf_from_vi(index & (BP_TILE_SIZE - 1)),
                 dy = from_y + vf_from_vi(index >> BP_TILE_SHIFT);
        vi_store(queue->pixel_index + n, index);
        vi_store(queue->samples + n, vi_load(pixels->samples + i));
        queue_values(queue, p, BP_INVERSE_W, 1, dx, dy, n);
        if (s->color_offset) queue_values(queue, p, s->color_offset, 4, dx, dy, n);
        if (s->uv_offset) queue_values(queue, p, s->uv_offset, 2, dx, dy, n);
        if (s->uv_floats == 4) queue_values(queue, p, s->uv_offset + 2, 2, dx, dy, n);
        if (s->normal_offset) queue_values(queue, p, s->normal_offset, 3, dx, dy, n);
        if (s->tangent_offset) queue_values(queue, p, s->tangent_offset, 4, dx, dy, n);
        for (int k = 0; k < s->gradient_count; k++)
            vf_store(queue->values[BP_QUEUE_GRADIENTS + k] + n,
                     vf_set1(attribute_gradient(p, s->uv_offset, k)));
        queue_commit(tile, left < LANES ? left : LANES);
    }
    pixels->count = 0;
}
