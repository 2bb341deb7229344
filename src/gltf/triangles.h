/* triangles: which vertices a primitive joins. */
#ifndef BP_GLTF_TRIANGLES_H
#define BP_GLTF_TRIANGLES_H

#include <bindpose/mesh.h>

#include "gltf/accessor.h"

/* What a primitive says, before there is a mesh. */
typedef struct bp_gltf_triangles {
    size_t mode; /* glTF's number */
    bool has_indices;
    bp_gltf_accessor indices;
    size_t order_count;  /* of indices, or of vertices where there are none */
    size_t corner_count; /* of the list that is made of them */
} bp_gltf_triangles;

bool bp_gltf_triangles_open(bp_gltf_document *document, const bp_gltf_value *primitive, size_t vertices,
                            bp_gltf_triangles *out, bp_error *error);
/* Fills the mesh's indices, of which there are corner_count. */
bool bp_gltf_triangles_fill(bp_gltf_document *document, const bp_gltf_value *primitive,
                            const bp_gltf_triangles *triangles, bp_mesh *mesh, bp_error *error);

#endif
