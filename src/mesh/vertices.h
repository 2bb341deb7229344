/* Copying vertices, for cloning, merging and flattening meshes. */
#ifndef BP_MESH_VERTICES_H
#define BP_MESH_VERTICES_H

#include <bindpose/mesh.h>

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

#endif
