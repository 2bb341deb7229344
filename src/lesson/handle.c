/* Handles: by the lesson's own functions, or on a point of a grid of large pixels. */
#include <bindpose/lesson_pixels.h>

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
    return handle->position ? handle->position(world)
                            : bp_pixel_to_world(stage, bp_pixel_point(stage, handle->point));
}

void bp_handle_move(const bp_handle *handle, bp_world *world, bp_vec3 to) {
    bp_vec2 pixel = bp_pixel_from_world(&world->stages[handle->stage], to);
    if (handle->set)
        handle->set(world, to);
    else if (handle->put)
        handle->put(world, handle->point, pixel);
    else
        bp_pixel_put(world, handle->stage, handle->point, pixel);
}
