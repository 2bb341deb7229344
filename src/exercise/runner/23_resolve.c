/* Exercise 23: samples in, pixels out. */
#include "exercise/runner/run.h"
#include "raster/srgb.h"

float to_linear(float encoded) { return (float)bp_srgb_decode((double)bp_clamp(encoded, 0, 1)); }
float to_encoded(float linear) { return (float)bp_srgb_encode((double)linear); }

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    pixel_samples *pixels = bp_run_array(count, sizeof *pixels);
    bp_vec3 *color = bp_run_array(count, sizeof *color);
    float *depth = bp_run_array(count, sizeof *depth);
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < count; i++) pixels[i].color[s] = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++)
        for (int s = 0; s < 4; s++) pixels[i].depth[s] = bp_unpack_float(&in);
    resolve(pixels, count, color, depth);
    for (int i = 0; i < count; i++) bp_pack_vec3(&out, color[i]);
    for (int i = 0; i < count; i++) bp_pack_float(&out, depth[i]);
    return out;
}
