/* Swaps the arguments of mix. */
#include "exercise.h"

bp_vec3 pixel_color(const fragment *f, int count, bp_vec3 background) {
    int best = -1;
    for (int i = 0; i < count; i++) if (f[i].alpha >= 1 && (best < 0 || f[i].depth < f[best].depth)) best = i;
    bp_vec3 color = best < 0 ? background : f[best].color;
    float wall = best < 0 ? 1e30f : f[best].depth;
    for (;;) {
        int next = -1;
        for (int i = 0; i < count; i++)
            if (f[i].alpha < 1 && f[i].depth < wall && (next < 0 || f[i].depth > f[next].depth)) next = i;
        if (next < 0) return color;
        color = bp_vec3_mix(f[next].color, color, f[next].alpha);
        wall = f[next].depth;
    }
}
