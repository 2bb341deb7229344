/* Exercise 16: fragments in, one colour out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_vec3 background = bp_unpack_vec3(&in);
    int count = bp_unpack_int(&in);
    fragment *fragments = bp_run_array(count, sizeof *fragments);
    for (int i = 0; i < count; i++) fragments[i].depth = bp_unpack_float(&in);
    for (int i = 0; i < count; i++) fragments[i].color = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++) fragments[i].alpha = bp_unpack_float(&in);
    bp_pack_vec3(&out, pixel_color(fragments, count, background));
    return out;
}
