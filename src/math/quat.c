/* The longer functions of quaternions. They compute in double (wide.c) and round once. */
#include "bindpose/math.h"
#include "math/wide.h"

bp_quat bp_quat_normalize(bp_quat q) {
    return bp_wide_quat_round(bp_wide_quat_normalize(bp_wide_quat_of(q)));
}

bp_quat bp_quat_from_axis_angle(bp_vec3 axis, float radians) {
    return bp_wide_quat_round(bp_wide_quat_from_axis_angle(bp_wide_vec3_of(axis), radians));
}

bp_quat bp_quat_from_euler(bp_vec3 pitch_yaw_roll) {
    return bp_wide_quat_round(bp_wide_quat_from_euler(bp_wide_vec3_of(pitch_yaw_roll)));
}

bp_vec3 bp_quat_to_euler(bp_quat q) { return bp_wide_vec3_round(bp_wide_quat_to_euler(bp_wide_quat_of(q))); }

bp_quat bp_quat_from_mat4(bp_mat4 m) {
    return bp_wide_quat_round(bp_wide_quat_from_mat4(bp_wide_mat4_of(m)));
}

bp_vec3 bp_quat_rotate(bp_quat q, bp_vec3 v) {
    return bp_wide_vec3_round(bp_wide_quat_rotate(bp_wide_quat_of(q), bp_wide_vec3_of(v)));
}

/* ---- between two rotations ---------------------------------------------------------------------*/

static double dot(bp_quat a, bp_quat b) {
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.w * b.w;
}

static bp_wide_quat weighted(bp_quat a, double wa, bp_quat b, double wb) {
    return (bp_wide_quat){a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb};
}

bp_quat bp_quat_nlerp(bp_quat a, bp_quat b, float t) {
    double sign = dot(a, b) < 0.0 ? -1.0 : 1.0;
    return bp_wide_quat_round(bp_wide_quat_normalize(weighted(a, 1.0 - t, b, sign * t)));
}

bp_quat bp_quat_slerp(bp_quat a, bp_quat b, float t) {
    const double close = 0.999999; /* where Babylon.js mixes, too: 0.16 degrees of turn */
    double cosine = dot(a, b), sign = cosine < 0.0 ? -1.0 : 1.0;
    if (fabs(cosine) > close) return bp_quat_nlerp(a, b, t);
    double angle = bp_wide_acos(fabs(cosine)), sine = bp_wide_sin(angle);
    double wa = bp_wide_sin((1.0 - t) * angle) / sine, wb = bp_wide_sin(t * angle) / sine;
    return bp_wide_quat_round(weighted(a, wa, b, sign * wb));
}
