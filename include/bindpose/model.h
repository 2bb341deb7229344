/* model: finding things in a model, masks, inverse binds, and instances that share its data.
 *
 * The model itself, its parts and its pose are in mesh.h. Threads: one thread at a time for each model or
 * instance; different instances of one model may be used by different threads at a time.
 */
#ifndef BINDPOSE_MODEL_H
#define BINDPOSE_MODEL_H

#include <bindpose/mesh.h>
#include <bindpose/rig.h>

BP_BEGIN_C

/* ---- finding (src/mesh/model_find.c) -------------------------------------------------------------- */

/* The index of the first node or clip of that name; -1 if there is none. */
int bp_model_find_node(const bp_model *model, const char *name);
int bp_model_find_clip(const bp_model *model, const char *name);
/* The first bone of that name in any skeleton, borrowed; NULL if there is none. */
bp_bone *bp_model_find_bone(const bp_model *model, const char *name);

/* Fills a mask for layers: `inside` for a node (an index) and all its descendants, `outside` for the others.
 * `mask` has node_count elements. Nothing happens if there is no such node. */
void bp_model_mask(const bp_model *model, int node, float inside, float outside, float *mask);

/* The inverse bind matrices of a skin (an index), by joint: joint_count of them. Setting keeps everything
 * else; prepare the skeleton afterwards. Errors: no such skin; another count; a matrix that isn't finite (the
 * ones before it are set then). */
bool bp_model_inverse_binds(const bp_model *model, int skin, bp_mat4 *out, size_t count, bp_error *error);
bool bp_model_set_inverse_binds(bp_model *model, int skin, const bp_mat4 *matrices, size_t count,
                                bp_error *error);

/* ---- clips for bones (src/mesh/model_clip.c) -----------------------------------------------------*/

/* A copy of a model's clip (an index) that moves the bones of `skeleton` instead of nodes: tracks of linked
 * nodes get the id of their bone, all others (and morph weights) are left out. For bp_batch_sampler_create
 * and bp_pose_apply. The caller destroys it. NULL on error: no such clip; memory. */
bp_clip *bp_model_clip_for_skeleton(const bp_model *model, int clip,
                                           const bp_skeleton *skeleton, bp_error *error);

/* ---- instances (src/mesh/model_instantiate.c) --------------------------------------------------------- */

/* A model with nodes and skeletons of its own, in the pose of the moment, that shares all else (meshes,
 * images, materials, clips, skins) with `model`: Babylon.js's instantiateModelsToScene, three's
 * SkeletonUtils.clone. It takes some microseconds a bone. Destroy it with bp_model_destroy, and before
 * `model`, which it borrows. Several threads may instantiate one model at a time. An instance of an instance
 * borrows from the original. Errors: memory. */
bp_model *bp_model_instantiate(const bp_model *model, bp_error *error);

BP_END_C

#endif
