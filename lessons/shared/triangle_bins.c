/* Bins: triangles are counted for each tile, then written there. */
#include "shared/triangle_bins.h"
#include <bindpose/base.h>
#include <math.h>
#include <string.h>

typedef struct tiles {
    int x0, y0, x1, y1; /* the last ones included */
} tiles;

/* Tiles that a triangle may touch; a pixel is added on each side, for the rounding of corners. */
static tiles tiles_of(const bp_vec3 *positions, const uint32_t *corner, const bp_mat4 *to_clip, int size,
                      const bp_triangle_bins *bins) {
    const float half = (float)size / 2, last = (float)size - 1;
    float low[2] = {last, last}, high[2] = {0, 0};
    for (int i = 0; i < 3; i++) {
        const bp_vec3 at = positions[corner[i]];
        const bp_vec4 clip = bp_mat4_vec4(*to_clip, (bp_vec4){at.x, at.y, at.z, 1});
        if (clip.w <= 0) return (tiles){0, 0, bins->across - 1, bins->across - 1};
        const float pixel[2] = {half + half * clip.x / clip.w, half - half * clip.y / clip.w};
        for (int k = 0; k < 2; k++)
            low[k] = fminf(low[k], pixel[k] - 1), high[k] = fmaxf(high[k], pixel[k] + 1);
    }
    for (int k = 0; k < 2; k++) low[k] = fmaxf(low[k], 0), high[k] = fminf(high[k], last);
    return (tiles){(int)low[0] / bins->tile, (int)low[1] / bins->tile, (int)high[0] / bins->tile,
                   (int)high[1] / bins->tile};
}

bool bp_triangle_bins_make(const bp_vec3 *positions, const uint32_t *indices, size_t count,
                           const bp_mat4 *to_clip, int size, int tile, bp_triangle_bins *out) {
    const int across = (size + tile - 1) / tile;
    const size_t tile_count = (size_t)across * (size_t)across;
    *out = (bp_triangle_bins){.tile = tile, .across = across};
    /* One more than there are tiles, and another in front: while writing, first[i + 1] is tile i's end. */
    out->first = bp_alloc(NULL, tile_count + 2, sizeof *out->first, NULL);
    for (int pass = 0; pass < 2 && out->first; pass++) {
        for (size_t t = 0; t + 2 < count; t += 3) {
            const tiles at = tiles_of(positions, indices + t, to_clip, size, out);
            for (int y = at.y0; y <= at.y1; y++)
                for (int x = at.x0; x <= at.x1; x++) {
                    uint32_t *end = &out->first[y * across + x + (pass == 0 ? 2 : 1)];
                    if (pass == 1) memcpy(&out->indices[*end], indices + t, 3 * sizeof *indices);
                    *end += 3;
                }
        }
        for (size_t i = 2; i < tile_count + 2 && pass == 0; i++) out->first[i] += out->first[i - 1];
        if (pass == 0)
            out->indices = bp_alloc(NULL, out->first[tile_count + 1] + 1, sizeof *out->indices, NULL);
        if (!out->indices) break;
    }
    if (out->first && out->indices) return true;
    bp_triangle_bins_clear(out);
    return false;
}

void bp_triangle_bins_clear(bp_triangle_bins *bins) {
    bp_free(NULL, bins->first);
    bp_free(NULL, bins->indices);
    *bins = (bp_triangle_bins){0};
}
