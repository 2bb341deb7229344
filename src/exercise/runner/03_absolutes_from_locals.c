/* Exercise 03: parents and locals in, absolutes out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    int *parent = bp_run_ints(&in, count);
    bp_mat4 *local = bp_run_values(&in, count, sizeof *local);
    bp_mat4 *absolute = bp_run_array(count, sizeof *absolute);
    absolute_matrices(local, parent, count, absolute);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, absolute[i]);
    return out;
}
