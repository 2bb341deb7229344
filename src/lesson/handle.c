/* Handles: by the lesson's own functions, or on a point of a grid of large pixels. */
#include "lesson/frustum.h"

bp_vec2 bp_pixel_point(const bp_stage *stage, int point) {
    const bp_pixel_grid *grid = stage->grid;
    if (!grid) return (bp_vec2){0, 0};
    return point == BP_PIXEL_PROBE ? grid->probe : grid->triangles[point / 3].corner[point % 3];
}

void bp_pixel_put(bp_world *world, int stage, int point, bp_vec2 to) {
    if (world->stages[stage].grid && point < BP_PIXEL_PROBE)
        world->stages[stage].grid->triangles[point / 3].corner[point % 3] = to;
    for (int i = 0; point == BP_PIXEL_PROBE && i < BP_STAGE_MAX; i++)
        if (world->stages[i].grid) world->stages[i].grid->probe = to;
}

bp_vec3 bp_handle_position(const bp_handle *handle, bp_world *world) {
    const bp_stage *stage = &world->stages[handle->stage];
    if (handle->position) return handle->position(world);
    if (stage->frustum) return bp_frustum_to_world(stage->frustum, stage->frustum->vertex[handle->point]);
    if (!stage->grid || stage->grid->vertices == BP_VERTICES_OWN)
        return bp_pixel_to_world(stage, bp_pixel_point(stage, handle->point));
    bp_vec2 at = bp_frustum_landing(world, handle->stage, handle->point); /* it may be far outside */
    return bp_pixel_to_world(stage, (bp_vec2){bp_clamp(at.x, 0, (float)stage->grid->width),
                                              bp_clamp(at.y, 0, (float)stage->grid->height)});
}

void bp_handle_move(const bp_handle *handle, bp_world *world, bp_vec3 to) {
    const bp_stage *stage = &world->stages[handle->stage];
    bp_vec2 pixel = bp_pixel_from_world(stage, to);
    bp_vec3 *vertex = stage->frustum ? &stage->frustum->vertex[handle->point] : NULL;
    if (handle->set)
        handle->set(world, to);
    else if (vertex)
        *vertex = bp_frustum_from_world(to, vertex->x);
    else if (handle->put)
        handle->put(world, handle->point, pixel);
    else
        bp_pixel_put(world, handle->stage, handle->point, pixel);
}
