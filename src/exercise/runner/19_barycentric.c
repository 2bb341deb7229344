/* Exercise 19: a triangle in, the steps and the pixels' shares out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = 3 * width * height;
    bp_vec2 *corner = bp_run_values(&in, 3, sizeof *corner);
    float *right = bp_run_array(3, sizeof *right), *down = bp_run_array(3, sizeof *down);
    float *share = bp_run_array(count, sizeof *share);
    barycentric(corner, width, height, right, down, share);
    for (int k = 0; k < 3; k++) bp_pack_float(&out, right[k]);
    for (int k = 0; k < 3; k++) bp_pack_float(&out, down[k]);
    for (int i = 0; i < count; i++) bp_pack_float(&out, share[i]);
    return out;
}
