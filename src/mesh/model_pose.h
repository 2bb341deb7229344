/* What the mixer, batches and drawing share with models. */
#pragma once

#include "rig/batch/batch.h"
#include <bindpose/mixer.h>
#include <bindpose/model.h>

/* The model's nodes, sorted by address, to find their indices. Free the table with bp_free. */
typedef struct bp_node_entry {
    const bp_node *node;
    int index;
} bp_node_entry;
bp_node_entry *bp_model_list_nodes(const bp_model *model, bp_error *error);
/* -1: it isn't one of the model's. */
int bp_node_entry_find(const bp_node_entry *entries, size_t count, const bp_node *node);

/* Transforms a texture coordinate. */
bp_vec2 bp_texture_info_transform(const bp_texture_info *texture, bp_vec2 uv);

/* Fails if what is done ("retargeting 900 frames") needs more than the context's limit of bytes and steps. */
bool bp_check_limit(const bp_context *context, const char *place, const char *what, double bytes,
                    double steps, bp_error *error);
/* Fails if posing all instances of the scene at once needs more than the context's limit: so many bytes and
 * steps a vertex for what is done ("drawing") with them. Until then an instance costs its matrix. */
bool bp_model_check_limit(const bp_context *context, const bp_model *model, const char *what, double bytes,
                          double steps, bp_error *error);

/* What bp_model_pose_set does after sampling: sets nodes and weights to rest, then to `pose->now`, which the
 * caller has filled, and prepares all skeletons. Error, and nothing changes: `now` moves bones. */
bool bp_model_pose_apply(bp_model_pose *pose, bp_error *error);

/* An empty pose for the model's nodes and their morph weights. */
bp_pose *bp_model_make_pose(const bp_model *model, bp_error *error);
/* Error: there is no such clip, or it moves bones. -1 is fine. */
bool bp_model_pose_check(const bp_model_pose *pose, int clip, bp_error *error);

/* Takes a pose from a scratch of the model's batch, with morph weights. The nodes and skeletons follow later,
 * in bp_model_pose_catch_up, which everything calls that reads or sets them. */
void bp_model_pose_take(bp_model_pose *pose, const bp_batch *batch, const batch_scratch *scratch);
void bp_model_pose_catch_up(const bp_model_pose *pose);
/* Whether the batch has the nodes' transforms at rest. */
bool bp_model_pose_rests_as(const bp_model_pose *pose, const bp_batch *batch);

/* The parts of bp_mixer_update: clocks and weights move on; the layers for a batch of the model (NULL: it
 * can't play them), or blending bone by bone; motions, events, and the ends of layers. */
bool bp_mixer_begin(bp_mixer *mixer, double seconds, bp_error *error);
const bp_batch_layer *bp_mixer_layers(bp_mixer *mixer, size_t *count);
bool bp_mixer_blend(bp_mixer *mixer, bp_error *error);
void bp_mixer_end(bp_mixer *mixer);

/* Frees the images alone, of which a figure's textures are copies: model->images are all NULL then. NULL is
 * fine. */
void bp_model_free_images(bp_model *model);

/* The vertices of an instance in the current pose, in scene space: morphed, then skinned, or transformed by
 * the node's world matrix if it has no skin. Errors as bp_skin_job_run; the arrays are then undefined. */
bool bp_model_pose_vertices(const bp_context *context, const bp_model_pose *pose, size_t instance,
                            const bp_vertex_arrays *out, bp_error *error);

/* A model with nodes and skeletons of its own, in the pose of the moment, that shares all else (meshes,
 * images, materials, clips, skins) with `model`: Babylon.js's instantiateModelsToScene, three's
 * SkeletonUtils.clone. It takes some microseconds a bone. Destroy it with bp_model_destroy, and before
 * `model`, which it borrows. Several threads may instantiate one model at a time. An instance of an instance
 * borrows from the original. Errors: memory. */
bp_model *bp_model_instantiate(const bp_model *model, bp_error *error);
