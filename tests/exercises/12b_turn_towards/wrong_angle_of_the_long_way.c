/* slerp takes the short way, but the angle is that of the long one. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    float angle = 2 * bp_acos(bp_quat_dot(from, to)), limit = bp_radians(most);
    return angle <= limit ? to : bp_quat_slerp(from, to, limit / angle);
}
