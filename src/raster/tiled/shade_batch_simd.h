/* Shading the fragments of the queue in stages. Scalar twin and definition: shade_scalar.c.
 *
 * Each stage is a loop over the groups of LANES fragments, and stores its results for the next stage: base
 * colour and light; texel addresses; texels; bytes. All stages of one group form a long chain of dependent
 * operations, with divisions, roots, and slow loads. Within a stage, the short chains of many groups overlap,
 * and texels are prefetched as soon as their addresses are known. The operations are in shade_simd.h and
 * texture_sample_simd.h.
 */
#ifndef BP_RASTER_TILED_SHADE_BATCH_SIMD_H
#define BP_RASTER_TILED_SHADE_BATCH_SIMD_H

#include "raster/tiled/bin.h"
#include "raster/tiled/shade_simd.h"

enum { QUEUE_GROUPS = BP_QUEUE_SIZE / LANES };

/* Float k of the fragments in group i. */
SIMD_INLINE vf queue_value(const bp_fragment_queue *queue, int k, int i) {
    return vf_load(queue->values[k] + i * LANES);
}

typedef struct batch_group {
    vf w;
    color4 color;
    texture_address address;
} batch_group;

typedef struct batch {
    const bp_fragment_queue *queue;
    const bp_shading *shading;
    int count; /* groups */
    batch_group group[QUEUE_GROUPS];
} batch;

/* w, and the colour before texturing. */
SIMD_INLINE void batch_base_color(batch *b) {
    const bp_shading *s = b->shading;
    for (int i = 0; i < b->count; i++) {
        batch_group *g = &b->group[i];
        shade_input in; /* only the fields that the shading state uses are set */
        g->w = vf_set1(1.0f) / queue_value(b->queue, BP_INVERSE_W, i);
        if (s->color_offset)
            for (int c = 0; c < 4; c++) in.color[c] = queue_value(b->queue, s->color_offset + c, i);
        if (s->pixel_light)
            for (int c = 0; c < 3; c++) in.normal[c] = queue_value(b->queue, s->normal_offset + c, i);
        g->color = shade_base_color(s, &in, g->w);
    }
}

SIMD_INLINE void batch_prefetch(const bp_shading *s, const texel_address *texel) {
    const int32_t *index = (const int32_t *)&texel->index;
    SIMD_UNROLL_LANES
    for (int i = 0; i < LANES; i++) __builtin_prefetch(s->texture->mip[0].pairs + index[i]);
}

SIMD_INLINE void batch_locate_texels(batch *b) {
    const bp_shading *s = b->shading;
    mip_level_pair mipmaps;
    mip_level_pair_select(&mipmaps, s->texture, vi_set1(0));
    for (int i = 0; i < b->count; i++) {
        batch_group *g = &b->group[i];
        vf gradient[6];
        if (s->filter == BP_FILTER_TRILINEAR)
            for (int k = 0; k < 6; k++) gradient[k] = queue_value(b->queue, BP_QUEUE_GRADIENTS + k, i);
        g->address = texture_locate(s, gradient, g->w, queue_value(b->queue, s->uv_offset, i) * g->w,
                                    queue_value(b->queue, s->uv_offset + 1, i) * g->w, &mipmaps);
        batch_prefetch(s, &g->address.fine);
        if (vi_movemask(g->address.coarse_weight != 0)) batch_prefetch(s, &g->address.coarse);
    }
}

SIMD_INLINE void batch_sample_texels(batch *b) {
    const bp_shading *s = b->shading;
    for (int i = 0; i < b->count; i++) {
        batch_group *g = &b->group[i];
        color4 texel = texture_sample_linear(s, &g->address);
        SIMD_UNROLL
        for (int c = 0; c < 4; c++) g->color.c[c] = g->color.c[c] * texel.c[c];
    }
}

/* Encodes linear light. */
SIMD_INLINE void batch_encode(const batch *b, uint32_t *pixels) {
    for (int i = 0; i < b->count; i++)
        vi_store(pixels + i * LANES,
                 encode_linear(b->shading->tables, &b->group[i].color, false, vi_set1(0)));
}

SIMD_INLINE void batch_raw(const batch *b, uint32_t *pixels) {
    const bp_shading *s = b->shading;
    for (int i = 0; i < b->count; i++) {
        const batch_group *g = &b->group[i];
        vi texels = s->texture ? texture_sample_raw(s, &g->address) : vi_set1(-1);
        color4 color = shade_textured_raw(s, &g->color, texels);
        vi_store(pixels + i * LANES, color4_pack_raw(&color));
    }
}

/* Shades the first `groups` groups of the queue. */
static void batch_shade(const bp_fragment_queue *queue, const bp_shading *s, int groups, uint32_t *pixels) {
    batch b;
    b.queue = queue;
    b.shading = s;
    b.count = groups;
    batch_base_color(&b);
    if (s->texture) batch_locate_texels(&b);
    if (s->raw) {
        batch_raw(&b, pixels);
        return;
    }
    if (s->texture) batch_sample_texels(&b);
    batch_encode(&b, pixels);
}

#endif
