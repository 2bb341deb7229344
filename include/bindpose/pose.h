/* pose: local transforms of many targets at one moment, as a clip gives them; applying and blending them.
 *
 * `parts` tells which parts of each target are set. Each part has an array, one element for each target. */
#ifndef BINDPOSE_POSE_H
#define BINDPOSE_POSE_H

#include <bindpose/skeleton.h>

BP_BEGIN_C

enum {
    BP_POSE_POSITION = 1,
    BP_POSE_ROTATION = 2,
    BP_POSE_SCALE = 4,
    BP_POSE_MATRIX = 8, /* a local matrix, which replaces position, rotation and scale */
    BP_POSE_WEIGHTS = 16
};

/* Whether the target numbers of a clip or a pose are ids of bones or indices of nodes. */
typedef enum bp_targets {
    BP_TARGETS_ANY,   /* not said: it fits everywhere, and the caller knows */
    BP_TARGETS_BONES, /* bones of a skeleton, by id: bp_pose_apply, bp_batch_create, ranges */
    BP_TARGETS_NODES, /* nodes of a model, by index, as in files: bp_pose_apply_nodes, bp_model_pose_set */
} bp_targets;

typedef struct bp_pose {
    bp_allocator allocator;
    size_t count;
    bp_targets targets;     /* of the clip that was sampled last, if the pose was created with ANY */
    bp_targets own_targets; /* as created */
    uint8_t *parts;         /* owned; BP_POSE_ bits: the parts that are set for each target */
    bp_vec3 *positions;     /* owned; meaningful where the bit is set */
    bp_quat *rotations;     /* owned */
    bp_vec3 *scales;        /* owned */
    bp_mat4 *matrices;      /* owned; NULL in a pose without matrices: tracks of matrices are decomposed */
    size_t *weight_starts;  /* owned; count + 1: target i has weights[starts[i]] to [starts[i + 1] - 1] */
    float *weights;         /* owned; NULL in a pose without weights, which ignores tracks of weights */
} bp_pose;

typedef struct bp_pose_options {
    bool matrices;            /* keep matrices whole (with shear, bit for bit) */
    bp_targets targets;       /* ANY: the kind of the first clip that is sampled into it */
    const int *weight_counts; /* borrowed for the call; morph weights of each target; NULL: none */
} bp_pose_options;

/* A pose for `count` targets in which nothing is set. NULL options: all defaults. */
bp_pose *bp_pose_create(const bp_allocator *allocator, size_t count, const bp_pose_options *options,
                        bp_error *error);
void bp_pose_destroy(bp_pose *pose);
void bp_pose_clear(bp_pose *pose); /* unsets everything, also the kind of targets unless it was an option */
/* One target as parts (unset ones are the identity's; a matrix is decomposed). Beyond the last target: the
 * identity. */
bp_trs bp_pose_trs(const bp_pose *pose, size_t index);

/* Sets the parts that the pose holds, and no others, on the bone with the target as id, or on the node that
 * it is linked to (the bone follows in the next bp_skeleton_prepare). Targets without a bone are ignored.
 * Morph weights belong to no bone: read them from pose->weights. Error, and nothing changes: its targets are
 * nodes (bp_model_clip_for_skeleton converts a clip). */
bool bp_pose_apply(const bp_pose *pose, bp_skeleton *skeleton, bp_error *error);
/* Sets the parts on nodes by index; NULL elements are skipped. Error, and nothing changes: its targets are
 * bones. */
bool bp_pose_apply_nodes(const bp_pose *pose, bp_node *const *nodes, size_t count, bp_error *error);
/* The reverse: position, rotation and scale of all nodes. Blending can start from such a pose if a clip has
 * few tracks. */
void bp_pose_from_nodes(bp_pose *pose, bp_node *const *nodes, size_t count);

/* ---- layers (src/rig/anim/pose.c): ozz's BlendingJob, Babylon.js's additive animations -------- */

/* The difference between a pose and a reference, for an additive layer: positions and morph weights minus the
 * reference's, rotations conjugate(reference) * rotation, scales divided. Parts that one of them lacks are
 * unset.
 * `out` may be `pose`. Errors: sizes that differ. */
bool bp_pose_subtract(const bp_pose *pose, const bp_pose *reference, bp_pose *out, bp_error *error);

/* One of several poses to blend. */
typedef struct bp_pose_layer {
    const bp_pose *pose; /* borrowed for the call */
    float weight;        /* 0 or more; negative and NaN count as 0 */
    const float *mask;   /* borrowed; a factor for each target (bp_skeleton_mask, bp_model_mask); NULL: 1 */
    bool additive;       /* the pose is a difference, which is applied times its weight after the others */
} bp_pose_layer;

typedef struct bp_pose_blend_options {
    const bp_pose_layer *layers; /* borrowed for the call */
    size_t count;
    /* Borrowed; what a target has without layers. If the weights of a part sum to less than `threshold`, the
     * rest has the missing weight. NULL: a part without weight is unset. */
    const bp_pose *rest;
    float threshold; /* 0: 0.1 */
} bp_pose_blend_options;

/* Blends all layers at once: each part of a target is the mean of the layers that hold it, by weight,
 * rotations as normalized sums of quaternions (the short way). Then additive layers, in order: positions and
 * morph weights are added times weight, rotations multiplied by slerp(identity, difference, weight) on the
 * right (in the bone's own axes), scales multiplied. `out` is none of the inputs. Errors: sizes or kinds of
 * targets that differ. */
bool bp_pose_blend_layers(const bp_pose_blend_options *options, bp_pose *out, bp_error *error);

BP_END_C

#endif
