/* bone_absolute: the absolute matrix, computed on demand, and whether it is current.
 *
 * Every change of a local matrix or a parent gets a version, a growing number. So does every computation of
 * an absolute, which also records the versions of its inputs. An absolute is current if its inputs still
 * have those versions, and the parent's absolute is current, up to the root.
 */
#include "rig/affine_product.h"
#include "rig/skeleton.h"

static void compute_absolute(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    const bp_dmat4 *local = bp_bone_local_d(bone);
    if (bone->parent)
        affine_product(&bone->absolute, local, &bone->parent->absolute);
    else if (skeleton->has_pose_matrix)
        affine_product(&bone->absolute, local, &skeleton->pose_matrix);
    else
        bone->absolute = *local;
    bone->used_local_version = bone->local_version;
    bone->used_parent_version = bone->parent ? bone->parent->absolute_version : skeleton->pose_matrix_version;
    bone->absolute_version = ++skeleton->last_version;
    skeleton->counters.absolute++;
}

void bp_bone_compute_absolutes(bp_bone *top) {
    if (!top) return;
    for (bp_bone *bone = top; bone; bone = bp_bone_next_in_subtree(bone, top)) compute_absolute(bone);
}

void bp_skeleton_compute_absolutes(bp_skeleton *skeleton, bool force) {
    if (!skeleton) return;
    if (!skeleton->absolutes_dirty && !force) return;
    bool first_only = (skeleton->rules & BP_RULE_FIRST_ROOT_ONLY) != 0;
    for (uint32_t i = 0; i < skeleton->count; i++) {
        bp_bone *bone = skeleton->bones.bone[skeleton->bones.order[i]];
        if (first_only || !bone->parent) bp_bone_compute_absolutes(bone);
        if (first_only) break;
    }
    skeleton->absolutes_dirty = false;
}

bp_dmat4 bp_bone_absolute_fresh(const bp_bone *bone) {
    bp_skeleton_compute_absolutes(bone->skeleton, false);
    return bone->absolute;
}

bp_dmat4 bp_bone_world_d(const bp_bone *bone, const bp_node *node) {
    bp_dmat4 absolute = bp_bone_absolute_fresh(bone);
    return node ? bp_dmat4_mul(absolute, bp_node_world_d(node)) : absolute;
}

bp_mat4 bp_bone_absolute(const bp_bone *bone) {
    if (!bone) return bp_mat4_identity();
    if (bone->skeleton->rules & BP_RULE_READING_REFRESHES) (void)bp_bone_absolute_fresh(bone);
    return bp_dmat4_to_mat4(bone->absolute);
}

bool bp_bone_absolute_is_current(const bp_bone *bone) {
    if (!bone) return false;
    for (;; bone = bone->parent) {
        const bp_bone *parent = bone->parent;
        uint64_t source = parent ? parent->absolute_version : bone->skeleton->pose_matrix_version;
        if (bone->absolute_version == 0 || bone->used_local_version != bone->local_version) return false;
        if (bone->used_parent_version != source || !bp_bone_local_is_current(bone)) return false;
        if (!parent) return true;
    }
}
