/* Exercise 22: a background and layers in, one colour out. */
#include "exercise/runner/run.h"
#include "raster/srgb.h"

float to_linear(float encoded) { return (float)bp_srgb_decode((double)bp_clamp(encoded, 0, 1)); }
float to_encoded(float linear) { return (float)bp_srgb_encode((double)linear); }

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    bp_vec3 background = bp_unpack_vec3(&in);
    color_layer *layers = bp_run_array(count, sizeof *layers);
    for (int i = 0; i < count; i++) layers[i].color = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++) layers[i].alpha = bp_unpack_float(&in);
    bp_pack_vec3(&out, blend_layers(layers, count, background));
    return out;
}
