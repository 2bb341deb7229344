/* Corrections of a pose that has been transferred: planted feet stay where they are, soles on the ground and
 * not in it, hands where the source's are. All of them are functions of the frames so far, begin with nothing
 * and fade, so that nothing jumps. */
#include "gltf/retarget/retarget.h"
#include "rig/ik/ik.h"

enum { LEGS = 2 }; /* of the limbs; arms follow */

#define STRETCHED 0.995 /* of a limb's length: no correction makes it straighter than this, or than it was */
#define FARTHEST 0.1    /* of the height: a foot is let go rather than kept farther from its own place */

bool bp_retarget_limbs_make(bp_retarget *r, bp_error *error) {
    static const int slots[] = {BODY_UPPER_LEG, BODY_UPPER_LEG + BODY_SIDED, BODY_UPPER_ARM,
                                BODY_UPPER_ARM + BODY_SIDED};
    for (int l = 0; l < 2 * LEGS; l++) {
        retarget_limb *limb = &r->limbs[l];
        for (int i = 0; i < 3; i++)
            limb->nodes[i] = bp_retarget_node_of(r, &r->to, bp_retarget_pair_of(r, slots[l] + i, false));
        for (int i = 0; i < 2; i++)
            if (limb->nodes[2] < 0 || limb->nodes[i] < 0 ||
                !bp_retarget_is_below(&r->to.tree, limb->nodes[i + 1], limb->nodes[i]))
                limb->nodes[0] = -1;
    }
    for (int l = 0; l < 2 * LEGS; l++) {
        retarget_limb *limb = &r->limbs[l];
        if (limb->nodes[0] < 0) continue;
        /* Where the character looks, knees bend to, and elbows away from. */
        bp_dvec3 left = {1, 0, 0}, up = {0, l < LEGS ? 1 : -1, 0};
        if (r->limbs[0].nodes[0] >= 0 && r->limbs[1].nodes[0] >= 0)
            left = bp_retarget_minus(bp_retarget_at(&r->to.reference[r->limbs[0].nodes[0]]),
                                     bp_retarget_at(&r->to.reference[r->limbs[1].nodes[0]]));
        limb->bend = bp_dvec3_cross(left, up);
        limb->below = bp_arena_alloc(&r->arena, r->to.needed_count, sizeof *limb->below, error);
        if (!limb->below) return false;
        for (size_t i = 0; i < r->to.needed_count; i++)
            if (bp_retarget_is_below(&r->to.tree, r->to.tree.order[i], limb->nodes[0]))
                limb->below[limb->below_count++] = r->to.tree.order[i];
    }
    return true;
}

static bp_dvec3 plus(bp_dvec3 a, bp_dvec3 b, double t) {
    return (bp_dvec3){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}

static bp_dvec3 at(const bp_retarget *r, int node) { return bp_retarget_at(&r->to.world[node]); }

/* How far apart a limb's ends may come: see STRETCHED. */
static double farthest(const bp_retarget *r, const retarget_limb *limb) {
    bp_dvec3 a = at(r, limb->nodes[0]), b = at(r, limb->nodes[1]), c = at(r, limb->nodes[2]);
    double reach = bp_dvec3_length(bp_retarget_minus(b, a)) + bp_dvec3_length(bp_retarget_minus(c, b));
    return fmax(STRETCHED * reach, bp_dvec3_length(bp_retarget_minus(c, a)));
}

/* ---- a limb that reaches --------------------------------------------------------------------------*/

/* Computes a limb's nodes anew, with more rotation of its upper and lower bone; the end keeps its own. */
static void pose_limb(bp_retarget *r, const retarget_limb *limb, const bp_dquat turns[2], bp_pose *to) {
    bp_dmat4 end = r->to.world[limb->nodes[2]];
    for (size_t i = 0; i < limb->below_count; i++) {
        int node = limb->below[i];
        const bp_dmat4 *above = &r->to.world[r->to.tree.parents[node]];
        bp_dtrs local = r->to.tree.rest[node];
        if (r->bone_of[node]) local.rotation = bp_dquat_from_quat(to->rotations[node]);
        bp_dmat4 world = bp_dmat4_mul(bp_dmat4_from_dtrs(local), *above);
        for (int k = 0; k < 3; k++) {
            if (node != limb->nodes[k]) continue;
            if (k == 2)
                world = end;
            else
                world = bp_dmat4_mul(world, bp_dmat4_from_dquat(turns[k]));
            local.rotation = bp_retarget_local_rotation(&world, above, local.scale);
            to->rotations[node] = bp_dquat_to_quat(local.rotation);
            world = bp_dmat4_mul(bp_dmat4_from_dtrs(local), *above);
        }
        r->to.world[node] = world;
    }
}

/* Two bones and the line to the goal are a triangle; the middle joint stays in its plane. Beyond `limit`, the
 * limb eases towards its full length (softness, bindpose/ik.h). */
static void reach(bp_retarget *r, const retarget_limb *limb, bp_dvec3 goal, double limit, bp_pose *to) {
    bp_dvec3 a = at(r, limb->nodes[0]), b = at(r, limb->nodes[1]), c = at(r, limb->nodes[2]);
    bp_dvec3 upper = bp_retarget_minus(b, a), lower = bp_retarget_minus(c, b),
             line = bp_retarget_minus(goal, a);
    double p = bp_dvec3_length(upper), q = bp_dvec3_length(lower), far = bp_dvec3_length(line);
    if (!(p > 0) || !(q > 0) || !(far > 0)) return;
    double soft = 1 - STRETCHED, span = far;
    if (far > limit) span = limit + bp_ik_spanned(p + q, soft, far) - bp_ik_spanned(p + q, soft, limit);
    span = fmin(span, p + q);
    line = bp_dvec3_normalize(line);
    bp_dvec3 side = plus(upper, line, -bp_dvec3_dot(upper, line));
    if (bp_dvec3_length(side) < 1e-4 * p) side = bp_ik_perpendicular(line, limb->bend);
    side = bp_dvec3_normalize(side);
    double angle = bp_ik_corner(p, span, q), sine, cosine;
    bp_sincos_d(angle, &sine, &cosine);
    bp_dvec3 zero = {0, 0, 0}, wanted = plus(plus(zero, line, cosine), side, sine);
    bp_dvec3 rest = bp_retarget_minus(plus(zero, line, span), plus(zero, wanted, p));
    bp_dquat turns[2];
    turns[0] = bp_retarget_arc(bp_dvec3_normalize(upper), wanted, side);
    turns[1] =
        bp_retarget_arc(bp_dvec3_normalize(bp_dquat_rotate(turns[0], lower)), bp_dvec3_normalize(rest), side);
    pose_limb(r, limb, turns, to);
}

/* ---- feet -----------------------------------------------------------------------------------------*/

/* Where the ankle shall be: beside its place by what keeps the planted point, over it by what puts the sole
 * on the ground. */
static bp_dvec3 ankle_goal(bp_retarget *r, retarget_foot *foot, double seconds) {
    bp_dvec3 ankle = at(r, foot->contacts[0].target);
    bool was[2] = {foot->contacts[0].planted, foot->contacts[1].planted};
    int planted = -1;
    for (int i = 0; i < 2; i++) {
        retarget_contact *contact = &foot->contacts[i];
        if (contact->source < 0) continue;
        bp_retarget_contact_step(r, contact, seconds);
        if (r->planned >= 0) contact->planted = (r->planned >> (2 * (foot - r->feet) + i)) & 1;
        if (contact->planted && (planted < 0 || i == foot->kept)) planted = i;
    }
    double fade = 1 / (1 + seconds / BP_RETARGET_FADE), most = FARTHEST * r->statures[1];
    if (planted < 0) {
        foot->offset = (bp_dvec3){foot->offset.x * fade, 0, foot->offset.z * fade};
    } else {
        bp_dvec3 point = at(r, foot->contacts[planted].target);
        /* A foot that rolls from its ankle to its toes turns on toes that rested already. */
        if (planted != foot->kept)
            foot->place =
                foot->kept >= 0 && was[planted] ? foot->last[planted] : plus(point, foot->offset, 1);
        foot->offset = (bp_dvec3){foot->place.x - point.x, 0, foot->place.z - point.z};
        double length = bp_dvec3_length(foot->offset);
        if (length > most) {
            foot->offset = (bp_dvec3){foot->offset.x * most / length, 0, foot->offset.z * most / length};
            foot->place = plus(point, foot->offset, 1);
        }
    }
    foot->kept = planted;
    double height = bp_retarget_sole_height(r, foot);
    double wanted = planted >= 0 ? -height : 0;
    foot->lift = r->planned >= 0 ? foot->planned_lift : wanted + (foot->lift - wanted) * fade;
    foot->lift = fmax(-most, fmin(most, foot->lift));
    return (bp_dvec3){ankle.x + foot->offset.x, ankle.y + fmax(foot->lift, -height),
                      ankle.z + foot->offset.z};
}

/* How far the hips must go down so that the leg can reach its goal. */
static double drop_for(const bp_retarget *r, const retarget_limb *leg, bp_dvec3 goal) {
    bp_dvec3 line = bp_retarget_minus(at(r, leg->nodes[0]), goal);
    double limit = farthest(r, leg), across = line.x * line.x + line.z * line.z;
    double high = limit * limit > across ? sqrt(limit * limit - across) : 0;
    return fmax(0, fmin(line.y - high, FARTHEST * r->statures[1]));
}

static void lower_hips(bp_retarget *r, double drop, bp_pose *to) {
    int hips = r->bones[r->hips].target, parent = r->to.tree.parents[hips];
    bp_dmat4 back;
    bp_dvec3 place = at(r, hips);
    for (size_t i = 0; i < r->to.placed_count; i++)
        if (r->under_hips[r->to.tree.order[i]]) r->to.world[r->to.tree.order[i]].m[13] -= drop;
    place.y -= drop;
    if (parent >= 0 && bp_dmat4_inverse_affine(r->to.world[parent], &back))
        place = bp_dmat4_point(back, place);
    to->positions[hips] = bp_dvec3_to_vec3(place);
}

static void keep_feet(bp_retarget *r, double seconds, bp_pose *to) {
    bp_dvec3 goals[LEGS];
    double drop = 0, limits[LEGS];
    for (int i = 0; i < LEGS; i++) {
        if (r->limbs[i].nodes[0] < 0) continue;
        goals[i] = ankle_goal(r, &r->feet[i], seconds);
        limits[i] = farthest(r, &r->limbs[i]);
        drop = fmax(drop, drop_for(r, &r->limbs[i], goals[i]));
    }
    r->drop = fmax(drop, r->least_drop);
    if (r->drop > 0) lower_hips(r, r->drop, to);
    for (int i = 0; i < LEGS; i++)
        if (r->limbs[i].nodes[0] >= 0) {
            reach(r, &r->limbs[i], goals[i], limits[i], to);
            for (int k = 0; k < 2; k++)
                if (r->feet[i].contacts[k].target >= 0)
                    r->feet[i].last[k] = at(r, r->feet[i].contacts[k].target);
        }
}

/* ---- hands ----------------------------------------------------------------------------------------*/

/* The source's way from one place to another, in the target's facing and size. */
static bp_dvec3 scaled(const bp_retarget *r, int from, int to) {
    bp_dvec3 way =
        bp_retarget_minus(bp_retarget_at(&r->from.world[to]), bp_retarget_at(&r->from.world[from]));
    return plus((bp_dvec3){0, 0, 0}, bp_dquat_rotate(r->facing, way), r->statures[1] / r->statures[0]);
}

static void keep_hands(bp_retarget *r, bp_pose *to) {
    int hands[2], base = (int)r->hips;
    bp_dvec3 goals[2];
    if (r->hands == BP_RETARGET_HANDS_HEAD) base = bp_retarget_pair_of(r, BODY_HEAD, false);
    for (int i = 0; i < 2; i++) hands[i] = bp_retarget_pair_of(r, BODY_HAND + i * BODY_SIDED, false);
    if (base < 0 || r->limbs[LEGS].nodes[0] < 0 || r->limbs[LEGS + 1].nodes[0] < 0) return;
    for (int i = 0; i < 2; i++) {
        const retarget_bone *hand = &r->bones[hands[i]], *other = &r->bones[hands[1 - i]];
        bp_dvec3 own = at(r, hand->target),
                 middle = plus(own, bp_retarget_minus(at(r, other->target), own), 0.5);
        goals[i] =
            r->hands == BP_RETARGET_HANDS_TOGETHER
                ? plus(middle, scaled(r, other->source, hand->source), 0.5)
                : plus(at(r, r->bones[base].target), scaled(r, r->bones[base].source, hand->source), 1);
    }
    for (int i = 0; i < 2; i++) reach(r, &r->limbs[LEGS + i], goals[i], farthest(r, &r->limbs[LEGS + i]), to);
}

void bp_retarget_correct(bp_retarget *r, double seconds, bp_pose *to) {
    for (int i = 0; i < LEGS && !(seconds > 0); i++) {
        retarget_foot *foot = &r->feet[i];
        foot->kept = -1;
        foot->offset = (bp_dvec3){0, 0, 0};
        foot->lift = 0;
        for (int k = 0; k < 2; k++) foot->contacts[k].planted = false, foot->contacts[k].rested = 0;
    }
    if (r->keeps_feet) keep_feet(r, seconds, to);
    if (r->hands != BP_RETARGET_HANDS_FREE) keep_hands(r, to);
}
