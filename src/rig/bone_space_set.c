/* bone_space_set: moving, rotating and scaling a bone, within its parent or in the world.
 *
 * Each world form changes the local matrix by way of P * W (the parent's absolute matrix, then the world
 * matrix of the node that stands for the mesh) and its inverse. bone.h has the formula of each function.
 * The model is Babylon.js's Bone class with its oddities: a root takes a world position unchanged, whatever
 * the node.
 */
#include "rig/skeleton.h"

static bool fail_singular(const bp_bone *bone, bp_error *error) {
    return bp_fail(
        error, BP_ERROR_ARGUMENT, bone->name,
        "a matrix above the bone has no inverse (a scale of 0 in it or in the node), so the bone can't "
        "be set in world space and stays as it is");
}

/* ---- position -------------------------------------------------------------------------------------- */

static void set_translation(bp_bone *bone, bp_dmat4 local, bp_dvec3 t) {
    local.m[12] = t.x;
    local.m[13] = t.y;
    local.m[14] = t.z;
    bp_bone_set_local_d(bone, local);
}

/* v from world space into the parent's space; a direction is not translated. */
static bool into_parent(const bp_bone *bone, bool is_direction, const bp_node *node, bp_dvec3 *v) {
    if (!bone->parent) return true;
    bp_dmat4 inverse, above = bp_bone_world_d(bone->parent, node);
    if (is_direction) above.m[12] = above.m[13] = above.m[14] = 0;
    if (!bp_dmat4_inverse_affine(above, &inverse)) return false;
    *v = bp_dmat4_point(inverse, *v);
    return true;
}

bool bp_bone_set_position_in(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error) {
    bp_dvec3 to = bp_dvec3_from_vec3(v);
    if (space == BP_SPACE_WORLD && !into_parent(bone, false, node, &to)) return fail_singular(bone, error);
    set_translation(bone, *bp_bone_local_d(bone), to);
    return true;
}

bool bp_bone_translate(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error) {
    bp_dvec3 by = bp_dvec3_from_vec3(v);
    if (space == BP_SPACE_WORLD && !into_parent(bone, true, node, &by)) return fail_singular(bone, error);
    const bp_dmat4 *local = bp_bone_local_d(bone);
    bp_dvec3 to = {local->m[12] + by.x, local->m[13] + by.y, local->m[14] + by.z};
    set_translation(bone, *local, to);
    return true;
}

/* ---- rotation -------------------------------------------------------------------------------------- */

/* L * R, or in world space L * above * R * inverse(above); the translation stays. */
static bool rotate(bp_bone *bone, bp_dmat4 by, bp_space space, const bp_node *node, bp_error *error) {
    bp_dmat4 local = *bp_bone_local_d(bone), rotated;
    if (space == BP_SPACE_WORLD && (bone->parent || node)) {
        bp_dmat4 inverse, above = bone->parent ? bp_bone_world_d(bone->parent, node) : bp_node_world_d(node);
        if (!bp_dmat4_inverse_affine(above, &inverse)) return fail_singular(bone, error);
        rotated = bp_dmat4_mul(bp_dmat4_mul(bp_dmat4_mul(local, above), by), inverse);
    } else {
        rotated = bp_dmat4_mul(local, by);
    }
    set_translation(bone, rotated, (bp_dvec3){local.m[12], local.m[13], local.m[14]});
    return true;
}

bool bp_bone_rotate(bp_bone *bone, bp_vec3 axis, float radians, bp_space space, const bp_node *node,
                    bp_error *error) {
    bp_dmat4 by = bp_dmat4_from_axis_angle(bp_dvec3_from_vec3(axis), (double)radians);
    return rotate(bone, by, space, node, error);
}

/* World space: rotates the bone by the difference between its world matrix and `rotation`. */
static bool rotate_to(bp_bone *bone, bp_dmat4 rotation, const bp_node *node, bp_error *error) {
    bp_dmat4 inverse, scale = bp_dmat4_identity();
    if (!bp_dmat4_inverse_affine(bp_bone_world_d(bone, node), &inverse)) return fail_singular(bone, error);
    if (node) {
        scale.m[0] = node->trs.scale.x;
        scale.m[5] = node->trs.scale.y;
        scale.m[10] = node->trs.scale.z;
    }
    if (bone->mirrored) scale.m[0] = -scale.m[0];
    bp_dmat4 by = bp_dmat4_mul(bp_dmat4_mul(inverse, scale), rotation);
    return rotate(bone, by, BP_SPACE_WORLD, node, error);
}

static bool set_rotation(bp_bone *bone, bp_dquat q, bp_space space, const bp_node *node, bp_error *error) {
    if (space == BP_SPACE_WORLD) return rotate_to(bone, bp_dmat4_from_dquat(q), node, error);
    bp_dtrs trs = *bp_bone_trs_d(bone);
    trs.rotation = q;
    bp_bone_set_trs_d(bone, trs);
    return true;
}

bool bp_bone_set_rotation_in(bp_bone *bone, bp_quat q, bp_space space, const bp_node *node, bp_error *error) {
    return set_rotation(bone, bp_dquat_from_quat(q), space, node, error);
}

bool bp_bone_set_axis_angle(bp_bone *bone, bp_vec3 axis, float radians, bp_space space, const bp_node *node,
                            bp_error *error) {
    bp_dquat q = bp_dquat_from_axis_angle(bp_dvec3_from_vec3(axis), (double)radians);
    return set_rotation(bone, q, space, node, error);
}

bool bp_bone_set_euler_in(bp_bone *bone, bp_vec3 pitch_yaw_roll, bp_space space, const bp_node *node,
                          bp_error *error) {
    bone->skeleton->counters.euler_to_quaternion++;
    bp_dquat q = bp_dquat_from_euler(bp_dvec3_from_vec3(pitch_yaw_roll));
    return set_rotation(bone, q, space, node, error);
}

bool bp_bone_set_rotation_matrix(bp_bone *bone, bp_mat4 rotation, bp_space space, const bp_node *node,
                                 bp_error *error) {
    bp_dmat4 exact = bp_rig_affine_d(rotation);
    if (space == BP_SPACE_WORLD) return rotate_to(bone, exact, node, error);
    return set_rotation(bone, bp_dquat_from_dmat4(exact), space, node, error);
}

/* ---- scale ----------------------------------------------------------------------------------------- */

/* L = Scale(v) * L. */
static void scale_rows(bp_bone *bone, const double v[3]) {
    bp_dmat4 local = *bp_bone_local_d(bone);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) local.m[4 * row + column] *= v[row];
    bp_bone_set_local_d(bone, local);
}

/* L = L * inverse(Scale(v)); the translation stays. */
static void unscale_columns(bp_bone *bone, const double v[3]) {
    bp_dmat4 local = *bp_bone_local_d(bone);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) local.m[4 * row + column] /= v[column];
    bp_bone_set_local_d(bone, local);
}

bool bp_bone_scale_by(bp_bone *bone, bp_vec3 v, bool with_children, bp_error *error) {
    const double by[3] = {(double)v.x, (double)v.y, (double)v.z};
    if (bone->first_child && (v.x == 0 || v.y == 0 || v.z == 0))
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                       "scaling by 0 can't be undone in the children; use bp_bone_set_scale");
    for (bp_bone *b = bone; b; b = with_children ? bp_bone_next_in_subtree(b, bone) : NULL) {
        scale_rows(b, by);
        for (bp_bone *child = b->first_child; child; child = child->next) unscale_columns(child, by);
    }
    return true;
}
