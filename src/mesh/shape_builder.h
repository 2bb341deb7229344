/* Builds shapes from grids of vertices. A grid has (columns + 1) x (rows + 1) vertices, row after row, and
 * two triangles for each cell. Every shape is one or several grids. */
#ifndef BP_MESH_SHAPE_BUILDER_H
#define BP_MESH_SHAPE_BUILDER_H

#include <bindpose/mesh.h>

typedef struct bp_shape_builder {
    bp_mesh *mesh;
    size_t vertices, indices; /* added so far */
} bp_shape_builder;

/* Adds the triangles of a grid whose vertices begin at `first`. Seen from the front, columns grow to the
 * right and rows downwards. `pole_first` and `pole_last`: the first or last row is a single point, and each
 * of its cells has one triangle. */
void bp_shape_add_grid(bp_shape_builder *patch, size_t first, int columns, int rows, bool pole_first,
                       bool pole_last);
/* The number of indices of such a grid. */
size_t bp_shape_grid_index_count(int columns, int rows, bool pole_first, bool pole_last);
/* Adds a vertex. */
void bp_shape_add_vertex(bp_shape_builder *patch, bp_vec3 position, bp_vec3 normal, bp_vec2 uv);

/* Replaces an option of 0 by its default. Errors: a negative or infinite size, a count out of range. */
bool bp_shape_read_size(float *value, float usual, const char *place, bp_error *error);
bool bp_shape_read_count(int *value, int usual, int least, const char *place, bp_error *error);

#endif
