/* prepare: the pass of every frame, from local matrices to the palette.
 *
 * For each bone, in the order of the array:
 *
 *     chain = local * parent's chain
 *     final = absolute inverse bind * chain
 *
 * A parent that comes after its child gives it the chain of the frame before. That is the page's rule, and
 * the reason to sort. Vector form of the products: affine_product.h.
 */
#include "rig/affine_product.h"
#include "rig/skeleton.h"

static void copy_nodes(bp_skeleton *skeleton) {
    for (uint32_t i = 0; skeleton->linked && i < skeleton->count; i++)
        if (skeleton->bones.bone[i]->node) bp_bone_copy_from_node(skeleton->bones.bone[i]);
}

/* Puts a pose matrix that was set since the last call into the absolute binds. */
static void apply_pose_matrix(bp_skeleton *skeleton) {
    if (!skeleton->pose_matrix_pending) return;
    skeleton->pose_matrix_pending = false;
    for (uint32_t i = 0; i < skeleton->count; i++)
        if (!skeleton->bones.bone[i]->parent) bp_bone_compute_binds(skeleton->bones.bone[i]);
}

static void compute_finals(bp_skeleton *skeleton) {
    bone_arrays *bones = &skeleton->bones;
    const bp_dmat4 *root = skeleton->has_pose_matrix ? &skeleton->pose_matrix : NULL;
    for (uint32_t i = 0; i < skeleton->count; i++) {
        uint32_t id = bones->order[i], parent = bones->parent[id];
        if (bones->flags[id] & BONE_LOCAL_STALE) bp_skeleton_compose_local(skeleton, id);
        const bp_dmat4 *above = parent == BONE_NONE ? root : &bones->chain[parent];
        if (above)
            affine_product(&bones->chain[id], &bones->local[id], above);
        else
            bones->chain[id] = bones->local[id];
        affine_product_rounded(&bones->final[id], &bones->inverse[id], &bones->chain[id]);
        if (skeleton->palette && bones->palette_index[id] != BP_INDEX_NONE)
            skeleton->palette[bones->palette_index[id]] = bones->final[id];
    }
    skeleton->counters.chain += skeleton->count;
    skeleton->counters.final += skeleton->count;
}

/* After the pass, so a function sees the chains of all bones. */
static void replace_finals(bp_skeleton *skeleton) {
    bone_arrays *bones = &skeleton->bones;
    for (uint32_t id = 0; id < skeleton->count; id++) {
        bones->final[id] = skeleton->final_function(bones->bone[id]);
        if (skeleton->palette && bones->palette_index[id] != BP_INDEX_NONE)
            skeleton->palette[bones->palette_index[id]] = bones->final[id];
    }
}

void bp_skeleton_replace_final(bp_skeleton *skeleton, bp_final_function *function) {
    if (!skeleton) return;
    skeleton->final_function = function;
    skeleton->dirty = true;
}

bool bp_skeleton_prepare(bp_skeleton *skeleton) {
    if (!skeleton) return false;
    copy_nodes(skeleton);
    if (!skeleton->dirty) return false;
    apply_pose_matrix(skeleton);
    compute_finals(skeleton);
    if (skeleton->final_function) replace_finals(skeleton);
    skeleton->dirty = false;
    skeleton->counters.prepared++;
    return true;
}

bp_mat4 bp_bone_final(const bp_bone *bone) {
    return bone ? bone->skeleton->bones.final[bone->id] : bp_mat4_identity();
}
bp_mat4 bp_bone_chain(const bp_bone *bone) {
    return bone ? bp_dmat4_to_mat4(bone->skeleton->bones.chain[bone->id]) : bp_mat4_identity();
}
