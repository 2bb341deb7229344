/* bone_bind: bind, absolute bind and its inverse: the pose in which a bone moves no vertex.
 *
 * The inverse of a product is the product of the inverses in reverse order, so a bone's absolute inverse
 * bind is its parent's times the inverse of its own bind. Every bind is checked for an inverse when it is
 * set, so this can't fail further down, however much scales pile up.
 */
#include "rig/affine_product.h"
#include "rig/skeleton.h"

/* bone_absolute: the absolute matrix, computed on demand, and whether it is current.
 *
 * Every change of a local matrix or a parent gets a version, a growing number. So does every computation of
 * an absolute, which also records the versions of its inputs. An absolute is current if its inputs still
 * have those versions, and the parent's absolute is current, up to the root.
 */

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

static void compute_bind(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    bp_dmat4 *inverse = &skeleton->bones.inverse[bone->id];
    bp_dmat4 own;
    (void)bp_dmat4_inverse_affine(bone->bind, &own); /* checked when it was set */
    if (bone->parent) {
        bone->absolute_bind = bp_dmat4_mul(bone->bind, bone->parent->absolute_bind);
        *inverse = bp_dmat4_mul(skeleton->bones.inverse[bone->parent->id], own);
    } else if (skeleton->has_pose_matrix && !skeleton->pose_matrix_pending) {
        bone->absolute_bind = bp_dmat4_mul(bone->bind, skeleton->pose_matrix);
        *inverse = bp_dmat4_mul(skeleton->pose_matrix_inverse, own);
    } else {
        bone->absolute_bind = bone->bind;
        *inverse = own;
    }
    bone->mirrored = bp_dmat4_determinant3(bone->absolute_bind) < 0;
    skeleton->counters.absolute_bind++;
    skeleton->counters.absolute_inverse_bind++;
}

void bp_bone_compute_binds(bp_bone *top) {
    for (bp_bone *bone = top; bone; bone = bp_bone_next_in_subtree(bone, top)) compute_bind(bone);
}

bp_mat4 bp_bone_bind(const bp_bone *bone) { return bone ? bp_dmat4_to_mat4(bone->bind) : bp_mat4_identity(); }
bp_mat4 bp_bone_absolute_bind(const bp_bone *bone) {
    return bone ? bp_dmat4_to_mat4(bone->absolute_bind) : bp_mat4_identity();
}

bp_mat4 bp_bone_absolute_inverse_bind(const bp_bone *bone) {
    if (!bone) return bp_mat4_identity();
    return bp_dmat4_to_mat4(bone->skeleton->bones.inverse[bone->id]);
}

bool bp_bone_set_bind_d(bp_bone *bone, bp_dmat4 bind, bool absolutes, bp_error *error) {
    bp_dmat4 inverse;
    if (!bp_dmat4_inverse_affine(bind, &inverse))
        return bp_fail(
            error, BP_ERROR_ARGUMENT, bone->name,
            "a bind matrix must have an inverse, and this one has a scale of 0 or a value that isn't "
            "finite; the bone keeps its old bind");
    bone->bind = bind;
    bone->skeleton->counters.bind++;
    if (absolutes) bp_bone_compute_binds(bone);
    return true;
}

bool bp_bone_update_bind(bp_bone *bone, bp_mat4 bind, bool absolutes, bool local, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bp_dmat4 exact = bp_rig_affine_d(bind);
    if (!bp_bone_set_bind_d(bone, exact, absolutes, error)) return false;
    if (local) {
        bp_bone_set_local_d(bone, exact);
        bp_bone_write_through(bone);
    }
    bone->skeleton->dirty = bone->skeleton->absolutes_dirty = true;
    return true;
}

bool bp_bone_set_bind(bp_bone *bone, bp_mat4 bind, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    return bp_bone_update_bind(bone, bind, true, true, error);
}

static bool is_finite(bp_dmat4 m) {
    for (int i = 0; i < 16; i++)
        if (!bp_is_finite(m.m[i])) return false;
    return true;
}

bool bp_bone_set_absolute_inverse_bind(bp_bone *bone, bp_mat4 inverse, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bp_skeleton *skeleton = bone->skeleton;
    const bp_bone *parent = bone->parent;
    bp_dmat4 exact = bp_rig_affine_d(inverse), unused;
    if (!is_finite(exact))
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                       "an inverse bind matrix must be finite; the bone keeps its old one");
    bp_dmat4 above = parent ? parent->absolute_bind : bp_dmat4_identity();
    bool invertible = bp_dmat4_inverse_affine(exact, &bone->absolute_bind);
    if (!invertible) bone->absolute_bind = above;
    bone->bind = invertible ? bone->absolute_bind : bp_dmat4_identity();
    if (invertible && parent)
        bone->bind = bp_dmat4_mul(bone->absolute_bind, skeleton->bones.inverse[parent->id]);
    if (!bp_dmat4_inverse_affine(bone->bind, &unused)) bone->bind = bp_dmat4_identity();
    skeleton->bones.inverse[bone->id] = exact;
    bone->mirrored = bp_dmat4_determinant3(bone->absolute_bind) < 0;
    skeleton->counters.bind++;
    skeleton->counters.absolute_bind++;
    skeleton->counters.absolute_inverse_bind++;
    skeleton->dirty = true;
    return true;
}

void bp_bone_overwrite_binds(bp_bone *bone, bp_mat4 bind, bp_mat4 absolute_bind) {
    if (!bone) return;
    bone->bind = bp_rig_affine_d(bind);
    bone->absolute_bind = bp_rig_affine_d(absolute_bind);
}
