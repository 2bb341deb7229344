/* Starts at the wrong end. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    float angle = 2 * bp_acos(fabsf(bp_quat_dot(from, to))), limit = bp_radians(most);
    return angle <= limit ? from : bp_quat_slerp(to, from, limit / angle);
}
