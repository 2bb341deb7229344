/* Wraps u and v, then stays within the texture. */
#include "exercise.h"
#include <math.h>

static int limit(int i, int size) { return i < 0 ? 0 : i < size ? i : size - 1; }

void sample_texture(const float *texel, int width, int height, const bp_vec2 *uv, int count, float *value) {
    for (int i = 0; i < count; i++) {
        float u = uv[i].x - floorf(uv[i].x), v = uv[i].y - floorf(uv[i].y);
        float x = u * (float)width - 0.5f, y = v * (float)height - 0.5f;
        int left = (int)floorf(x), top = (int)floorf(y);
        float s = x - (float)left, t = y - (float)top;
        int x0 = limit(left, width), x1 = limit(left + 1, width), y0 = limit(top, height), y1 = limit(top + 1, height);
        float above = texel[y0 * width + x0] * (1 - s) + texel[y0 * width + x1] * s;
        float below = texel[y1 * width + x0] * (1 - s) + texel[y1 * width + x1] * s;
        value[i] = above * (1 - t) + below * t;
    }
}
