/* Shapes of revolution about Y, ring by ring. */
#ifndef BP_MESH_ROUND_H
#define BP_MESH_ROUND_H

#include "mesh/patch.h"

typedef struct bp_ring {
    float radius, height;
    float slope_out, slope_up; /* the normal: away from the axis, along it; unit length together */
    float v;
} bp_ring;

/* Adds sides + 1 vertices. */
void bp_round_ring(bp_patch *patch, int sides, bp_ring ring);

/* A mesh with room for rows + 1 rings, of which the first and last are points. */
bp_mesh *bp_round_create(const bp_allocator *allocator, const char *name, int sides, int rows,
                         bp_error *error);

#endif
