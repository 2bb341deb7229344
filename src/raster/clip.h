/* Clipping a triangle to the near and far planes and to the guard band, in clip space. */
#ifndef BP_RASTER_CLIP_H
#define BP_RASTER_CLIP_H

#include "raster/vertex.h"

enum { BP_CLIP_VERTICES_MAX = 3 + 7 }; /* each of seven planes can add one */

/* A convex polygon. edge[i] tells whether the edge from vertex i to the next one lies on an edge of the triangle:
 * wireframes draw those, and not the edges that clipping makes. */
typedef struct bp_polygon {
    int count;
    bp_clip_vertex vertex[BP_CLIP_VERTICES_MAX];
    bool edge[BP_CLIP_VERTICES_MAX];
} bp_polygon;

/* Clips the polygon by the planes in `outcodes` (the union of its vertices' outcodes), in a fixed order. Fewer than
 * three vertices remain if nothing is inside. */
void bp_clip_polygon(const bp_viewport *viewport, unsigned outcodes, bp_polygon *polygon);

/* A triangle on the screen, made by clipping. */
typedef struct bp_clipped_triangle {
    float vertex[3][BP_VERTEX_FLOATS_MAX];
    bool edge[3]; /* from vertex i to i + 1 */
} bp_clipped_triangle;

enum { BP_CLIPPED_TRIANGLES_MAX = BP_CLIP_VERTICES_MAX - 2 };

/* Clips a triangle of a draw, cuts the rest into a fan, and projects it to the screen. Returns the number of triangles:
 * 0 if nothing is left, or if numbers overflow on the way. */
int bp_clip_triangle(const bp_triangles *t, const uint32_t index[3], unsigned outcodes,
                     bp_clipped_triangle out[BP_CLIPPED_TRIANGLES_MAX]);

#endif
