/* Doesn't normalise. */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    bp_mat4 inverse;
    bp_mat4_inverse_affine(m, &inverse);
    return bp_mat4_direction(bp_mat4_transpose(inverse), normal);
}
