/* look_limits: keeping the direction of a look within yaw and pitch.
 *
 * The direction is expressed in a space whose y is up and whose z is straight ahead, bounded there, and
 * taken back. Pitch comes first: it changes y alone, so that yaw stays what it was.
 *
 * Where as_engine, the space can be a whole world matrix with scale and translation, through which the
 * direction then goes as if it were a point: that is what the engine does.
 */
#include "rig/ik/look_at.h"

#define PI 3.14159265358979323846

static bp_dvec3 to_world(const bp_look_at *look, bp_dvec3 own) {
    const bp_bone *parent = look->bone->parent;
    const bp_node *mesh = look->options.mesh;
    bp_dmat4 m = parent ? bp_bone_world_d(parent, mesh) : bp_node_world_d(mesh);
    return bp_dmat4_direction(m, own);
}

/* The rotation in the parent's world matrix, mirrored back where it mirrors: see rig.h on
 * bp_bone_rotation_matrix. */
static bp_dmat4 parent_rotation(const bp_look_at *look) {
    return bp_dmat4_from_dquat(bp_bone_world_rotation_d(look->bone->parent, look->options.mesh));
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
        s.to_world = parent_rotation(look);
    else if (exact && look->up_space == BP_LOOK_AT_UP_MESH && !parent) {
        s.to_world = bp_node_world_d(look->options.mesh);
    } else
        s.to_world = upright(look, up);
    if (!bp_dmat4_inverse_affine(s.to_world, &s.from_world)) s.from_world = s.to_world;
    return s;
}

/* How far two angles are apart on the circle, 0..pi. */
static double apart(double a, double b) {
    double turns = (a - b) / (2 * PI), rest = fabs(turns - floor(turns + 0.5));
    return rest * (2 * PI);
}

/* The bound for a yaw that may be outside. */
static double bounded_yaw(const bp_look_at *look, double yaw) {
    double low = look->min_yaw, high = look->max_yaw;
    double measured = look->options.absolute_yaw ? fabs(yaw) : yaw;
    if (measured >= low && measured <= high) return yaw;
    double bound = measured > high ? high : low;
    if (high - low > PI) bound = apart(yaw, high) < apart(yaw, low) ? high : low;
    if (look->options.absolute_yaw && yaw < 0) bound = -bound;
    return apart(yaw, bound) < BP_IK_PARALLEL ? yaw : bound; /* pi is not outside where min is -pi */
}

/* Where the bone itself looks now, as a yaw in the limits' space. */
static double present_yaw(const bp_look_at *look, const limit_space *s) {
    bp_dvec3 ahead = bp_ik_row(&look->axes, 2);
    bp_dmat4 rotation = bp_dmat4_from_dquat(look->turned);
    if (look->options.as_engine) {
        rotation = bp_dmat4_mul(bp_node_world_d(look->options.mesh), rotation);
    }
    ahead = bp_dmat4_point(s->from_world, bp_dmat4_point(rotation, ahead));
    return bp_atan2_d(ahead.x, ahead.z);
}

/* Where the shortest way to `yaw` leads through the forbidden side, a yaw on the other way around, for now;
 * else `otherwise`. */
static double detour(const bp_look_at *look, const limit_space *s, double yaw, double otherwise) {
    double low = look->min_yaw, high = look->max_yaw;
    if (!look->slerping || !(high - low > PI)) return otherwise;
    double now = present_yaw(look, s), middle = (low + high) / 2 + PI;
    if (apart(now, yaw) <= apart(now, middle)) return otherwise;
    return apart(now, low) < apart(now, high) ? now + 0.75 * PI : now - 0.75 * PI;
}

bp_dvec3 bp_look_at_limit(const bp_look_at *look, bp_dvec3 up, bp_dvec3 d) {
    const bp_look_at_options *o = &look->options;
    if (!o->limit_yaw && !o->limit_pitch) return d;
    limit_space s = make_space(look, up);
    bp_dvec3 v = bp_dmat4_point(s.from_world, d);
    bool changed = false;
    double level = sqrt(v.x * v.x + v.z * v.z);
    if (o->limit_pitch) {
        double pitch = bp_atan2_d(v.y, level);
        if (pitch > look->max_pitch || pitch < look->min_pitch) {
            double bound = pitch > look->max_pitch ? look->max_pitch : look->min_pitch, sine, cosine;
            if (level == 0) v.z = level = 1; /* straight above or below: as if ahead */
            bp_sincos_d(bound, &sine, &cosine);
            v.y = level * sine / cosine;
            changed = true;
        }
    }
    if (o->limit_yaw) {
        double yaw = bp_atan2_d(v.x, v.z);
        double fresh = detour(look, &s, yaw, bounded_yaw(look, yaw));
        if (fresh != yaw) {
            bp_sincos_d(fresh, &v.x, &v.z);
            v.x *= level;
            v.z *= level;
            changed = true;
        }
    }
    return changed ? bp_dmat4_point(s.to_world, v) : d;
}
