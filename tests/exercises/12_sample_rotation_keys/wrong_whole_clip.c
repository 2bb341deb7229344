/* Interpolates from the first key to the last. */
#include "exercise.h"

bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {
    bp_quat a = key[0], b = key[count - 1];
    float t = (at - time[0]) / (time[count - 1] - time[0]), c = bp_quat_dot(a, b);
    if (t <= 0) return a;
    if (t >= 1) return b;
    if (c < 0) b = bp_quat_negate(b), c = -c;
    float angle = bp_acos(c), sine = bp_sin(angle);
    if (sine < 0.0001f) return a;
    float s = bp_sin((1 - t) * angle) / sine, r = bp_sin(t * angle) / sine;
    return (bp_quat){s * a.x + r * b.x, s * a.y + r * b.y, s * a.z + r * b.z, s * a.w + r * b.w};
}
