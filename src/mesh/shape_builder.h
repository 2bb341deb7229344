/* A patch: a grid of vertices, (columns + 1) x (rows + 1) of them, row after row, with two triangles a
 * cell. Every shape here is one or more of them. */
#ifndef BP_MESH_SHAPE_BUILDER_H
#define BP_MESH_SHAPE_BUILDER_H

#include <bindpose/mesh.h>

typedef struct bp_shape_builder {
    bp_mesh *mesh;
    size_t vertices, indices; /* already filled */
} bp_shape_builder;

/* The triangles of a grid whose vertices start at `first`: front faces are those that see columns grow
 * to the right and rows grow downwards. A row that is one point (a pole) gives one triangle a cell:
 * `pole_first`, `pole_last` say whether the first and last rows are. */
void bp_shape_add_grid(bp_shape_builder *patch, size_t first, int columns, int rows, bool pole_first, bool pole_last);
/* How many indices that is. */
size_t bp_shape_grid_index_count(int columns, int rows, bool pole_first, bool pole_last);
/* Adds a vertex; its number is that of those before it. */
void bp_shape_add_vertex(bp_shape_builder *patch, bp_vec3 position, bp_vec3 normal, bp_vec2 uv);

/* The option's value or, where it is 0, the default; what is no size or count is an error. */
bool bp_shape_read_size(float *value, float usual, const char *place, bp_error *error);
bool bp_shape_read_count(int *value, int usual, int least, const char *place, bp_error *error);

#endif
