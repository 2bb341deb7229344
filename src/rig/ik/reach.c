/* reach: rotating a chain of bones so that its end reaches a target, whatever axes the bones have.
 *
 * First the joints get new positions, then each bone, from the first one on, the smallest rotation that
 * points it at the next joint; so bones keep their roll, and nothing depends on their axes.
 *
 * Two bones and the line to the target are a triangle with known sides (ik.h). More bones take the positions
 * of FABRIK (Aristidou and Lasenby 2011: lengths are restored from the end, then from the root, again and
 * again), which keeps the chain's shape. Its last rest of error, which shrinks slowly where the chain is
 * nearly straight, is removed joint by joint: each bone turns just so far that the bones after it can still
 * reach.
 *
 * With limits, bones that turned too far are turned back, and then each bone in turn, from the last one,
 * points the end at the target within its limit (cyclic coordinate descent), until nothing is gained. */
#include "rig/ik/ik.h"

enum { FABRIK_ROUNDS = 24, DESCENT_ROUNDS = 1000 };
#define NEAR 1e-9     /* parts of the reach: positions count as equal */
#define STRAIGHT 0.01 /* sine of the angle below which two bones count as one line */
#define GAIN 0.99999  /* a round of descent that leaves more than this of the distance is the last one */

static bp_dvec3 add(bp_dvec3 a, bp_dvec3 b, double scale) {
    return (bp_dvec3){a.x + b.x * scale, a.y + b.y * scale, a.z + b.z * scale};
}

static bp_dvec3 times(bp_dvec3 a, bp_dvec3 b) { return (bp_dvec3){a.x * b.x, a.y * b.y, a.z * b.z}; }

static bp_dvec3 towards(bp_dvec3 from, bp_dvec3 to) { return bp_dvec3_normalize(bp_ik_sub(to, from)); }

static double distance(bp_dvec3 a, bp_dvec3 b) { return bp_dvec3_length(bp_ik_sub(a, b)); }

/* v, rotated about the unit vector `axis`, to which it is perpendicular. */
static bp_dvec3 turned(bp_dvec3 v, bp_dvec3 axis, double angle) {
    double sine, cosine;
    bp_sincos_d(angle, &sine, &cosine);
    bp_dvec3 across = bp_dvec3_cross(axis, v);
    return add((bp_dvec3){v.x * cosine, v.y * cosine, v.z * cosine}, across, sine);
}

/* ---- measuring ------------------------------------------------------------------------------------- */

double bp_ik_reach_of(const bp_ik *ik, double length) {
    /* a^2 + b^2 - 2 a b cos t, without the difference that loses digits for small angles */
    double difference = ik->a - ik->b, half = bp_sin_d((double)ik->options.max_angle / 2);
    return ik->options.max_angle > 0 ? sqrt(difference * difference + 4 * ik->a * ik->b * half * half)
                                     : length;
}

bool bp_ik_end_offset(const bp_ik *ik, bp_dvec3 *offset, bp_error *error) {
    const bp_bone *lower = ik->lower, *end = ik->options.end;
    if (!end && lower->has_length) {
        *offset = (bp_dvec3){0, (double)lower->length, 0};
        return true;
    }
    if (!end) end = lower->first_child;
    if (!end)
        return bp_fail(error, BP_ERROR_ARGUMENT, lower->name,
                       "it has no length: set one with bp_bone_set_length, or give it a child");
    *offset = bp_ik_row(bp_bone_local_d(end), 3);
    for (const bp_bone *bone = end->parent; bone != lower; bone = bone->parent)
        *offset = bp_dmat4_point(*bp_bone_local_d(bone), *offset);
    return true;
}

/* Takes the bones' parts from the skeleton, and computes matrices and joints. */
static bool read_chain(bp_ik *ik, bp_error *error) {
    bp_dmat4 above = bp_ik_above(ik->upper, ik->options.mesh);
    double length = 0;
    if (!bp_ik_end_offset(ik, &ik->links[ik->count - 1].offset, error)) return false;
    for (size_t i = 0; i < ik->count; i++) {
        ik_link *link = &ik->links[i];
        link->parts = *bp_bone_trs_d(link->bone);
        link->world = bp_dmat4_mul(*bp_bone_local_d(link->bone), i ? ik->links[i - 1].world : above);
        link->joint = bp_ik_row(&link->world, 3);
        if (!bp_ik_is_finite(link->joint))
            return bp_fail(error, BP_ERROR_ARGUMENT, link->bone->name,
                           "the bone's position in the world isn't finite");
        if (i + 1 < ik->count) link->offset = bp_ik_row(bp_bone_local_d(ik->links[i + 1].bone), 3);
        link->length = distance(link->joint, bp_dmat4_point(link->world, link->offset));
        length += link->length;
    }
    ik->a = ik->links[0].length;
    ik->b = ik->links[ik->count - 1].length;
    ik->reach = bp_ik_reach_of(ik, length);
    return true;
}

/* The direction of a bone within its parent. */
static bp_dvec3 direction(const ik_link *link) {
    return bp_dvec3_normalize(bp_dquat_rotate(link->parts.rotation, times(link->offset, link->parts.scale)));
}

bool bp_ik_measure_chain(bp_ik *ik, bp_error *error) {
    if (!read_chain(ik, error)) return false;
    for (size_t i = 0; i < ik->count; i++) {
        ik_link *link = &ik->links[i];
        link->creation = link->parts.rotation;
        if (!(link->length > 0) || !bp_is_finite(link->length))
            return bp_fail(error, BP_ERROR_ARGUMENT, link->bone->name,
                           "its length in the world is %g and must be positive and finite", link->length);
    }
    /* Between scale and rotation of the upper bone, where both bones are compared. */
    const ik_link *upper = &ik->links[0];
    ik->axis = bp_dvec3_normalize(times(upper->offset, upper->parts.scale));
    bp_dvec3 next = bp_dvec3_normalize(times(direction(&ik->links[1]), upper->parts.scale));
    bp_dvec3 hinge = bp_dvec3_cross(next, ik->axis);
    ik->bent = bp_dvec3_length(hinge) > STRAIGHT;
    ik->hinge = ik->bent ? bp_dvec3_normalize(hinge) : bp_ik_perpendicular(ik->axis, (bp_dvec3){0, 0, -1});
    return true;
}

/* ---- new positions of the joints ------------------------------------------------------------------- */

/* The hinge in the world, as the pose has it. */
static bp_dvec3 hinge_in_world(const bp_ik *ik, const bp_dmat4 *above) {
    bp_dvec3 hinge = bp_dquat_rotate(ik->links[0].parts.rotation, ik->hinge);
    return bp_dvec3_normalize(bp_dmat4_direction(*above, hinge));
}

/* The direction in the world that the upper bone's hinge shall have, perpendicular to y, which points at the
 * target: opposite to the normal of ik.h's plane. */
static bp_dvec3 bending_hinge(bp_ik *ik, bp_dvec3 y, const bp_dvec3 *pole, const bp_dmat4 *above) {
    bp_dvec3 now = hinge_in_world(ik, above), joint = ik->links[0].joint, z;
    bp_dvec3 fallback = ik->started ? ik->normal : (bp_dvec3){-now.x, -now.y, -now.z};
    if (pole) {
        bp_dvec3 up = towards(joint, *pole);
        if (bp_dvec3_length(up) == 0) up = (bp_dvec3){0, 1, 0};
        z = bp_dvec3_cross(y, up);
        z = bp_dvec3_length(z) < BP_IK_PARALLEL ? bp_ik_perpendicular(y, fallback) : bp_dvec3_normalize(z);
    } else {
        z = bp_ik_perpendicular(y, (bp_dvec3){-now.x, -now.y, -now.z});
    }
    ik->normal = z;
    z = turned(z, y, (double)ik->options.pole_angle);
    return (bp_dvec3){-z.x, -z.y, -z.z};
}

/* The two bones' triangle. */
static void place_two(bp_ik *ik, bp_dvec3 y, double c, bp_dvec3 hinge) {
    ik_link *upper = &ik->links[0], *lower = &ik->links[1];
    /* An axis of the options lies in the upper bone as it does in the world beside the hinge. */
    bp_dvec3 axis = hinge, side = bp_dvec3_cross(ik->axis, ik->hinge);
    if (!bp_ik_is_zero(ik->options.bend_axis)) {
        bp_dvec3 wanted = bp_ik_perpendicular(ik->axis, bp_dvec3_from_vec3(ik->options.bend_axis));
        double along = bp_dvec3_dot(wanted, ik->hinge), across = bp_dvec3_dot(wanted, side);
        axis = bp_dvec3_normalize(add((bp_dvec3){hinge.x * along, hinge.y * along, hinge.z * along},
                                      bp_dvec3_cross(y, hinge), across));
    }
    double angle = bp_ik_corner(upper->length, c, lower->length);
    lower->goal = add(upper->joint, turned(y, axis, angle), upper->length);
}

/* The interval of distances that bones first..count-1 can span. */
static void span(const bp_ik *ik, size_t first, double *low, double *high) {
    double sum = 0, most = 0;
    for (size_t i = first; i < ik->count; i++) {
        sum += ik->links[i].length;
        if (ik->links[i].length > most) most = ik->links[i].length;
    }
    *high = sum;
    *low = 2 * most > sum ? 2 * most - sum : 0;
}

/* A chain in one line with the target could never bend: moves its inner joints aside a little. */
static void bend_a_little(bp_ik *ik, bp_dvec3 y, bp_dvec3 side) {
    for (size_t i = 1; i < ik->count; i++) {
        bp_dvec3 to = bp_ik_sub(ik->links[i].goal, ik->links[0].joint);
        bp_dvec3 off = add(to, y, -bp_dvec3_dot(to, y));
        if (bp_dvec3_length(off) > STRAIGHT * ik->reach) return;
    }
    for (size_t i = 1; i < ik->count; i++)
        ik->links[i].goal = add(ik->links[i].goal, side, 0.1 * ik->links[i].length);
}

static void fabrik(bp_ik *ik, bp_dvec3 end) {
    ik_link *links = ik->links;
    size_t last = ik->count - 1;
    for (int round = 0; round < FABRIK_ROUNDS; round++) {
        bp_dvec3 next = end;
        for (size_t i = last; i > 0; i--)
            next = links[i].goal = add(next, towards(next, links[i].goal), links[i].length);
        next = links[0].joint;
        for (size_t i = 1; i <= last; i++)
            next = links[i].goal = add(next, towards(next, links[i].goal), links[i - 1].length);
        if (fabs(distance(next, end) - links[last].length) < NEAR * ik->reach) return;
    }
}

/* From the root on, moves each joint so far that the bones after it can span the rest of the way. */
static void close_gaps(bp_ik *ik, bp_dvec3 end, bp_dvec3 side) {
    bp_dvec3 from = ik->links[0].joint;
    for (size_t i = 0; i + 1 < ik->count; i++) {
        double length = ik->links[i].length, d = distance(from, end), low, high;
        span(ik, i + 1, &low, &high);
        bp_dvec3 way = towards(from, ik->links[i + 1].goal), y = towards(from, end);
        double left = distance(add(from, way, length), end), fit = left < low    ? low
                                                                   : left > high ? high
                                                                                 : left;
        if (fit != left) {
            double angle = bp_ik_corner(length, d, fit);
            bp_dvec3 off = add(way, y, -bp_dvec3_dot(way, y));
            if (bp_dvec3_length(off) < BP_IK_PARALLEL) off = side;
            bp_dvec3 axis = bp_dvec3_cross(y, bp_ik_perpendicular(y, off));
            way = turned(y, axis, angle);
        }
        from = ik->links[i + 1].goal = add(from, way, length);
    }
}

static void place_many(bp_ik *ik, bp_dvec3 y, double c, bp_dvec3 side) {
    for (size_t i = 1; i < ik->count; i++) ik->links[i].goal = ik->links[i].joint;
    double low, high;
    span(ik, 0, &low, &high);
    if (c < low) c = low;
    bp_dvec3 end = add(ik->links[0].joint, y, c);
    bend_a_little(ik, y, side);
    fabrik(ik, end);
    close_gaps(ik, end, side);
}

/* ---- rotations from positions ---------------------------------------------------------------------- */

static bp_dmat4 above_link(const bp_ik *ik, size_t i) {
    return i ? ik->links[i - 1].world : bp_ik_above(ik->upper, ik->options.mesh);
}

static void update_world(bp_ik *ik, size_t first) {
    for (size_t i = first; i < ik->count; i++)
        ik->links[i].world = bp_dmat4_mul(bp_dmat4_from_dtrs(ik->links[i].parts), above_link(ik, i));
}

/* Turns a rotation back that is farther from the one of creation than its limit. Returns whether it did. */
static bool limit(ik_link *link) {
    if (!(link->limit > 0)) return false;
    bp_dquat a = link->creation, b = link->parts.rotation;
    double cosine = fabs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w), angle = 2 * bp_acos_d(cosine);
    if (angle <= link->limit) return false;
    link->parts.rotation = bp_ik_slerp(a, b, link->limit / angle);
    return true;
}

/* Rotates bone i so that `from`, a point of its parent's space relative to its joint, points at the world's
 * `to`. */
static bool aim(bp_ik *ik, size_t i, bp_dvec3 from, bp_dvec3 to, bp_error *error) {
    ik_link *link = &ik->links[i];
    bp_dmat4 above = above_link(ik, i), back;
    if (!bp_dmat4_inverse_affine(above, &back))
        return bp_fail(
            error, BP_ERROR_ARGUMENT, link->bone->name,
            "the matrix above the bone can't be inverted: look for a scale of 0 or a value that isn't "
            "finite in its parents or the mesh's node");
    bp_dvec3 way = bp_dvec3_normalize(bp_ik_sub(bp_dmat4_point(back, to), link->parts.position));
    if (bp_dvec3_length(way) == 0 || bp_dvec3_length(from) == 0) return true;
    bp_dvec3 axis = bp_dquat_rotate(link->parts.rotation, ik->hinge);
    bp_dquat turn = bp_ik_arc(bp_dvec3_normalize(from), way,
                              i ? bp_dvec3_cross(way, direction(&ik->links[i - 1])) : axis);
    link->parts.rotation = bp_dquat_normalize(bp_dquat_mul(turn, link->parts.rotation));
    return true;
}

/* Rolls the upper bone about its own direction until its hinge points along `hinge` in the world. */
static void roll_upper(bp_ik *ik, bp_dvec3 hinge) {
    ik_link *upper = &ik->links[0];
    bp_dmat4 back;
    if (!bp_dmat4_inverse_affine(bp_ik_above(ik->upper, ik->options.mesh), &back))
        return; /* aim has failed */
    bp_dvec3 way = direction(upper), now = bp_dquat_rotate(upper->parts.rotation, ik->hinge);
    bp_dvec3 wanted = bp_ik_perpendicular(way, bp_dmat4_direction(back, hinge));
    bp_dquat turn = bp_ik_arc(bp_ik_perpendicular(way, now), wanted, way);
    if (turn.w == 0) turn = (bp_dquat){way.x, way.y, way.z, 0};
    upper->parts.rotation = bp_dquat_normalize(bp_dquat_mul(turn, upper->parts.rotation));
}

static bp_dvec3 end_position(const bp_ik *ik) {
    const ik_link *last = &ik->links[ik->count - 1];
    return bp_dmat4_point(last->world, last->offset);
}

static bool descend(bp_ik *ik, bp_dvec3 goal, bp_error *error) {
    double before = distance(end_position(ik), goal);
    for (int round = 0; round < DESCENT_ROUNDS && before > NEAR * ik->reach; round++) {
        for (size_t i = ik->count; i-- > 0;) {
            bp_dmat4 above = above_link(ik, i), back;
            if (!bp_dmat4_inverse_affine(above, &back)) return true;
            bp_dvec3 from = bp_ik_sub(bp_dmat4_point(back, end_position(ik)), ik->links[i].parts.position);
            if (!aim(ik, i, from, goal, error)) return false;
            limit(&ik->links[i]);
            update_world(ik, i);
        }
        double after = distance(end_position(ik), goal);
        if (after > GAIN * before) break;
        before = after;
    }
    return true;
}

/* Gives the bones their rotations, as far as slerp and weight say, and measures what is left of the way. */
static void commit(bp_ik *ik) {
    double fraction = (double)ik->options.slerp;
    for (size_t i = 0; i < ik->count; i++) {
        ik_link *link = &ik->links[i];
        bp_dquat pose = bp_bone_trs_d(link->bone)->rotation, found = link->parts.rotation;
        if (fraction > 0 && fraction < 1)
            found = bp_ik_slerp(ik->started ? link->last : pose, found, fraction);
        link->last = found;
        if (ik->weight < 1) found = bp_ik_slerp(pose, found, ik->weight);
        link->parts.rotation = ik->weight > 0 ? found : pose;
        if (ik->weight <= 0) continue;
        bp_bone_set_trs_d(link->bone, link->parts);
        bp_bone_copy_rotation_to_node(link->bone);
    }
    update_world(ik, 0);
    ik->distance = distance(end_position(ik), ik->target);
    bp_dvec3 middle = ik->links[ik->count - 1].joint = bp_ik_row(&ik->links[ik->count - 1].world, 3);
    bp_dvec3 before = bp_ik_row(&ik->links[ik->count - 2].world, 3);
    bp_dvec3 u = towards(before, middle), v = towards(middle, end_position(ik));
    ik->bend = -bp_atan2_d(bp_dvec3_length(bp_dvec3_cross(u, v)), bp_dvec3_dot(u, v));
}

bool bp_ik_reach(bp_ik *ik, const bp_dvec3 *pole, bp_error *error) {
    if (!read_chain(ik, error)) return false;
    bp_dmat4 above = bp_ik_above(ik->upper, ik->options.mesh);
    bp_dvec3 joint = ik->links[0].joint, y = towards(joint, ik->target);
    if (bp_dvec3_length(y) == 0) y = towards(joint, ik->links[1].joint);
    if (bp_dvec3_length(y) == 0) y = (bp_dvec3){0, 1, 0};
    double c = bp_ik_spanned(ik->reach, (double)ik->options.softness, distance(joint, ik->target));
    bp_dvec3 hinge = bending_hinge(ik, y, pole, &above);
    bool two = ik->count == 2, limited = false;
    if (two)
        place_two(ik, y, c, hinge);
    else
        place_many(ik, y, c, bp_dvec3_cross(y, hinge));
    bp_dvec3 goal = add(joint, y, c);
    for (size_t i = 0; i < ik->count; i++) {
        bp_dvec3 next = i + 1 < ik->count ? ik->links[i + 1].goal : goal;
        bp_dvec3 from = bp_dquat_rotate(ik->links[i].parts.rotation,
                                        times(ik->links[i].offset, ik->links[i].parts.scale));
        if (!aim(ik, i, from, next, error)) return false;
        if (two && i == 0) roll_upper(ik, hinge);
        if (limit(&ik->links[i])) limited = true;
        update_world(ik, i);
    }
    if (limited && !descend(ik, goal, error)) return false;
    commit(ik);
    ik->started = true;
    return true;
}
