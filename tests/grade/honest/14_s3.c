#include "exercise.h"
#include <math.h>
void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {
    for (int r = 0; r < height; ++r) {
        for (int c = 0; c < width; ++c) {
            int hits = 0;
            for (int i = 0; i < 3; ++i) {
                int j = (i + 1) % 3;
                float ex = corner[j].x - corner[i].x;
                float ey = corner[j].y - corner[i].y;
                float value = ex * (r + 0.5f - corner[i].y) - ey * (c + 0.5f - corner[i].x);
                if (value > 0)
                    hits++;
                else if (value == 0) {
                    if ((ey == 0 && ex > 0) || ey < 0) hits++;
                }
            }
            covered[r * width + c] = hits == 3 ? 1 : 0;
        }
    }
}
