/* Divides by the number of bones. */
#include "exercise.h"

bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights) {
    bp_vec3 out = {0,0,0};
    for (int k = 0; k < 4; k++)
        out = bp_vec3_add(out, bp_vec3_scale(bp_mat4_point(palette[joints[k]], position), weights[k]));
    return bp_vec3_scale(out, 0.25f);
}
