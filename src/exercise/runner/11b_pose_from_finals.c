/* Exercise 11b: parents, binds and final matrices in, local matrices out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in), *parent = bp_run_ints(&in, count);
    bp_mat4 *bind = bp_run_values(&in, count, sizeof *bind),
            *final = bp_run_values(&in, count, sizeof *final);
    bp_mat4 *local = bp_run_array(count, sizeof *local);
    pose_from_finals(parent, bind, final, count, local);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, local[i]);
    return out;
}
