#include "exercise.h"
#include <math.h>
void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            float px = column + 0.5f, py = row + 0.5f;
            int ok = 1;
            for (int e = 0; e < 3; e++) {
                bp_vec2 a = corner[e], b = corner[(e + 1) % 3];
                float side = (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x);
                bool top = a.y == b.y && b.x > a.x;
                bool left = b.y < a.y;
                if (side < 0 || (side == 0 && !top && !left)) ok = 0;
            }
            covered[row * width + column] = ok;
        }
    }
}
