/* Exercise 12: keys and a time in, a rotation out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    float *time = bp_run_values(&in, count, sizeof *time);
    bp_quat *key = bp_run_values(&in, count, sizeof *key);
    bp_pack_quat(&out, rotation_at(time, key, count, bp_unpack_float(&in)));
    return out;
}
