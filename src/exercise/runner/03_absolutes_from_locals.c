/* Exercise 03: parents and locals in, absolutes out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    int *parent = bp_run_array((size_t)count, sizeof *parent);
    bp_mat4 *local = bp_run_array((size_t)count, sizeof *local);
    bp_mat4 *absolute = bp_run_array((size_t)count, sizeof *absolute);
    for (int i = 0; i < count; i++) parent[i] = bp_unpack_int(&in);
    for (int i = 0; i < count; i++) local[i] = bp_unpack_mat4(&in);
    absolute_matrices(local, parent, count, absolute);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, absolute[i]);
    free(parent);
    free(local);
    free(absolute);
    return out;
}
