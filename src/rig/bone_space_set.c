/* bone_world: moving, turning and scaling a bone, in its parent or in the world.
 *
 * All world forms work on the local matrix: they go up to the world by P * W (the parent's absolute
 * matrix, then the world of the node that stands for the mesh), change something there and come back by its
 * inverse. What is written in rig.h over each function is what each does; Babylon.js's Bone class is the
 * model, down to its oddities (a root takes a world position as it is, whatever the node).
 */
#include "rig/skeleton.h"

static bool fail_singular(const bp_bone *bone, bp_error *error) {
    return bp_fail(
        error, BP_ERROR_ARGUMENT, bone->name,
        "a matrix above the bone has no inverse (a scale of 0 in it or in the node), so nothing can "
        "be set in world space; the bone stays as it is");
}

/* ---- position -------------------------------------------------------------------------------------- */

/* v from world space into the parent; `as_move`: without the translations. */
static bool into_parent(const bp_bone *bone, bool as_move, const bp_node *node, bp_dvec3 *v) {
    if (!bone->parent) return true;
    bp_dmat4 inverse;
    bp_dmat4 above = bp_dmat4_mul(bp_bone_absolute_fresh(bone->parent), bp_node_world_d(node));
    if (as_move) above.m[12] = above.m[13] = above.m[14] = 0;
    if (!bp_dmat4_inverse_affine(above, &inverse)) return false;
    *v = bp_dmat4_point(inverse, *v);
    return true;
}

bool bp_bone_set_position_in(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error) {
    bp_dvec3 to = bp_dvec3_from_vec3(v);
    if (space == BP_SPACE_WORLD && !into_parent(bone, false, node, &to)) return fail_singular(bone, error);
    bp_dmat4 local = *bp_bone_local_d(bone);
    local.m[12] = to.x;
    local.m[13] = to.y;
    local.m[14] = to.z;
    bp_bone_set_local_d(bone, local);
    return true;
}

bool bp_bone_translate(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error) {
    bp_dvec3 by = bp_dvec3_from_vec3(v);
    if (space == BP_SPACE_WORLD && !into_parent(bone, true, node, &by)) return fail_singular(bone, error);
    bp_dmat4 local = *bp_bone_local_d(bone);
    local.m[12] += by.x;
    local.m[13] += by.y;
    local.m[14] += by.z;
    bp_bone_set_local_d(bone, local);
    return true;
}

/* ---- rotation -------------------------------------------------------------------------------------- */

/* L * R, or in world space L * above * R * inverse(above); the translation stays. */
static bool turn(bp_bone *bone, bp_dmat4 by, bp_space space, const bp_node *node, bp_error *error) {
    bp_dmat4 local = *bp_bone_local_d(bone), turned;
    if (space == BP_SPACE_WORLD && (bone->parent || node)) {
        bp_dmat4 above = bp_node_world_d(node), inverse;
        if (bone->parent) above = bp_dmat4_mul(bp_bone_absolute_fresh(bone->parent), above);
        if (!bp_dmat4_inverse_affine(above, &inverse)) return fail_singular(bone, error);
        turned = bp_dmat4_mul(bp_dmat4_mul(bp_dmat4_mul(local, above), by), inverse);
    } else {
        turned = bp_dmat4_mul(local, by);
    }
    turned.m[12] = local.m[12];
    turned.m[13] = local.m[13];
    turned.m[14] = local.m[14];
    bp_bone_set_local_d(bone, turned);
    return true;
}

bool bp_bone_rotate(bp_bone *bone, bp_vec3 axis, float radians, bp_space space, const bp_node *node,
                    bp_error *error) {
    bp_dmat4 by = bp_dmat4_from_axis_angle(bp_dvec3_from_vec3(axis), (double)radians);
    return turn(bone, by, space, node, error);
}

/* In world space: what turns the bone from where it is to `rotation`, then like rotate. */
static bool turn_to(bp_bone *bone, bp_dmat4 rotation, const bp_node *node, bp_error *error) {
    bp_dmat4 inverse, scale = bp_dmat4_identity();
    bp_dmat4 world = bp_dmat4_mul(bp_bone_absolute_fresh(bone), bp_node_world_d(node));
    if (!bp_dmat4_inverse_affine(world, &inverse)) return fail_singular(bone, error);
    if (node) {
        scale.m[0] = node->trs.scale.x;
        scale.m[5] = node->trs.scale.y;
        scale.m[10] = node->trs.scale.z;
    }
    if (bone->mirrored) scale.m[0] = -scale.m[0];
    bp_dmat4 by = bp_dmat4_mul(bp_dmat4_mul(inverse, scale), rotation);
    return turn(bone, by, BP_SPACE_WORLD, node, error);
}

static bool set_rotation(bp_bone *bone, bp_dquat q, bp_space space, const bp_node *node,
                         bp_error *error) {
    if (space == BP_SPACE_WORLD) return turn_to(bone, bp_dmat4_from_dquat(q), node, error);
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

bool bp_bone_set_yaw_pitch_roll(bp_bone *bone, float yaw, float pitch, float roll, bp_space space,
                                const bp_node *node, bp_error *error) {
    return bp_bone_set_euler_in(bone, (bp_vec3){pitch, yaw, roll}, space, node, error);
}

bool bp_bone_set_rotation_matrix(bp_bone *bone, bp_mat4 rotation, bp_space space, const bp_node *node,
                                 bp_error *error) {
    bp_dmat4 wide = bp_rig_affine_d(rotation);
    if (space == BP_SPACE_WORLD) return turn_to(bone, wide, node, error);
    return set_rotation(bone, bp_dquat_from_dmat4(wide), space, node, error);
}

/* ---- scale ----------------------------------------------------------------------------------------- */

/* L = Scale(v) * L: rows times v. */
static void scale_rows(bp_bone *bone, const double v[3]) {
    bp_dmat4 local = *bp_bone_local_d(bone);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) local.m[4 * row + column] *= v[row];
    bp_bone_set_local_d(bone, local);
}

/* L = L * inverse(Scale(v)), its translation then times v, so that it stays: columns by v. */
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
                       "scaling by 0 can't be made up for in the children; use bp_bone_set_scale");
    for (bp_bone *at = bone; at; at = with_children ? bp_bone_next_in_subtree(at, bone) : NULL) {
        scale_rows(at, by);
        for (bp_bone *child = at->first_child; child; child = child->next) unscale_columns(child, by);
    }
    return true;
}
