/* Vertices as a set of arrays: what creating, cloning, merging and flattening meshes share. */
#ifndef BP_MESH_VERTICES_H
#define BP_MESH_VERTICES_H

#include <bindpose/mesh.h>

/* Copies vertices of `from` to `to`, from place `first` on, for each attribute that both have: the
 * first `count` ones, or those that `pick` names where it isn't NULL. Influences that `to` has and
 * `from` lacks stay as they are. Morph targets of the same number are copied as well. */
void bp_mesh_copy_vertices(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *pick,
                           size_t count);

/* A mesh of `options` (whose counts may differ from `mesh`'s) with `mesh`'s morph targets, submeshes and
 * vertices, picked as above; its indices are zero. */
bp_mesh *bp_mesh_clone_onto(const bp_allocator *allocator, const bp_mesh *mesh,
                            const bp_mesh_options *options, const uint32_t *pick, bp_error *error);

#endif
