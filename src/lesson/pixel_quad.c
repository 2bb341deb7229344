/* Triangles of a grid of large pixels: moved, made in pairs, and asked for their weights at a pixel. */
#include <bindpose/lesson_pixels.h>

void bp_pixel_mix_corners(bp_pixel_triangle *triangle, const bp_vec2 from[3], const bp_vec2 to[3], float t) {
    for (int i = 0; i < 3; i++)
        triangle->corner[i] = (bp_vec2){bp_mix(from[i].x, to[i].x, t), bp_mix(from[i].y, to[i].y, t)};
}

void bp_pixel_switch_rule(bp_world *world, float t, bp_fill_rule before, bp_fill_rule after) {
    world->stages[0].grid->rule = t < 0.5f ? before : after;
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
