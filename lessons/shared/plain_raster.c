/* Three edge functions at one point, in whole numbers, and the rule that says what their signs mean. */
#include "shared/plain_raster.h"
#include <math.h>

float bp_edge_function(bp_vec2 a, bp_vec2 b, bp_vec2 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

typedef struct point {
    int64_t x, y;
} point;

static point rounded(bp_vec2 p, int64_t steps) {
    return (point){(int64_t)floor((double)p.x * (double)steps + 0.5),
                   (int64_t)floor((double)p.y * (double)steps + 0.5)};
}

static int64_t edge(point a, point b, point p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Of a triangle with clockwise corners, in a picture whose rows go down: a left edge goes up, a top edge goes
 * right. */
static bool is_top_or_left(point a, point b) { return b.y < a.y || (b.y == a.y && b.x > a.x); }

static bool covers(const bp_vec2 corner[3], bp_vec2 tested, bp_fill_rule rule, int bits) {
    const int64_t steps = (int64_t)1 << bits;
    point c[3];
    for (int i = 0; i < 3; i++) c[i] = rounded(corner[i], steps);
    int64_t area = edge(c[0], c[1], c[2]);
    if (area == 0 || rule == BP_FILL_NOTHING) return false;
    if (area < 0 && rule != BP_FILL_POSITIVE) { /* the same triangle, the other way round */
        point swap = c[1];
        c[1] = c[2], c[2] = swap;
    }
    point p = rounded(tested, steps);
    for (int i = 0; i < 3; i++) {
        point a = c[i], b = c[(i + 1) % 3];
        int64_t e = edge(a, b, p);
        bool owns = rule == BP_FILL_EVERY_EDGE || (rule != BP_FILL_NO_EDGE && is_top_or_left(a, b));
        if (e < 0 || (e == 0 && !owns)) return false;
    }
    return true;
}

bool bp_plain_covers(const bp_vec2 corner[3], int column, int row, bp_fill_rule rule, int bits) {
    const float middle = rule == BP_FILL_PIXEL_CORNER ? 0 : 0.5f;
    return covers(corner, (bp_vec2){(float)column + middle, (float)row + middle}, rule, bits);
}

bool bp_plain_grid_covers(const bp_pixel_grid *grid, int triangle, int column, int row) {
    const float middle = grid->rule == BP_FILL_PIXEL_CORNER ? grid->tested : 0.5f;
    return covers(grid->triangles[triangle].corner, (bp_vec2){(float)column + middle, (float)row + middle},
                  grid->rule, grid->unsnapped ? 16 : 8);
}
