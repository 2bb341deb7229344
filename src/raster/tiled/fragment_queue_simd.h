/* The fragment queue: fragments of micro- and small triangles that have passed the depth test and wait for
 * shading. Scalar twin and definition: draw_pixel in triangle_scalar.c.
 *
 * Fragments arrive a few at a time, each with the attributes of its own triangle. When the queue is nearly
 * full of fragments of one command, they are shaded LANES at a time, which keeps all lanes busy, and written
 * in the order of arrival. Depth was tested and written before, so if a pixel is in the queue twice, the
 * later fragment is in front. Draws that need the pixel's old colour, or the triangle, don't use the queue
 * (scanline_simd.h).
 *
 * Shading runs in several loops over the queue (shade_batch_simd.h). The simplest case, RAW vertex colours
 * with at most a bilinear texture, has two loops of its own here.
 */
#ifndef BP_RASTER_TILED_FRAGMENT_QUEUE_SIMD_H
#define BP_RASTER_TILED_FRAGMENT_QUEUE_SIMD_H

#include "raster/tiled/shade_batch_simd.h"

/* Whether shading reads float k of a vertex: texture coordinates use two of their four floats, a normal
 * three. */
SIMD_INLINE bool queue_uses_value(const bp_shading *s, int k) {
    int attribute = k & ~3;
    return attribute == BP_POSITION_FLOATS - BP_ATTRIBUTE_FLOATS ||
           k - attribute < (attribute == s->uv_offset       ? 2
                            : attribute == s->normal_offset ? 3
                                                            : 4);
}

/* Whether shading needs the gradients of the triangle. */
SIMD_INLINE bool queue_uses_gradients(const bp_shading *s) {
    return s->texture && s->filter == BP_FILTER_TRILINEAR;
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

/* Whether queue_shade_simple_raw can shade the draw. */
SIMD_INLINE bool queue_is_simple_raw(const bp_shading *s) {
    if (!s->raw || s->pixel_light || !s->color_offset) return false;
    return !s->texture || (s->filter == BP_FILTER_BILINEAR && texture_masks_both(s));
}

/* Shades RAW vertex colours, times a texture if `textured`: bilinear, repeated by masks. */
SIMD_INLINE void queue_shade_simple_raw(const bp_fragment_queue *queue, const bp_shading *s, int groups,
                                        bool textured, uint32_t (*pixels)[LANES]) {
    vf w[QUEUE_GROUPS];
    vi row_weights[QUEUE_GROUPS], column_weights[QUEUE_GROUPS];
    uint32_t texel_index[QUEUE_GROUPS][LANES];
    mip_level level;
    if (textured) level = mip_level_uniform(s->texture, 0);
    for (int i = 0; i < groups; i++) {
        w[i] = vf_set1(1.0f) / queue_value(queue, BP_INVERSE_W, i);
        if (!textured) continue;
        vf u = queue_value(queue, s->uv_offset, i) * w[i], v = queue_value(queue, s->uv_offset + 1, i) * w[i];
        texel_address p = texel_address_at(s, &level, u, v, true, true);
        vi_store(texel_index[i], p.index);
        row_weights[i] = filter_row_weights(p.fy);
        column_weights[i] = filter_column_weights(p.fx);
    }
    for (int i = 0; i < groups; i++) {
        color4 color;
        SIMD_UNROLL
        for (int c = 0; c < 4; c++) color.c[c] = queue_value(queue, s->color_offset + c, i) * w[i];
        if (textured) {
            vi texels = filter_bilinear_raw(s->texture->mip[0].pairs, texel_index[i], row_weights[i],
                                            column_weights[i], false);
            color4 t = color4_unpack_raw(texels);
            SIMD_UNROLL
            for (int c = 0; c < 4; c++) color.c[c] = color.c[c] * t.c[c];
        } else {
            SIMD_UNROLL
            for (int c = 0; c < 4; c++) color.c[c] = color.c[c] * vf_set1(255.0f);
        }
        vi_store(pixels[i], color4_pack_raw(&color));
    }
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
    const bp_shading *s = &queue->command->triangles->shading;
    const int groups = (count + LANES - 1) / LANES;
    uint32_t pixels[QUEUE_GROUPS][LANES];
    if (queue_is_simple_raw(s) && s->texture)
        queue_shade_simple_raw(queue, s, groups, true, pixels);
    else if (queue_is_simple_raw(s))
        queue_shade_simple_raw(queue, s, groups, false, pixels);
    else
        batch_shade(queue, s, groups, pixels[0]);
    queue_write(queue, &tile->target, count, pixels[0]);
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
        if (k < BP_QUEUE_GRADIENTS ? k < t->floats : queue_uses_gradients(&t->shading))
            vf_store(queue->values[k], vf_load(queue->values[k] + done));
}

/* Adds `count` fragments, at most LANES, that are stored after the others. Makes room for LANES more. */
SIMD_INLINE void queue_commit(bp_tile *tile, int count) {
    tile->queue.count += count;
    if (tile->queue.count > BP_QUEUE_SIZE - LANES) queue_drain(tile);
}

#endif
