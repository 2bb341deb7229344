/* Uses -b with the angle of b. */
#include "exercise.h"

bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {
    if (at >= time[count - 1]) return key[count - 1];
    if (at <= time[0]) return key[0];
    int hi = 1; while (time[hi] < at) hi++;
    bp_quat a = key[hi - 1], b = key[hi];
    float u = (at - time[hi - 1]) / (time[hi] - time[hi - 1]);
    float c = bp_quat_dot(a, b);
    if (c < 0) b = bp_quat_negate(b);
    float ang = bp_acos(c), s = bp_sin(ang);
    if (s < 1e-5f) return a;
    float wa = bp_sin(ang * (1 - u)) / s, wb = bp_sin(ang * u) / s;
    return (bp_quat){wa*a.x+wb*b.x, wa*a.y+wb*b.y, wa*a.z+wb*b.z, wa*a.w+wb*b.w};
}
