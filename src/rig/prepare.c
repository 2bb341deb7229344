/* prepare: the pass of every frame, from local matrices to the palette.
 *
 * One run over the bones in the array's order: chain = local * parent's chain, final = absolute inverse
 * bind * chain. A parent that stands behind its child gives the child its chain of the frame before;
 * that is the page's rule, and sort's reason.
 *
 * The two products are the time of the pass. They run on pairs of doubles, half a row of a matrix, which
 * every x86-64 and ARM64 processor has; elsewhere the compiler takes the pairs apart. Terms are added in
 * the order of the plain formula, so the bits are those of plain C.
 */
#include "rig/skeleton.h"

#include <string.h>

typedef double pair __attribute__((vector_size(16)));

static inline pair load(const double *from) {
    pair p;
    memcpy(&p, from, sizeof p);
    return p;
}

/* Half a row of a * b: columns `at` and `at + 1`. The last column of a is (0, 0, 0, 1), so that b's last
 * row enters the last one alone, and a * b has the last column of b even where entries are infinite. */
static inline pair half_row(const double *a_row, const double *b, int at, bool last) {
    pair x = {a_row[0], a_row[0]}, y = {a_row[1], a_row[1]}, z = {a_row[2], a_row[2]};
    pair sum = x * load(b + at) + y * load(b + 4 + at) + z * load(b + 8 + at);
    if (last) sum += load(b + 12 + at);
    if (at == 2) sum[1] = last ? b[15] : 0;
    return sum;
}

static inline void multiply(bp_dmat4 *restrict out, const bp_dmat4 *restrict a,
                            const bp_dmat4 *restrict b) {
    for (int row = 0; row < 4; row++) {
        pair left = half_row(&a->m[4 * row], b->m, 0, row == 3);
        pair right = half_row(&a->m[4 * row], b->m, 2, row == 3);
        memcpy(&out->m[4 * row], &left, sizeof left);
        memcpy(&out->m[4 * row + 2], &right, sizeof right);
    }
}

static inline void multiply_rounded(bp_mat4 *restrict out, const bp_dmat4 *restrict a,
                                    const bp_dmat4 *restrict b) {
    for (int row = 0; row < 4; row++) {
        pair left = half_row(&a->m[4 * row], b->m, 0, row == 3);
        pair right = half_row(&a->m[4 * row], b->m, 2, row == 3);
        float *to = &out->m[4 * row];
        to[0] = (float)left[0];
        to[1] = (float)left[1];
        to[2] = (float)right[0];
        to[3] = (float)right[1];
    }
}

/* A linked bone takes what its node says, unless it says the same already. A matrix that was set whole may have the
 * node's parts and be another all the same (shear, a scale of 0, a rotation without one), so it always makes way. */
static void copy_node(bp_bone *bone) {
    bp_skeleton *skeleton = bone->skeleton;
    uint32_t number = bone->number;
    const bp_node *node = bone->node;
    bool same = !(skeleton->at.pending[number] & BONE_WHOLE) &&
                memcmp(&skeleton->at.trs[number], &node->trs, sizeof node->trs) == 0;
    if (same && !(skeleton->rules & BP_RULE_ENGINE_DIRTY)) return;
    if (node->holds_euler) skeleton->counters.euler_to_quaternion++;
    bp_bone_set_trs_d(bone, node->trs);
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
    const bp_dmat4 *root = skeleton->has_pose ? &skeleton->pose : NULL;
    for (uint32_t place = 0; place < skeleton->count; place++) {
        uint32_t number = at->order[place];
        if (at->pending[number] & BONE_COMPOSE) bp_skeleton_compose_local(skeleton, number);
        const bp_dmat4 *above = at->parent[number] == BONE_NOBODY ? root : &at->chain[at->parent[number]];
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
    return bp_dmat4_to_mat4(bone->skeleton->at.chain[bone->number]);
}
