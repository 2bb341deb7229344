/* bone_space: reading, moving, rotating and scaling a bone within its parent or in the world.
 *
 * The world matrix of a bone is A * W: its absolute matrix, refreshed if anything changed, then the world
 * matrix of the node that stands for the mesh. Each world form of a setter changes the local matrix by way
 * of P * W, with the parent's absolute P, and its inverse. bone.h has the formulas. The model is
 * Babylon.js's Bone class with its oddities: a root takes a world position unchanged, whatever the node.
 */
#include "rig/skeleton.h"

/* The world matrix with the mirroring of the bind undone, so that it contains a rotation. */
static bp_dmat4 unmirrored_world(const bp_bone *bone, const bp_node *node) {
    bp_dmat4 world = bp_bone_world_d(bone, node);
    for (int i = 0; bone->mirrored && i < 3; i++) world.m[i] = -world.m[i];
    return world;
}

bp_dquat bp_bone_world_rotation_d(const bp_bone *bone, const bp_node *node) {
    bp_dtrs trs;
    (void)bp_dmat4_decompose(unmirrored_world(bone, node), &trs); /* a scale of 0 leaves no rotation */
    return trs.rotation;
}

static bp_dquat rotation_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    return space == BP_SPACE_WORLD ? bp_bone_world_rotation_d(bone, node) : bp_bone_trs_d(bone)->rotation;
}

bp_vec3 bp_bone_position_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    if (!bone) return bp_vec3_make(0, 0, 0);
    bp_dmat4 m = space == BP_SPACE_WORLD ? bp_bone_world_d(bone, node) : *bp_bone_local_d(bone);
    return (bp_vec3){(float)m.m[12], (float)m.m[13], (float)m.m[14]};
}

bp_quat bp_bone_rotation_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    if (!bone) return bp_quat_identity();
    return bp_dquat_to_quat(rotation_in(bone, space, node));
}

bool bp_bone_from_world(const bp_bone *bone, bp_vec3 v, const bp_node *node, bp_vec3 *out, bp_error *error) {
    bp_dmat4 inverse;
    *out = v;
    if (!bone) return bp_fail_null(error, "bone");
    if (!bp_dmat4_inverse_affine(bp_bone_world_d(bone, node), &inverse))
        return bp_fail(
            error, BP_ERROR_ARGUMENT, bone->name,
            "the bone's world matrix has no inverse (a scale of 0 in it, above it or in the node)");
    *out = bp_dvec3_to_vec3(bp_dmat4_point(inverse, bp_dvec3_from_vec3(v)));
    return true;
}

static bool fail_singular(const bp_bone *bone, bp_error *error) {
    return bp_fail(
        error, BP_ERROR_ARGUMENT, bone->name,
        "a matrix above the bone has no inverse (a scale of 0 in it or in the node), so the bone can't "
        "be set in world space and stays as it is");
}

static void set_translation(bp_bone *bone, bp_dmat4 local, bp_dvec3 t) {
    local.m[12] = t.x;
    local.m[13] = t.y;
    local.m[14] = t.z;
    bp_bone_set_local_d(bone, local);
    bp_bone_write_through(bone);
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
    if (!bone) return bp_fail_null(error, "bone");
    bp_dvec3 to = bp_dvec3_from_vec3(v);
    bp_bone_read_through(bone);
    if (space == BP_SPACE_WORLD && !into_parent(bone, false, node, &to)) return fail_singular(bone, error);
    set_translation(bone, *bp_bone_local_d(bone), to);
    return true;
}

bool bp_bone_translate(bp_bone *bone, bp_vec3 v, bp_space space, const bp_node *node, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bp_dvec3 by = bp_dvec3_from_vec3(v);
    bp_bone_read_through(bone);
    if (space == BP_SPACE_WORLD && !into_parent(bone, true, node, &by)) return fail_singular(bone, error);
    const bp_dmat4 *local = bp_bone_local_d(bone);
    bp_dvec3 to = {local->m[12] + by.x, local->m[13] + by.y, local->m[14] + by.z};
    set_translation(bone, *local, to);
    return true;
}

/* L * R, or in world space L * above * R * inverse(above); the translation stays. */
static bool rotate(bp_bone *bone, bp_dmat4 by, bp_space space, const bp_node *node, bp_error *error) {
    bp_bone_read_through(bone);
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
    if (!bone) return bp_fail_null(error, "bone");
    bp_dmat4 by = bp_dmat4_from_axis_angle(bp_dvec3_from_vec3(axis), (double)radians);
    return rotate(bone, by, space, node, error);
}

/* World space: rotates the bone by the difference between its world matrix and `rotation`. */
bool bp_bone_rotate_to_d(bp_bone *bone, bp_dmat4 rotation, const bp_node *node, bp_error *error) {
    bp_dmat4 inverse, scale = bp_dmat4_identity();
    bp_bone_read_through(bone);
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

bool bp_bone_set_rotation_d(bp_bone *bone, bp_dquat q, bp_space space, const bp_node *node, bp_error *error) {
    if (space == BP_SPACE_WORLD) return bp_bone_rotate_to_d(bone, bp_dmat4_from_dquat(q), node, error);
    bp_bone_read_through(bone);
    bp_dtrs trs = *bp_bone_trs_d(bone);
    trs.rotation = q;
    bp_bone_set_trs_d(bone, trs);
    bp_bone_write_through(bone);
    return true;
}

bool bp_bone_set_rotation_in(bp_bone *bone, bp_quat q, bp_space space, const bp_node *node, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    return bp_bone_set_rotation_d(bone, bp_dquat_from_quat(q), space, node, error);
}
