/* Exercise 05: four matrices in, one out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_mat4 local = bp_unpack_mat4(&in), parent_absolute = bp_unpack_mat4(&in);
    bp_mat4 bind = bp_unpack_mat4(&in), parent_absolute_bind = bp_unpack_mat4(&in);
    bp_pack_mat4(&out, final_matrix(local, parent_absolute, bind, parent_absolute_bind));
    return out;
}
