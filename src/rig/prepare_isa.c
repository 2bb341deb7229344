/* prepare_isa: the loop of bp_skeleton_prepare over the bones, compiled once for each instruction set. The
 * products give the bits of affine_product_scalar in all of them. */
#include "rig/affine_product.h"
#include "rig/skeleton.h"
#include "simd/simd.h"

void BP_ISA_NAME(bp_compute_finals)(bp_skeleton *skeleton);

/* Chains and finals, in the order of the array. */
void BP_ISA_NAME(bp_compute_finals)(bp_skeleton *skeleton) {
    bone_arrays *bones = &skeleton->bones;
    const bp_dmat4 *root = skeleton->has_pose_matrix ? &skeleton->pose_matrix : NULL;
    for (uint32_t i = 0; i < skeleton->count; i++) {
        uint32_t id = bones->order[i], parent = bones->parent[id];
        bp_skeleton_compose_local(skeleton, id);
        const bp_dmat4 *above = parent == BONE_NONE ? root : &bones->chain[parent];
        if (above)
            affine_product(&bones->chain[id], &bones->local[id], above);
        else
            bones->chain[id] = bones->local[id];
        affine_product_rounded(&bones->final[id], &bones->inverse[id], &bones->chain[id]);
        if (skeleton->palette && bones->palette_index[id] != BP_INDEX_NONE)
            skeleton->palette[bones->palette_index[id]] = bones->final[id];
    }
}
