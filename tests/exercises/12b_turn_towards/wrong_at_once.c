/* Compares radians with degrees. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    float angle = 2 * bp_acos(fabsf(bp_quat_dot(from, to)));
    return angle <= most ? to : bp_quat_slerp(from, to, most / angle);
}
