#include "exercise.h"
#include <math.h>
static int wrap(int i, int n) {
    i %= n;
    return i < 0 ? i + n : i;
}
void sample_texture(const float *texel, int width, int height, const bp_vec2 *uv, int count, float *value) {
    for (int i = 0; i < count; i++) {
        float x = uv[i].x * (float)width - 0.5f, y = uv[i].y * (float)height - 0.5f;
        float fx = floorf(x), fy = floorf(y);
        int x0 = wrap((int)fx, width), x1 = wrap((int)fx + 1, width), y0 = wrap((int)fy, height),
            y1 = wrap((int)fy + 1, height);
        float s = x - fx, t = y - fy;
        float top = texel[y0 * width + x0] * (1 - s) + texel[y0 * width + x1] * s;
        float bottom = texel[y1 * width + x0] * (1 - s) + texel[y1 * width + x1] * s;
        value[i] = top * (1 - t) + bottom * t;
    }
}
