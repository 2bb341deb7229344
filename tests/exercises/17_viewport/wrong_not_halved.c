/* 0..2 is not brought to 0..1. */
#include "exercise.h"

void to_pixels(const bp_vec4 *clip, int count, screen_area viewport, bp_vec2 *pixel, float *depth) {
    for (int i = 0; i < count; i++) {
        float x = clip[i].x / clip[i].w, y = clip[i].y / clip[i].w;
        pixel[i].x = viewport.left + (x + 1) * viewport.width;
        pixel[i].y = viewport.top + (1 - y) * viewport.height;
        depth[i] = clip[i].z / clip[i].w;
    }
}
