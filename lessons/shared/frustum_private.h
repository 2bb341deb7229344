/* The parts of a frustum, for the files beside this one. */
#ifndef BP_SHARED_FRUSTUM_PRIVATE_H
#define BP_SHARED_FRUSTUM_PRIVATE_H

#include "shared/frustum.h"

/* Takes the frustum's vertices to the grids that ask for them, and draws the stages. */
void bp_frustum_update(bp_world *world);
/* The projection of frustum.h. */
bp_mat4 bp_frustum_projection(float near_z);
/* Where a vertex of the world's frustum lands on a stage's grid, by the grid's rule, uncut. */
bp_vec2 bp_frustum_landing(bp_world *world, int stage, int vertex);
/* The triangles of a polygon in clip space, on a grid: colour of its first triangle for all. */
void bp_frustum_land(bp_pixel_grid *grid, const bp_vec4 corner[], int count, bp_vertex_rule rule);

#endif
