/* The vertex stage, scalar: from the caller's arrays to clip space, and from there to the screen.
 *
 * The scalar rasterizer and the clipper use these functions. tiled/vertex_isa.c does the same to whole arrays and must
 * give the same bits.
 */
#ifndef BP_RASTER_VERTEX_H
#define BP_RASTER_VERTEX_H

#include "raster/triangles.h"

/* A vertex in clip space, before the division by w. Its attributes are those of a transformed vertex (triangles.h)
 * times w. */
typedef struct bp_clip_vertex {
    float clip[4];
    float attributes[3 * BP_ATTRIBUTE_FLOATS];
} bp_clip_vertex;

/* Transforms vertex `index` of a draw to clip space, and lights it if the draw lights its vertices. */
void bp_vertex_transform(const bp_triangles *t, uint32_t index, bp_clip_vertex *out);

/* The clip planes (BP_OUTCODE_...) that a position is outside of; 0: none. */
unsigned bp_vertex_outcode(const bp_viewport *viewport, const float clip[4]);

/* Divides by w and applies the viewport transform: writes t->floats floats, as triangles.h says. For vertices of
 * outcode 0. */
void bp_vertex_project(const bp_triangles *t, const bp_clip_vertex *vertex, float *out);

#endif
