/* Divides the mixture of values by the mixture of w. */
#include "exercise.h"

void interpolate(const float value[3], const float w[3], const bp_vec3 *share, int count, float *mixed) {
    for (int i = 0; i < count; i++) {
        float v = share[i].x * value[0] + share[i].y * value[1] + share[i].z * value[2];
        float z = share[i].x * w[0] + share[i].y * w[1] + share[i].z * w[2];
        mixed[i] = v / z;
    }
}
