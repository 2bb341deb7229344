/* The posing workload of speed comparisons: walking characters of 67 joints. */
#ifndef BP_TOOLS_BENCH_WORKLOAD_POSE_H
#define BP_TOOLS_BENCH_WORKLOAD_POSE_H

#include <bindpose/rig.h>

enum { BP_WORKLOAD_POSE_JOINTS = 67, BP_WORKLOAD_POSE_CROWD = 256 };

typedef struct bp_workload_pose bp_workload_pose;

/* Makes `characters` skeletons and a clip of one second, with 30 keys for each joint's rotation and for the
 * root's position. NULL if there is no memory. */
bp_workload_pose *bp_workload_pose_create(bp_context *context, size_t characters, bp_error *error);
void bp_workload_pose_destroy(bp_workload_pose *workload);

/* Samples the clip for each character, at a time of its own that advances by 1/60 s a frame, and computes all
 * absolute matrices, by batch sampling. */
void bp_workload_pose_run(bp_workload_pose *workload, int frame);

/* Does the same work with bones: samples the clip, applies the pose, computes all absolute matrices. */
void bp_workload_pose_run_bones(bp_workload_pose *workload, int frame);

/* For tests: a character's matrices from batch sampling, its skeleton, and the clip. All borrowed. */
const bp_mat4 *bp_workload_pose_absolutes(const bp_workload_pose *workload, size_t character);
const bp_skeleton *bp_workload_pose_skeleton(const bp_workload_pose *workload, size_t character);
const bp_clip *bp_workload_pose_clip(const bp_workload_pose *workload);

#endif
