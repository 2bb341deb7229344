/* Blends the matrices, component by component, with normalised weights. */
#include "exercise.h"

bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights) {
    float sum = weights[0] + weights[1] + weights[2] + weights[3];
    bp_mat4 blend = {{0}};
    for (int k = 0; k < 16; k++)
        for (int i = 0; i < 4; i++) blend.m[k] += weights[i] / sum * palette[joints[i]].m[k];
    return bp_mat4_point(blend, position);
}
