/* bone_pose: local and rest. The pose of a bone within its parent.
 *
 * Position, rotation and scale are set far more often than the matrix is read, so setting one marks the
 * matrix as older and composes nothing. The other way round, a matrix that was set whole is taken apart
 * only when somebody asks for a part: in between, it keeps what parts can't say (shear).
 */
#include "rig/skeleton.h"

bp_dmat4 bp_rig_affine_d(bp_mat4 m) {
    bp_dmat4 wide = bp_dmat4_from_mat4(m);
    wide.m[3] = wide.m[7] = wide.m[11] = 0;
    wide.m[15] = 1;
    return wide;
}

void bp_bone_mark_changed(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    bone->local_stamp = ++skeleton->clock;
    skeleton->dirty = skeleton->absolutes_dirty = true;
}

/* ---- the two forms -------------------------------------------------------------------------------- */

void bp_skeleton_compose_local(bp_skeleton *skeleton, uint32_t number) {
    bone_arrays *at = &skeleton->at;
    if (!(at->pending[number] & BONE_COMPOSE)) return;
    at->pending[number] = 0;
    at->local[number] = bp_dmat4_from_dtrs(at->trs[number]);
    skeleton->counters.local++;
    skeleton->counters.composed++;
}

const bp_dmat4 *bp_bone_local_d(const bp_bone *bone) {
    bp_skeleton_compose_local(bone->skeleton, bone->number);
    return &bone->skeleton->at.local[bone->number];
}

static bp_dtrs *parts_of(const bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    bp_dtrs *trs = &skeleton->at.trs[bone->number];
    if (skeleton->at.pending[bone->number] & BONE_DECOMPOSE) {
        skeleton->at.pending[bone->number] &= (uint8_t)~BONE_DECOMPOSE;
        (void)bp_dmat4_decompose(skeleton->at.local[bone->number], trs); /* scale 0: not turned */
        skeleton->counters.decomposed++;
    }
    return trs;
}

const bp_dtrs *bp_bone_trs_d(const bp_bone *bone) { return parts_of(bone); }

/* A part of parts_of was replaced. */
static void parts_changed(bp_bone *bone) {
    bone->skeleton->at.pending[bone->number] = BONE_COMPOSE;
    bone->rest_is_local = false;
    bp_bone_mark_changed(bone);
}

void bp_bone_set_trs_d(bp_bone *bone, bp_dtrs trs) {
    bone->skeleton->at.trs[bone->number] = trs;
    parts_changed(bone);
}

void bp_bone_set_local_d(bp_bone *bone, bp_dmat4 local) {
    bp_skeleton *skeleton = bone->skeleton;
    skeleton->at.local[bone->number] = local;
    skeleton->at.pending[bone->number] = BONE_DECOMPOSE | BONE_WHOLE;
    skeleton->counters.local++;
    bone->rest_is_local = false;
    bp_bone_mark_changed(bone);
}

/* ---- parts ---------------------------------------------------------------------------------------- */

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

void bp_bone_set_trs(bp_bone *bone, bp_trs trs) { bp_bone_set_trs_d(bone, bp_dtrs_from_trs(trs)); }

bp_mat4 bp_bone_local(const bp_bone *bone) { return bp_dmat4_to_mat4(*bp_bone_local_d(bone)); }
void bp_bone_set_local(bp_bone *bone, bp_mat4 local) { bp_bone_set_local_d(bone, bp_rig_affine_d(local)); }

/* ---- rest ----------------------------------------------------------------------------------------- */

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
        (void)bp_dmat4_decompose(bone->rest, &trs); /* scale 0: not turned */
        bp_node_set_trs_d(bone->node, trs);
        return;
    }
    /* Already there: nothing changes, and parts stay as they were set. */
    if (bone->rest_is_local) return;
    bp_bone_set_local_d(bone, bone->rest);
    bone->rest_is_local = true;
}

void bp_skeleton_return_to_rest(bp_skeleton *skeleton) {
    for (uint32_t i = 0; i < skeleton->count; i++) {
        bp_bone *bone = skeleton->at.bone[skeleton->at.order[i]];
        if (!bone->has_index || bone->index != BP_INDEX_NONE) bp_bone_return_to_rest(bone);
    }
}

void bp_skeleton_set_rest_from_pose(bp_skeleton *skeleton) {
    for (uint32_t i = 0; i < skeleton->count; i++) bp_bone_set_rest_from_pose(skeleton->at.bone[i]);
}
