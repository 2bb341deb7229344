/* Exercise 14b: a triangle in, an image of ones and zeros out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = width * height;
    bp_vec2 *corner = bp_run_values(&in, 3, sizeof *corner);
    int *touched = bp_run_array(count, sizeof *touched);
    touch_pixels(corner, width, height, touched);
    for (int i = 0; i < count; i++) bp_pack_float(&out, (float)touched[i]);
    return out;
}
