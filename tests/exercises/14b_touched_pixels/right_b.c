/* Cuts the triangle to the square, side by side, and measures what is left. */
#include "exercise.h"

typedef struct polygon {
    int count;
    bp_vec2 at[16];
} polygon;

static float beyond(bp_vec2 p, int axis, float sign, float limit) {
    return sign * ((axis ? p.y : p.x) - limit);
}

static polygon cut(polygon from, int axis, float sign, float limit) {
    polygon to = {0};
    for (int i = 0; i < from.count; i++) {
        bp_vec2 a = from.at[i], b = from.at[(i + 1) % from.count];
        float da = beyond(a, axis, sign, limit), db = beyond(b, axis, sign, limit), t = da / (da - db);
        if (da >= 0) to.at[to.count++] = a;
        if (da * db < 0) to.at[to.count++] = (bp_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    }
    return to;
}

static float area(polygon p) {
    float sum = 0;
    for (int i = 0; i < p.count; i++) {
        bp_vec2 a = p.at[i], b = p.at[(i + 1) % p.count], o = p.at[0];
        sum += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return sum < 0 ? -sum : sum;
}

void touch_pixels(const bp_vec2 corner[3], int width, int height, int *touched) {
    for (int i = 0; i < width * height; i++) {
        polygon p = {3, {corner[0], corner[1], corner[2]}};
        p = cut(p, 0, 1, (float)(i % width));
        p = cut(p, 0, -1, (float)(i % width + 1));
        p = cut(p, 1, 1, (float)(i / width));
        p = cut(p, 1, -1, (float)(i / width + 1));
        touched[i] = area(p) > 1e-5f;
    }
}
