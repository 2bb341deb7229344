/* Draws fragments in their order. */
#include "exercise.h"

bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {
    for (int i = 0; i < count; i++) background = bp_vec3_mix(background, fragments[i].color, fragments[i].alpha);
    return background;
}
