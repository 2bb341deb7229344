/* Shapes of our own lessons and tests, besides those of bindpose/mesh.h. */
#ifndef BP_MESH_SHAPES_H
#define BP_MESH_SHAPES_H

#include <bindpose/mesh.h>

typedef struct bp_grid_options {
    float width; /* along X (1) */
    float depth; /* along Z (1) */
    int columns; /* cells along X (1) */
    int rows;    /* cells along Z (1) */
} bp_grid_options;
/* A flat grid in the XZ plane, facing +Y; Babylon.js's MeshBuilder.CreateGround. */
bp_mesh *bp_shape_grid(const bp_allocator *allocator, const bp_grid_options *options, bp_error *error);

/* The character of Babylon.js's page: a body box of 1 x 3.5 x 1 at the origin (joint 0) and arms of 0.5 x
 * 2.5 x 0.5, the left one (joint 1) centred at (1, 0.5, 0) and rotated by +30 degrees about Z, the right
 * one (joint 2) at (-1, 0.5, 0) by -30 degrees. 72 vertices in that order, 24 each; weights 1. */
bp_mesh *bp_shape_character(const bp_allocator *allocator, bp_error *error);

typedef struct bp_sphere_options {
    float radius; /* (0.5) */
    int sides;    /* around Y (32); at least 3 */
    int rings;    /* bands between the poles (16); at least 2 */
} bp_sphere_options;
/* (sides + 1) * (rings + 1) vertices: those of the seam are there twice, with u = 0 and 1. */
bp_mesh *bp_shape_sphere(const bp_allocator *allocator, const bp_sphere_options *options, bp_error *error);

#endif
