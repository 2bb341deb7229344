/* Edge functions. */
#include "exercise.h"

static float edge(bp_vec2 a, bp_vec2 b, float x, float y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

void barycentric(const bp_vec2 corner[3], int width, int height, float *right, float *down, float *share) {
    float first[3];
    for (int k = 0; k < 3; k++) {
        bp_vec2 a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
        first[k] = edge(a, b, 0.5f, 0.5f);
        right[k] = (a.y - b.y);
        down[k] = (b.x - a.x);
    }
    for (int row = 0; row < height; row++) {
        float now[3] = {first[0], first[1], first[2]};
        for (int column = 0; column < width; column++) {
            for (int k = 0; k < 3; k++) {
                *share++ = now[k];
                now[k] += right[k];
            }
        }
        for (int k = 0; k < 3; k++) first[k] += down[k];
    }
}
