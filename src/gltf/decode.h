/* decode: the parts of a file that both the strict reader and the lenient doctor decode.
 *
 * Each function checks one part and fails with an error that says what is wrong with it. The reader then
 * refuses the file; the doctor reports the error as a finding and goes on without that part. */
#pragma once

#include <bindpose/math.h>
#include <bindpose/rig.h>

#include "gltf/accessor.h"

/* A node's transform as the file gives it. */
typedef struct bp_gltf_transform {
    bool has_matrix, has_trs; /* trs: translation, rotation or scale */
    bp_mat4 matrix;           /* identity if not given */
    bp_trs trs;               /* identity where not given */
} bp_gltf_transform;
bool bp_gltf_transform_read(const bp_gltf_value *node, bp_gltf_transform *out, bp_error *error);

/* Opens attribute `key`, which must have `vertices` elements. */
bool bp_gltf_attribute_open(bp_gltf_document *document, const bp_gltf_value *attributes, const char *key,
                            unsigned types, size_t vertices, bp_gltf_accessor *out, bool *exists,
                            bp_error *error);

/* The path of a channel's target, by what it moves: "translation". NULL: glTF has none. */
extern const char *const bp_gltf_paths[BP_TRACK_WEIGHTS + 1];

/* A part of a node that a channel moves. */
typedef struct bp_gltf_target {
    int node; /* -1: none that can be played */
    bp_track_kind kind;
} bp_gltf_target;
/* Reads a channel's target: a node and a path, or a pointer (KHR_animation_pointer) such as
 * "/nodes/3/rotation". */
bp_gltf_target bp_gltf_target_of(const bp_gltf_document *document, const bp_json *target);

enum { BP_GLTF_SET_SIZE = 4 };

/* JOINTS_n and WEIGHTS_n: four influences of each vertex. */
typedef struct bp_gltf_influence_set {
    bp_gltf_accessor joints, weights;
} bp_gltf_influence_set;

/* Opens set n. *exists is false if the file has neither attribute. */
bool bp_gltf_influence_set_open(bp_gltf_document *document, const bp_gltf_value *attributes, size_t n,
                                size_t vertices, bp_gltf_influence_set *out, bool *exists, bp_error *error);
/* Counts the sets, from 0 on without a gap. On failure *count is the number of valid sets before the wrong
 * one. */
bool bp_gltf_influence_sets(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                            size_t *count, bp_error *error);

/* A primitive's mode and indices. */
typedef struct bp_gltf_topology {
    size_t mode; /* glTF's number */
    bool has_indices;
    bp_gltf_accessor indices;
    size_t order_count;  /* of indices, or of vertices if there are none */
    size_t vertex_count; /* of the primitive */
    int ends;            /* vertices of an element: 3, triangles; 2, lines; 1, points */
    size_t corner_count; /* of all elements */
} bp_gltf_topology;

bool bp_gltf_topology_open(bp_gltf_document *document, const bp_gltf_value *primitive, size_t vertices,
                           bp_gltf_topology *out, bp_error *error);
/* Writes the triangles, lines or points as a list: corner_count indices, each below the vertex count. */
bool bp_gltf_topology_decode(bp_gltf_document *document, const bp_gltf_value *primitive,
                             const bp_gltf_topology *topology, uint32_t *out, bp_error *error);

/* Opens the inverse bind matrices, MAT4 of floats. On failure *exists says whether *out can still be decoded.
 */
bool bp_gltf_inverse_binds_open(bp_gltf_document *document, const bp_gltf_value *skin, bp_gltf_accessor *out,
                                bool *exists, bp_error *error);
