/* Exercise 07: a normal and a matrix in, a normal out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_vec3 normal = bp_unpack_vec3(&in);
    bp_pack_vec3(&out, skin_normal(normal, bp_unpack_mat4(&in)));
    return out;
}
