/* Everything there is to be seen of meshes, skeletons, clips, models: what a failed call must leave as it was. */
#ifndef BINDPOSE_TESTS_OOM_LOOKS_H
#define BINDPOSE_TESTS_OOM_LOOKS_H

#include "sweep.h"
#include <bindpose/bindpose.h>

/* All of them take NULL. */
void look_mesh(const bp_mesh *mesh, uint64_t *print);
void look_node(const bp_node *node, uint64_t *print);
void look_skeleton(const bp_skeleton *skeleton, uint64_t *print);
void look_clip(const bp_clip *clip, uint64_t *print);
void look_pose(const bp_pose *pose, uint64_t *print);
void look_image(const bp_image *image, uint64_t *print);
void look_model(const bp_model *model, uint64_t *print);

#endif
