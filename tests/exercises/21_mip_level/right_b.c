/* Like the rasterizer: compares squares, and halves the logarithm. */
#include "exercise.h"
#include <math.h>

void mip_levels(const uv_change *change, int count, int width, int height, int levels, float *level) {
    for (int i = 0; i < count; i++) {
        double square = 0, last = levels - 1;
        for (int k = 0; k < 2; k++) {
            bp_vec2 c = k ? change[i].down : change[i].right;
            double u = (double)c.x * width, v = (double)c.y * height;
            if (u * u + v * v > square) square = u * u + v * v;
        }
        double found = square > 1 ? log2(square) / 2 : 0;
        level[i] = (float)(found < last ? found : last);
    }
}
