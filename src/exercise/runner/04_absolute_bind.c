/* Exercise 04: binds from the root down in, the absolute bind and its inverse out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    bp_mat4 *bind = bp_run_values(&in, count, sizeof *bind);
    bp_mat4 *absolute = bp_run_array(1, sizeof *absolute), *inverse = bp_run_array(1, sizeof *inverse);
    absolute_bind(bind, count, absolute, inverse);
    bp_pack_mat4(&out, *absolute);
    bp_pack_mat4(&out, *inverse);
    return out;
}
