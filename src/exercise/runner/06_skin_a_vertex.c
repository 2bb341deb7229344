/* Exercise 06: a palette, a position, four joints and weights in; a position out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    bp_mat4 *palette = bp_run_array((size_t)count, sizeof *palette);
    int *joints = bp_run_array(4, sizeof *joints);
    float *weights = bp_run_array(4, sizeof *weights);
    for (int i = 0; i < count; i++) palette[i] = bp_unpack_mat4(&in);
    bp_vec3 position = bp_unpack_vec3(&in);
    for (int i = 0; i < 4; i++) joints[i] = bp_unpack_int(&in);
    for (int i = 0; i < 4; i++) weights[i] = bp_unpack_float(&in);
    bp_pack_vec3(&out, skin_vertex(position, palette, joints, weights));
    free(palette);
    free(joints);
    free(weights);
    return out;
}
