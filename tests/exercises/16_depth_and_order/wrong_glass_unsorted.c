/* Blends glass in the order of drawing. */
#include "exercise.h"

bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {
    bp_vec3 color = background;
    float wall = 2;
    for (int i = 0; i < count; i++)
        if (fragments[i].alpha >= 1 && fragments[i].depth < wall) wall = fragments[i].depth, color = fragments[i].color;
    for (int i = 0; i < count; i++)
        if (fragments[i].alpha < 1 && fragments[i].depth < wall)
            color = bp_vec3_mix(color, fragments[i].color, fragments[i].alpha);
    return color;
}
