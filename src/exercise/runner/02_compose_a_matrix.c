/* Exercise 02: position, quaternion and scale in, a matrix out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_vec3 position = bp_unpack_vec3(&in);
    bp_quat rotation = bp_unpack_quat(&in);
    bp_vec3 scale = bp_unpack_vec3(&in);
    bp_pack_mat4(&out, compose_matrix(position, rotation, scale));
    return out;
}
