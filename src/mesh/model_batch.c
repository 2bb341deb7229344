/* A batch of a model: its nodes are the bones, and each skeleton has a part of the palette. */
#include "mesh/model_pose.h"

static bool add_nodes(bp_batch *batch, const bp_model *model, const bp_node_entry *entries, bp_error *error) {
    for (size_t i = 0; i < model->node_count; i++) {
        const bp_node *node = model->nodes[i];
        int parent = bp_node_entry_find(entries, model->node_count, node->parent);
        if (parent < 0 && node->parent)
            return bp_fail(error, BP_ERROR_ARGUMENT, node->name, "its parent is not a node of the model");
        batch->parent[i] = parent < 0 ? BONE_NONE : (uint32_t)parent;
        batch->rest[i] = bp_dtrs_to_trs(node->trs);
        batch->locals[i] = bp_dmat4_to_mat4(bp_node_local_d(node));
    }
    return true;
}

/* Whether a bone's chain is its node's world matrix. */
static bool follows(const bp_skeleton *skeleton, const bp_bone *bone) {
    const bp_node *above = bone->parent ? bone->parent->node : NULL;
    return bone->node && bone->node->parent == above && !skeleton->has_pose_matrix &&
           !skeleton->final_function && bp_skeleton_is_sorted(skeleton);
}

static bool add_skeleton(bp_batch *batch, const bp_model *model, const bp_node_entry *entries,
                         const bp_skeleton *skeleton, bp_error *error) {
    for (uint32_t id = 0; id < skeleton->count; id++) {
        const bp_bone *bone = skeleton->bones.bone[id];
        int node = bp_node_entry_find(entries, model->node_count, bone->node);
        if (node < 0 || !follows(skeleton, bone))
            return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                           "the bone doesn't follow a node of the model, with its parent");
        int32_t index = skeleton->bones.palette_index[id];
        if (index != BP_INDEX_NONE)
            batch_add_final(batch, (size_t)node, batch->palette_count + (size_t)index,
                            bp_dmat4_to_mat4(skeleton->bones.inverse[id]));
    }
    batch->palette_count += bp_skeleton_palette_count(skeleton);
    return true;
}

static void add_weights(bp_batch *batch, const int *counts) {
    for (size_t i = 0; i < batch->count; i++) {
        if (counts[i] == 0) continue;
        batch->morphs[batch->morph_count++] =
            (batch_morphs){(uint32_t)i, (uint32_t)batch->weight_count, (uint32_t)counts[i]};
        batch->weight_count += (size_t)counts[i];
    }
}

static bool fill(bp_batch *batch, const bp_model *model, const bp_node_entry *entries, const int *counts,
                 bp_error *error) {
    if (!add_nodes(batch, model, entries, error)) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        if (!add_skeleton(batch, model, entries, model->skeletons[i], error)) return false;
    add_weights(batch, counts);
    return bp_batch_lay_out(batch, (const bp_clip *const *)model->clips, model->clip_count, error);
}

bp_batch *bp_model_batch_create(const bp_context *context, const bp_model *model, bp_error *error) {
    if (!model) return bp_fail_null(error, "model"), NULL;
    size_t bones = 0;
    for (size_t i = 0; i < model->skeleton_count; i++) bones += bp_skeleton_count(model->skeletons[i]);
    bp_node_entry *entries = bp_model_list_nodes(model, error);
    int *counts = entries ? bp_model_count_weights(model, error) : NULL;
    bp_batch *batch =
        counts ? bp_batch_begin(context, model->node_count, bones, model->node_count, error) : NULL;
    if (batch && !fill(batch, model, entries, counts, error)) {
        bp_batch_destroy(batch);
        batch = NULL;
    }
    bp_free(&model->allocator, entries);
    bp_free(&model->allocator, counts);
    return batch;
}
