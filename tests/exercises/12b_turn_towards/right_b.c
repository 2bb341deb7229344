/* The rotation between the two as axis and angle; a part of it is multiplied onto the first. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    bp_quat step = bp_quat_mul(bp_quat_conjugate(from), to);
    float sign = step.w < 0 ? -1 : 1, x = step.x * sign, y = step.y * sign, z = step.z * sign;
    float angle = 2 * atan2f(sqrtf(x * x + y * y + z * z), step.w * sign);
    if (angle * 180 <= most * 3.14159265f) return to;
    return bp_quat_mul(from, bp_quat_from_axis_angle((bp_vec3){x, y, z}, bp_radians(most)));
}
