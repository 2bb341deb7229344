/* bone_space_get: position, rotation and directions of a bone, within its parent or in the world.
 *
 * The world matrix is A * W: the bone's absolute matrix, refreshed if anything changed, then the world
 * matrix of the node that stands for the mesh.
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
    bp_dmat4 m = space == BP_SPACE_WORLD ? bp_bone_world_d(bone, node) : *bp_bone_local_d(bone);
    return (bp_vec3){(float)m.m[12], (float)m.m[13], (float)m.m[14]};
}

bp_quat bp_bone_rotation_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    return bp_dquat_to_quat(rotation_in(bone, space, node));
}

bp_vec3 bp_bone_euler_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    bone->skeleton->counters.quaternion_to_euler++;
    return bp_dvec3_to_vec3(bp_dquat_to_euler(rotation_in(bone, space, node)));
}

bp_mat4 bp_bone_rotation_matrix(const bp_bone *bone, bp_space space, const bp_node *node) {
    bp_dmat4 m = space == BP_SPACE_WORLD ? unmirrored_world(bone, node) : *bp_bone_local_d(bone);
    bp_dtrs trs;
    if (!bp_dmat4_decompose(m, &trs)) return bp_mat4_identity();
    double scale[3] = {trs.scale.x, trs.scale.y, trs.scale.z};
    bp_mat4 rotation = bp_mat4_identity();
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            rotation.m[4 * row + column] = (float)(m.m[4 * row + column] / scale[row]);
    return rotation;
}

bp_vec3 bp_bone_direction(const bp_bone *bone, bp_vec3 local_axis, const bp_node *node) {
    bp_dvec3 axis = bp_dvec3_from_vec3(local_axis);
    return bp_dvec3_to_vec3(bp_dvec3_normalize(bp_dmat4_direction(bp_bone_world_d(bone, node), axis)));
}

bp_vec3 bp_bone_to_world(const bp_bone *bone, bp_vec3 v, const bp_node *node) {
    return bp_dvec3_to_vec3(bp_dmat4_point(bp_bone_world_d(bone, node), bp_dvec3_from_vec3(v)));
}

bool bp_bone_from_world(const bp_bone *bone, bp_vec3 v, const bp_node *node, bp_vec3 *out, bp_error *error) {
    bp_dmat4 inverse;
    *out = v;
    if (!bp_dmat4_inverse_affine(bp_bone_world_d(bone, node), &inverse))
        return bp_fail(
            error, BP_ERROR_ARGUMENT, bone->name,
            "the bone's world matrix has no inverse (a scale of 0 in it, above it or in the node)");
    *out = bp_dvec3_to_vec3(bp_dmat4_point(inverse, bp_dvec3_from_vec3(v)));
    return true;
}
