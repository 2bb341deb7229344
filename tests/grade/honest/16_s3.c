#include "exercise.h"
#include <math.h>
bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {
    int opaque = -1;
    for (int i = 0; i < count; i++)
        if (fragments[i].alpha >= 1 && (opaque < 0 || fragments[i].depth < fragments[opaque].depth))
            opaque = i;
    float max_depth = opaque < 0 ? 1e9f : fragments[opaque].depth;
    bp_vec3 c = opaque < 0 ? background : fragments[opaque].color;
    int glass[8], n = 0;
    for (int i = 0; i < count; i++)
        if (fragments[i].alpha < 1 && fragments[i].depth < max_depth) glass[n++] = i;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (fragments[glass[j]].depth > fragments[glass[i]].depth) {
                int t = glass[i];
                glass[i] = glass[j];
                glass[j] = t;
            }
    for (int i = 0; i < n; i++) {
        const fragment f = fragments[glass[i]];
        c.x = f.alpha * f.color.x + (1 - f.alpha) * c.x;
        c.y = f.alpha * f.color.y + (1 - f.alpha) * c.y;
        c.z = f.alpha * f.color.z + (1 - f.alpha) * c.z;
    }
    return c;
}
