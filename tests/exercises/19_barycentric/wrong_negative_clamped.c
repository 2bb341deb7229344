/* No share below 0. */
#include "exercise.h"

static float edge(bp_vec2 a, bp_vec2 b, float x, float y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

void barycentric(const bp_vec2 corner[3], int width, int height, float *right, float *down, float *share) {
    float first[3], area = edge(corner[0], corner[1], corner[2].x, corner[2].y);
    for (int k = 0; k < 3; k++) {
        bp_vec2 a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
        first[k] = edge(a, b, 0.5f, 0.5f) / area;
        right[k] = (a.y - b.y) / area;
        down[k] = (b.x - a.x) / area;
    }
    for (int row = 0; row < height; row++) {
        float now[3] = {first[0], first[1], first[2]};
        for (int column = 0; column < width; column++) {
            for (int k = 0; k < 3; k++) {
                *share++ = now[k] < 0 ? 0 : now[k];
                now[k] += right[k];
            }
        }
        for (int k = 0; k < 3; k++) first[k] += down[k];
    }
}
