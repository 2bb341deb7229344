/* The loops that our skinning and posing are measured against, each as one would write it with that library. */
#ifndef BINDPOSE_TESTS_BENCH_PEER_LOOPS_H
#define BINDPOSE_TESTS_BENCH_PEER_LOOPS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Plain arrays: 3 floats a position and normal, 4 joints and weights a vertex, 16 floats a matrix. */
typedef struct peer_skin {
    size_t count;
    const float *positions, *normals, *weights;
    const uint16_t *joints;
    const float *palette; /* at a multiple of 64 bytes */
    float *to_positions, *to_normals;
} peer_skin;

void peer_skin_cglm(const peer_skin *skin);
void peer_skin_glm(const peer_skin *skin); /* intrinsics forced, aligned matrices */

/* Copies `count` times 32 bytes with ordinary stores: what memory can do. Both at multiples of 32 bytes. */
void peer_copy(float *to, const float *from, size_t count);

/* Keys of all rotations at the same times, key after key (4 floats), and of the root's position. */
typedef struct peer_pose {
    size_t joints, keys;
    const double *times;
    const float *rotations;    /* joint after joint, `keys` quaternions each */
    const float *root;         /* `keys` positions */
    const float *translations; /* of the other joints, 3 floats each */
    const size_t *parents;     /* SIZE_MAX: none; parents come first */
    float *models;             /* 16 floats a joint, at a multiple of 64 bytes */
} peer_pose;

void peer_pose_cglm(const peer_pose *pose, double time);

#ifdef __cplusplus
}
#endif

#endif
