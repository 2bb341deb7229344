/* Clipping: what is left of a triangle between the near and far planes and inside the guard band. */
#ifndef BP_RASTER_CLIP_H
#define BP_RASTER_CLIP_H

#include "raster/vertex.h"

enum { BP_CLIP_VERTICES_MAX = 3 + 7 }; /* each of seven planes can add one */

/* A convex polygon. edge[i] says whether the edge from vertex i to the next one is one of the triangle's (and
 * not a cut): wireframes draw those alone. */
typedef struct bp_polygon {
    int count;
    bp_clip_vertex vertex[BP_CLIP_VERTICES_MAX];
    bool edge[BP_CLIP_VERTICES_MAX];
} bp_polygon;

/* Cuts the polygon at the planes of `outcodes` (the union of its vertices' outcodes), in a fixed order. What is left
 * has less than three vertices where nothing is. */
void bp_clip_polygon(const bp_viewport *viewport, unsigned outcodes, bp_polygon *polygon);

/* A triangle on the screen that clipping made. */
typedef struct bp_clipped_triangle {
    float vertex[3][BP_VERTEX_FLOATS_MAX];
    bool edge[3]; /* from vertex i to i + 1 */
} bp_clipped_triangle;

enum { BP_CLIPPED_TRIANGLES_MAX = BP_CLIP_VERTICES_MAX - 2 };

/* Clips the triangle of three vertices of a draw, and projects what is left as a fan. Returns the number of
 * triangles; 0 also where numbers have overflowed on the way. */
int bp_clip_triangle(const bp_triangles *t, const uint32_t index[3], unsigned outcodes,
                     bp_clipped_triangle out[BP_CLIPPED_TRIANGLES_MAX]);

#endif
