/* a mesh of coloured quads, in a plane that faces the viewer. */
#pragma once

#include <bindpose/mesh.h>

/* Where quads of the mesh are written. Start with `count` 0. */
typedef struct bp_flat_quads {
    bp_mesh *mesh;
    size_t count;
} bp_flat_quads;

/* A mesh for that many quads. NULL: memory. */
bp_mesh *bp_flat_mesh_create(const bp_context *context, const char *name, size_t quads, bp_error *error);
/* Corners counter-clockwise, as seen from the front. */
void bp_flat_quad(bp_flat_quads *to, const bp_vec3 corner[4], bp_rgba8 color);
/* Makes the quads that were not written invisible. */
void bp_flat_finish(bp_flat_quads *to);
