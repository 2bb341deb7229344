/* Exercise 20: a texture of four columns and coordinates in, values out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    enum { WIDTH = 4 };
    int count = bp_unpack_int(&in), height = bp_unpack_int(&in);
    float *texel = bp_run_values(&in, WIDTH * height, sizeof *texel);
    bp_vec2 *uv = bp_run_values(&in, count, sizeof *uv);
    float *value = bp_run_array(count, sizeof *value);
    sample_texture(texel, WIDTH, height, uv, count, value);
    for (int i = 0; i < count; i++) bp_pack_float(&out, value[i]);
    return out;
}
