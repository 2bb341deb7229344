/* The arc cosine of the dot product taken for the angle. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    float angle = bp_acos(fabsf(bp_quat_dot(from, to))), limit = bp_radians(most);
    return angle <= limit ? to : bp_quat_slerp(from, to, limit / angle);
}
