/* A recorded draw of triangles: the caller's arrays, the state with every default filled in, and the
 * transformed vertices.
 *
 * A transformed vertex is an array of floats: x, y (pixels, snapped to the subpixel grid: multiples of 1/256,
 * exact in a float), z (depth), 1/w, and then the attributes that the draw interpolates, four floats each:
 * colour (r, g, b, a), texture coordinates (u, v, and the second set's u, v or 0, 0), normal (x, y, z, 0),
 * tangent (x, y, z, w). An attribute that the draw doesn't need is left out. Attributes are divided by w,
 * which makes them linear on the screen: interpolating a/w and 1/w there and dividing one by the other gives
 * the perspective-correct a.
 *
 * Each vertex also has an outcode, a bit for each clip plane that it is outside of. If any bit is set, the
 * vertex's x is NaN.
 */
#pragma once

#include "mesh/skin/skin.h"
#include "raster/commands.h"
#include "raster/texture.h"

enum {
    BP_INVERSE_W = 3,
    BP_POSITION_FLOATS = 4,
    BP_ATTRIBUTE_FLOATS = 4,
    BP_ATTRIBUTES_MAX = 4,
    BP_VERTEX_FLOATS_MAX = BP_POSITION_FLOATS + BP_ATTRIBUTES_MAX * BP_ATTRIBUTE_FLOATS,
    BP_GRADIENTS_MAX = 10 /* of a fragment: see bp_shading.gradient_count */
};

/* The bits of outcodes. LEFT to TOP are the guard band. */
enum {
    BP_OUTCODE_NEAR = 1,
    BP_OUTCODE_FAR = 2,
    BP_OUTCODE_LEFT = 4,
    BP_OUTCODE_RIGHT = 8,
    BP_OUTCODE_BOTTOM = 16,
    BP_OUTCODE_TOP = 32,
    BP_OUTCODE_W = 64,       /* w is too small to divide by */
    BP_OUTCODE_INVALID = 128 /* NaN or infinite */
};
#define BP_W_MIN 1e-12f

/* How a texture is sampled. No padding. */
typedef struct bp_sampler {
    const bp_texture *texture; /* NULL: none */
    bp_filter filter;
    bp_wrap wrap_u, wrap_v;
    uint32_t second_uv : 1; /* at the second set of texture coordinates */
    uint32_t hash : 31;     /* of the texture: another one may have its address later */
} bp_sampler;

/* The state of physically based shading (pbr.h): the surface, and the sky. Floats from `metallic` on, and all
 * members have four or eight bytes without padding between them: the tile cache compares them as bytes. */
typedef struct bp_pbr {
    bp_sampler map[BP_MAPS];
    int32_t shared_occlusion; /* 1: occlusion is the metallic-roughness map's red channel, sampled once */
    int32_t derived_tangents; /* 1: a normal map without tangents */
    int32_t tone_mapping;
    float metallic, roughness, occlusion, emissive[3];
    float normal_x, normal_y; /* what the normal map's x and y are multiplied by */
    float light_over_pi[3];
    float sky_slope[3]; /* the sky's radiance is bp_shading.ambient + sky_slope * d.y */
    /* The direction to the eye, not normalized, at the pixel centre (x, y): eye + eye_x * x + eye_y * y. */
    float eye[3], eye_x[3], eye_y[3];
} bp_pbr;

/* Shading state: how the pixels of a draw get their colour. */
typedef struct bp_shading {
    const bp_color_tables *tables;
    bp_sampler sampler; /* of the base colour */
    bool raw;           /* BP_COLOR_RAW */
    bool plain;         /* the colour is base * texture, in 0..1: no vertex colour, light or wireframe */
    bool white;         /* the base colour is 1 */
    bool pixel_light;   /* BP_LIGHTING_PIXEL */
    bool physical;      /* BP_LIGHTING_PBR */
    /* Index in a transformed vertex; 0: no such attribute. */
    int color_offset, uv_offset, normal_offset, tangent_offset;
    int uv_floats; /* 2, or 4 with the second set */
    /* The gradients that shading needs, for mipmaps and derived tangents: 0; or 6: of u/w, v/w and 1/w to the
     * right, then down; or 10: after them those of the second u/w and v/w. */
    int gradient_count;
    float base[4];      /* the colour if there is no colour attribute */
    float alpha_cutoff; /* alpha test: pixels below are dropped (RAW: times 255); 0: no test */
    float light[3], ambient[3], direction[3];
    bp_wire wire;
    float wire_color[4];
    float wire_radius; /* half the line width plus half a pixel; opacity is wire_radius - distance, in 0..1 */
    bp_pbr pbr;        /* if physical */
} bp_shading;

/* The skinning of a draw's vertices. */
typedef struct bp_draw_skin {
    bp_skin_job job;   /* its target says only which arrays are needed */
    const float *from; /* the caller's job, for pixel histories */
    bp_skin_palette palette;
    bp_skin_kernel *kernel;
} bp_draw_skin;

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
    int floats;               /* in a transformed vertex */
    const bp_draw_skin *skin; /* owned by the raster's arena; NULL: the vertices are skinned already */

    /* Set while a pass is drawn. Owned by the raster. */
    float *transformed;
    uint8_t *outcodes;
    uint64_t draw_id; /* for the tile cache; 0: none */
};

/* The vertex indices of triangle `index`. False: one is out of range. */
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
