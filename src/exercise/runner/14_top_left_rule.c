/* Exercise 14: a triangle in, a picture of ones and zeros out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = width * height;
    bp_vec2 *corner = bp_run_array(3, sizeof *corner);
    int *covered = bp_run_array((size_t)count, sizeof *covered);
    for (int i = 0; i < 3; i++) corner[i] = bp_unpack_vec2(&in);
    cover_triangle(corner, width, height, covered);
    for (int i = 0; i < count; i++) bp_pack_float(&out, (float)covered[i]);
    free(corner);
    free(covered);
    return out;
}
