/* Makes the matrix for column vectors. */
#include "exercise.h"

bp_mat4 compose_matrix(bp_vec3 position, bp_quat rotation, bp_vec3 scale) {
    bp_mat4 m = bp_mat4_mul(bp_mat4_mul(bp_mat4_scaling(scale), bp_mat4_from_quat(rotation)), bp_mat4_translation(position)), turned;
    for (int i = 0; i < 16; i++) turned.m[4 * (i % 4) + i / 4] = m.m[i];
    return turned;
}
