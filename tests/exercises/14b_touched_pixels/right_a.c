/* No line separates the square from the triangle: neither one of its edges, nor a side of the square. */
#include "exercise.h"
#include <math.h>

static float edge(bp_vec2 a, bp_vec2 b, float x, float y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

/* Each edge has a corner of the square on its inner side. */
static int meets_edges(const bp_vec2 c[3], float x, float y) {
    float turn = edge(c[0], c[1], c[2].x, c[2].y);
    for (int k = 0; k < 3; k++) {
        float most = -INFINITY;
        for (int i = 0; i < 4; i++)
            most = fmaxf(most, turn * edge(c[k], c[(k + 1) % 3], x + (float)(i % 2), y + (float)(i / 2)));
        if (most <= 0) return 0;
    }
    return 1;
}

static int meets_box(const bp_vec2 c[3], float x, float y) {
    return fminf(c[0].x, fminf(c[1].x, c[2].x)) < x + 1 && fmaxf(c[0].x, fmaxf(c[1].x, c[2].x)) > x &&
           fminf(c[0].y, fminf(c[1].y, c[2].y)) < y + 1 && fmaxf(c[0].y, fmaxf(c[1].y, c[2].y)) > y;
}

void touch_pixels(const bp_vec2 corner[3], int width, int height, int *touched) {
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            touched[row * width + column] =
                meets_edges(corner, (float)column, (float)row) && meets_box(corner, (float)column, (float)row);
}
