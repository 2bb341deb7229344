/* look_at_limits: clamping the direction of a look-at controller to yaw and pitch.
 *
 * The direction is expressed in a space with y up and z straight ahead, clamped there, and transformed
 * back. Pitch comes first: it changes y alone, so yaw stays.
 *
 * With as_engine the space can be a whole world matrix with scale and translation, and the direction passes
 * through it like a point, because the engine does that.
 */
#include "rig/ik/look_at.h"

/* A direction in the axes of the parent bone (a root: of the mesh) in the world. */
static bp_dvec3 to_world(const bp_look_at *look, bp_dvec3 own) {
    const bp_bone *parent = look->bone->parent;
    const bp_node *mesh = look->options.mesh;
    bp_dmat4 m = parent ? bp_bone_world_d(parent, mesh) : bp_node_world_d(mesh);
    return bp_dmat4_direction(m, own);
}

typedef struct limit_space {
    bp_dmat4 to_world, from_world;
} limit_space;

/* Rows right, up, ahead. */
static bp_dmat4 upright(const bp_look_at *look, bp_dvec3 up) {
    bp_dvec3 ahead = bp_dvec3_normalize(to_world(look, bp_ik_row(&look->axes, 2)));
    bp_dvec3 right = bp_dvec3_cross(up, ahead);
    if (bp_dvec3_length(right) < BP_IK_PARALLEL) {
        if (look->options.as_engine) return bp_ik_matrix_of_rows((bp_dvec3){0}, up, (bp_dvec3){0});
        right = bp_ik_perpendicular(up, to_world(look, bp_ik_row(&look->axes, 0)));
    }
    right = bp_dvec3_normalize(right);
    return bp_ik_matrix_of_rows(right, up, bp_dvec3_cross(right, up));
}

static limit_space make_space(const bp_look_at *look, bp_dvec3 up) {
    limit_space s;
    bool parent = look->bone->parent, exact = look->options.as_engine && up.y == 1;
    if (exact && look->up_space == BP_LOOK_AT_UP_PARENT)
        s.to_world = bp_dmat4_from_dquat(bp_bone_world_rotation_d(look->bone->parent, look->options.mesh));
    else if (exact && look->up_space == BP_LOOK_AT_UP_MESH && !parent) {
        s.to_world = bp_node_world_d(look->options.mesh);
    } else
        s.to_world = upright(look, up);
    if (!bp_dmat4_inverse_affine(s.to_world, &s.from_world)) s.from_world = s.to_world;
    return s;
}

/* The distance of two angles on the circle, 0..pi. */
static double apart(double a, double b) {
    double circles = (a - b) / (2 * IK_PI);
    return fabs(circles - floor(circles + 0.5)) * (2 * IK_PI);
}

/* The yaw, or the bound for it if it is outside. */
static double clamped_yaw(const bp_look_at *look, double yaw) {
    double low = look->min_yaw, high = look->max_yaw;
    double measured = look->options.absolute_yaw ? fabs(yaw) : yaw;
    if (measured >= low && measured <= high) return yaw;
    double bound = measured > high ? high : low;
    if (high - low > IK_PI) bound = apart(yaw, high) < apart(yaw, low) ? high : low;
    if (look->options.absolute_yaw && yaw < 0) bound = -bound;
    return apart(yaw, bound) < BP_IK_PARALLEL ? yaw : bound; /* pi is allowed if min is -pi */
}

/* The bone's current yaw in the space of the limits. */
static double current_yaw(const bp_look_at *look, const limit_space *s) {
    bp_dvec3 ahead = bp_ik_row(&look->axes, 2);
    bp_dmat4 rotation = bp_dmat4_from_dquat(look->rotation);
    if (look->options.as_engine) {
        rotation = bp_dmat4_mul(bp_node_world_d(look->options.mesh), rotation);
    }
    ahead = bp_dmat4_point(s->from_world, bp_dmat4_point(rotation, ahead));
    return bp_atan2_d(ahead.x, ahead.z);
}

/* If the shortest way from the current yaw to `yaw` leads through the forbidden side: an intermediate yaw
 * on the other way around. Else `clamped`. */
static double detour(const bp_look_at *look, const limit_space *s, double yaw, double clamped) {
    double low = look->min_yaw, high = look->max_yaw;
    if (!look->slerping || !(high - low > IK_PI)) return clamped;
    double now = current_yaw(look, s), middle = (low + high) / 2 + IK_PI;
    if (apart(now, yaw) <= apart(now, middle)) return clamped;
    return apart(now, low) < apart(now, high) ? now + 0.75 * IK_PI : now - 0.75 * IK_PI;
}

static bool clamp_pitch(const bp_look_at *look, bp_dvec3 *v) {
    double level = sqrt(v->x * v->x + v->z * v->z), pitch = bp_atan2_d(v->y, level), sine, cosine;
    if (!(pitch > look->max_pitch || pitch < look->min_pitch)) return false;
    if (level == 0) v->z = level = 1; /* straight above or below counts as ahead */
    bp_sincos_d(pitch > look->max_pitch ? look->max_pitch : look->min_pitch, &sine, &cosine);
    v->y = level * sine / cosine;
    return true;
}

static bool clamp_yaw(const bp_look_at *look, const limit_space *s, bp_dvec3 *v) {
    double level = sqrt(v->x * v->x + v->z * v->z), yaw = bp_atan2_d(v->x, v->z);
    double clamped = detour(look, s, yaw, clamped_yaw(look, yaw));
    if (clamped == yaw) return false;
    bp_sincos_d(clamped, &v->x, &v->z);
    v->x *= level;
    v->z *= level;
    return true;
}

bp_dvec3 bp_look_at_limit(const bp_look_at *look, bp_dvec3 up, bp_dvec3 d) {
    const bp_look_at_options *o = &look->options;
    if (!o->limit_yaw && !o->limit_pitch) return d;
    limit_space s = make_space(look, up);
    bp_dvec3 v = bp_dmat4_point(s.from_world, d);
    bool changed = o->limit_pitch && clamp_pitch(look, &v);
    if (o->limit_yaw && clamp_yaw(look, &s, &v)) changed = true;
    return changed ? bp_dmat4_point(s.to_world, v) : d;
}
