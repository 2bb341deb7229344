/* Skinning and posing written with GLM and cglm, to compare our speed with. */
#ifndef BINDPOSE_TESTS_BENCH_PEER_LOOPS_H
#define BINDPOSE_TESTS_BENCH_PEER_LOOPS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Plain arrays: 3 floats per position and normal, 4 joints and weights per vertex, 16 floats per matrix. */
typedef struct peer_skin {
    size_t count;
    const float *positions, *normals, *weights;
    const uint16_t *joints;
    const float *palette; /* aligned to 64 bytes */
    float *to_positions, *to_normals;
} peer_skin;

void peer_skin_cglm(const peer_skin *skin);
void peer_skin_glm(const peer_skin *skin); /* intrinsics forced, aligned matrices */

/* Copies `count` times 32 bytes with ordinary stores, to measure memory. Both are aligned to 32 bytes. */
void peer_copy(float *to, const float *from, size_t count);

/* All rotations have their keys at the same times; so has the root's position. A rotation is 4 floats. */
typedef struct peer_pose {
    size_t joints, keys;
    const double *times;
    const float *rotations;    /* for each joint `keys` quaternions */
    const float *root;         /* `keys` positions */
    const float *translations; /* of the other joints: 3 floats each */
    const size_t *parents;     /* SIZE_MAX: none; parents come first */
    float *models;             /* 16 floats per joint, aligned to 64 bytes */
} peer_pose;

void peer_pose_cglm(const peer_pose *pose, double time);

#ifdef __cplusplus
}
#endif

#endif
