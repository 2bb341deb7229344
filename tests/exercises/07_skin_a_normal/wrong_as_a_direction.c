/* Transforms the normal like an edge. */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    return bp_vec3_normalize(bp_mat4_direction(m, normal));
}
