/* Squares of lengths. */
#include "exercise.h"
#include <math.h>

void mip_levels(const uv_change *change, int count, int width, int height, int levels, float *level) {
    for (int i = 0; i < count; i++) {
        float ru = change[i].right.x * (float)width, rv = change[i].right.y * (float)height;
        float du = change[i].down.x * (float)width, dv = change[i].down.y * (float)height;
        float right = (ru * ru + rv * rv), down = (du * du + dv * dv);
        level[i] = log2f(fmaxf(right, down));
        level[i] = fminf(fmaxf(level[i], 0), (float)(levels - 1));
    }
}
