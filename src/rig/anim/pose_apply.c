/* pose_apply: a pose to bones, to the nodes that bones are linked to, and to and from nodes.
 *
 * A linked bone takes its transform from its node in prepare, so the node is set instead. Only parts that
 * the pose holds are set.
 */
#include "rig/anim/pose.h"
#include "rig/node.h"

static void apply_to_node(const bp_pose *pose, size_t i, bp_node *node) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_MATRIX) {
        bp_node_set_matrix(node, pose->matrices[i]);
        return;
    }
    if (parts & BP_POSE_POSITION) bp_node_set_position(node, pose->positions[i]);
    if (parts & BP_POSE_ROTATION) bp_node_set_rotation(node, pose->rotations[i]);
    if (parts & BP_POSE_SCALE) bp_node_set_scale(node, pose->scales[i]);
}

static void apply_to_bone(const bp_pose *pose, size_t i, bp_bone *bone) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_MATRIX) {
        bp_bone_set_local(bone, pose->matrices[i]);
        return;
    }
    if (parts & BP_POSE_POSITION) bp_bone_set_position(bone, pose->positions[i]);
    if (parts & BP_POSE_ROTATION) bp_bone_set_rotation(bone, pose->rotations[i]);
    if (parts & BP_POSE_SCALE) bp_bone_set_scale(bone, pose->scales[i]);
}

void bp_pose_apply(const bp_pose *pose, bp_skeleton *skeleton) {
    size_t bones = bp_skeleton_count(skeleton);
    for (size_t i = 0; i < pose->count && i < bones; i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        bp_node *node = bp_bone_node(bone);
        if (node) {
            apply_to_node(pose, i, node);
        } else {
            apply_to_bone(pose, i, bone);
        }
    }
}

void bp_pose_apply_nodes(const bp_pose *pose, bp_node *const *nodes, size_t count) {
    for (size_t i = 0; i < pose->count && i < count; i++) {
        if (nodes[i]) apply_to_node(pose, i, nodes[i]);
    }
}

void bp_pose_from_skeleton(bp_pose *pose, const bp_skeleton *skeleton) {
    size_t bones = bp_skeleton_count(skeleton);
    for (size_t i = 0; i < pose->count && i < bones; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        const bp_node *node = bp_bone_node(bone);
        bp_pose_set_trs(pose, i, node ? bp_dtrs_to_trs(node->trs) : bp_bone_trs(bone));
    }
}

void bp_pose_from_nodes(bp_pose *pose, bp_node *const *nodes, size_t count) {
    for (size_t i = 0; i < pose->count && i < count; i++) {
        if (nodes[i]) bp_pose_set_trs(pose, i, bp_dtrs_to_trs(nodes[i]->trs));
    }
}
