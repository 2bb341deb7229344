/* Doesn't divide by the mixture of 1 / w. */
#include "exercise.h"

void interpolate(const float value[3], const float w[3], const bp_vec3 *share, int count, float *mixed) {
    for (int i = 0; i < count; i++) {
        float s[3] = {share[i].x, share[i].y, share[i].z}, above = 0, below = 0;
        for (int k = 0; k < 3; k++) {
            below = 1;
            above += s[k] * value[k] / w[k];
        }
        mixed[i] = above / below;
    }
}
