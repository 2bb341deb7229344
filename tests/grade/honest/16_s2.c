#include "exercise.h"
#include <math.h>
bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {
    float opaque = 100;
    bp_vec3 result = background;
    for (int i = 0; i < count; ++i)
        if (fragments[i].alpha >= 1 && fragments[i].depth < opaque) {
            opaque = fragments[i].depth;
            result = fragments[i].color;
        }
    float limit = opaque;
    for (int n = 0; n < count; ++n) {
        const fragment *far = NULL;
        for (int i = 0; i < count; ++i) {
            const fragment *f = &fragments[i];
            if (f->alpha >= 1 || f->depth >= limit) continue;
            if (!far || f->depth > far->depth) far = f;
        }
        if (!far) break;
        result = bp_vec3_mix(result, far->color, far->alpha);
        limit = far->depth;
    }
    return result;
}
