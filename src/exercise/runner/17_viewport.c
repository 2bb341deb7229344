/* Exercise 17: a viewport and vertices in, their pixels and depths out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    screen_area viewport = {in[0], in[1], in[2], in[3]};
    in += 4;
    bp_vec4 *clip = bp_run_values(&in, count, sizeof *clip);
    bp_vec2 *pixel = bp_run_array(count, sizeof *pixel);
    float *depth = bp_run_array(count, sizeof *depth);
    to_pixels(clip, count, viewport, pixel, depth);
    for (int i = 0; i < count; i++) bp_pack_vec2(&out, pixel[i]);
    for (int i = 0; i < count; i++) bp_pack_float(&out, depth[i]);
    return out;
}
