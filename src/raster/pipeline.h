/* The scalar stages of the triangle pipeline, in order. triangle_scalar.c calls them one after the other. The
 * tiled rasterizer uses them to clip triangles and to set up large ones; its own stages give the same
 * bits. */
#pragma once

#include "raster/pixel_history.h"
#include "raster/triangles.h"

/* Vertex transform (vertex.c): a vertex in clip space, before the division by w. Its attributes are those of
 * a transformed vertex (triangles.h) times w. */
typedef struct bp_clip_vertex {
    float clip[4];
    float attributes[BP_ATTRIBUTES_MAX * BP_ATTRIBUTE_FLOATS];
} bp_clip_vertex;

/* Transforms vertex `index` of a draw to clip space, and lights it if the draw lights its vertices. */
void bp_vertex_transform(const bp_triangles *t, uint32_t index, bp_clip_vertex *out);
/* The clip planes (BP_OUTCODE_...) that a position is outside of; 0: none. */
unsigned bp_vertex_outcode(const bp_viewport *viewport, const float clip[4]);

/* Clipping (clip.c). */
enum {
    BP_CLIP_VERTICES_MAX = 3 + 7, /* each of seven planes can add one */
    BP_CLIPPED_TRIANGLES_MAX = BP_CLIP_VERTICES_MAX - 2,
};

/* A convex polygon. edge[i] is true if the edge from vertex i to the next one lies on an edge of the
 * triangle. Wireframes draw those edges, and not the ones that clipping adds. */
typedef struct bp_polygon {
    int count;
    bp_clip_vertex vertex[BP_CLIP_VERTICES_MAX];
    bool edge[BP_CLIP_VERTICES_MAX];
} bp_polygon;

/* A triangle on the screen, made by clipping. */
typedef struct bp_clipped_triangle {
    float vertex[3][BP_VERTEX_FLOATS_MAX];
    bool edge[3]; /* as in bp_polygon */
} bp_clipped_triangle;

/* Clips the polygon by the planes in `outcodes` (the union of its vertices' outcodes), in a fixed order.
 * Fewer than three vertices remain if nothing is inside. */
void bp_clip_polygon(const bp_viewport *viewport, unsigned outcodes, bp_polygon *polygon);
/* Clips a triangle of a draw, cuts the rest into a fan, and projects it to the screen. Returns the number of
 * triangles: 0 if nothing is left, or if numbers overflow on the way. */
int bp_clip_triangle(const bp_triangles *t, const uint32_t index[3], unsigned outcodes,
                     bp_clipped_triangle out[BP_CLIPPED_TRIANGLES_MAX]);

/* Viewport transform (vertex.c): divides by w, maps to pixels, and writes t->floats floats (triangles.h). For
 * vertices with outcode 0. */
void bp_vertex_project(const bp_triangles *t, const bp_clip_vertex *vertex, float *out);

/* Triangle setup (triangle_setup.c): the edge function E(x, y) = a x + b y + c, positive inside the triangle;
 * x, y in 1/256 pixel. */
typedef struct bp_edge {
    int64_t a, b, c;
    bool top_left; /* a point on the edge is inside */
} bp_edge;

/* The same for the kernels' vectors and floats. The edge from (x, y) to (next_x, next_y) of a triangle that
 * runs clockwise on the screen has a = BP_EDGE_A, b = BP_EDGE_B; otherwise both change their signs.
 * BP_TOP_LEFT: whether a point on the edge is inside (all bits of a vector's lane). */
#define BP_EDGE_A(y, next_y) ((y) - (next_y))
#define BP_EDGE_B(x, next_x) ((next_x) - (x))
#define BP_TOP_LEFT(a, b) (((a) > 0) | (((a) == 0) & ((b) > 0)))

typedef struct bp_triangle_setup {
    bp_edge edge[3];
    int64_t area; /* twice the signed area, in 1/65536 pixel; negative if counter-clockwise on the screen */
    bp_irect bounds; /* the pixels inside the scissor that the triangle may touch */
} bp_triangle_setup;

/* Sets up a triangle of a draw from its transformed vertices. False if it is culled: it faces away, has no
 * area, or lies outside the scissor or between the sample points. */
bool bp_triangle_setup_make(bp_triangle_setup *setup, const bp_command *command, const float *const vertex[3],
                            int samples);

static inline int64_t bp_edge_at(const bp_edge *edge, int64_t x, int64_t y) {
    return edge->a * x + edge->b * y + edge->c;
}

/* The pixels whose centres lie in a bounding box in 1/256 pixel; with 4 samples, all pixels that it
 * touches. */
static inline bp_irect bp_pixel_bounds(int min_x, int min_y, int max_x, int max_y, int samples) {
    if (samples > 1) return (bp_irect){min_x >> 8, min_y >> 8, (max_x >> 8) + 1, (max_y >> 8) + 1};
    return (bp_irect){(min_x + 127) >> 8, (min_y + 127) >> 8, ((max_x - 128) >> 8) + 1,
                      ((max_y - 128) >> 8) + 1};
}

/* A triangle on the screen. Float k of its vertices is linear there: it has a constant gradient. */
typedef struct bp_screen_triangle {
    const bp_triangles *draw;
    uint32_t index, vertices[3]; /* its number in the draw, and its vertices' */
    bool clipped;                /* a part of it, made by clipping */
    float vertex[3][BP_VERTEX_FLOATS_MAX];
    bool is_triangle_edge[3]; /* not added by clipping; wireframes draw only these */
    bp_triangle_setup setup;
    float ddx[BP_VERTEX_FLOATS_MAX], ddy[BP_VERTEX_FLOATS_MAX]; /* gradients: change per pixel right, down */
} bp_screen_triangle;

/* Whether the triangle covers the point (x, y), in 1/256 pixel. */
static inline bool bp_screen_triangle_covers(const bp_screen_triangle *t, int64_t x, int64_t y) {
    for (int i = 0; i < 3; i++) {
        const bp_edge *edge = &t->setup.edge[i];
        int64_t e = bp_edge_at(edge, x, y);
        if (e < 0 || (e == 0 && !edge->top_left)) return false;
    }
    return true;
}

/* Float k of its vertices, interpolated at a point in pixels. */
static inline float bp_screen_triangle_at(const bp_screen_triangle *t, int k, float x, float y) {
    float dx = x - t->vertex[0][0], dy = y - t->vertex[0][1];
    return (t->vertex[0][k] + t->ddy[k] * dy) + t->ddx[k] * dx;
}

/* Shading (shade_scalar.c): a fragment's attributes, interpolated at the pixel's centre and still divided by
 * w. */
typedef struct bp_shade_input {
    float inverse_w;
    float x, y; /* the pixel's centre */
    float color[4], uv[4], normal[3], tangent[4];
    /* Gradients: change per pixel to the right, and down. Of u/w, v/w, 1/w, and the second u/w and v/w. */
    float ddx[5], ddy[5];
    float wire;             /* opacity of the wireframe's lines, 0..1 */
    bp_shading_step *steps; /* gets the values on the way; NULL: nobody wants them */
} bp_shade_input;

/* Samples a texture at a fragment (texture_sample_scalar.c): RAW 0..255, or linear light 0..1. w: 1 /
 * inverse_w. */
void bp_sample_scalar(const bp_sampler *sampler, bool raw, const bp_shade_input *input, float w,
                      float out[4]);
/* The level of detail at which a fragment's first texture is read; -1: it has none. */
float bp_texture_level(const bp_shading *shading, const bp_shade_input *input);
/* Physically based shading (pbr_scalar.c): `color` is the base colour, and becomes the light towards the
 * eye. */
/* Notes the light and the sky. */
void bp_note_lamp(const bp_shading *shading, bp_shading_step *steps);
void bp_pbr_scalar(const bp_shading *shading, const bp_shade_input *input, float w, float color[4]);
/* The colour before blending: RAW as whole numbers 0..255, else linear light 0..1. */
void bp_shade_scalar(const bp_shading *shading, const bp_shade_input *input, float out[4]);
/* That colour as a pixel, blended over the pixel `under` if `blend`. */
uint32_t bp_shade_pixel_scalar(const bp_shading *shading, const float color[4], bool blend, uint32_t under);
