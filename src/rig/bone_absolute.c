/* bone_absolute: the matrix that isn't kept up to date by itself, and the lamp that says so.
 *
 * Every change of a local matrix or a parent gets a stamp, a number that only grows; so does every
 * computing of an absolute, which also notes the stamps of what it used. An absolute is current when
 * what it used is what there is now, and the same holds for its parent, up to the root.
 */
#include "rig/skeleton.h"

static void compute_absolute(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    const bp_dmat4 *local = bp_bone_local_d(bone);
    if (bone->parent)
        bone->absolute = bp_dmat4_mul(*local, bone->parent->absolute);
    else
        bone->absolute = skeleton->has_pose ? bp_dmat4_mul(*local, skeleton->pose) : *local;
    bone->seen_local = bone->local_stamp;
    bone->seen_parent = bone->parent ? bone->parent->absolute_stamp : skeleton->pose_stamp;
    bone->absolute_stamp = ++skeleton->clock;
    skeleton->counters.absolute++;
}

void bp_bone_compute_absolutes(bp_bone *top) {
    for (bp_bone *bone = top; bone; bone = bp_bone_next_in_subtree(bone, top)) compute_absolute(bone);
}

void bp_skeleton_compute_absolutes(bp_skeleton *skeleton, bool force) {
    if (!skeleton->absolutes_dirty && !force) return;
    bool first_only = (skeleton->rules & BP_RULE_FIRST_ROOT_ONLY) != 0;
    for (uint32_t place = 0; place < skeleton->count; place++) {
        bp_bone *bone = skeleton->at.bone[skeleton->at.order[place]];
        if (first_only || !bone->parent) bp_bone_compute_absolutes(bone);
        if (first_only) break;
    }
    skeleton->absolutes_dirty = false;
}

bp_dmat4 bp_bone_absolute_fresh(const bp_bone *bone) {
    bp_skeleton_compute_absolutes(bone->skeleton, false);
    return bone->absolute;
}

bp_mat4 bp_bone_absolute(const bp_bone *bone) {
    if (bone->skeleton->rules & BP_RULE_READING_REFRESHES) (void)bp_bone_absolute_fresh(bone);
    return bp_dmat4_to_mat4(bone->absolute);
}

bool bp_bone_absolute_is_current(const bp_bone *bone) {
    for (;; bone = bone->parent) {
        const bp_bone *parent = bone->parent;
        uint64_t source = parent ? parent->absolute_stamp : bone->skeleton->pose_stamp;
        if (bone->absolute_stamp == 0 || bone->seen_local != bone->local_stamp) return false;
        if (bone->seen_parent != source || !bp_bone_local_is_current(bone)) return false;
        if (!parent) return true;
    }
}
