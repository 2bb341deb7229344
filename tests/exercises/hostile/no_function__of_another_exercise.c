/* The answer to exercise 07, with functions that 05 doesn't allow: that isn't what is wrong with it. */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    return bp_vec3_normalize(bp_mat4_direction(bp_mat4_transpose(m), normal));
}
