/* bone_read: where a bone is and how it is turned, in its parent or in the world.
 *
 * World means A * W: the bone's absolute matrix, refreshed if anything changed, then the world matrix of
 * the node that stands for the mesh.
 */
#include "rig/skeleton.h"

static bp_dmat4 world_of(const bp_bone *bone, const bp_node *node) {
    bp_dmat4 absolute = bp_bone_absolute_fresh(bone);
    return node ? bp_dmat4_mul(absolute, bp_node_world_d(node)) : absolute;
}

/* The same, with what a mirroring bind mirrored turned back: a rotation can be taken from it. */
static bp_dmat4 unmirrored_world_of(const bp_bone *bone, const bp_node *node) {
    bp_dmat4 world = world_of(bone, node);
    for (int i = 0; bone->mirrored && i < 3; i++) world.m[i] = -world.m[i];
    return world;
}

bp_vec3 bp_bone_position_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    bp_dmat4 m = space == BP_SPACE_WORLD ? world_of(bone, node) : *bp_bone_local_d(bone);
    return (bp_vec3){(float)m.m[12], (float)m.m[13], (float)m.m[14]};
}

static bp_dquat rotation_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    if (space != BP_SPACE_WORLD) return bp_bone_trs_d(bone)->rotation;
    bp_dtrs trs;
    (void)bp_dmat4_decompose(unmirrored_world_of(bone, node), &trs); /* scale 0: not turned */
    return trs.rotation;
}

bp_quat bp_bone_rotation_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    return bp_dquat_to_quat(rotation_in(bone, space, node));
}

bp_vec3 bp_bone_euler_in(const bp_bone *bone, bp_space space, const bp_node *node) {
    bone->skeleton->counters.quaternion_to_euler++;
    return bp_dvec3_to_vec3(bp_dquat_to_euler(rotation_in(bone, space, node)));
}

bp_mat4 bp_bone_rotation_matrix(const bp_bone *bone, bp_space space, const bp_node *node) {
    bp_dmat4 m = space == BP_SPACE_WORLD ? unmirrored_world_of(bone, node) : *bp_bone_local_d(bone);
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
    bp_dvec3 direction = bp_dmat4_direction(world_of(bone, node), axis);
    return bp_dvec3_to_vec3(bp_dvec3_normalize(direction));
}

bp_vec3 bp_bone_to_world(const bp_bone *bone, bp_vec3 v, const bp_node *node) {
    return bp_dvec3_to_vec3(bp_dmat4_point(world_of(bone, node), bp_dvec3_from_vec3(v)));
}

bool bp_bone_from_world(const bp_bone *bone, bp_vec3 v, const bp_node *node, bp_vec3 *out, bp_error *error) {
    bp_dmat4 inverse;
    *out = v;
    if (!bp_dmat4_inverse_affine(world_of(bone, node), &inverse))
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                       "the bone's matrix in the world has no inverse (a scale of 0 in it, above it or in "
                       "the node), so the point has no place within the bone");
    *out = bp_dvec3_to_vec3(bp_dmat4_point(inverse, bp_dvec3_from_vec3(v)));
    return true;
}
