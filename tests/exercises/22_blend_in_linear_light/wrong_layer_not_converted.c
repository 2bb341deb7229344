/* The layers stay encoded. */
#include "exercise.h"

static bp_vec3 light(bp_vec3 c) { return (bp_vec3){to_linear(c.x), to_linear(c.y), to_linear(c.z)}; }
static bp_vec3 encoded(bp_vec3 c) { return (bp_vec3){to_encoded(c.x), to_encoded(c.y), to_encoded(c.z)}; }

bp_vec3 blend_layers(const color_layer *layers, int count, bp_vec3 background) {
    bp_vec3 color = light(background);
    for (int i = 0; i < count; i++) color = bp_vec3_mix(color, layers[i].color, layers[i].alpha);
    return encoded(color);
}
