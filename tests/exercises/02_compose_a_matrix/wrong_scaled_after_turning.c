/* Rotates, scales, moves. */
#include "exercise.h"

bp_mat4 compose_matrix(bp_vec3 position, bp_quat rotation, bp_vec3 scale) {
    return bp_mat4_mul(bp_mat4_mul(bp_mat4_from_quat(rotation), bp_mat4_scaling(scale)), bp_mat4_translation(position));
}
