#include "exercise.h"
#include <math.h>
bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {
    bp_vec3 color = background;
    float nearest = 2.0f;
    for (int i = 0; i < count; i++) {
        if (fragments[i].alpha == 1.0f && fragments[i].depth < nearest) {
            nearest = fragments[i].depth;
            color = fragments[i].color;
        }
    }
    float last = nearest;
    while (1) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            if (fragments[i].alpha < 1.0f && fragments[i].depth < last) {
                if (best == -1 || fragments[i].depth > fragments[best].depth) best = i;
            }
        }
        if (best == -1) break;
        color = bp_vec3_mix(color, fragments[best].color, fragments[best].alpha);
        last = fragments[best].depth;
    }
    return color;
}
