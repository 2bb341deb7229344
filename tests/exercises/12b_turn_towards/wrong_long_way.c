/* The sign of the dot product is not looked at. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    float half = bp_acos(bp_quat_dot(from, to)), limit = bp_radians(most);
    if (2 * half <= limit) return to;
    float t = limit / (2 * half), s = sinf((1 - t) * half) / sinf(half), r = sinf(t * half) / sinf(half);
    return (bp_quat){s * from.x + r * to.x, s * from.y + r * to.y, s * from.z + r * to.z, s * from.w + r * to.w};
}
