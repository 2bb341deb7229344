/* A straight mix, normalised. */
#include "exercise.h"
#include <math.h>

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    float c = bp_quat_dot(from, to), sign = c < 0 ? -1 : 1, angle = 2 * bp_acos(c * sign), limit = bp_radians(most);
    float t = angle <= limit ? 1 : limit / angle, s = 1 - t, r = t * sign;
    bp_quat q = {s * from.x + r * to.x, s * from.y + r * to.y, s * from.z + r * to.z, s * from.w + r * to.w};
    float length = sqrtf(bp_quat_dot(q, q));
    return (bp_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}
