/* The pose workload by which speed is compared: characters of 67 joints, walking. */
#ifndef BP_TOOLS_BENCH_WORKLOAD_POSE_H
#define BP_TOOLS_BENCH_WORKLOAD_POSE_H

#include <bindpose/rig.h>

enum { BP_WORKLOAD_POSE_JOINTS = 67, BP_WORKLOAD_POSE_CROWD = 256 };

typedef struct bp_workload_pose bp_workload_pose;

/* `characters` skeletons, and one clip of a second, 30 keys for each joint's rotation and the root's place. NULL
 * where there is no memory. */
bp_workload_pose *bp_workload_pose_create(bp_context *context, size_t characters, bp_error *error);
void bp_workload_pose_destroy(bp_workload_pose *workload);

/* For each character: the clip (at a time of its own, moving on by 1/60 s a frame) to all absolute matrices, by
 * bp_batch_sampler_run. */
void bp_workload_pose_run(bp_workload_pose *workload, int frame);

/* The same by way of bones: samples the clip, applies the pose, computes all absolute matrices. */
void bp_workload_pose_run_bones(bp_workload_pose *workload, int frame);

/* For looking at the results, all borrowed: what the first of them made of a character, and the skeleton that the
 * second moved. */
const bp_mat4 *bp_workload_pose_absolutes(const bp_workload_pose *workload, size_t character);
const bp_skeleton *bp_workload_pose_skeleton(const bp_workload_pose *workload, size_t character);
const bp_clip *bp_workload_pose_clip(const bp_workload_pose *workload);

#endif
