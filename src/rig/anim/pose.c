/* pose: the parts of many targets, and setting them on bones and nodes.
 *
 * Each part has an array of its own instead of one struct per target: most clips have only rotations. A
 * linked bone takes its transform from its node in prepare, so a pose is applied to the node instead.
 */
#include "rig/anim/anim.h"
#include "rig/skeleton.h"
#include <stdio.h>
#include <string.h>

static bool create_weights(bp_pose *pose, const int *counts, bp_error *error) {
    pose->weight_starts = bp_alloc(&pose->allocator, pose->count + 1, sizeof *pose->weight_starts, error);
    if (!pose->weight_starts) return false;
    for (size_t i = 0; i < pose->count; i++) {
        if (counts[i] < 0) {
            char place[64];
            snprintf(place, sizeof place, "weight_counts[%zu]", i);
            return bp_fail(error, BP_ERROR_ARGUMENT, place, "%d morph weights: must be 0 or more", counts[i]);
        }
        pose->weight_starts[i + 1] = pose->weight_starts[i] + (size_t)counts[i];
    }
    pose->weights =
        bp_alloc(&pose->allocator, pose->weight_starts[pose->count], sizeof *pose->weights, error);
    return pose->weights != NULL;
}

static bool create_parts(bp_pose *p, const bp_pose_options *options, bp_error *error) {
    const bp_allocator *a = &p->allocator;
    return (p->parts = bp_alloc(a, p->count, sizeof *p->parts, error)) &&
           (p->positions = bp_alloc(a, p->count, sizeof *p->positions, error)) &&
           (p->rotations = bp_alloc(a, p->count, sizeof *p->rotations, error)) &&
           (p->scales = bp_alloc(a, p->count, sizeof *p->scales, error)) &&
           (!options->matrices || (p->matrices = bp_alloc(a, p->count, sizeof *p->matrices, error))) &&
           (!options->weight_counts || create_weights(p, options->weight_counts, error));
}

bp_pose *bp_pose_create(const bp_allocator *allocator, size_t count, const bp_pose_options *options,
                        bp_error *error) {
    static const bp_pose_options defaults = {0};
    bp_allocator own = allocator ? *allocator : bp_allocator_default();
    bp_pose *pose = bp_alloc(&own, 1, sizeof *pose, error);
    if (!pose) return NULL;
    pose->allocator = own;
    pose->count = count;
    pose->targets = pose->own_targets = options ? options->targets : BP_TARGETS_ANY;
    if (!create_parts(pose, options ? options : &defaults, error)) {
        bp_pose_destroy(pose);
        return NULL;
    }
    return pose;
}

void bp_pose_destroy(bp_pose *pose) {
    if (!pose) return;
    bp_allocator allocator = pose->allocator;
    bp_free(&allocator, pose->parts);
    bp_free(&allocator, pose->positions);
    bp_free(&allocator, pose->rotations);
    bp_free(&allocator, pose->scales);
    bp_free(&allocator, pose->matrices);
    bp_free(&allocator, pose->weight_starts);
    bp_free(&allocator, pose->weights);
    bp_free(&allocator, pose);
}

void bp_pose_clear(bp_pose *pose) {
    if (!pose) return;
    memset(pose->parts, 0, pose->count * sizeof *pose->parts);
    pose->targets = pose->own_targets;
}

/* "any", "bones", "nodes". */
static const char *targets_name(bp_targets targets) {
    return targets == BP_TARGETS_BONES ? "bones" : targets == BP_TARGETS_NODES ? "nodes" : "any";
}

bool bp_targets_check(bp_targets targets, bp_targets needed, const char *place, bp_error *error) {
    if (targets == BP_TARGETS_ANY || needed == BP_TARGETS_ANY || targets == needed) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "moves %s, not %s: %s", targets_name(targets),
                   targets_name(needed),
                   needed == BP_TARGETS_BONES ? "bp_model_clip_for_skeleton makes a clip for bones"
                                              : "apply it to its skeleton");
}

bp_trs bp_pose_trs(const bp_pose *pose, size_t index) {
    if (!pose) return bp_trs_identity();
    bp_trs trs = bp_trs_identity();
    int parts = index < pose->count ? pose->parts[index] : 0;
    if (parts & BP_POSE_MATRIX) {
        bp_mat4_decompose(pose->matrices[index], &trs);
        return trs;
    }
    if (parts & BP_POSE_POSITION) trs.translation = pose->positions[index];
    if (parts & BP_POSE_ROTATION) trs.rotation = pose->rotations[index];
    if (parts & BP_POSE_SCALE) trs.scale = pose->scales[index];
    return trs;
}

bp_mat4 bp_pose_local(const bp_pose *pose, size_t index) {
    if (!pose) return bp_mat4_identity();
    if (index < pose->count && pose->parts[index] & BP_POSE_MATRIX) return pose->matrices[index];
    return bp_mat4_from_trs(bp_pose_trs(pose, index));
}

void bp_pose_set_trs(bp_pose *pose, size_t index, bp_trs trs) {
    pose->positions[index] = trs.translation;
    pose->rotations[index] = trs.rotation;
    pose->scales[index] = trs.scale;
    pose->parts[index] = (uint8_t)((pose->parts[index] & ~BP_POSE_MATRIX) | BP_POSE_TRS);
}

void bp_pose_set_matrix(bp_pose *pose, size_t index, bp_mat4 matrix) {
    if (pose->matrices) {
        pose->matrices[index] = matrix;
        pose->parts[index] |= BP_POSE_MATRIX;
    } else {
        bp_trs trs;
        bp_mat4_decompose(matrix, &trs);
        bp_pose_set_trs(pose, index, trs);
    }
}

static inline void set_parts(const bp_pose *pose, size_t i, bp_dtrs *trs) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_POSITION) trs->translation = bp_dvec3_from_vec3(pose->positions[i]);
    if (parts & BP_POSE_ROTATION) trs->rotation = bp_dquat_from_quat(pose->rotations[i]);
    if (parts & BP_POSE_SCALE) trs->scale = bp_dvec3_from_vec3(pose->scales[i]);
}

static void apply_to_node(const bp_pose *pose, size_t i, bp_node *node) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_MATRIX) {
        bp_node_set_matrix(node, pose->matrices[i]);
        return;
    }
    if (!(parts & BP_POSE_TRS)) return;
    set_parts(pose, i, &node->trs);
    if (parts & BP_POSE_ROTATION) node->holds_euler = false;
    bp_node_parts_changed(node);
}

static void apply_to_bone(const bp_pose *pose, size_t i, bp_bone *bone) {
    int parts = pose->parts[i];
    if (parts & BP_POSE_MATRIX) {
        bp_bone_set_local(bone, pose->matrices[i]);
        return;
    }
    if (!(parts & BP_POSE_TRS)) return;
    bp_dtrs trs = *bp_bone_trs_d(bone);
    set_parts(pose, i, &trs);
    bp_bone_set_trs_d(bone, trs);
}

bool bp_pose_apply(const bp_pose *pose, bp_skeleton *skeleton, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose");
    if (!skeleton) return bp_fail_null(error, "skeleton");
    if (!bp_targets_check(pose->targets, BP_TARGETS_BONES, "pose", error)) return false;
    for (size_t i = 0; i < pose->count && i < skeleton->count; i++) {
        bp_bone *bone = skeleton->bones.bone[i];
        if (bone->node)
            apply_to_node(pose, i, bone->node);
        else
            apply_to_bone(pose, i, bone);
    }
    return true;
}

bool bp_pose_apply_nodes(const bp_pose *pose, bp_node *const *nodes, size_t count, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose");
    if (!bp_targets_check(pose->targets, BP_TARGETS_NODES, "pose", error)) return false;
    for (size_t i = 0; i < pose->count && i < count; i++)
        if (nodes[i]) apply_to_node(pose, i, nodes[i]);
    return true;
}

void bp_pose_apply_nodes_over(const bp_pose *rest, const bp_pose *pose, bp_node *const *nodes, size_t count) {
    for (size_t i = 0; i < pose->count && i < count; i++) {
        bp_node *node = nodes[i];
        if (!node) continue;
        bp_dtrs trs = node->trs;
        set_parts(rest, i, &trs);
        set_parts(pose, i, &trs);
        if (pose->parts[i] & BP_POSE_MATRIX)
            (void)bp_dmat4_decompose(bp_dmat4_from_mat4(pose->matrices[i]), &trs);
        if (node->holds_euler || !bp_same_parts(&trs, &node->trs)) bp_node_set_trs_d(node, trs);
    }
}

void bp_pose_from_skeleton(bp_pose *pose, const bp_skeleton *skeleton) {
    if (!pose || !skeleton) return;
    for (size_t i = 0; i < pose->count && i < skeleton->count; i++) {
        const bp_bone *bone = skeleton->bones.bone[i];
        bp_pose_set_trs(pose, i, bp_dtrs_to_trs(bone->node ? bone->node->trs : *bp_bone_trs_d(bone)));
    }
}

void bp_pose_from_nodes(bp_pose *pose, bp_node *const *nodes, size_t count) {
    if (!pose) return;
    for (size_t i = 0; i < pose->count && i < count; i++)
        if (nodes[i]) bp_pose_set_trs(pose, i, bp_dtrs_to_trs(nodes[i]->trs));
}
