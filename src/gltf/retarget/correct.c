/* Corrections of a pose that has been transferred: planted feet stay where they are, soles on the ground and
 * not in it, hands where the source's are. All of them are functions of the frames so far, begin with nothing
 * and fade, so that nothing jumps. */
#include "gltf/retarget/retarget.h"
#include "rig/ik/ik.h"

enum { LEGS = 2 }; /* of the limbs; arms follow */

#define STRETCHED 0.995 /* of a limb's length: no correction makes it straighter than this, or than it was */
#define FARTHEST 0.1    /* of the height: a foot is let go rather than kept farther from its own place */

void bp_retarget_limbs_make(bp_retarget *r, bp_dvec3 left) {
    static const int slots[] = {BODY_UPPER_LEG, BODY_UPPER_LEG + BODY_SIDED, BODY_UPPER_ARM,
                                BODY_UPPER_ARM + BODY_SIDED};
    for (int l = 0; l < 2 * LEGS; l++) {
        retarget_limb *limb = &r->limbs[l];
        for (int i = 0; i < 3; i++) limb->nodes[i] = bp_retarget_slot_node(r, &r->to, slots[l] + i);
        for (int i = 0; i < 2; i++)
            if (limb->nodes[2] < 0 || limb->nodes[i] < 0 ||
                !bp_retarget_is_below(&r->to.tree, limb->nodes[i + 1], limb->nodes[i]))
                limb->nodes[0] = -1;
        /* Where the character looks, knees bend to, and elbows away from. */
        limb->bend = bp_dvec3_cross(left, (bp_dvec3){0, l < LEGS ? 1 : -1, 0});
    }
}

static bp_dvec3 at(const bp_retarget *r, int node) { return bp_retarget_at(&r->to.world[node]); }

/* How far apart a limb's ends may come: see STRETCHED. */
static double farthest(const bp_retarget *r, const retarget_limb *limb) {
    bp_dvec3 a = at(r, limb->nodes[0]), b = at(r, limb->nodes[1]), c = at(r, limb->nodes[2]);
    double reach = bp_dvec3_length(bp_retarget_minus(b, a)) + bp_dvec3_length(bp_retarget_minus(c, b));
    return fmax(STRETCHED * reach, bp_dvec3_length(bp_retarget_minus(c, a)));
}

/* Rotates a limb's upper and lower bone in the world; the end keeps its own rotation. */
static void pose_limb(bp_retarget *r, const retarget_limb *limb, const bp_dquat turns[2], bp_pose *to) {
    const retarget_side *side = &r->to;
    bp_dquat above = {0, 0, 0, 1};
    for (int k = 0; k < 3; k++) {
        int node = limb->nodes[k], parent = side->tree.parents[node];
        bp_dquat turn = k < 2 ? bp_dquat_mul(turns[k], above) : (bp_dquat){0, 0, 0, 1}, local;
        if (side->size[node] > 0) {
            bp_dquat up = parent >= 0 ? bp_dquat_mul(above, side->spin[parent]) : above;
            local = bp_dquat_mul(bp_dquat_conjugate(up), bp_dquat_mul(turn, side->spin[node]));
        } else {
            bp_dmat4 world = bp_dmat4_mul(side->world[node], bp_dmat4_from_dquat(turn)), up;
            if (parent >= 0) up = bp_dmat4_mul(side->world[parent], bp_dmat4_from_dquat(above));
            local = bp_retarget_local_rotation(&world, parent >= 0 ? &up : NULL, side->tree.rest[node].scale);
        }
        to->rotations[node] = bp_dquat_to_quat(local);
        above = turn;
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
    bp_dvec3 side = bp_retarget_plus(upper, line, -bp_dvec3_dot(upper, line));
    if (bp_dvec3_length(side) < 1e-4 * p) side = bp_ik_perpendicular(line, limb->bend);
    side = bp_dvec3_normalize(side);
    double angle = bp_ik_corner(p, span, q), sine, cosine;
    bp_sincos_d(angle, &sine, &cosine);
    bp_dvec3 zero = {0, 0, 0}, wanted = bp_retarget_plus(bp_retarget_plus(zero, line, cosine), side, sine);
    bp_dvec3 rest = bp_retarget_minus(bp_retarget_plus(zero, line, span), bp_retarget_plus(zero, wanted, p));
    bp_dquat turns[2];
    turns[0] = bp_retarget_arc(bp_dvec3_normalize(upper), wanted, side);
    turns[1] =
        bp_retarget_arc(bp_dvec3_normalize(bp_dquat_rotate(turns[0], lower)), bp_dvec3_normalize(rest), side);
    pose_limb(r, limb, turns, to);
}

void bp_retarget_feet_begin(bp_retarget *r) {
    for (int i = 0; i < LEGS; i++) {
        retarget_foot *foot = &r->feet[i];
        foot->kept = -1;
        foot->offset = (bp_dvec3){0, 0, 0};
        foot->lift = 0;
        for (int k = 0; k < 2; k++)
            foot->contacts[k].planted = foot->were[k] = false, foot->contacts[k].rested = 0;
    }
}

void bp_retarget_footing(bp_retarget *r, int side, double seconds, retarget_footing *out) {
    retarget_foot *foot = &r->feet[side];
    *out = (retarget_footing){.hip = at(r, r->limbs[side].nodes[0]),
                              .sole = bp_retarget_sole_height(r, foot),
                              .farthest = farthest(r, &r->limbs[side]),
                              .lift = NAN};
    for (int k = 0; k < 2; k++) {
        retarget_contact *contact = &foot->contacts[k];
        if (contact->source < 0) continue;
        out->points[k] = at(r, contact->target);
        out->planted[k] = bp_retarget_contact_step(r, contact, r->feet[1 - side].contacts, seconds);
        out->rests[k] = contact->rested > 0;
        out->levels[k] = r->axes.y * contact->level;
    }
}

/* Beside the ankle's place by what keeps the planted point, over it by what puts the sole on the ground. */
double bp_retarget_foot_plan(bp_retarget *r, int side, retarget_footing *footing, double seconds) {
    retarget_foot *foot = &r->feet[side];
    double fade = 1 / (1 + seconds / BP_RETARGET_FADE), most = FARTHEST * r->statures[1];
    int planted = footing->planted[0] ? 0 : footing->planted[1] ? 1 : -1;
    if (foot->kept >= 0 && footing->planted[foot->kept]) planted = foot->kept;
    if (planted < 0) {
        foot->offset = (bp_dvec3){foot->offset.x * fade, 0, foot->offset.z * fade};
    } else {
        bp_dvec3 point = footing->points[planted];
        if (foot->kept < 0) foot->level = footing->levels[planted];
        /* A foot that rolls from its ankle to its toes turns on toes that rested already. */
        if (planted != foot->kept)
            foot->place = foot->kept >= 0 && foot->were[planted] ? foot->last[planted]
                                                                 : bp_retarget_plus(point, foot->offset, 1);
        foot->offset = (bp_dvec3){foot->place.x - point.x, 0, foot->place.z - point.z};
        double length = bp_dvec3_length(foot->offset);
        if (length > most) {
            foot->offset = (bp_dvec3){foot->offset.x * most / length, 0, foot->offset.z * most / length};
            foot->place = bp_retarget_plus(point, foot->offset, 1);
        }
    }
    foot->kept = planted;
    double wanted = planted >= 0 ? foot->level - footing->sole : 0;
    foot->lift = footing->lift == footing->lift ? footing->lift : wanted + (foot->lift - wanted) * fade;
    foot->lift = fmax(-most, fmin(most, foot->lift));
    bp_dvec3 change = {foot->offset.x, fmax(foot->lift, -footing->sole), foot->offset.z};
    for (int k = 0; k < 2; k++) {
        foot->were[k] = footing->planted[k];
        foot->last[k] = bp_retarget_plus(footing->points[k], change, 1);
    }
    footing->goal = foot->last[0];
    bp_dvec3 line = bp_retarget_minus(footing->hip, footing->goal);
    double limit = footing->farthest, across = line.x * line.x + line.z * line.z;
    double high = limit * limit > across ? sqrt(limit * limit - across) : 0;
    return fmax(0, fmin(line.y - high, most));
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

void bp_retarget_stand(bp_retarget *r, const retarget_footing footings[2], double drop, bp_pose *to) {
    if (drop > 0) lower_hips(r, drop, to);
    for (int i = 0; i < LEGS; i++)
        if (r->limbs[i].nodes[0] >= 0) reach(r, &r->limbs[i], footings[i].goal, footings[i].farthest, to);
}

void bp_retarget_keep_feet(bp_retarget *r, double seconds, bp_pose *to) {
    retarget_footing footings[LEGS];
    if (!(seconds > 0)) bp_retarget_feet_begin(r);
    r->drop = seconds > 0 ? r->drop / (1 + seconds / BP_RETARGET_FADE) : 0;
    for (int i = 0; i < LEGS; i++) {
        if (r->limbs[i].nodes[0] < 0) continue;
        bp_retarget_footing(r, i, seconds, &footings[i]);
        r->drop = fmax(r->drop, bp_retarget_foot_plan(r, i, &footings[i], seconds));
    }
    bp_retarget_stand(r, footings, r->drop, to);
}

/* The source's way from one place to another, in the target's facing and size. */
static bp_dvec3 scaled(const bp_retarget *r, int from, int to) {
    bp_dvec3 way =
        bp_retarget_minus(bp_retarget_at(&r->from.world[to]), bp_retarget_at(&r->from.world[from]));
    return bp_retarget_plus((bp_dvec3){0, 0, 0}, bp_dquat_rotate(r->facing, way),
                            r->statures[1] / r->statures[0]);
}

void bp_retarget_keep_hands(bp_retarget *r, bp_pose *to) {
    int hands[2], base = (int)r->hips;
    bp_dvec3 goals[2];
    if (r->options.keep_hands == BP_RETARGET_HANDS_FREE) return;
    if (r->options.keep_hands == BP_RETARGET_HANDS_HEAD) base = bp_retarget_pair_of(r, BODY_HEAD, false);
    for (int i = 0; i < 2; i++) hands[i] = bp_retarget_pair_of(r, BODY_HAND + i * BODY_SIDED, false);
    if (base < 0 || r->limbs[LEGS].nodes[0] < 0 || r->limbs[LEGS + 1].nodes[0] < 0) return;
    for (int i = 0; i < 2; i++) {
        const retarget_bone *hand = &r->bones[hands[i]], *other = &r->bones[hands[1 - i]];
        bp_dvec3 own = at(r, hand->target),
                 middle = bp_retarget_plus(own, bp_retarget_minus(at(r, other->target), own), 0.5);
        goals[i] = r->options.keep_hands == BP_RETARGET_HANDS_TOGETHER
                       ? bp_retarget_plus(middle, scaled(r, other->source, hand->source), 0.5)
                       : bp_retarget_plus(at(r, r->bones[base].target),
                                          scaled(r, r->bones[base].source, hand->source), 1);
    }
    for (int i = 0; i < 2; i++) reach(r, &r->limbs[LEGS + i], goals[i], farthest(r, &r->limbs[LEGS + i]), to);
}
