/* Corrects the shares first, then mixes by them. */
#include "exercise.h"

void interpolate(const float value[3], const float w[3], const bp_vec3 *share, int count, float *mixed) {
    for (int i = 0; i < count; i++) {
        float a = share[i].x * w[1] * w[2], b = share[i].y * w[0] * w[2], c = share[i].z * w[0] * w[1];
        float all = a + b + c;
        mixed[i] = a / all * value[0] + b / all * value[1] + c / all * value[2];
    }
}
