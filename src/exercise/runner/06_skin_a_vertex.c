/* Exercise 06: a palette, a position, four joints and weights in; a position out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    bp_mat4 *palette = bp_run_values(&in, count, sizeof *palette);
    bp_vec3 position = bp_unpack_vec3(&in);
    int *joints = bp_run_ints(&in, 4);
    float *weights = bp_run_values(&in, 4, sizeof *weights);
    bp_pack_vec3(&out, skin_vertex(position, palette, joints, weights));
    return out;
}
