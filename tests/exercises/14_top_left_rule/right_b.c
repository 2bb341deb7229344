/* An edge that doesn't own its points must be above 1/64, a quarter of the smallest step. */
#include "exercise.h"

void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {
    for (int i = 0; i < width * height; i++) covered[i] = 1;
    for (int k = 0; k < 3; k++) {
        bp_vec2 from = corner[k], to = corner[k == 2 ? 0 : k + 1];
        float dx = to.x - from.x, dy = to.y - from.y;
        bool belongs = dy == 0 ? dx > 0 : dy < 0;
        float min = belongs ? 0 : 1.0f / 64;
        for (int i = 0; i < width * height; i++) {
            float x = (float)(i % width) + 0.5f - from.x, y = (float)(i / width) + 0.5f - from.y;
            if (dx * y - dy * x < min) covered[i] = 0;
        }
    }
}
