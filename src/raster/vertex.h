/* Vertices, plainly: from the caller's arrays to clip space, from clip space to the screen. What the
 * reference draws with, and what clipped triangles are made of; vertex_isa.c does the same to whole arrays and
 * must give the same bits.
 */
#ifndef BP_RASTER_VERTEX_H
#define BP_RASTER_VERTEX_H

#include "raster/triangles.h"

/* A vertex before the division by w. */
typedef struct bp_clip_vertex {
    float clip[4];
    float attributes[3 * BP_ATTRIBUTE_FLOATS]; /* as a draw's vertices have them, but not yet times 1/w */
} bp_clip_vertex;

/* Vertex `index` of a draw: transformed and, where the draw says so, lit. */
void bp_vertex_transform(const bp_triangles *t, uint32_t index, bp_clip_vertex *out);

/* The planes that a position lies behind; 0: none. */
unsigned bp_vertex_outcode(const bp_viewport *viewport, const float clip[4]);

/* To the screen: t->floats floats, as triangles.h says. For a vertex of code 0. */
void bp_vertex_project(const bp_triangles *t, const bp_clip_vertex *vertex, float *out);

#endif
