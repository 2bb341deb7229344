/* Triangle setup: a triangle on the screen in fixed point, its edge functions and its bounds.
 *
 * Screen positions are whole numbers of 1/256 pixel. The edge function of the edge from (x0, y0) to (x1, y1)
 * is
 *
 *     E(x, y) = a x + b y + c,   a = y0 - y1,   b = x1 - x0,   c = -(a x0 + b y0)
 *
 * with all signs changed if the triangle runs the other way, so E is positive inside. A point on an edge is
 * inside if the edge is a top edge (a == 0, the inside below it) or a left edge (a > 0). By this top-left
 * rule, a point on an edge that two triangles share belongs to exactly one of them. Integers make it
 * exact. */
#include "raster/pipeline.h"

static bool is_culled(const bp_triangles *draw, int64_t area) {
    bool front = (area < 0) != draw->front_clockwise;
    return area == 0 || draw->cull == (front ? BP_CULL_FRONT : BP_CULL_BACK);
}

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

bool bp_triangle_setup_make(bp_triangle_setup *setup, const bp_command *command, const float *const vertex[3],
                            int samples) {
    int x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = (int)(vertex[i][0] * 256.0f);
        y[i] = (int)(vertex[i][1] * 256.0f);
    }
    setup->area = (int64_t)(x[1] - x[0]) * (y[2] - y[0]) - (int64_t)(x[2] - x[0]) * (y[1] - y[0]);
    if (is_culled(command->triangles, setup->area)) return false;
    bp_irect bounds =
        bp_pixel_bounds(smaller(smaller(x[0], x[1]), x[2]), smaller(smaller(y[0], y[1]), y[2]),
                        larger(larger(x[0], x[1]), x[2]), larger(larger(y[0], y[1]), y[2]), samples);
    setup->bounds = bp_irect_intersect(bounds, command->scissor);
    if (bp_irect_is_empty(setup->bounds)) return false;
    const int sign = setup->area < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        bp_edge *e = &setup->edge[i];
        e->a = sign * BP_EDGE_A(y[i], y[next]);
        e->b = sign * BP_EDGE_B(x[i], x[next]);
        e->c = -(e->a * x[i] + e->b * y[i]);
        e->top_left = BP_TOP_LEFT(e->a, e->b);
    }
    return true;
}
