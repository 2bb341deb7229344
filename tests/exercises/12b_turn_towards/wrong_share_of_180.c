/* A share of the way that doesn't depend on the way. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    return bp_quat_slerp(from, to, most > 180 ? 1 : most / 180);
}
