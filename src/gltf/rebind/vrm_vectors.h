/* vrm_vectors: the numbers that VRM's extensions define in a bone's space.
 *
 * VRM 0.x ("VRM"): colliders and the first-person offset, with z towards -Z, as in Unity. VRM 1.0:
 * VRMC_springBone (colliders: spheres, capsules; planes by VRMC_springBone_extended_collider), VRMC_vrm (the
 * look-at offset from the head), VRMC_node_constraint (axes). Gravity is in world space in both. Radii and
 * lengths aren't scaled by a bone. */
#pragma once

#include "gltf/document.h"
#include "math/double.h"

/* A point or a direction. */
typedef struct bp_vrm_vector {
    int node;                    /* in whose space it is */
    bool is_direction;           /* neither moved nor scaled */
    bool is_unity;               /* {x, y, z} with z reversed; else [x, y, z] */
    bp_dvec3 value;              /* in glTF's axes */
    const bp_gltf_value *object; /* that has it; while it is visited */
    const char *key;
} bp_vrm_vector;

typedef bool bp_vrm_visit(void *user, const bp_vrm_vector *vector, bp_error *error);
/* Calls `visit` for each vector of the document, until it returns false. */
bool bp_vrm_each_vector(const bp_gltf_document *document, bp_vrm_visit *visit, void *user, bp_error *error);
/* The node of a humanoid bone ("head"), in either version; -1: none. */
int bp_vrm_bone(const bp_gltf_document *document, const char *name);
/* The node that member `key` of an object is the index of; -1: none. */
static inline int bp_vrm_node(const bp_gltf_document *document, const bp_json *object, const char *key) {
    return bp_gltf_index_of(document, bp_json_member(object, key), BP_GLTF_NODES);
}
