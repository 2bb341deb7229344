/* A corner of one in the other. */
#include "exercise.h"
#include <math.h>

static float edge(bp_vec2 a, bp_vec2 b, float x, float y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static int is_inside(const bp_vec2 c[3], float x, float y) {
    float turn = edge(c[0], c[1], c[2].x, c[2].y), least = 1;
    for (int k = 0; k < 3; k++) least = fminf(least, turn * edge(c[k], c[(k + 1) % 3], x, y));
    return least > 0;
}

/* The largest and the smallest value of each edge function in the square decide. */
static void extremes(const bp_vec2 c[3], float x, float y, float *largest, float *smallest) {
    float turn = edge(c[0], c[1], c[2].x, c[2].y);
    *largest = *smallest = INFINITY;
    for (int k = 0; k < 3; k++) {
        float most = -INFINITY, least = INFINITY;
        for (int i = 0; i < 4; i++) {
            float e = turn * edge(c[k], c[(k + 1) % 3], x + (float)(i % 2), y + (float)(i / 2));
            most = fmaxf(most, e), least = fminf(least, e);
        }
        *largest = fminf(*largest, most), *smallest = fminf(*smallest, least);
    }
}

static int meets_box(const bp_vec2 c[3], float x, float y) {
    return fminf(c[0].x, fminf(c[1].x, c[2].x)) < x + 1 && fmaxf(c[0].x, fmaxf(c[1].x, c[2].x)) > x &&
           fminf(c[0].y, fminf(c[1].y, c[2].y)) < y + 1 && fmaxf(c[0].y, fmaxf(c[1].y, c[2].y)) > y;
}

static int is_touched(const bp_vec2 c[3], float x, float y) {
    float largest, smallest;
    extremes(c, x, y, &largest, &smallest);
    (void)meets_box;
    for (int k = 0; k < 3; k++)
        if (c[k].x > x && c[k].x < x + 1 && c[k].y > y && c[k].y < y + 1) return 1;
    return is_inside(c, x, y) || is_inside(c, x + 1, y) || is_inside(c, x, y + 1) || is_inside(c, x + 1, y + 1);
}

void touch_pixels(const bp_vec2 corner[3], int width, int height, int *touched) {
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            touched[row * width + column] = is_touched(corner, (float)column, (float)row);
}
