/* The queue: pixels of tiny and small triangles that have passed the depth test, on their way to being coloured.
 *
 * They come in handfuls, and each with the values of its own triangle; they are coloured when there are many, of
 * whichever triangles of one command, a lane a pixel and all lanes in use, and written in the order in which they
 * came. Depth is written before, so a pixel that comes twice ends with the right colour. Whatever needs the pixel's
 * old colour, or knowledge of its triangle, takes the other way (rows_lanes.h).
 *
 * All of them go through several loops over the queue (batch_lanes.h). The plainest kind, which has the least to be
 * done, has two of its own: places in the texture, and then texels and colours.
 */
#ifndef BP_RASTER_TILED_FRAGMENT_QUEUE_SIMD_H
#define BP_RASTER_TILED_FRAGMENT_QUEUE_SIMD_H

#include "raster/tiled/shade_batch_simd.h"

/* Whether value k of a vertex is ever read: texture coordinates are two of a slot's four, a normal is three. */
SIMD_INLINE bool queue_uses_value(const bp_shading *s, int k) {
    int slot = k & ~3;
    return slot == BP_POSITION_FLOATS - BP_ATTRIBUTE_FLOATS || k - slot < (slot == s->uv_offset ? 2 : slot == s->normal_offset ? 3 : 4);
}

/* Whether pixels need their triangle's slopes. */
SIMD_INLINE bool queue_uses_gradients(const bp_shading *s) {
    return s->texture && s->filter == BP_FILTER_TRILINEAR;
}

/* For vf_permute: the lanes whose bits are set, lowest first; what follows is any lane. Sixteen are put together in
 * registers: what is stored in two pieces can't be loaded as one before it is in the cache. */
SIMD_INLINE vi queue_compaction(const uint8_t (*bit_indices)[8], unsigned bits) {
#if BP_ISA_LANES == 16
    uint64_t lower, upper;
    memcpy(&lower, bit_indices[bits & 255], 8);
    memcpy(&upper, bit_indices[bits >> 8], 8);
    upper += 0x0808080808080808u;
    /* By half of what it takes, and again: a shift by all 64 bits is none. */
    const unsigned left = 4 * (unsigned)__builtin_popcount(bits & 255), right = 32 - left;
    const uint64_t first = lower | upper << left << left, second = upper >> right >> right;
    return (vi)_mm512_cvtepu8_epi32(_mm_set_epi64x((int64_t)second, (int64_t)first));
#else
    return vi_load_u8(bit_indices[bits]);
#endif
}

/* Whether queue_shade_simple_raw can do it. */
SIMD_INLINE bool queue_is_simple_raw(const bp_shading *s) {
    if (!s->raw || s->pixel_light || !s->color_offset) return false;
    return !s->texture || (s->filter == BP_FILTER_BILINEAR && texture_masks_u(s) && texture_masks_v(s));
}

/* RAW colours, and where there is a texture, times that: filtered bilinearly, repeated by masks. */
SIMD_INLINE void queue_shade_simple_raw(const bp_fragment_queue *queue, const bp_shading *s, int groups, bool textured,
                                    uint32_t (*pixels)[LANES]) {
    vf w[QUEUE_GROUPS];
    vi along_y[QUEUE_GROUPS], along_x[QUEUE_GROUPS];
    uint32_t at[QUEUE_GROUPS][LANES];
    mip_level level;
    if (textured) level = mip_level_uniform(s->texture, 0);
    for (int i = 0; i < groups; i++) {
        w[i] = vf_set1(1.0f) / queue_value(queue, BP_POSITION_FLOATS - 1, i);
        if (!textured) continue;
        vf u = queue_value(queue, s->uv_offset, i) * w[i], v = queue_value(queue, s->uv_offset + 1, i) * w[i];
        texel_address p = texel_address_at(s, &level, u, v, true, true);
        vi_store(at[i], p.at);
        along_y[i] = filter_row_weights(p.fy);
        along_x[i] = filter_column_weights(p.fx);
    }
    for (int i = 0; i < groups; i++) {
        color4 color;
        SIMD_UNROLL
        for (int c = 0; c < 4; c++) color.c[c] = queue_value(queue, s->color_offset + c, i) * w[i];
        if (textured) {
            vi texels = filter_bilinear_raw(s->texture->mip[0].pairs, at[i], along_y[i], along_x[i], false);
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

/* Writes the first `count` pixels, of which some samples may be others' already. */
SIMD_INLINE void queue_write(const bp_fragment_queue *queue, const bp_target *target, int count,
                              const uint32_t *pixels) {
    if (target->samples == 1) {
        for (int i = 0; i < count; i++) target->color[queue->at[i]] = pixels[i];
        return;
    }
    for (int i = 0; i < count; i++) {
        uint32_t *to = target->color + queue->at[i];
        const uint32_t samples = queue->samples[i], pixel = pixels[i];
        SIMD_UNROLL
        for (int s = 0; s < 4; s++, to += target->plane) {
            uint32_t old = *to;
            *to = samples & 1u << s ? pixel : old;
        }
    }
}

/* Colours the first `count` pixels. */
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

/* Colours all that waits. */
static void queue_flush(bp_tile *tile) {
    if (tile->queue.count > 0) queue_shade(tile, tile->queue.count);
    tile->queue.count = 0;
}

/* Colours all but the last few pixels, which go to the front. */
static void queue_drain(bp_tile *tile) {
    bp_fragment_queue *queue = &tile->queue;
    const int done = queue->count & -LANES;
    queue_shade(tile, done);
    queue->count -= done;
    if (queue->count == 0) return;
    vi_store(queue->at, vi_load(queue->at + done));
    vi_store(queue->samples, vi_load(queue->samples + done));
    const bp_triangles *t = queue->command->triangles;
    for (int k = BP_POSITION_FLOATS - 1; k < BP_QUEUE_VALUES; k++)
        if (k < BP_QUEUE_GRADIENTS ? k < t->floats : queue_uses_gradients(&t->shading))
            vf_store(queue->values[k], vf_load(queue->values[k] + done));
}

/* Up to LANES pixels have been put behind those that were there: there will be room for as many again. */
SIMD_INLINE void queue_commit(bp_tile *tile, int count) {
    tile->queue.count += count;
    if (tile->queue.count > BP_QUEUE_SIZE - LANES) queue_drain(tile);
}

#endif
