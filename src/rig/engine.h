/* Parts of Babylon.js's Skeleton, Bone and TransformNode that lessons, tests and the replay of its recordings
 * use, besides bindpose/skeleton.h and bindpose/bone.h. */
#pragma once

#include <bindpose/rig.h>

/* Bits of bp_rules. */
int bp_skeleton_rules(const bp_skeleton *skeleton);

/* The bone of that index in the palette (a mesh's joint), and the one that is linked to the node (of several
 * the lowest id). NULL if there is none. */
bp_bone *bp_skeleton_bone_of_joint(const bp_skeleton *skeleton, int joint);
bp_bone *bp_skeleton_find_linked(const bp_skeleton *skeleton, const bp_node *node);

/* Whether every parent precedes its children, as prepare expects. */
bool bp_skeleton_is_sorted(const bp_skeleton *skeleton);

/* Puts the array into the order of these ids, sorted or not. Error: not a permutation. */
bool bp_skeleton_reorder(bp_skeleton *skeleton, const size_t *ids, size_t count, bp_error *error);

/* For lessons and tests: from now on prepare takes each final matrix from `function`, as a faulty program
 * computes it from the bone's other matrices. They stay as they are. NULL: the usual product. */
typedef bp_mat4 bp_final_function(const bp_bone *bone);
void bp_skeleton_replace_final(bp_skeleton *skeleton, bp_final_function *function);

/* How often each matrix of any bone was written, and each conversion made, since creation or the last
 * reset. A local matrix counts when it is composed or replaced, not when its parts are set. */
typedef struct bp_skeleton_counters {
    uint64_t local, absolute, chain, final;
    uint64_t bind, absolute_bind, absolute_inverse_bind, rest;
    uint64_t composed;            /* position, rotation, scale to local matrix */
    uint64_t decomposed;          /* and back */
    uint64_t euler_to_quaternion; /* on setting Euler angles */
    uint64_t quaternion_to_euler; /* on reading them */
    uint64_t prepared;            /* calls of prepare that computed */
} bp_skeleton_counters;

bp_skeleton_counters bp_skeleton_stats(const bp_skeleton *skeleton);
void bp_skeleton_reset_stats(bp_skeleton *skeleton);

size_t bp_bone_array_index(const bp_bone *bone); /* position in the array; sorting changes it */
bool bp_bone_has_length(const bp_bone *bone);    /* whether its length was set */
void bp_bone_unset_length(bp_bone *bone);

/* False if the linked node and the bone's local matrix differ: the node moved, or the bone was set, since
 * the last prepare. */
bool bp_bone_local_is_current(const bp_bone *bone);

/* Bone.updateMatrix. Without `absolutes` the two absolute binds of the bone and its descendants stay until
 * another call recomputes them; without `local` the pose stays. */
bool bp_bone_update_bind(bp_bone *bone, bp_mat4 bind, bool absolutes, bool local, bp_error *error);

/* For lessons and tests: overwrites the stored bind and absolute bind and recomputes nothing, which shows
 * that prepare reads neither. */
void bp_bone_overwrite_binds(bp_bone *bone, bp_mat4 bind, bp_mat4 absolute_bind);

/* A root with the same name and local transform, bit for bit, without children. Errors: memory. */
bp_node *bp_node_clone(const bp_node *node, bp_error *error);

/* The far end of the bone in world space (`node` as in bp_bone_position_in): (0, length, 0) of the bone if
 * a length was set, else its first child's position. False, and *tip is the bone's own position, for a leaf
 * without length. */
bool bp_bone_tip(const bp_bone *bone, const bp_node *node, bp_vec3 *tip);

/* (pitch, yaw, roll), stored as a quaternion: Bone.rotation. */
bp_vec3 bp_bone_euler(const bp_bone *bone);
void bp_bone_set_euler(bp_bone *bone, bp_vec3 pitch_yaw_roll);

const char *bp_skeleton_name(const bp_skeleton *skeleton); /* borrowed, as long as the skeleton lives */

/* Whether computing the absolute matrix from the root down would change nothing. False once the bone or an
 * ancestor was changed, got another parent, or has a linked node that moved. Computes nothing. */
bool bp_bone_absolute_is_current(const bp_bone *bone);
