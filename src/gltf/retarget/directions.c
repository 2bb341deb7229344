/* Where bones point, and the rotations between directions. */
#include "gltf/retarget/retarget.h"

bp_dquat bp_retarget_rotation(const bp_dmat4 *m) {
    bp_dtrs trs = {.rotation = {0, 0, 0, 1}};
    (void)bp_dmat4_decompose(*m, &trs);
    return trs.rotation;
}

bp_dquat bp_retarget_local_rotation(const bp_dmat4 *world, const bp_dmat4 *above, bp_dvec3 scale) {
    bp_dmat4 back, local = *world;
    if (above && bp_dmat4_inverse_affine(*above, &back)) local = bp_dmat4_mul(*world, back);
    for (int i = 0; i < 3; i++) {
        local.m[i] *= scale.x < 0 ? -1 : 1;
        local.m[4 + i] *= scale.y < 0 ? -1 : 1;
        local.m[8 + i] *= scale.z < 0 ? -1 : 1;
    }
    return bp_retarget_rotation(&local);
}

bp_dquat bp_retarget_arc(bp_dvec3 from, bp_dvec3 to, bp_dvec3 axis) {
    bp_dvec3 cross = bp_dvec3_cross(from, to);
    double cosine = bp_dvec3_dot(from, to);
    if (cosine < 0 && bp_dvec3_length(cross) < 1e-9)
        return bp_dquat_from_axis_angle(axis, 3.14159265358979323846);
    return bp_dquat_normalize((bp_dquat){cross.x, cross.y, cross.z, 1 + cosine});
}

double bp_retarget_angle(bp_dvec3 a, bp_dvec3 b) {
    return bp_atan2_d(bp_dvec3_length(bp_dvec3_cross(a, b)), bp_dvec3_dot(a, b));
}

int bp_retarget_pair_of(const bp_retarget *r, int slot, bool last) {
    int found = -1;
    for (size_t i = 0; i < r->count; i++)
        if (r->bones[i].slot == slot && (found < 0 || last)) found = (int)i;
    return found;
}

void bp_retarget_place_pair(bp_retarget *r, int pair) {
    if (pair >= 0) r->from.placed[r->bones[pair].source] = r->to.placed[r->bones[pair].target] = true;
}

int bp_retarget_node_of(const bp_retarget *r, const retarget_side *side, int pair) {
    if (pair < 0) return -1;
    return side == &r->from ? r->bones[pair].source : r->bones[pair].target;
}

/* The node that a finger's last bone points to: its only child. */
static int only_child(const retarget_side *side, int node) {
    int child = -1;
    for (size_t i = 0; i < side->tree.count; i++)
        if (side->tree.parents[i] == node) child = child < 0 ? (int)i : -2;
    return child;
}

bool bp_retarget_direction(const bp_retarget *r, const retarget_side *side, const bp_dmat4 *world,
                           size_t pair, bp_dvec3 *out) {
    int slot = r->bones[pair].slot, left = body_left(slot);
    int from = bp_retarget_node_of(r, side, (int)pair), to = -1;
    if (left == BODY_HIPS || left == BODY_SPINE || left == BODY_NECK) {
        static const int above[] = {BODY_NECK, BODY_HEAD, BODY_SPINE};
        from = bp_retarget_slot_node(r, side, left == BODY_NECK ? BODY_NECK : BODY_HIPS);
        for (size_t i = left == BODY_NECK ? 1 : 0; to < 0 && i < BP_COUNT(above); i++)
            to = bp_retarget_node_of(r, side, bp_retarget_pair_of(r, above[i], above[i] == BODY_SPINE));
    } else if (left >= BODY_THUMB && left <= BODY_LITTLE) {
        bool next = pair + 1 < r->count && r->bones[pair + 1].slot == slot;
        to = next ? bp_retarget_node_of(r, side, (int)pair + 1) : only_child(side, from);
        /* Between two bones of the source, the chain's whole direction counts. */
        if (r->bones[pair].second >= 0 || (next && bp_retarget_node_of(r, side, (int)pair + 1) == from))
            to = -1;
    } else if (left == BODY_HAND) {
        int offset = slot - left;
        to = bp_retarget_slot_node(r, side, BODY_MIDDLE + offset);
        if (to < 0) to = bp_retarget_slot_node(r, side, BODY_INDEX + offset);
    } else if (slot >= 0 && left != BODY_HEAD && left != BODY_TOES) {
        to = bp_retarget_slot_node(r, side, slot + 1);
    }
    if (from < 0 || to < 0) return false;
    *out = bp_dvec3_normalize(bp_retarget_minus(bp_retarget_at(&world[to]), bp_retarget_at(&world[from])));
    return bp_dvec3_dot(*out, *out) > 0.5;
}
