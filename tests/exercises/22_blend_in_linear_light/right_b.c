/* From the top down: adds what each layer gives of its light, and keeps the share that is still to be seen through. */
#include "exercise.h"

bp_vec3 blend_layers(const color_layer *layers, int count, bp_vec3 background) {
    float sum[3] = {0, 0, 0}, rest = 1;
    for (int i = count; i >= 0; i--) {
        const float *c = i > 0 ? &layers[i - 1].color.x : &background.x;
        float share = i > 0 ? rest * layers[i - 1].alpha : rest;
        for (int k = 0; k < 3; k++) sum[k] += share * to_linear(c[k]);
        rest -= share;
    }
    return (bp_vec3){to_encoded(sum[0]), to_encoded(sum[1]), to_encoded(sum[2])};
}
