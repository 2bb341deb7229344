/* vrm_diff: does a VRM character mean the same in two files?
 *
 * Compares the humanoid map, and the rest geometry of springs, colliders, constraints and offsets in scene
 * space: so it doesn't matter in which frames of joints the files define them. Rotations that constraints
 * make are compared over all clips. */
#pragma once

#include "gltf/motion_diff.h"
#include <bindpose/tools.h>

typedef struct bp_vrm_difference {
    char what[288]; /* "VRMC_springBone.colliders[2].shape.sphere.offset: 0.02 of the size apart" */
} bp_vrm_difference;

#define BP_VRM_MAX_DIFFERENCES 64

typedef struct bp_vrm_diff {
    bp_allocator allocator;
    size_t facts;            /* of the first file: compared; 0: it has no VRM */
    double worst;            /* distance of a point, relative to the size */
    size_t count;            /* of all differences */
    bp_vrm_difference *list; /* owned; the first of them */
} bp_vrm_diff;

/* Compares the files, of which the poses' models were read; both must be at rest, and are again. `bytes` has
 * what they hold, or NULL: it is read. `motion` has the pairs of clips, the size and the tolerance.
 * Overwrites `out`; clear it in any case. Errors: those of reading a file. */
bool bp_vrm_diff_run(const bp_context *context, const char *const paths[2], const bp_file *const bytes[2],
                     bp_model_pose *const poses[2], const bp_motion_diff *motion, bool ignore_names,
                     bp_vrm_diff *out, bp_error *error);
void bp_vrm_diff_clear(bp_vrm_diff *diff);
