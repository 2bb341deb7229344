/* Readers and setters of Babylon.js's Bone and TransformNode that only tests and the replay of its recordings call. */
#ifndef BINDPOSE_TESTS_SUPPORT_ENGINE_FORMS_H
#define BINDPOSE_TESTS_SUPPORT_ENGINE_FORMS_H

#include "base/error.h"
#include "rig/anim/anim.h"
#include "rig/skeleton.h"

/* The world matrix with the mirroring of the bind undone, so that it contains a rotation. */
static inline bp_dmat4 bp_bone_unmirrored_world(const bp_bone *bone, const bp_node *node) {
    bp_dmat4 world = bp_bone_world_d(bone, node);
    for (int i = 0; bone->mirrored && i < 3; i++) world.m[i] = -world.m[i];
    return world;
}

/* Bone.getRotation, as (pitch, yaw, roll). */
static inline bp_vec3 bp_bone_euler_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    if (!bone) return bp_vec3_make(0, 0, 0);
    bone->skeleton->counters.quaternion_to_euler++;
    return bp_dvec3_to_vec3(bp_dquat_to_euler(
        (space == BP_SPACE_WORLD ? bp_bone_world_rotation_d(bone, node) : bp_bone_trs_d(bone)->rotation)));
}

/* Bone.getRotationMatrix. */
static inline bp_mat4 bp_bone_rotation_matrix(const bp_bone *bone, bp_space space, const bp_node *node) {
    if (!bone) return bp_mat4_identity();
    bp_dmat4 m = space == BP_SPACE_WORLD ? bp_bone_unmirrored_world(bone, node) : *bp_bone_local_d(bone);
    bp_dtrs trs;
    if (!bp_dmat4_decompose(m, &trs)) return bp_mat4_identity();
    double scale[3] = {trs.scale.x, trs.scale.y, trs.scale.z};
    bp_mat4 rotation = bp_mat4_identity();
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            rotation.m[4 * row + column] = (float)(m.m[4 * row + column] / scale[row]);
    return rotation;
}

/* A direction in the bone's own axes, such as (0, 1, 0), in world space, normalized. */
static inline bp_vec3 bp_bone_direction(const bp_bone *bone, bp_vec3 local_axis, const bp_node *node) {
    if (!bone) return bp_vec3_make(0, 0, 0);
    bp_dvec3 axis = bp_dvec3_from_vec3(local_axis);
    return bp_dvec3_to_vec3(bp_dvec3_normalize(bp_dmat4_direction(bp_bone_world_d(bone, node), axis)));
}

/* L = Scale(v) * L, or for a child L * inverse(Scale(v)); the translation stays. */
static inline void bp_bone_scale_local(bp_bone *bone, const double v[3], bool is_child) {
    bp_bone_read_through(bone);
    bp_dmat4 local = *bp_bone_local_d(bone);
    for (int i = 0; i < 12; i++)
        if (i % 4 != 3) local.m[i] = is_child ? local.m[i] / v[i % 4] : local.m[i] * v[i / 4];
    bp_bone_set_local_d(bone, local);
    bp_bone_write_through(bone);
}

/* L = Scale(v) * L. The children keep their size: local * inverse(Scale(v)), with the translation then times v. `with_children`
 * scales them by v in turn, and so on down. Error: a component of v is 0 and there are children. */
static inline bool bp_bone_scale_by(bp_bone *bone, bp_vec3 v, bool with_children, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    const double by[3] = {(double)v.x, (double)v.y, (double)v.z};
    if (bone->first_child && (v.x == 0 || v.y == 0 || v.z == 0))
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                       "scaling by 0 can't be undone in the children; use bp_bone_set_scale");
    for (bp_bone *b = bone; b; b = with_children ? bp_bone_next_in_subtree(b, bone) : NULL) {
        bp_bone_scale_local(b, by, false);
        for (bp_bone *child = b->first_child; child; child = child->next)
            bp_bone_scale_local(child, by, true);
    }
    return true;
}

/* TransformNode.rotation: (pitch, yaw, roll) in radians, in the order of math.h; converts a quaternion. */
static inline bp_vec3 bp_node_euler(const bp_node *node) {
    if (!node) return bp_vec3_make(0, 0, 0);
    return bp_dvec3_to_vec3(node->holds_euler ? node->euler : bp_dquat_to_euler(node->trs.rotation));
}

/* One target as a local matrix. Beyond the last target: the identity. */
static inline bp_mat4 bp_pose_local(const bp_pose *pose, size_t index) {
    if (!pose) return bp_mat4_identity();
    if (index < pose->count && pose->parts[index] & BP_POSE_MATRIX) return pose->matrices[index];
    return bp_mat4_from_trs(bp_pose_trs(pose, index));
}

/* (pitch, yaw, roll) in radians, in the order of math.h, in place of a quaternion. */
static inline void bp_node_set_euler(bp_node *node, bp_vec3 pitch_yaw_roll) {
    if (!node) return;
    node->euler = bp_dvec3_from_vec3(pitch_yaw_roll);
    node->trs.rotation = bp_dquat_from_euler(node->euler);
    node->holds_euler = true;
    bp_node_parts_changed(node);
}

/* bp_bone_set_rotation_in in other forms: Bone.setAxisAngle, setRotation or setYawPitchRoll, and setRotationMatrix, whose
 * `rotation` has orthonormal rows; its translation is ignored in local space. */
static inline bool bp_bone_set_axis_angle(bp_bone *bone, bp_vec3 axis, float radians, bp_space space,
                                          const bp_node *node, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bp_dquat q = bp_dquat_from_axis_angle(bp_dvec3_from_vec3(axis), (double)radians);
    return bp_bone_set_rotation_d(bone, q, space, node, error);
}

static inline bool bp_bone_set_euler_in(bp_bone *bone, bp_vec3 pitch_yaw_roll, bp_space space,
                                        const bp_node *node, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bone->skeleton->counters.euler_to_quaternion++;
    bp_dquat q = bp_dquat_from_euler(bp_dvec3_from_vec3(pitch_yaw_roll));
    return bp_bone_set_rotation_d(bone, q, space, node, error);
}

static inline bool bp_bone_set_rotation_matrix(bp_bone *bone, bp_mat4 rotation, bp_space space,
                                               const bp_node *node, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bp_dmat4 exact = bp_rig_affine_d(rotation);
    if (space == BP_SPACE_WORLD) return bp_bone_rotate_to_d(bone, exact, node, error);
    return bp_bone_set_rotation_d(bone, bp_dquat_from_dmat4(exact), space, node, error);
}

/* Needs BP_RULE_POSE_MATRIX. A mesh's pose matrix P (AbstractMesh.updatePoseMatrix) enters the roots: chain = local * P,
 * absolute = local * P and, from the next prepare on, absolute bind = bind * P. NULL removes it. Errors: P is singular; the
 * rule is off. */
static inline bool bp_skeleton_set_pose_matrix(bp_skeleton *skeleton, const bp_mat4 *pose, bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton");
    if (!(skeleton->rules & BP_RULE_POSE_MATRIX))
        return bp_fail(error, BP_ERROR_ARGUMENT, skeleton->name,
                       "a pose matrix needs a skeleton with BP_RULE_POSE_MATRIX");
    bp_dmat4 matrix = pose ? bp_rig_affine_d(*pose) : bp_dmat4_identity(), inverse;
    if (!bp_dmat4_inverse_affine(matrix, &inverse))
        return bp_fail(error, BP_ERROR_ARGUMENT, skeleton->name, "a pose matrix must have an inverse");
    skeleton->has_pose_matrix = pose != NULL;
    skeleton->pose_matrix_pending = true;
    skeleton->pose_matrix = matrix;
    skeleton->pose_matrix_inverse = inverse;
    skeleton->pose_matrix_version = ++skeleton->last_version;
    skeleton->dirty = skeleton->absolutes_dirty = true;
    return true;
}

/* Sets all bits of bp_rules. Palette indices are assigned anew; nothing is computed. Errors: unknown bits; POSE_MATRIX is
 * removed while one is set; memory. */
static inline bool bp_skeleton_set_rules(bp_skeleton *skeleton, int rules, bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton");
    if (!bp_rules_check(rules, skeleton->name, error)) return false;
    if (skeleton->has_pose_matrix && !(rules & BP_RULE_POSE_MATRIX))
        return bp_fail(error, BP_ERROR_ARGUMENT, skeleton->name,
                       "a pose matrix is set, which needs BP_RULE_POSE_MATRIX; remove it first");
    bool separate = bp_palette_is_separate(skeleton) || (rules & BP_RULE_SORT_RENUMBERS);
    if (!bp_palette_reserve(skeleton, skeleton->count, separate, error)) return false;
    /* Finals move to other palette entries, or BP_RULE_ENGINE_DIRTY left some of them old. */
    if (rules != skeleton->rules && !(rules & BP_RULE_ENGINE_DIRTY)) skeleton->dirty = true;
    skeleton->rules = rules;
    bp_palette_assign(skeleton);
    return true;
}

/* bp_bone_set_bind with the current local matrix. */
static inline bool bp_bone_set_bind_from_pose(bp_bone *bone, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    if (!bp_bone_set_bind_d(bone, *bp_bone_local_d(bone), true, error)) return false;
    if (!(bone->skeleton->rules & BP_RULE_ENGINE_DIRTY)) bone->skeleton->dirty = true;
    return true;
}

/* Whether prepare has something to compute (Skeleton._isDirty); linked nodes: bp_bone_local_is_current. */
static inline bool bp_skeleton_is_dirty(const bp_skeleton *skeleton) {
    return skeleton ? skeleton->dirty : false;
}
/* Whether its palette index was set explicitly. */
static inline bool bp_bone_has_index(const bp_bone *bone) { return bone ? bone->has_index : false; }
/* Whether it holds Euler angles (TransformNode.rotationQuaternion is null then). */
static inline bool bp_node_holds_euler(const bp_node *node) { return node ? node->holds_euler : false; }

/* Bone.setIndex. Errors: below BP_INDEX_NONE; not below BP_INDEX_LIMIT; memory. */
static inline bool bp_bone_set_index(bp_bone *bone, int index, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bp_skeleton *skeleton = bone->skeleton;
    if (!bp_palette_check_index(index, bone->name, error)) return false;
    uint32_t end = (uint32_t)(index + 1);
    if (end < skeleton->count) end = skeleton->count;
    if (!bp_palette_reserve(skeleton, end, true, error)) return false;
    if (skeleton->index_end < (uint32_t)(index + 1)) skeleton->index_end = (uint32_t)(index + 1);
    bone->has_index = true;
    bone->index = index;
    skeleton->bones.palette_index[bone->id] = index;
    if (!(skeleton->rules & BP_RULE_ENGINE_DIRTY)) skeleton->dirty = true;
    return true;
}

/* A point of the bone's space in world space: v * A * W. */
static inline bp_vec3 bp_bone_to_world(const bp_bone *bone, bp_vec3 v, const bp_node *node) {
    if (!bone) return bp_vec3_make(0, 0, 0);
    return bp_dvec3_to_vec3(bp_dmat4_point(bp_bone_world_d(bone, node), bp_dvec3_from_vec3(v)));
}

/* Bone.setCurrentPoseAsRest. */
static inline void bp_bone_set_rest_from_pose(bp_bone *bone) {
    if (!bone) return;
    bone->rest = *bp_bone_local_d(bone);
    bone->rest_is_local = true;
    bone->skeleton->counters.rest++;
}

/* bp_bone_set_rest_from_pose for every bone (Skeleton.setCurrentPoseAsRest). */
static inline void bp_skeleton_set_rest_from_pose(bp_skeleton *skeleton) {
    if (!skeleton) return;
    for (uint32_t i = 0; i < skeleton->count; i++) bp_bone_set_rest_from_pose(skeleton->bones.bone[i]);
}

#endif
