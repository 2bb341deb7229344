#include "exercise.h"
#include <math.h>
void sample_texture(const float *texel, int width, int height, const bp_vec2 *uv, int count, float *value) {
    for (int i = 0; i < count; i++) {
        float u = uv[i].x - floorf(uv[i].x), v = uv[i].y - floorf(uv[i].y);
        u = u * width - 0.5f;
        v = v * height - 0.5f;
        int left = (int)floorf(u), up = (int)floorf(v);
        float du = u - left, dv = v - up;
        int right = left + 1, down = up + 1;
        if (left < 0) left += width;
        if (up < 0) up += height;
        if (right >= width) right -= width;
        if (down >= height) down -= height;
        float a = texel[up * width + left], b = texel[up * width + right];
        float c = texel[down * width + left], d = texel[down * width + right];
        float m = a + (b - a) * du, n = c + (d - c) * du;
        value[i] = m + (n - m) * dv;
    }
}
