/* Searches the keys backwards and makes b orthogonal to a; the result is cosine and sine of the partial angle. */
#include "exercise.h"
#include <math.h>

bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {
    int i = count - 1;
    while (i >= 0 && time[i] > at) i--;
    if (i < 0) return key[0];
    if (i == count - 1) return key[i];
    bp_quat a = key[i], b = key[i + 1];
    float c = bp_quat_dot(a, b), sign = c < 0 ? -1 : 1;
    bp_quat up = {b.x * sign - a.x * c * sign, b.y * sign - a.y * c * sign, b.z * sign - a.z * c * sign,
                  b.w * sign - a.w * c * sign};
    float length = sqrtf(bp_quat_dot(up, up));
    if (length < 1e-5f) return a;
    float gone = (at - time[i]) / (time[i + 1] - time[i]) * atan2f(length, c * sign);
    float along = cosf(gone), across = sinf(gone) / length;
    return (bp_quat){a.x * along + up.x * across, a.y * along + up.y * across, a.z * along + up.z * across,
                     a.w * along + up.w * across};
}
