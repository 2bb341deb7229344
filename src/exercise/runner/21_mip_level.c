/* Exercise 21: a texture's size and changes of its coordinates in, levels out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in), width = bp_unpack_int(&in), height = bp_unpack_int(&in),
        levels = bp_unpack_int(&in);
    uv_change *change = bp_run_values(&in, count, sizeof *change);
    float *level = bp_run_array(count, sizeof *level);
    mip_levels(change, count, width, height, levels, level);
    for (int i = 0; i < count; i++) bp_pack_float(&out, level[i]);
    return out;
}
