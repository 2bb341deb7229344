/* prepare: the pass of every frame, from local matrices to the palette.
 *
 * One run over the bones in the array's order: chain = local * parent's chain, final = absolute inverse
 * bind * chain. A parent that stands behind its child gives the child its chain of the frame before;
 * that is the page's rule, and sort's reason. The multiplication here knows that matrices are affine,
 * which saves a quarter of it, and is inlined.
 */
#include "rig/skeleton.h"

#include <string.h>

/* b may be all zeros instead: the chain of a parent that hasn't been computed yet. */
static inline void multiply(bp_wide_mat4 *restrict out, const bp_wide_mat4 *restrict a,
                            const bp_wide_mat4 *restrict b) {
    for (int row = 0; row < 16; row += 4) {
        double last = row == 12 ? 1 : 0;
        for (int column = 0; column < 3; column++)
            out->m[row + column] = a->m[row] * b->m[column] + a->m[row + 1] * b->m[4 + column] +
                                   a->m[row + 2] * b->m[8 + column] + last * b->m[12 + column];
        out->m[row + 3] = last * b->m[15];
    }
}

static inline void multiply_rounded(bp_mat4 *restrict out, const bp_wide_mat4 *restrict a,
                                    const bp_wide_mat4 *restrict b) {
    bp_wide_mat4 product;
    multiply(&product, a, b);
    for (int i = 0; i < 16; i++) out->m[i] = (float)product.m[i];
}

/* A linked bone takes what its node says, unless it says the same already. */
static void copy_node(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    uint32_t number = bone->number;
    const bp_node *node = bone->node;
    bool same = !(skeleton->at.pending[number] & BONE_DECOMPOSE) &&
                memcmp(&skeleton->at.trs[number], &node->trs, sizeof node->trs) == 0;
    if (same && !(skeleton->rules & BP_RULE_ENGINE_DIRTY)) return;
    if (node->holds_euler) skeleton->counters.euler_to_quaternion++;
    bp_bone_set_trs_wide(bone, node->trs);
}

static void copy_nodes(bp_skeleton *skeleton) {
    for (uint32_t i = 0; skeleton->linked && i < skeleton->count; i++)
        if (skeleton->at.bone[i]->node) copy_node(skeleton->at.bone[i]);
}

/* Absolute binds get the pose matrix that was set since the last time. */
static void settle_pose(bp_skeleton *skeleton) {
    if (!skeleton->pose_waits) return;
    skeleton->pose_waits = false;
    for (uint32_t i = 0; i < skeleton->count; i++)
        if (!skeleton->at.bone[i]->parent) bp_bone_compute_binds(skeleton->at.bone[i]);
}

static void compute_finals(bp_skeleton *skeleton) {
    bone_arrays *at = &skeleton->at;
    const bp_wide_mat4 *root = skeleton->has_pose ? &skeleton->pose : NULL;
    for (uint32_t place = 0; place < skeleton->count; place++) {
        uint32_t number = at->order[place];
        if (at->pending[number] & BONE_COMPOSE) bp_skeleton_compose(skeleton, number);
        const bp_wide_mat4 *above = at->parent[number] == BONE_NOBODY ? root : &at->chain[at->parent[number]];
        if (above)
            multiply(&at->chain[number], &at->local[number], above);
        else
            at->chain[number] = at->local[number];
        multiply_rounded(&at->final[number], &at->inverse[number], &at->chain[number]);
        if (skeleton->palette && at->slot[number] != BP_INDEX_NONE)
            skeleton->palette[at->slot[number]] = at->final[number];
    }
    skeleton->counters.chain += skeleton->count;
    skeleton->counters.final += skeleton->count;
}

bool bp_skeleton_prepare(bp_skeleton *skeleton) {
    copy_nodes(skeleton);
    if (!skeleton->dirty) return false;
    settle_pose(skeleton);
    compute_finals(skeleton);
    skeleton->dirty = false;
    skeleton->counters.prepared++;
    return true;
}

bp_mat4 bp_bone_final(const bp_bone *bone) { return bone->skeleton->at.final[bone->number]; }
bp_mat4 bp_bone_chain(const bp_bone *bone) {
    return bp_wide_mat4_round(bone->skeleton->at.chain[bone->number]);
}
