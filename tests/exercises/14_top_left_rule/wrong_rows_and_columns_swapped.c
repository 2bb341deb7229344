/* Transposes the index. */
#include "exercise.h"

void cover_triangle(const bp_vec2 c[3], int width, int height, int *covered) {
    for (int y = 0; y < height; y++) for (int x = 0; x < width; x++) {
        int all = 1;
        for (int i = 0; i < 3; i++) { bp_vec2 a = c[i], b = c[(i+1)%3];
            float e = (b.x - a.x) * (y + .5f - a.y) - (b.y - a.y) * (x + .5f - a.x);
            if (!(e > 0 || (e == 0 && (b.y < a.y || (b.y == a.y && b.x > a.x))))) all = 0; }
        covered[x * height + y] = all;
    }
}
