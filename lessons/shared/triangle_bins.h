/* triangle_bins: which triangles may touch each square tile of a square picture. */
#ifndef BP_SHARED_TRIANGLE_BINS_H
#define BP_SHARED_TRIANGLE_BINS_H

#include <bindpose/math.h>
#include <stddef.h>
#include <stdint.h>

BP_BEGIN_C

/* Tiles are numbered row after row. The corners of tile i's triangles, in their order, are indices[first[i]]
 * to indices[first[i + 1]]. */
typedef struct bp_triangle_bins {
    int tile, across; /* pixels on a side; tiles in a row */
    uint32_t *first, *indices;
} bp_triangle_bins;

/* Bins of `count` indices into positions, which `to_clip` takes to a picture of `size` pixels on a side.
 * A triangle that reaches behind the eye goes into all bins. False without memory. Free it with
 * bp_triangle_bins_clear. */
bool bp_triangle_bins_make(const bp_vec3 *positions, const uint32_t *indices, size_t count,
                           const bp_mat4 *to_clip, int size, int tile, bp_triangle_bins *out);
void bp_triangle_bins_clear(bp_triangle_bins *bins);

BP_END_C

#endif
