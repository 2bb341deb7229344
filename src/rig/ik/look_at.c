/* look_at: rotating a bone so that its +Z, or another axis of its own, points at a target.
 *
 * An update finds the direction to the target, clamps it to the limits, builds the rotation with
 * that z and with y as near to up as possible, applies the adjustments and the bone's own axes, and gives
 * the result to the bone, at once or a fraction of the way.
 */
#include "rig/ik/ik.h"

/* More than 12 fields: options, their meaning, and the state after the last update. */
struct bp_look_at {
    bp_allocator allocator;
    bp_bone *bone; /* borrowed */
    bp_look_at_options options;
    bp_dmat4 axes; /* rows: pitch, yaw, roll axis of the bone */
    bp_dvec3 up_axis;
    bp_look_at_up up_space; /* the one in force: a root has no parent */
    double min_yaw, max_yaw, min_pitch, max_pitch;
    bp_dvec3 target;
    bp_dquat rotation; /* of the bone in the world after the last update that changed it */
    bool slerping;     /* `rotation` is the start of the next slerp */
    bool waited;       /* the first update of a slerp, which does nothing, is over */
};

/* ---- options --------------------------------------------------------------------------------------- */

static bool check_limits(const bp_look_at_options *o, bp_error *error) {
    if (o->limit_yaw) {
        double low = o->absolute_yaw ? 0 : -(double)BP_PI;
        if (!bp_ik_check_range((double)o->min_yaw, low, (double)BP_PI, "min_yaw", error)) return false;
        if (!bp_ik_check_range((double)o->max_yaw, (double)o->min_yaw, (double)BP_PI, "max_yaw", error))
            return false;
    } else if (o->absolute_yaw)
        return bp_fail(error, BP_ERROR_ARGUMENT, "absolute_yaw",
                       "this needs limit_yaw with min_yaw and max_yaw");
    if (!o->limit_pitch) return true;
    /* The float nearest to pi/2 is above it, and there the tangent is negative: min must stay below. */
    float max = BP_PI / 2, min = -max;
    if (!bp_ik_check_range((double)o->min_pitch, (double)min, (double)max, "min_pitch", error) ||
        !bp_ik_check_range((double)o->max_pitch, (double)o->min_pitch, (double)max, "max_pitch", error))
        return false;
    if (o->min_pitch < max && o->max_pitch > min) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, o->min_pitch < max ? "max_pitch" : "min_pitch",
                   "these limits allow nothing but straight up or down");
}

/* The axes for a bone that points along forward_axis, with yaw_axis up. */
static bool make_forward_axes(const bp_look_at_options *o, bp_dmat4 *axes, bp_error *error) {
    if (!bp_ik_is_zero(o->pitch_axis))
        return bp_fail(error, BP_ERROR_ARGUMENT, "pitch_axis",
                       "forward_axis and yaw_axis give it: leave it zero");
    bp_dvec3 z = bp_ik_axis_or(o->forward_axis, (bp_dvec3){0, 0, 1});
    bool along_y = fabs(z.y) > 1 - BP_IK_PARALLEL;
    bp_dvec3 y = bp_ik_axis_or(o->yaw_axis, along_y ? (bp_dvec3){0, 0, 1} : (bp_dvec3){0, 1, 0});
    if (bp_dvec3_length(bp_dvec3_cross(y, z)) < BP_IK_PARALLEL)
        return bp_fail(error, BP_ERROR_ARGUMENT, "forward_axis",
                       "it is parallel to yaw_axis, the bone's own up: choose another one of them");
    y = bp_ik_perpendicular(z, y);
    *axes = bp_ik_matrix_of_rows(bp_dvec3_cross(y, z), y, z);
    return true;
}

/* Rows pitch, yaw and roll axis. */
static bool make_axes(const bp_look_at_options *o, bp_dmat4 *axes, bp_error *error) {
    if (!bp_ik_is_zero(o->forward_axis)) return make_forward_axes(o, axes, error);
    bp_dvec3 x = bp_ik_axis_or(o->pitch_axis, (bp_dvec3){1, 0, 0});
    bp_dvec3 y = bp_ik_axis_or(o->yaw_axis, (bp_dvec3){0, 1, 0});
    if (fabs(bp_dvec3_dot(x, y)) > 1e-4)
        return bp_fail(error, BP_ERROR_ARGUMENT, bp_ik_is_zero(o->pitch_axis) ? "yaw_axis" : "pitch_axis",
                       "pitch and yaw axis must be perpendicular (their defaults are +X and +Y)");
    x = bp_ik_perpendicular(y, x);
    *axes = bp_ik_matrix_of_rows(x, y, bp_dvec3_cross(x, y));
    return true;
}

static bool check(const bp_look_at_options *o, bp_error *error) {
    if (o->up_space != BP_LOOK_AT_UP_MESH && o->up_space != BP_LOOK_AT_UP_WORLD &&
        o->up_space != BP_LOOK_AT_UP_PARENT)
        return bp_fail(error, BP_ERROR_ARGUMENT, "up_space", "%d is not one of bp_look_at_up",
                       (int)o->up_space);
    return check_limits(o, error) && bp_ik_check_finite(o->up_axis, "up_axis", error) &&
           bp_ik_check_finite(o->yaw_axis, "yaw_axis", error) &&
           bp_ik_check_finite(o->pitch_axis, "pitch_axis", error) &&
           bp_ik_check_finite(o->forward_axis, "forward_axis", error) &&
           bp_ik_check_range((double)o->adjust_yaw, -1e9, 1e9, "adjust_yaw", error) &&
           bp_ik_check_range((double)o->adjust_pitch, -1e9, 1e9, "adjust_pitch", error) &&
           bp_ik_check_range((double)o->adjust_roll, -1e9, 1e9, "adjust_roll", error) &&
           bp_ik_check_range((double)o->slerp, 0, 1, "slerp", error);
}

/* The float nearest to pi is beyond it, but means pi. */
static double within_pi(float angle) {
    double exact = (double)angle;
    return exact > IK_PI ? IK_PI : exact < -IK_PI ? -IK_PI : exact;
}

bool bp_look_at_set_options(bp_look_at *look, const bp_look_at_options *options, bp_error *error) {
    if (!look) return bp_fail_null(error, "look");
    static const bp_look_at_options none = {0};
    const bp_look_at_options *o = options ? options : &none;
    bp_dmat4 axes;
    if (!check(o, error) || !make_axes(o, &axes, error)) return false;
    look->options = *o;
    look->axes = axes;
    look->up_axis = bp_ik_axis_or(o->up_axis, (bp_dvec3){0, 1, 0});
    look->up_space = o->up_space;
    if (o->up_space == BP_LOOK_AT_UP_PARENT && !look->bone->parent) look->up_space = BP_LOOK_AT_UP_MESH;
    look->min_yaw = within_pi(o->min_yaw);
    look->max_yaw = within_pi(o->max_yaw);
    look->min_pitch = (double)o->min_pitch;
    look->max_pitch = (double)o->max_pitch;
    return true;
}

bp_look_at *bp_look_at_create(const bp_context *context, bp_bone *bone, const bp_look_at_options *options,
                              bp_error *error) {
    if (!bone) {
        bp_fail(error, BP_ERROR_ARGUMENT, "bone", "there is no bone to rotate");
        return NULL;
    }
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_look_at *look = bp_alloc(allocator, 1, sizeof *look, error);
    if (!look) return NULL;
    look->allocator = *allocator;
    look->bone = bone;
    if (bp_look_at_set_options(look, options, error)) return look;
    bp_look_at_destroy(look);
    return NULL;
}

void bp_look_at_destroy(bp_look_at *look) {
    if (!look) return;
    bp_allocator allocator = look->allocator;
    bp_free(&allocator, look);
}

/* ---- limits ----------------------------------------------------------------------------------------
 *
 * The direction is expressed in a space with y up and z straight ahead, clamped there, and transformed
 * back. Pitch comes first: it changes y alone, so yaw stays. With as_engine the space can be a whole world
 * matrix with scale and translation, and the direction passes through it like a point, because the engine
 * does that. */

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
    else if (exact && look->up_space == BP_LOOK_AT_UP_MESH && !parent)
        s.to_world = bp_node_world_d(look->options.mesh);
    else
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
    if (look->options.as_engine) rotation = bp_dmat4_mul(bp_node_world_d(look->options.mesh), rotation);
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

/* The direction d from the bone to the target (not 0), clamped to the limits; `up` is in the world. */
static bp_dvec3 limit_direction(const bp_look_at *look, bp_dvec3 up, bp_dvec3 d) {
    const bp_look_at_options *o = &look->options;
    if (!o->limit_yaw && !o->limit_pitch) return d;
    limit_space s = make_space(look, up);
    bp_dvec3 v = bp_dmat4_point(s.from_world, d);
    bool changed = o->limit_pitch && clamp_pitch(look, &v);
    if (o->limit_yaw && clamp_yaw(look, &s, &v)) changed = true;
    return changed ? bp_dmat4_point(s.to_world, v) : d;
}

/* ---- update ---------------------------------------------------------------------------------------- */

/* Up in the world, of length 1. It multiplies by the reciprocal of the length, as the engine does: with
 * as_engine the result depends on whether y is exactly 1. */
static bp_dvec3 up_in_world(const bp_look_at *look) {
    const bp_node *mesh = look->options.mesh;
    bp_dvec3 up = look->up_axis;
    if (look->up_space == BP_LOOK_AT_UP_PARENT) {
        up = bp_dmat4_direction(look->axes, up);
        up = bp_dmat4_direction(bp_bone_world_d(look->bone->parent, mesh), up);
    } else if (look->up_space == BP_LOOK_AT_UP_MESH) {
        up = bp_dmat4_direction(bp_node_world_d(mesh), up);
    }
    double length = bp_dvec3_length(up);
    if (length == 0 || length == 1) return up;
    double by = 1 / length;
    return (bp_dvec3){up.x * by, up.y * by, up.z * by};
}

static bp_dmat4 adjustment(const bp_look_at_options *o) {
    bp_dvec3 angles = {(double)o->adjust_pitch, (double)o->adjust_yaw, (double)o->adjust_roll};
    return bp_dmat4_from_dquat(bp_dquat_from_euler(angles));
}

static bp_dmat4 transposed(bp_dmat4 m) {
    bp_dmat4 t = m;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) t.m[4 * row + column] = m.m[4 * column + row];
    return t;
}

/* The bone's current x before axes and adjustments: kept if up gives no direction for it. */
static bp_dvec3 current_x(const bp_look_at *look) {
    bp_dmat4 now = bp_dmat4_from_dquat(bp_bone_world_rotation_d(look->bone, look->options.mesh));
    now = bp_dmat4_mul(transposed(adjustment(&look->options)), bp_dmat4_mul(look->axes, now));
    return bp_ik_row(&now, 0);
}

/* The world rotation that looks along z (of length 1). */
static bp_dmat4 rotation_along(const bp_look_at *look, bp_dvec3 up, bp_dvec3 z) {
    bp_dvec3 x = bp_dvec3_cross(up, z);
    x = bp_dvec3_length(x) < BP_IK_PARALLEL ? bp_ik_perpendicular(z, current_x(look)) : bp_dvec3_normalize(x);
    bp_dmat4 rows = bp_ik_matrix_of_rows(x, bp_dvec3_cross(z, x), z);
    rows = bp_dmat4_mul(adjustment(&look->options), rows);
    return bp_dmat4_mul(transposed(look->axes), rows);
}

/* Gives the bone this rotation in the world; its own scale and position stay. Where parents scale unevenly
 * there is no such rotation: then the nearest one whose roll axis points as it should. */
static bool set_world_rotation(bp_look_at *look, bp_dmat4 rotation, bp_error *error) {
    bp_dmat4 local;
    if (!bp_ik_local_for_rotation(look->bone, look->options.mesh, rotation, &local, error)) return false;
    bp_dtrs parts, old = *bp_bone_trs_d(look->bone);
    bp_dmat4_decompose(local, &parts); /* can't fail: the matrix above has an inverse */
    old.rotation = parts.rotation;
    bp_dquat unit = bp_dquat_normalize(parts.rotation); /* with shear it wasn't quite */
    bp_dvec3 roll = bp_ik_row(&look->axes, 2), wanted = bp_dvec3_normalize(bp_dmat4_direction(local, roll));
    roll = (bp_dvec3){roll.x * old.scale.x, roll.y * old.scale.y, roll.z * old.scale.z};
    roll = bp_dvec3_normalize(bp_dquat_rotate(unit, roll));
    if (!look->options.as_engine && bp_dvec3_dot(roll, wanted) < 1 - 1e-12)
        old.rotation = bp_dquat_mul(bp_ik_arc(roll, wanted, bp_ik_row(&look->axes, 1)), unit);
    bp_bone_set_trs_d(look->bone, old);
    bp_bone_copy_rotation_to_node(look->bone);
    return true;
}

bool bp_look_at_update(bp_look_at *look, bp_error *error) {
    if (!look) return bp_fail_null(error, "look");
    double fraction = (double)look->options.slerp;
    bool at_once = fraction == 0 || fraction == 1;
    if (!at_once && !look->waited) {
        look->waited = true;
        return true;
    }
    bp_dmat4 world = bp_bone_world_d(look->bone, look->options.mesh);
    bp_dvec3 d = bp_ik_sub(look->target, bp_ik_row(&world, 3)), up = up_in_world(look);
    if (!bp_ik_is_finite(look->target))
        return bp_fail(error, BP_ERROR_ARGUMENT, "target", "the target's position isn't finite");
    if (!bp_ik_is_finite(d) || !bp_ik_is_finite(up))
        return bp_fail(error, BP_ERROR_ARGUMENT, look->bone->name,
                       "the bone's position in the world or the up direction isn't finite");
    if (d.x == 0 && d.y == 0 && d.z == 0) return true; /* there is no direction */
    d = limit_direction(look, up, d);
    bp_dvec3 z = bp_dvec3_normalize(d);
    bool in_line = bp_dvec3_length(bp_dvec3_cross(up, z)) < BP_IK_PARALLEL;
    if (in_line && look->options.as_engine) return true;
    bp_dmat4 rotation = rotation_along(look, up, z);
    bp_dquat goal = bp_dquat_from_dmat4(rotation);
    if (!at_once) {
        bp_dquat from =
            look->slerping ? look->rotation : bp_bone_world_rotation_d(look->bone, look->options.mesh);
        goal = bp_ik_slerp(from, goal, fraction);
        rotation = bp_dmat4_from_dquat(goal);
    }
    if (!set_world_rotation(look, rotation, error)) return false;
    look->rotation = goal;
    look->slerping = !at_once;
    return true;
}

void bp_look_at_set_target(bp_look_at *look, bp_vec3 world) {
    if (!look) return;
    look->target = bp_dvec3_from_vec3(world);
}
