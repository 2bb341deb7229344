/* Top edges alone. */
#include "exercise.h"

static bool agrees(bp_vec2 a, bp_vec2 b, float x, float y) {
    float dx = b.x - a.x, dy = b.y - a.y, e = dx * (y - a.y) - dy * (x - a.x);
    return e > 0 || (e == 0 && dy == 0 && dx > 0);
}

void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            float x = (float)column + 0.5f, y = (float)row + 0.5f;
            covered[row * width + column] = agrees(corner[0], corner[1], x, y) && agrees(corner[1], corner[2], x, y) &&
                                            agrees(corner[2], corner[0], x, y);
        }
    }
}
