/* Exercise 01: a point and two matrices in, a point out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_vec3 point = bp_unpack_vec3(&in);
    bp_mat4 first = bp_unpack_mat4(&in), second = bp_unpack_mat4(&in);
    bp_pack_vec3(&out, through_both(point, first, second));
    return out;
}
