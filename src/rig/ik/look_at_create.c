/* look_create: options of a look controller are checked and made ready here; look.c lets it work. */
#include "rig/ik/look_at.h"

#define PI 3.14159265358979323846

static bool check_limits(const bp_look_at_options *o, bp_error *error) {
    if (o->limit_yaw) {
        double low = o->absolute_yaw ? 0 : -(double)BP_PI;
        if (!bp_ik_check_range((double)o->min_yaw, low, (double)BP_PI, "min_yaw", error)) return false;
        if (!bp_ik_check_range((double)o->max_yaw, (double)o->min_yaw, (double)BP_PI, "max_yaw", error))
            return false;
    } else if (o->absolute_yaw) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "absolute_yaw",
                       "it needs limit_yaw with min_yaw and max_yaw");
    }
    if (!o->limit_pitch) return true;
    /* The float nearest to pi/2 is above it, where the tangent is negative: so min stays below. */
    float most = BP_PI / 2, least = -most;
    if (!bp_ik_check_range((double)o->min_pitch, (double)least, (double)most, "min_pitch", error) ||
        !bp_ik_check_range((double)o->max_pitch, (double)o->min_pitch, (double)most, "max_pitch", error)) {
        return false;
    }
    if (o->min_pitch < most && o->max_pitch > least) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, o->min_pitch < most ? "max_pitch" : "min_pitch",
                   "these limits leave only straight up or down");
}

/* Rows pitch, yaw and roll axis. */
static bool make_axes(const bp_look_at_options *o, bp_dmat4 *axes, bp_error *error) {
    bool no_yaw = bp_ik_is_zero(o->yaw_axis), no_pitch = bp_ik_is_zero(o->pitch_axis);
    bp_dvec3 y = no_yaw ? (bp_dvec3){0, 1, 0} : bp_dvec3_normalize(bp_dvec3_from_vec3(o->yaw_axis));
    bp_dvec3 x =
        no_pitch ? (bp_dvec3){1, 0, 0} : bp_dvec3_normalize(bp_dvec3_from_vec3(o->pitch_axis));
    if (fabs(bp_dvec3_dot(x, y)) > 1e-4) {
        return bp_fail(error, BP_ERROR_ARGUMENT, no_pitch ? "yaw_axis" : "pitch_axis",
                       "pitch and yaw axis have to be perpendicular (their defaults are +X and +Y)");
    }
    x = bp_ik_perpendicular(y, x);
    *axes = bp_ik_matrix_of_rows(x, y, bp_dvec3_cross(x, y));
    return true;
}

static bool check(const bp_look_at_options *o, bp_error *error) {
    if (o->up_space != BP_LOOK_AT_UP_MESH && o->up_space != BP_LOOK_AT_UP_WORLD &&
        o->up_space != BP_LOOK_AT_UP_PARENT) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "up_space", "%d is not one of bp_look_at_up", (int)o->up_space);
    }
    return check_limits(o, error) && bp_ik_check_finite(o->up_axis, "up_axis", error) &&
           bp_ik_check_finite(o->yaw_axis, "yaw_axis", error) &&
           bp_ik_check_finite(o->pitch_axis, "pitch_axis", error) &&
           bp_ik_check_range((double)o->adjust_yaw, -1e9, 1e9, "adjust_yaw", error) &&
           bp_ik_check_range((double)o->adjust_pitch, -1e9, 1e9, "adjust_pitch", error) &&
           bp_ik_check_range((double)o->adjust_roll, -1e9, 1e9, "adjust_roll", error) &&
           bp_ik_check_range((double)o->slerp, 0, 1, "slerp", error);
}

/* The float nearest to pi is beyond it, on the other side of the seam: it means pi. */
static double within_pi(float angle) {
    double wide = (double)angle;
    return wide > PI ? PI : wide < -PI ? -PI : wide;
}

bool bp_look_at_set_options(bp_look_at *look, const bp_look_at_options *options, bp_error *error) {
    static const bp_look_at_options none = {0};
    const bp_look_at_options *o = options ? options : &none;
    bp_dmat4 axes;
    if (!check(o, error) || !make_axes(o, &axes, error)) return false;
    look->options = *o;
    look->axes = axes;
    look->up_axis = (bp_dvec3){0, 1, 0};
    if (!bp_ik_is_zero(o->up_axis)) look->up_axis = bp_dvec3_normalize(bp_dvec3_from_vec3(o->up_axis));
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
        bp_fail(error, BP_ERROR_ARGUMENT, "bone", "there is no bone to turn");
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
