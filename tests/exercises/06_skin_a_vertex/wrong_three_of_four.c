/* Ends one bone too early. */
#include "exercise.h"

bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights) {
    bp_vec3 result = bp_vec3_make(0, 0, 0);
    float sum = 0;
    for (int i = 0; i < 3; i++) {
        result = bp_vec3_add(result, bp_vec3_scale(bp_mat4_point(palette[joints[i]], position), weights[i]));
        sum += weights[i];
    }
    return bp_vec3_scale(result, 1 / sum);
}
