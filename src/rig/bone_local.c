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

void bp_skeleton_compose_local(bp_skeleton *skeleton, uint32_t id) {
    bone_arrays *bones = &skeleton->bones;
    if (!(bones->flags[id] & BONE_LOCAL_STALE)) return;
    bones->flags[id] = 0;
    bones->local[id] = bp_dmat4_from_dtrs(bones->trs[id]);
    skeleton->counters.local++;
    skeleton->counters.composed++;
}

const bp_dmat4 *bp_bone_local_d(const bp_bone *bone) {
    bp_skeleton_compose_local(bone->skeleton, bone->id);
    return &bone->skeleton->bones.local[bone->id];
}

static bp_dtrs *parts_of(const bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    bp_dtrs *trs = &skeleton->bones.trs[bone->id];
    if (skeleton->bones.flags[bone->id] & BONE_TRS_STALE) {
        skeleton->bones.flags[bone->id] &= (uint8_t)~BONE_TRS_STALE;
        (void)bp_dmat4_decompose(skeleton->bones.local[bone->id], trs); /* a scale of 0 leaves no rotation */
        skeleton->counters.decomposed++;
    }
    return trs;
}

const bp_dtrs *bp_bone_trs_d(const bp_bone *bone) { return parts_of(bone); }

/* To be called after a change of parts_of(bone). */
static void parts_changed(bp_bone *bone) {
    bone->skeleton->bones.flags[bone->id] = BONE_LOCAL_STALE;
    bone->rest_is_local = false;
    bp_bone_mark_changed(bone);
}

void bp_bone_set_trs_d(bp_bone *bone, bp_dtrs trs) {
    bone->skeleton->bones.trs[bone->id] = trs;
    parts_changed(bone);
}

void bp_bone_set_local_d(bp_bone *bone, bp_dmat4 local) {
    bp_skeleton *skeleton = bone->skeleton;
    skeleton->bones.local[bone->id] = local;
    skeleton->bones.flags[bone->id] = BONE_TRS_STALE | BONE_SET_AS_MATRIX;
    skeleton->counters.local++;
    bone->rest_is_local = false;
    bp_bone_mark_changed(bone);
}

bp_vec3 bp_bone_position(const bp_bone *bone) { return bp_dvec3_to_vec3(parts_of(bone)->translation); }
bp_quat bp_bone_rotation(const bp_bone *bone) { return bp_dquat_to_quat(parts_of(bone)->rotation); }
bp_vec3 bp_bone_scale(const bp_bone *bone) { return bp_dvec3_to_vec3(parts_of(bone)->scale); }
bp_trs bp_bone_trs(const bp_bone *bone) { return bp_dtrs_to_trs(*parts_of(bone)); }

bp_vec3 bp_bone_euler(const bp_bone *bone) {
    bone->skeleton->counters.quaternion_to_euler++;
    return bp_dvec3_to_vec3(bp_dquat_to_euler(parts_of(bone)->rotation));
}

void bp_bone_set_position(bp_bone *bone, bp_vec3 position) {
    parts_of(bone)->translation = bp_dvec3_from_vec3(position);
    parts_changed(bone);
}

void bp_bone_set_rotation(bp_bone *bone, bp_quat rotation) {
    parts_of(bone)->rotation = bp_dquat_from_quat(rotation);
    parts_changed(bone);
}

void bp_bone_set_euler(bp_bone *bone, bp_vec3 pitch_yaw_roll) {
    bone->skeleton->counters.euler_to_quaternion++;
    parts_of(bone)->rotation = bp_dquat_from_euler(bp_dvec3_from_vec3(pitch_yaw_roll));
    parts_changed(bone);
}

void bp_bone_set_scale(bp_bone *bone, bp_vec3 scale) {
    parts_of(bone)->scale = bp_dvec3_from_vec3(scale);
    parts_changed(bone);
}

bp_mat4 bp_bone_local(const bp_bone *bone) { return bp_dmat4_to_mat4(*bp_bone_local_d(bone)); }
void bp_bone_set_local(bp_bone *bone, bp_mat4 local) { bp_bone_set_local_d(bone, bp_rig_affine_d(local)); }

bool bp_bone_local_is_current(const bp_bone *bone) {
    if (!bone->node) return true;
    bp_dmat4 linked = bp_node_local_d(bone->node);
    return memcmp(&linked, bp_bone_local_d(bone), sizeof linked) == 0;
}

bp_mat4 bp_bone_rest(const bp_bone *bone) { return bp_dmat4_to_mat4(bone->rest); }

void bp_bone_set_rest(bp_bone *bone, bp_mat4 rest) {
    bone->rest = bp_rig_affine_d(rest);
    bone->rest_is_local = false;
    bone->skeleton->counters.rest++;
}

void bp_bone_set_rest_from_pose(bp_bone *bone) {
    bone->rest = *bp_bone_local_d(bone);
    bone->rest_is_local = true;
    bone->skeleton->counters.rest++;
}

void bp_bone_return_to_rest(bp_bone *bone) {
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
    for (uint32_t i = 0; i < skeleton->count; i++) {
        bp_bone *bone = skeleton->bones.bone[skeleton->bones.order[i]];
        if (!bone->has_index || bone->index != BP_INDEX_NONE) bp_bone_return_to_rest(bone);
    }
}

void bp_skeleton_set_rest_from_pose(bp_skeleton *skeleton) {
    for (uint32_t i = 0; i < skeleton->count; i++) bp_bone_set_rest_from_pose(skeleton->bones.bone[i]);
}
