/* Surfaces of revolution about Y, ring by ring. */
#ifndef BP_MESH_REVOLVE_H
#define BP_MESH_REVOLVE_H

#include "mesh/shape_builder.h"

typedef struct bp_profile_ring {
    float radius, height;
    float slope_out, slope_up; /* the unit normal: away from the axis, along the axis */
    float v;
} bp_profile_ring;

/* Adds sides + 1 vertices. */
void bp_revolve_ring(bp_shape_builder *patch, int sides, bp_profile_ring ring);

/* A mesh with space for rows + 1 rings, of which the first and last have radius 0. */
bp_mesh *bp_revolve_create(const bp_allocator *allocator, const char *name, int sides, int rows,
                           bp_error *error);

#endif
