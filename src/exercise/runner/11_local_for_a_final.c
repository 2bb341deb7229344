/* Exercise 11: four matrices in, one out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_mat4 wanted = bp_unpack_mat4(&in), bind = bp_unpack_mat4(&in), parent_bind = bp_unpack_mat4(&in);
    bp_pack_mat4(&out, local_for(wanted, bind, parent_bind, bp_unpack_mat4(&in)));
    return out;
}
