/* A great depth is near. */
#include "exercise.h"

bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {
    bp_vec3 color = background;
    float wall = -1;
    for (int i = 0; i < count; i++) {
        if (fragments[i].alpha >= 1 && fragments[i].depth > wall) {
            wall = fragments[i].depth;
            color = fragments[i].color;
        }
    }
    for (float last = wall;;) {
        int next = -1;
        for (int i = 0; i < count; i++) {
            fragment f = fragments[i];
            if (f.alpha < 1 && f.depth > last && (next < 0 || f.depth < fragments[next].depth)) next = i;
        }
        if (next < 0) return color;
        last = fragments[next].depth;
        color = bp_vec3_mix(color, fragments[next].color, fragments[next].alpha);
    }
}
