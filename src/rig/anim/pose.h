/* pose: access to single targets of a pose. */
#ifndef BP_RIG_POSE_H
#define BP_RIG_POSE_H

#include <bindpose/rig.h>

enum { BP_POSE_TRS = BP_POSE_POSITION | BP_POSE_ROTATION | BP_POSE_SCALE };

/* Sets a target's matrix; in a pose without matrices its three parts. */
void bp_pose_set_matrix(bp_pose *pose, size_t index, bp_mat4 matrix);
void bp_pose_set_trs(bp_pose *pose, size_t index, bp_trs trs);

/* The number of morph weights that the pose holds for a target. */
static inline size_t bp_pose_weight_count(const bp_pose *pose, size_t index) {
    return pose->weight_starts ? pose->weight_starts[index + 1] - pose->weight_starts[index] : 0;
}

#endif
