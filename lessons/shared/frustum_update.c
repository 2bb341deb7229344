/* The frustum of a world: found, drawn, and its vertices taken to the grids beside it. */
#include "shared/frustum_private.h"

bp_frustum *bp_world_frustum(bp_world *world) {
    for (int i = 0; i < BP_STAGE_MAX; i++)
        if (bp_frustum_of(&world->stages[i])) return bp_frustum_of(&world->stages[i]);
    return NULL;
}

bp_vec2 bp_frustum_landing(bp_world *world, int stage, int vertex) {
    const bp_frustum *frustum = bp_world_frustum(world);
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[stage]);
    if (!frustum || !grid) return (bp_vec2){0, 0};
    return bp_frustum_pixel(bp_frustum_clip(frustum->vertex[vertex]), grid->width, grid->height,
                            grid->vertices);
}

void bp_frustum_put(bp_world *world, int point, bp_vec2 to) {
    enum { SIZE = 12 };
    bp_vec3 *vertex = &bp_world_frustum(world)->vertex[point];
    const float w = -vertex->z;
    if (w > 0) vertex->x = (to.x / (SIZE / 2) - 1) * w / 2, vertex->y = (1 - to.y / (SIZE / 2)) * w / 2;
}

void bp_frustum_update(bp_world *world) {
    const bp_frustum *frustum = bp_world_frustum(world);
    for (int i = 0; frustum && i < BP_STAGE_MAX; i++) {
        const bp_stage *stage = &world->stages[i];
        if (bp_frustum_of(stage)) bp_frustum_show(frustum, stage->mesh);
        if (!bp_grid_of(stage) || bp_grid_of(stage)->vertices == BP_VERTICES_OWN) continue;
        bp_vec4 corner[BP_POLYGON_MAX];
        for (int k = 0; k < 3; k++) corner[k] = bp_frustum_clip(frustum->vertex[k]);
        bool cut = bp_grid_of(stage)->vertices != BP_VERTICES_UNCUT;
        int count = cut ? bp_polygon_cut(corner, 3, BP_PLANE_NEAR) : 3;
        bp_frustum_land(bp_grid_of(stage), corner, count, bp_grid_of(stage)->vertices);
    }
    bp_pixels_update(world);
}
