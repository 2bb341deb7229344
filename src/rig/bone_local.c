/* bone_local: the local matrix, its parts, and rest: the pose of a bone within its parent.
 *
 * Parts are set far more often than the matrix is read, so setting one only marks the matrix as stale. The
 * other way round, a matrix that is set as a whole is decomposed only when a part is read; until then it
 * keeps its shear.
 */
#include "rig/skeleton.h"

#include <string.h>

bp_dmat4 bp_rig_affine_d(bp_mat4 m) {
    bp_dmat4 exact = bp_dmat4_from_mat4(m);
    exact.m[3] = exact.m[7] = exact.m[11] = 0;
    exact.m[15] = 1;
    return exact;
}

void bp_bone_mark_changed(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    bone->local_version = ++skeleton->last_version;
    skeleton->dirty = skeleton->absolutes_dirty = true;
}

const bp_dmat4 *bp_bone_local_d(const bp_bone *bone) {
    bp_skeleton_compose_local(bone->skeleton, bone->id);
    return &bone->skeleton->bones.local[bone->id];
}

const bp_dtrs *bp_bone_trs_d(const bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    bp_dtrs *trs = &skeleton->bones.trs[bone->id];
    if (skeleton->bones.flags[bone->id] & BONE_TRS_STALE) {
        skeleton->bones.flags[bone->id] &= (uint8_t)~BONE_TRS_STALE;
        (void)bp_dmat4_decompose(skeleton->bones.local[bone->id], trs); /* a scale of 0 leaves no rotation */
        skeleton->counters.decomposed++;
    }
    return trs;
}

/* To be called after a change of the parts. The linked node stays. */
static void bone_parts_changed(bp_bone *bone) {
    bone->skeleton->bones.flags[bone->id] = BONE_LOCAL_STALE;
    bone->rest_is_local = false;
    bp_bone_mark_changed(bone);
}

void bp_bone_set_trs_d(bp_bone *bone, bp_dtrs trs) {
    bone->skeleton->bones.trs[bone->id] = trs;
    bone_parts_changed(bone);
}

void bp_bone_set_local_d(bp_bone *bone, bp_dmat4 local) {
    bp_skeleton *skeleton = bone->skeleton;
    skeleton->bones.local[bone->id] = local;
    skeleton->bones.flags[bone->id] = BONE_TRS_STALE | BONE_SET_AS_MATRIX;
    skeleton->counters.local++;
    bone->rest_is_local = false;
    bp_bone_mark_changed(bone);
}

/* ---- the linked node --------------------------------------------------------------------------------- */

/* Copies the linked node's parts unless the bone has them already. A matrix that was set as a whole may
 * have the node's parts and still differ (shear, a scale of 0), so it is always replaced. */
void bp_bone_copy_from_node(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    const bp_node *node = bone->node;
    bool equal = !(skeleton->bones.flags[bone->id] & BONE_SET_AS_MATRIX) &&
                 bp_same_parts(&skeleton->bones.trs[bone->id], &node->trs);
    if (equal && !(skeleton->rules & BP_RULE_ENGINE_DIRTY)) return;
    if (node->holds_euler) skeleton->counters.euler_to_quaternion++;
    skeleton->bones.trs[bone->id] = node->trs;
    bone_parts_changed(bone);
}

static bool writes_through(const bp_bone *bone) {
    return bone->node && (bone->skeleton->rules & BP_RULE_WRITE_THROUGH);
}

/* A setter of one part keeps the others: those that the node has now, not those of the last prepare. A matrix
 * that was set as a whole went to the node when it was set. */
void bp_bone_read_through(bp_bone *bone) {
    if (writes_through(bone) && !(bone->skeleton->bones.flags[bone->id] & BONE_SET_AS_MATRIX))
        bp_bone_copy_from_node(bone);
}

/* Euler angles that the node holds stay, unless the rotation is new. */
void bp_bone_write_through(bp_bone *bone) {
    if (!writes_through(bone)) return;
    bp_node *node = bone->node;
    const bp_dtrs *trs = bp_bone_trs_d(bone);
    bool keeps_euler =
        node->holds_euler && memcmp(&trs->rotation, &node->trs.rotation, sizeof trs->rotation) == 0;
    bp_node_set_trs_d(node, *trs);
    node->holds_euler = keeps_euler;
}

/* ---- reading and setting ------------------------------------------------------------------------------ */

bp_vec3 bp_bone_position(const bp_bone *bone) {
    return bone ? bp_dvec3_to_vec3(bp_bone_trs_d(bone)->position) : bp_vec3_make(0, 0, 0);
}
bp_quat bp_bone_rotation(const bp_bone *bone) {
    return bone ? bp_dquat_to_quat(bp_bone_trs_d(bone)->rotation) : bp_quat_identity();
}
bp_vec3 bp_bone_scale(const bp_bone *bone) {
    return bone ? bp_dvec3_to_vec3(bp_bone_trs_d(bone)->scale) : bp_vec3_make(0, 0, 0);
}
bp_trs bp_bone_trs(const bp_bone *bone) {
    return bone ? bp_dtrs_to_trs(*bp_bone_trs_d(bone)) : bp_trs_identity();
}

bp_vec3 bp_bone_euler(const bp_bone *bone) {
    if (!bone) return bp_vec3_make(0, 0, 0);
    bone->skeleton->counters.quaternion_to_euler++;
    return bp_dvec3_to_vec3(bp_dquat_to_euler(bp_bone_trs_d(bone)->rotation));
}

/* Setting a part: the others stay, and the linked node gets them all if it is written through. */
static bp_dtrs begin(bp_bone *bone) {
    bp_bone_read_through(bone);
    return *bp_bone_trs_d(bone);
}
static void end(bp_bone *bone, bp_dtrs trs) {
    bp_bone_set_trs_d(bone, trs);
    bp_bone_write_through(bone);
}

void bp_bone_set_position(bp_bone *bone, bp_vec3 position) {
    if (!bone) return;
    bp_dtrs trs = begin(bone);
    trs.position = bp_dvec3_from_vec3(position);
    end(bone, trs);
}

void bp_bone_set_rotation(bp_bone *bone, bp_quat rotation) {
    if (!bone) return;
    bp_dtrs trs = begin(bone);
    trs.rotation = bp_dquat_from_quat(rotation);
    end(bone, trs);
}

void bp_bone_set_euler(bp_bone *bone, bp_vec3 pitch_yaw_roll) {
    if (!bone) return;
    bone->skeleton->counters.euler_to_quaternion++;
    bp_dtrs trs = begin(bone);
    trs.rotation = bp_dquat_from_euler(bp_dvec3_from_vec3(pitch_yaw_roll));
    end(bone, trs);
}

void bp_bone_set_scale(bp_bone *bone, bp_vec3 scale) {
    if (!bone) return;
    bp_dtrs trs = begin(bone);
    trs.scale = bp_dvec3_from_vec3(scale);
    end(bone, trs);
}

bp_mat4 bp_bone_local(const bp_bone *bone) {
    return bone ? bp_dmat4_to_mat4(*bp_bone_local_d(bone)) : bp_mat4_identity();
}

void bp_bone_set_local(bp_bone *bone, bp_mat4 local) {
    if (!bone) return;
    bp_bone_set_local_d(bone, bp_rig_affine_d(local));
    bp_bone_write_through(bone);
}

bool bp_bone_local_is_current(const bp_bone *bone) {
    if (!bone) return false;
    if (!bone->node) return true;
    bp_dmat4 linked = bp_node_local_d(bone->node);
    return memcmp(&linked, bp_bone_local_d(bone), sizeof linked) == 0;
}

bp_mat4 bp_bone_rest(const bp_bone *bone) { return bone ? bp_dmat4_to_mat4(bone->rest) : bp_mat4_identity(); }

void bp_bone_set_rest(bp_bone *bone, bp_mat4 rest) {
    if (!bone) return;
    bone->rest = bp_rig_affine_d(rest);
    bone->rest_is_local = false;
    bone->skeleton->counters.rest++;
}

void bp_bone_return_to_rest(bp_bone *bone) {
    if (!bone) return;
    if (bone->node) {
        bp_dtrs trs;
        (void)bp_dmat4_decompose(bone->rest, &trs); /* a scale of 0 leaves no rotation */
        bp_node_set_trs_d(bone->node, trs);
        return;
    }
    if (bone->rest_is_local) return; /* parts stay as they were set */
    bp_bone_set_local_d(bone, bone->rest);
    bone->rest_is_local = true;
}

void bp_skeleton_return_to_rest(bp_skeleton *skeleton) {
    if (!skeleton) return;
    for (uint32_t i = 0; i < skeleton->count; i++) {
        bp_bone *bone = skeleton->bones.bone[skeleton->bones.order[i]];
        if (!bone->has_index || bone->index != BP_INDEX_NONE) bp_bone_return_to_rest(bone);
    }
}

