/* Like the rasterizer: compares squares, and halves the logarithm. */
#include "exercise.h"
#include <math.h>

static double square_of(bp_vec2 c, int width, int height) {
    double u = (double)c.x * width, v = (double)c.y * height;
    return u * u + v * v;
}

void mip_levels(const uv_change *change, int count, int width, int height, int levels, float *level) {
    while (count-- > 0) {
        double right = square_of(change[count].right, width, height), down = square_of(change[count].down, width, height);
        double found = log2(fmax(1, fmax(right, down))) / 2;
        level[count] = (float)fmin(found, levels - 1);
    }
}
