/* The longer quaternion functions. They compute in double (double.c) and round once. */
#include "math/double.h"

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

/* Slerp by its definition, with the angle a between a and b: the weights are sin((1 - t) a) / sin(a) and
 * sin(t a) / sin(a). */
static bp_quat slerp_by_sines(bp_quat a, bp_quat b, float t) {
    double cosine = dot(a, b), sign = cosine < 0.0 ? -1.0 : 1.0;
    double angle = bp_acos_d(fabs(cosine)), sine = bp_sin_d(angle);
    double wa = bp_sin_d((1.0 - t) * angle) / sine, wb = bp_sin_d(t * angle) / sine;
    return bp_dquat_to_quat(weighted(a, wa, b, sign * wb));
}

/* sin(sqrt x) / sqrt x for 0 <= x <= (pi / 2)^2: the Taylor series up to x^10 / 21!; the next term is at most
 * 8e-19. Even and odd powers are summed apart, so that the processor works on both sums at once. */
static double sine_over_angle(double x) {
    double z = x * x;
    double even = z * (1.0 / 51090942171709440000.0) + 1.0 / 355687428096000.0;
    double odd = z * (-1.0 / 121645100408832000.0) - 1.0 / 1307674368000.0;
    even = z * even + 1.0 / 6227020800.0;
    odd = z * odd - 1.0 / 39916800.0;
    even = z * even + 1.0 / 362880.0;
    odd = z * odd - 1.0 / 5040.0;
    even = z * even + 1.0 / 120.0;
    odd = z * odd - 1.0 / 6.0;
    even = z * even + 1.0;
    return even + x * odd;
}

/* Within 0..1 the series is faster: with q = sine_over_angle the weights are (1 - t) q((1 - t)^2 a^2) and
 * t q(t^2 a^2), both times a / sin(a). Batch sampling does this in float (rig/batch/batch_scalar.c). */
bp_quat bp_quat_slerp(bp_quat a, bp_quat b, float t) {
    const double close = 0.999999; /* the limit in Babylon.js: 0.16 degrees of rotation */
    double signed_cosine = dot(a, b), cosine = fabs(signed_cosine), u = t, rest = 1.0 - t;
    if (cosine > close) return bp_quat_nlerp(a, b, t);
    if (!(t >= 0 && t <= 1)) return slerp_by_sines(a, b, t);
    double sine = sqrt((1.0 - cosine) * (1.0 + cosine)), angle = bp_atan2_d(sine, cosine);
    double stretch = angle / sine, angle2 = angle * angle;
    double wa = sine_over_angle(rest * rest * angle2) * (rest * stretch);
    double wb = sine_over_angle(u * u * angle2) * (u * (signed_cosine < 0.0 ? -stretch : stretch));
    return bp_dquat_to_quat(weighted(a, wa, b, wb));
}
