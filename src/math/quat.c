/* The longer quaternion functions. They compute in double (double.c) and round once. */
#include "math/arc.h"

bp_quat bp_quat_normalize(bp_quat q) { return bp_dquat_to_quat(bp_dquat_normalize(bp_dquat_from_quat(q))); }

bp_quat bp_quat_from_axis_angle(bp_vec3 axis, float radians) {
    return bp_dquat_to_quat(bp_dquat_from_axis_angle(bp_dvec3_from_vec3(axis), radians));
}

bp_quat bp_quat_from_euler(bp_vec3 pitch_yaw_roll) {
    return bp_dquat_to_quat(bp_dquat_from_euler(bp_dvec3_from_vec3(pitch_yaw_roll)));
}

bp_vec3 bp_quat_to_euler(bp_quat q) { return bp_dvec3_to_vec3(bp_dquat_to_euler(bp_dquat_from_quat(q))); }

bp_quat bp_quat_from_mat4(bp_mat4 m) { return bp_dquat_to_quat(bp_dquat_from_dmat4(bp_dmat4_from_mat4(m))); }

bp_vec3 bp_quat_rotate(bp_quat q, bp_vec3 v) {
    return bp_dvec3_to_vec3(bp_dquat_rotate(bp_dquat_from_quat(q), bp_dvec3_from_vec3(v)));
}

static double dot(bp_quat a, bp_quat b) {
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.w * b.w;
}

static bp_dquat weighted(bp_quat a, double wa, bp_quat b, double wb) {
    return (bp_dquat){a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb};
}

bp_quat bp_quat_nlerp(bp_quat a, bp_quat b, float t) {
    double sign = dot(a, b) < 0.0 ? -1.0 : 1.0;
    return bp_dquat_to_quat(bp_dquat_normalize(weighted(a, 1.0 - t, b, sign * t)));
}

bp_arc bp_arc_between(bp_quat a, bp_quat b) {
    const double close = 0.999999; /* the limit in Babylon.js: 0.16 degrees of rotation */
    double signed_cosine = dot(a, b), cosine = fabs(signed_cosine);
    if (cosine > close) return (bp_arc){0, 0, 0};
    double sine = sqrt((1.0 - cosine) * (1.0 + cosine)), angle = bp_atan2_d(sine, cosine);
    double stretch = angle / sine;
    return (bp_arc){angle * angle, stretch, signed_cosine < 0.0 ? -stretch : stretch};
}

static bp_quat slerp_by_sines(bp_quat a, bp_quat b, float t) {
    double cosine = dot(a, b), sign = cosine < 0.0 ? -1.0 : 1.0;
    double angle = bp_acos_d(fabs(cosine)), sine = bp_sin_d(angle);
    double wa = bp_sin_d((1.0 - t) * angle) / sine, wb = bp_sin_d(t * angle) / sine;
    return bp_dquat_to_quat(weighted(a, wa, b, sign * wb));
}

bp_quat bp_quat_slerp(bp_quat a, bp_quat b, float t) {
    bp_arc arc = bp_arc_between(a, b);
    if (arc.stretch_a == 0.0) return bp_quat_nlerp(a, b, t);
    return t >= 0 && t <= 1 ? bp_arc_mix(&arc, a, b, t) : slerp_by_sines(a, b, t);
}
