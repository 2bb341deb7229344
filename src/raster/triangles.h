/* A recorded draw of triangles: what was asked for with every default filled in, and the vertices after
 * transformation.
 *
 * A transformed vertex is a run of floats: x, y (pixels, snapped to the subpixel grid: multiples of 1/256,
 * exact in a float), z (depth), 1/w, and then the slots that the draw interpolates, four floats each and
 * already multiplied by 1/w, so that they are linear on the screen: colour (r, g, b, a), texture coordinates
 * (u, v, 0, 0), normal (x, y, z, 0). Slots that aren't needed aren't there. One byte for each vertex,
 * its code, says which clip planes it lies behind; where there are any, x is NaN.
 */
#ifndef BP_RASTER_TRIANGLES_H
#define BP_RASTER_TRIANGLES_H

#include "raster/commands.h"
#include "raster/texture.h"

enum { BP_POSITION_FLOATS = 4, BP_ATTRIBUTE_FLOATS = 4, BP_VERTEX_FLOATS_MAX = BP_POSITION_FLOATS + 3 * BP_ATTRIBUTE_FLOATS };

/* A bit for each plane that a vertex is outside of. */
enum {
    BP_OUTCODE_NEAR = 1,
    BP_OUTCODE_FAR = 2,
    BP_OUTCODE_LEFT = 4,
    BP_OUTCODE_RIGHT = 8,
    BP_OUTCODE_BOTTOM = 16,
    BP_OUTCODE_TOP = 32,
    BP_OUTCODE_W = 64,       /* w is not above BP_W_MIN */
    BP_OUTCODE_INVALID = 128 /* NaN or infinite */
};
#define BP_W_MIN 1e-12f

/* What the pixels of a draw are coloured with. */
typedef struct bp_shading {
    const bp_color_tables *tables;
    const bp_texture *texture; /* NULL: none */
    bp_filter filter;
    bp_wrap wrap_u, wrap_v;
    bool raw;         /* BP_COLOR_RAW */
    bool texture_only; /* no colour slot, no light in pixels, base colour 1: the texture alone */
    bool pixel_light;
    int color_offset, uv_offset, normal_offset; /* place of the slot in a vertex; 0: there is none */
    float base[4];                  /* used where there is no colour slot */
    float alpha_cutoff;                   /* least alpha that is drawn (RAW: times 255); 0: all */
    float light[3], ambient[3], direction[3];
    bp_wire wire;
    float wire_color[4];
    float wire_radius; /* half the line's width plus half a pixel: opacity is reach - distance, 0..1 */
} bp_shading;

struct bp_triangles {
    bp_draw_vertices vertices;
    bp_draw_indices indices;
    bp_mat4 transform, normal_matrix;
    bool has_normal_matrix, vertex_light, front_clockwise;
    bp_cull cull;
    bp_viewport viewport;
    float depth_bias;
    int subpixel_bits;
    bp_shading shading;
    int floats; /* of a transformed vertex */

    /* While a pass is drawn: owned by the raster. */
    float *transformed;
    uint8_t *outcodes;
    uint64_t number; /* by which the same draw is known in the next pass (kept.h); 0: none */
};

/* The vertices of triangle `index`; false where one is out of range. */
static inline bool bp_triangle_vertices(const bp_triangles *t, uint32_t index, uint32_t out[3]) {
    size_t first = (size_t)index * 3;
    if (t->indices.u32) {
        const uint32_t *at = t->indices.u32 + first;
        out[0] = at[0], out[1] = at[1], out[2] = at[2];
    } else if (t->indices.u16) {
        const uint16_t *at = t->indices.u16 + first;
        out[0] = at[0], out[1] = at[1], out[2] = at[2];
    } else {
        out[0] = (uint32_t)first, out[1] = (uint32_t)first + 1, out[2] = (uint32_t)first + 2;
    }
    return out[0] < t->vertices.count && out[1] < t->vertices.count && out[2] < t->vertices.count;
}

#endif
