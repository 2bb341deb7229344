/* ik: turning two bones so that the end of the second reaches a target.
 *
 * The upper joint, the middle joint and the target are the corners of a triangle whose sides are known;
 * the law of cosines gives its angles (see rig.h). What is left is to choose the plane that the
 * triangle lies in, which the pole does, and to say both rotations in the spaces that bones have: the
 * upper one in the world, the lower one in its parent, the upper bone.
 */
#include "rig/ik/two_bone.h"

#define PI 3.14159265358979323846

/* What an update looks at. */
typedef struct sight {
    bp_dmat4 upper; /* the upper bone in the world */
    bp_dvec3 joint, target, pole;
} sight;

/* What it finds. */
typedef struct answer {
    bp_dvec3 normal;
    bp_dquat turned;
    bp_dmat4 rotation;
    double bend;
} answer;

static bp_dvec3 pole_place(const bp_ik *ik) {
    const bp_ik_options *o = &ik->options;
    bp_dvec3 offset = bp_dvec3_from_vec3(o->pole_offset);
    if (o->pole_node) return bp_dmat4_point(bp_node_world_d(o->pole_node), offset);
    const bp_bone *bone = o->pole_bone ? o->pole_bone : o->pole_fixed ? NULL : ik->upper->parent;
    return bone ? bp_dmat4_point(bp_bone_world_d(bone, o->mesh), offset) : ik->pole;
}

static bool look_around(const bp_ik *ik, sight *s, bp_error *error) {
    const bp_ik_options *o = &ik->options;
    s->upper = bp_bone_world_d(ik->upper, o->mesh);
    s->joint = bp_ik_row(&s->upper, 3);
    s->target = ik->target;
    if (o->target_node) {
        bp_dmat4 world = bp_node_world_d(o->target_node);
        s->target = bp_ik_row(&world, 3);
    }
    s->pole = pole_place(ik);
    if (!bp_ik_is_finite(s->joint)) {
        return bp_fail(error, BP_ERROR_ARGUMENT, ik->upper->name,
                       "the bone's place in the world isn't finite");
    }
    if (!bp_ik_is_finite(s->target)) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "target", "the target's place isn't finite");
    }
    if (!bp_ik_is_finite(s->pole)) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "pole", "the pole's place isn't finite");
    }
    return true;
}

/* The angle between sides p and q of a triangle whose third side is `opposite`. Where p or q is 0, the
 * limit for p or q towards 0. */
static double corner(double p, double q, double opposite) {
    double product = 2 * p * q, sum = p * p + q * q - opposite * opposite;
    if (product != 0) return bp_acos_d(sum / product);
    return sum > 0 ? 0 : sum < 0 ? PI : PI / 2;
}

/* Rows x, y, z of rig.h: y towards the target, z across the plane of bending. */
static bp_dmat4 plane(const bp_ik *ik, const sight *s, bp_dvec3 *normal) {
    bp_dvec3 y = bp_dvec3_normalize(bp_ik_sub(s->target, s->joint));
    if (bp_dvec3_length(y) == 0) y = bp_dvec3_normalize(bp_ik_row(&s->upper, ik->along_x ? 0 : 1));
    if (bp_dvec3_length(y) == 0) y = (bp_dvec3){0, 1, 0};
    bp_dvec3 up = bp_dvec3_normalize(bp_ik_sub(s->pole, s->joint));
    if (bp_dvec3_length(up) == 0) up = (bp_dvec3){0, 1, 0};
    bp_dvec3 z = bp_dvec3_cross(y, up);
    z = bp_dvec3_length(z) < BP_IK_PARALLEL ? bp_ik_perpendicular(y, ik->normal) : bp_dvec3_normalize(z);
    *normal = z;
    return bp_ik_matrix_of_rows(bp_dvec3_cross(y, z), y, z);
}

/* The upper bone's rotation in the world, given the triangle's angle at its joint. */
static bp_dmat4 upper_rotation(const bp_ik *ik, bp_dmat4 rows, double angle) {
    bp_dvec3 y = bp_ik_row(&rows, 1), axis = ik->bend_axis;
    if (ik->along_x) {
        bp_dvec3 x = bp_ik_row(&rows, 0);
        rows = bp_ik_matrix_of_rows(y, (bp_dvec3){-x.x, -x.y, -x.z}, bp_ik_row(&rows, 2));
    }
    if (ik->mirrored) {
        axis.x = -axis.x;
        angle = -angle;
    }
    rows = bp_dmat4_mul(bp_dmat4_from_axis_angle(axis, angle), rows);
    double pole_angle = (double)ik->options.pole_angle;
    return bp_dmat4_mul(rows, bp_dmat4_from_axis_angle(y, pole_angle));
}

static answer solve(const bp_ik *ik, const sight *s) {
    answer found;
    bp_dmat4 rows = plane(ik, s, &found.normal);
    double c = bp_dvec3_length(bp_ik_sub(s->target, s->joint));
    if (c > ik->reach) c = ik->reach;
    double at_joint = corner(ik->a, c, ik->b), at_target = corner(ik->b, c, ik->a);
    found.rotation = upper_rotation(ik, rows, at_joint);
    found.turned = bp_dquat_from_dmat4(found.rotation);
    found.bend = -(at_joint + at_target);
    return found;
}

/* How far the lower bone is turned about the bend axis now, -pi..pi. */
static double present_bend(const bp_ik *ik) {
    bp_dquat q = bp_bone_trs_d(ik->lower)->rotation;
    bp_dvec3 axis = bp_dvec3_normalize(ik->bend_axis);
    double angle = 2 * bp_atan2_d(bp_dvec3_dot(axis, (bp_dvec3){q.x, q.y, q.z}), q.w);
    return angle > PI ? angle - 2 * PI : angle < -PI ? angle + 2 * PI : angle;
}

/* Goes only a part of the way from where the bones are. */
static void take_part(const bp_ik *ik, answer *found, double part) {
    bool from_here = !ik->started && !ik->options.as_engine;
    bp_dquat turned = from_here ? bp_bone_world_rotation_d(ik->upper, ik->options.mesh) : ik->turned;
    double bend = from_here ? present_bend(ik) : ik->bend;
    found->turned = bp_ik_slerp(turned, found->turned, part);
    found->rotation = bp_dmat4_from_dquat(found->turned);
    found->bend = bend * (1 - part) + found->bend * part;
}

bool bp_ik_update(bp_ik *ik, bp_error *error) {
    sight s;
    if (!look_around(ik, &s, error)) return false;
    answer found = solve(ik, &s);
    double part = (double)ik->options.slerp;
    if (part > 0 && part < 1) take_part(ik, &found, part);
    bp_dmat4 local;
    if (!bp_ik_local_for_rotation(ik->upper, ik->options.mesh, found.rotation, &local, error)) return false;

    bp_bone_set_local_d(ik->upper, local);
    bp_bone_copy_rotation_to_node(ik->upper);
    bp_dtrs parts = *bp_bone_trs_d(ik->lower);
    parts.rotation = bp_dquat_from_axis_angle(ik->bend_axis, found.bend);
    bp_bone_set_trs_d(ik->lower, parts);
    bp_bone_copy_rotation_to_node(ik->lower);

    ik->target = s.target;
    ik->pole = s.pole;
    ik->normal = found.normal;
    ik->turned = found.turned;
    ik->bend = found.bend;
    ik->started = true;
    return true;
}

void bp_ik_set_target(bp_ik *ik, bp_vec3 world) { ik->target = bp_dvec3_from_vec3(world); }

void bp_ik_set_pole(bp_ik *ik, bp_vec3 world) { ik->pole = bp_dvec3_from_vec3(world); }

bp_vec3 bp_ik_target(const bp_ik *ik) { return bp_dvec3_to_vec3(ik->target); }

bp_vec3 bp_ik_pole(const bp_ik *ik) { return bp_dvec3_to_vec3(ik->pole); }

float bp_ik_bend(const bp_ik *ik) { return (float)ik->bend; }

float bp_ik_upper_length(const bp_ik *ik) { return (float)ik->a; }

float bp_ik_lower_length(const bp_ik *ik) { return (float)ik->b; }

float bp_ik_reach(const bp_ik *ik) { return (float)ik->reach; }

float bp_ik_max_angle(const bp_ik *ik) { return ik->options.max_angle > 0 ? ik->options.max_angle : BP_PI; }

bp_vec3 bp_ik_bend_axis(const bp_ik *ik) { return bp_dvec3_to_vec3(ik->bend_axis); }

float bp_ik_roll(const bp_ik *ik) { return ik->along_x ? BP_PI / 2 : 0; }

bool bp_ik_mirrored(const bp_ik *ik) { return ik->mirrored; }
