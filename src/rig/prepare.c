/* prepare: the pass of every frame, from local matrices to the palette.
 *
 * For each bone, in the order of the array:
 *
 *     chain = local * parent's chain
 *     final = absolute inverse bind * chain
 *
 * A parent that comes after its child gives it the chain of the frame before. That is the page's rule, and
 * the reason to sort. The loop is in prepare_isa.c, the products are in affine_product.h.
 */
#include "base/isa.h"
#include "rig/skeleton.h"

#define BP_DECLARE_FINALS_KERNEL(constant, suffix) void bp_compute_finals_##suffix(bp_skeleton *skeleton);
BP_ISA_EACH(BP_DECLARE_FINALS_KERNEL)

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
    static void (*const kernels[BP_ISA_COUNT])(bp_skeleton *) = {
#define BP_LIST_FINALS_KERNELS(constant, suffix) [constant] = bp_compute_finals_##suffix,
        BP_ISA_EACH(BP_LIST_FINALS_KERNELS)
#undef BP_LIST_FINALS_KERNELS
    };
    bool listed = (unsigned)skeleton->isa < BP_ISA_COUNT && kernels[skeleton->isa];
    kernels[listed ? skeleton->isa : BP_ISA_BASE](skeleton);
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
