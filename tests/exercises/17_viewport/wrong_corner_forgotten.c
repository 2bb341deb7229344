/* The viewport begins at (0, 0) here. */
#include "exercise.h"

void to_pixels(const bp_vec4 *clip, int count, screen_area viewport, bp_vec2 *pixel, float *depth) {
    for (int i = 0; i < count; i++) {
        float x = clip[i].x / clip[i].w, y = clip[i].y / clip[i].w;
        pixel[i].x = (x + 1) / 2 * viewport.width;
        pixel[i].y = (1 - y) / 2 * viewport.height;
        depth[i] = clip[i].z / clip[i].w;
    }
}
