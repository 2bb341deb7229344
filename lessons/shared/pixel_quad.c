/* Triangles of a grid of large pixels: moved, made in pairs, and asked for their weights at a pixel. */
#include "shared/pixels.h"

void bp_pixel_switch_rule(bp_world *world, float t, bp_fill_rule before, bp_fill_rule after) {
    bp_grid_of(&world->stages[0])->rule = t < 0.5f ? before : after;
}

void bp_pixel_set_quad(bp_pixel_triangle triangles[2], const bp_pixel_corner corner[4]) {
    static const int OF[2][3] = {{0, 1, 3}, {1, 2, 3}};
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 3; i++) {
            const bp_pixel_corner *from = &corner[OF[t][i]];
            bp_pixel_triangle *to = &triangles[t];
            to->corner[i] = from->at, to->w[i] = from->w, to->z[i] = from->z;
            to->u[i] = from->u, to->v[i] = from->v;
        }
}

void bp_pixel_set_rectangle(bp_pixel_grid *grid, int place, bp_rect at, float depth, bp_rgba8 color) {
    const float x = (float)at.x, y = (float)at.y, right = x + (float)at.width, bottom = y + (float)at.height;
    const bp_pixel_corner corners[4] = {{.at = {x, y}, .z = depth},
                                        {.at = {right, y}, .z = depth},
                                        {.at = {right, bottom}, .z = depth},
                                        {.at = {x, bottom}, .z = depth}};
    bp_pixel_triangle *pair = &grid->triangles[2 * place];
    pair[0] = (bp_pixel_triangle){.color = color, .unlined = 2};
    pair[1] = (bp_pixel_triangle){.color = color, .unlined = 4};
    bp_pixel_set_quad(pair, corners);
}

static bool same_color(bp_rgba8 a, bp_rgba8 b) {
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

void bp_pixel_put_rectangle(bp_world *world, int point, bp_vec2 to) {
    if (!bp_grid_of(&world->stages[0])) return;
    const bp_pixel_triangle like = bp_grid_of(&world->stages[0])->triangles[point / 3];
    const bp_vec2 by = bp_vec2_sub(to, like.corner[0]);
    for (int s = 0; s < world->stage_count; s++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[s]);
        for (int i = 0; grid && i < 3 * grid->triangle_count; i++) {
            bp_pixel_triangle *triangle = &grid->triangles[i / 3];
            if (same_color(triangle->color, like.color))
                triangle->corner[i % 3] = bp_vec2_add(triangle->corner[i % 3], by);
        }
    }
}

const bp_pixel_triangle *bp_pixel_weights(const bp_pixel_grid *grid, int first, int count, float weights[3]) {
    const int probed = bp_pixel_probed(grid);
    const bp_vec2 p = {(float)(probed % grid->width) + 0.5f, (float)(probed / grid->width) + 0.5f};
    for (int t = first; t < first + count; t++) {
        const bp_vec2 *c = grid->triangles[t].corner;
        float area = bp_edge_function(c[0], c[1], c[2]);
        for (int i = 0; i < 3; i++) weights[i] = bp_edge_function(c[(i + 1) % 3], c[(i + 2) % 3], p) / area;
        if (weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0) return &grid->triangles[t];
    }
    return NULL;
}
