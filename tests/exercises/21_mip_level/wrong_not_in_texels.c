/* Changes of u and v, not texels. */
#include "exercise.h"
#include <math.h>

void mip_levels(const uv_change *change, int count, int width, int height, int levels, float *level) {
    (void)width, (void)height;
    for (int i = 0; i < count; i++) {
        float ru = change[i].right.x, rv = change[i].right.y;
        float du = change[i].down.x, dv = change[i].down.y;
        float right = sqrtf(ru * ru + rv * rv), down = sqrtf(du * du + dv * dv);
        level[i] = log2f(fmaxf(right, down));
        level[i] = fminf(fmaxf(level[i], 0), (float)(levels - 1));
    }
}
