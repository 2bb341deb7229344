/* What the mixer and drawing share with models. */
#ifndef BP_MESH_MODEL_POSE_H
#define BP_MESH_MODEL_POSE_H

#include <bindpose/model.h>

/* Transforms a texture coordinate. */
bp_vec2 bp_texture_info_transform(const bp_texture_info *texture, bp_vec2 uv);

/* What bp_model_pose_set does after sampling: sets nodes and weights to rest, then to `pose->now`, which the
 * caller has filled, and prepares all skeletons. Error, and nothing changes: `now` moves bones. */
bool bp_model_pose_apply(bp_model_pose *pose, bp_error *error);

#endif
