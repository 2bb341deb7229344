#include "exercise.h"
#include <math.h>
static int inside(bp_vec2 a, bp_vec2 b, bp_vec2 p) {
    float v = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    if (v > 0) return 1;
    if (v < 0) return 0;
    if (a.y == b.y && b.x > a.x) return 1;
    if (b.y < a.y) return 1;
    return 0;
}
void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            bp_vec2 p = {x + 0.5f, y + 0.5f};
            covered[y * width + x] = inside(corner[0], corner[1], p) && inside(corner[1], corner[2], p) &&
                                     inside(corner[2], corner[0], p);
        }
}
