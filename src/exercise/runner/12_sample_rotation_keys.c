/* Exercise 12: keys and a time in, a rotation out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    float *time = bp_run_array((size_t)count, sizeof *time);
    bp_quat *key = bp_run_array((size_t)count, sizeof *key);
    for (int i = 0; i < count; i++) time[i] = bp_unpack_float(&in);
    for (int i = 0; i < count; i++) key[i] = bp_unpack_quat(&in);
    bp_pack_quat(&out, rotation_at(time, key, count, bp_unpack_float(&in)));
    free(time);
    free(key);
    return out;
}
