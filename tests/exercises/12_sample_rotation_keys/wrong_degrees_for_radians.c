/* The sines get degrees. */
#include "exercise.h"

bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {
    if (at <= time[0]) return key[0];
    if (at >= time[count - 1]) return key[count - 1];
    int i = 0;
    while (i + 2 < count && at >= time[i + 1]) i++;
    float t = (at - time[i]) / (time[i + 1] - time[i]);
    bp_quat a = key[i], b = key[i + 1];
    float c = bp_quat_dot(a, b);
    if (c < 0) b = bp_quat_negate(b), c = -c;
    float angle = bp_degrees(bp_acos(c)), sine = bp_sin(angle);
    if (sine < 0.0001f) return a;
    float s = bp_sin((1 - t) * angle) / sine, r = bp_sin(t * angle) / sine;
    return (bp_quat){s * a.x + r * b.x, s * a.y + r * b.y, s * a.z + r * b.z, s * a.w + r * b.w};
}
