/* The step is multiplied onto the wrong side. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    bp_quat step = bp_quat_mul(bp_quat_conjugate(from), to);
    float sign = step.w < 0 ? -1 : 1, angle = 2 * bp_acos(step.w * sign), limit = bp_radians(most);
    bp_vec3 axis = {step.x * sign, step.y * sign, step.z * sign};
    if (angle <= 0.001f) return to;
    return bp_quat_mul(bp_quat_from_axis_angle(axis, angle <= limit ? angle : limit), from);
}
