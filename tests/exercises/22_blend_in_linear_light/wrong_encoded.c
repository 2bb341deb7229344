/* Mixes the numbers as they are. */
#include "exercise.h"

bp_vec3 blend_layers(const color_layer *layers, int count, bp_vec3 background) {
    bp_vec3 color = background;
    for (int i = 0; i < count; i++) color = bp_vec3_mix(color, layers[i].color, layers[i].alpha);
    return color;
}
