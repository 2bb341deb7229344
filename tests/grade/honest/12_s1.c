#include "exercise.h"
#include <math.h>
bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {
    if (at <= time[0]) return key[0];
    if (at >= time[count - 1]) return key[count - 1];
    for (int i = 0; i < count - 1; i++) {
        if (at < time[i + 1]) {
            bp_quat a = key[i];
            bp_quat b = key[i + 1];
            float t = (at - time[i]) / (time[i + 1] - time[i]);
            float c = bp_quat_dot(a, b);
            if (c < 0) {
                c = -c;
                b = bp_quat_negate(b);
            }
            if (c > 1) c = 1;
            float angle = bp_acos(c);
            float s = bp_sin(angle);
            if (s < 1e-6f) return a;
            float wa = bp_sin((1 - t) * angle) / s;
            float wb = bp_sin(t * angle) / s;
            bp_quat r;
            r.x = a.x * wa + b.x * wb;
            r.y = a.y * wa + b.y * wb;
            r.z = a.z * wa + b.z * wb;
            r.w = a.w * wa + b.w * wb;
            return r;
        }
    }
    return key[count - 1];
}
