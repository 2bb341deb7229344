/* Uses rows 0 to 2 only. */
#include "exercise.h"

bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights) {
    float sum = weights[0] + weights[1] + weights[2] + weights[3];
    bp_vec3 r = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        const float *m = palette[joints[i]].m;
        float w = weights[i] / sum;
        r.x += w * (position.x * m[0] + position.y * m[4] + position.z * m[8]);
        r.y += w * (position.x * m[1] + position.y * m[5] + position.z * m[9]);
        r.z += w * (position.x * m[2] + position.y * m[6] + position.z * m[10]);
    }
    return r;
}
