/* Transforms the normal like a position. */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    bp_vec3 n = bp_mat4_direction(m, normal);
    return bp_vec3_normalize((bp_vec3){n.x + m.m[12], n.y + m.m[13], n.z + m.m[14]});
}
