#include "exercise.h"
#include <math.h>
static bp_quat slerp(bp_quat a, bp_quat b, float t) {
    float c = bp_quat_dot(a, b);
    if (c < 0.0f) {
        b = bp_quat_negate(b);
        c = bp_quat_dot(a, b);
    }
    if (c > 1.0f) c = 1.0f;
    const float angle = bp_acos(c), sine = bp_sin(angle);
    if (sine < 1e-6f) return a;
    const float f = bp_sin((1.0f - t) * angle) / sine, g = bp_sin(t * angle) / sine;
    return (bp_quat){a.x * f + b.x * g, a.y * f + b.y * g, a.z * f + b.z * g, a.w * f + b.w * g};
}
bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {
    int last = count - 1;
    if (at < time[0]) return key[0];
    if (at > time[last]) return key[last];
    int n = 0;
    while (n < last - 1 && time[n + 1] <= at) n++;
    return slerp(key[n], key[n + 1], (at - time[n]) / (time[n + 1] - time[n]));
}
