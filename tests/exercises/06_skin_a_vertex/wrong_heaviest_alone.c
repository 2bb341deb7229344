/* Rigid skinning. */
#include "exercise.h"

bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights) {
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (weights[i] > weights[best]) best = i;
    return bp_mat4_point(palette[joints[best]], position);
}
