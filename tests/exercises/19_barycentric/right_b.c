/* Steps as differences of shares, and each pixel from its left or upper neighbour in the image. */
#include "exercise.h"

static double twice_area(bp_vec2 a, bp_vec2 b, bp_vec2 c) {
    return (double)a.x * (b.y - c.y) + (double)b.x * (c.y - a.y) + (double)c.x * (a.y - b.y);
}

static void shares(const bp_vec2 corner[3], bp_vec2 p, float out[3]) {
    double all = twice_area(corner[0], corner[1], corner[2]);
    out[0] = (float)(twice_area(p, corner[1], corner[2]) / all);
    out[1] = (float)(twice_area(corner[0], p, corner[2]) / all);
    out[2] = 1 - out[0] - out[1];
}

void barycentric(const bp_vec2 corner[3], int width, int height, float *right, float *down, float *share) {
    shares(corner, (bp_vec2){0.5f, 0.5f}, share);
    shares(corner, (bp_vec2){1.5f, 0.5f}, right);
    shares(corner, (bp_vec2){0.5f, 1.5f}, down);
    for (int k = 0; k < 3; k++) {
        right[k] -= share[k];
        down[k] -= share[k];
    }
    for (int i = 3; i < 3 * width * height; i++)
        share[i] = i < 3 * width ? share[i - 3] + right[i % 3] : share[i - 3 * width] + down[i % 3];
}
