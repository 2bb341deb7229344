/* Hashes of all that callers can see of meshes, skeletons, clips and models. A failed call must not change
 * them. */
#ifndef BINDPOSE_TESTS_OOM_FINGERPRINTS_H
#define BINDPOSE_TESTS_OOM_FINGERPRINTS_H

#include "sweep.h"
#include <bindpose/bindpose.h>

/* All of them take NULL. */
void fingerprint_mesh(const bp_mesh *mesh, uint64_t *hash);
void fingerprint_node(const bp_node *node, uint64_t *hash);
void fingerprint_skeleton(const bp_skeleton *skeleton, uint64_t *hash);
void fingerprint_clip(const bp_clip *clip, uint64_t *hash);
void fingerprint_pose(const bp_pose *pose, uint64_t *hash);
void fingerprint_image(const bp_image *image, uint64_t *hash);
void fingerprint_model(const bp_model *model, uint64_t *hash);

#endif
