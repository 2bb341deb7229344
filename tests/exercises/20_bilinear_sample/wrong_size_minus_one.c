/* Stretches the centres to the edges. */
#include "exercise.h"
#include <math.h>

static int wrap(int i, int size) { return (i % size + size) % size; }

void sample_texture(const float *texel, int width, int height, const bp_vec2 *uv, int count, float *value) {
    for (int i = 0; i < count; i++) {
        float u = uv[i].x, v = uv[i].y;
        float x = u * (float)(width - 1), y = v * (float)(height - 1);
        int left = (int)floorf(x), top = (int)floorf(y);
        float s = x - (float)left, t = y - (float)top;
        int x0 = wrap(left, width), x1 = wrap(left + 1, width), y0 = wrap(top, height), y1 = wrap(top + 1, height);
        float above = texel[y0 * width + x0] * (1 - s) + texel[y0 * width + x1] * s;
        float below = texel[y1 * width + x0] * (1 - s) + texel[y1 * width + x1] * s;
        value[i] = above * (1 - t) + below * t;
    }
}
