/* Lets the library solve the exercise. */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    return bp_mat4_normal(m, normal);
}
