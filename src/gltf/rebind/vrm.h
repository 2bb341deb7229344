/* vrm: the numbers that VRM's extensions define in a bone's space.
 *
 * VRM 0.x ("VRM"): colliders and the first-person offset, with z towards -Z, as in Unity. VRM 1.0:
 * VRMC_springBone (colliders: spheres, capsules; planes by VRMC_springBone_extended_collider), VRMC_vrm (the
 * look-at offset from the head), VRMC_node_constraint (axes). Gravity is in world space in both. Radii and
 * lengths aren't scaled by a bone. */
#ifndef BP_GLTF_VRM_H
#define BP_GLTF_VRM_H

#include "gltf/document.h"
#include "math/double.h"

/* A point or a direction. */
typedef struct bp_vrm_vector {
    int node;          /* in whose space it is */
    bool is_direction; /* neither moved nor scaled */
    bool is_unity;     /* {x, y, z} with z reversed; else [x, y, z] */
    bp_dvec3 value;    /* in glTF's axes */
    char parent[128];  /* JSON path of the object that has it */
    const char *key;
} bp_vrm_vector;

typedef bool bp_vrm_visit(void *user, const bp_vrm_vector *vector, bp_error *error);
/* Calls `visit` for each vector of the document, until it returns false. */
bool bp_vrm_each_vector(const bp_gltf_document *document, bp_vrm_visit *visit, void *user, bp_error *error);
/* The node of a humanoid bone ("head"), in either version; -1: none. */
int bp_vrm_bone(const bp_gltf_document *document, const char *name);
/* An index of a node that the document has; -1 for anything else. */
int bp_vrm_node(const bp_gltf_document *document, const bp_json *value);
/* A member of a root extension; NULL: none. */
const bp_json *bp_vrm_extension(const bp_gltf_document *document, const char *name, const char *key);

#endif
