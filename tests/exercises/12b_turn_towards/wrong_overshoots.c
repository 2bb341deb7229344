/* Turns by the limit, however near the target is. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    bp_quat step = bp_quat_mul(bp_quat_conjugate(from), to);
    float sign = step.w < 0 ? -1 : 1;
    bp_vec3 axis = {step.x * sign, step.y * sign, step.z * sign};
    if (fabsf(step.w) > 0.999999f) return to;
    return bp_quat_mul(from, bp_quat_from_axis_angle(axis, bp_radians(most)));
}
