/* Shapes of our own lessons and tests, besides those of bindpose/mesh.h. */
#pragma once

#include <bindpose/mesh.h>

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

/* ---- Copying vertices, for cloning, merging and flattening meshes ---------------------------- */

/* Copies `count` vertices of `from` to `to`, beginning at to's vertex `first`, for each attribute that both
 * have. Copies those in `selection`, or if it is NULL the first ones. Influences and morph targets are
 * copied as far as both have them. */
void bp_mesh_copy_vertices(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *selection,
                           size_t count);

/* Options for a mesh with the name, attributes and influences of `mesh`, but other counts. */
bp_mesh_options bp_mesh_options_like(const bp_mesh *mesh, size_t vertex_count, size_t index_count);

/* A mesh made with `options`, whose counts may differ from `mesh`'s, with morph targets, submeshes and
 * selected vertices of `mesh`. Its indices are zero. */
bp_mesh *bp_mesh_clone_onto(const bp_allocator *allocator, const bp_mesh *mesh,
                            const bp_mesh_options *options, const uint32_t *selection, bp_error *error);

/* Replaces a text that is owned by a copy of another. */
bool bp_replace_text(const bp_allocator *allocator, char **text, const char *fresh, bp_error *error);
