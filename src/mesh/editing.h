/* Functions of meshes that our own programs and modules use, besides bindpose/mesh.h. */
#pragma once

#include <bindpose/mesh.h>

/* The empty box: the start of a union. */
bp_bounds bp_bounds_empty(void);
bool bp_bounds_is_empty(bp_bounds bounds);
/* The smallest box around the points. Points with a NaN or infinite coordinate are left out. */
bp_bounds bp_bounds_from_points(const bp_vec3 *points, size_t count);
/* The box around the eight corners, transformed by `m` (affine). An empty box stays empty. */
bp_bounds bp_bounds_transform(bp_bounds bounds, bp_mat4 m);

/* The mesh's attributes: bits of bp_mesh_attributes. */
unsigned bp_mesh_attributes_of(const bp_mesh *mesh);

/* The material of the first submesh, or of the points or lines; -1: the default material. */
int bp_mesh_material(const bp_mesh *mesh);

bool bp_mesh_set_name(bp_mesh *mesh, const char *name, bp_error *error);

/* The volume of a closed mesh in cubic metres: a sixth of the sum of its triangles' determinants. Positive if
 * faces point outwards. */
double bp_mesh_volume(const bp_mesh *mesh);

/* Flat shading: gives each triangle three vertices of its own with the face's normal, as glTF requires for
 * a mesh without normals. The new vertex i is the old vertex indices[i]. */
bool bp_mesh_make_flat(bp_mesh *mesh, bp_error *error);

/* ---- transforming and merging (src/mesh/geometry.c) ---------------------------------------------*/

/* Transforms positions, normals, tangents and morph targets by `m` (affine). Normals go through the inverse
 * transpose; normals and tangents are normalized. If `m` mirrors, the winding of triangles is reversed, and
 * their front faces stay outside. */
void bp_mesh_transform(bp_mesh *mesh, bp_mat4 m);

typedef struct bp_mesh_part {
    const bp_mesh *mesh;      /* borrowed for the call */
    const bp_mat4 *transform; /* borrowed for the call; NULL: the identity */
} bp_mesh_part;

/* Merges meshes: vertices and indices one after the other, each part transformed (as bp_mesh_transform),
 * and all submeshes. Neighbouring submeshes with the same material are joined. The result has every
 * attribute that any part has (zero or white where a part lacks it) and the largest number of influences.
 * Joints are not renumbered. Morph targets, points and lines are dropped. NULL on error. */
bp_mesh *bp_mesh_merge(const bp_allocator *allocator, const bp_mesh_part *parts, size_t count,
                       bp_error *error);

/* ---- simplification (src/mesh/simplify.c) -------------------------------------------------------*/

/* A simplified mesh for distant views, by vertex clustering: all vertices in one cube of `cell` metres with
 * the same main joint become one, and triangles that collapse are dropped. Closed surfaces stay closed.
 * Submeshes stay, though some may be empty. Morph targets, points and lines are dropped. NULL on error: a
 * cell that is not above 0, memory. */
bp_mesh *bp_mesh_simplify(const bp_allocator *allocator, const bp_mesh *mesh, float cell, bp_error *error);

/* ---- vertices ----------------------------------------------------------------------------------*/

/* Changes the number of influences of each vertex. New ones are joint 0 with weight 0. Surplus ones are cut
 * off; the remaining weights stay as they are (see bp_mesh_normalize_weights). */
bool bp_mesh_set_influences(bp_mesh *mesh, int influences, bp_error *error);
/* bp_mesh_normalize_weights, and what was wrong. */
typedef struct bp_weight_faults {
    size_t changed;            /* vertices */
    size_t negative;           /* weights: below 0, infinite or NaN */
    size_t empty, first_empty; /* vertices without weight, and the first of them */
    size_t rescaled;           /* vertices whose sum was off 1 by more than 0.01 */
    size_t worst_vertex;       /* of them */
    double worst_sum;
} bp_weight_faults;
bp_weight_faults bp_mesh_mend_weights(bp_mesh *mesh);
/* Binds all vertices to one joint: one influence with weight 1. */
bool bp_mesh_bind_rigid(bp_mesh *mesh, uint16_t joint, bp_error *error);

/* Checks a mesh that other code has filled: counts, indices in range, submeshes within the indices. The
 * error's place says where ("indices[7]"). Values (positions, weights) are not checked. */
bool bp_mesh_check(const bp_mesh *mesh, bp_error *error);

/* Makes a mesh without triangles points (ends 1) or lines (ends 2) by a copy of these. Error: an index
 * beyond the vertices. */
bool bp_mesh_set_lines(bp_mesh *mesh, int ends, const uint32_t *vertices, size_t count, bp_error *error);

/* The box around the stored vertices: in the bind pose, before morphing. */
bp_bounds bp_mesh_bounds(const bp_mesh *mesh);

/* A deep copy, with morph targets. NULL on error (memory). */
bp_mesh *bp_mesh_clone(const bp_allocator *allocator, const bp_mesh *mesh, bp_error *error);
