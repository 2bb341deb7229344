/* A stage with a grid of large pixels, and the points of it that can be dragged. */
#include "shared/frustum_private.h"
#include "shared/pixel_grid.h"

static const char KIND[] = "pixels";

bp_pixel_grid *bp_grid_of(const bp_stage *stage) { return stage->kind == KIND ? stage->data : NULL; }

bp_stage *bp_world_add_pixels(bp_world *world, const char *title, const char *subtitle, int width,
                              int height) {
    bp_pixel_grid *grid = bp_pixel_grid_create(world->context, width, height, bp_world_error_slot(world));
    bp_stage stage = {.title = title, .subtitle = subtitle, .kind = grid ? KIND : NULL, .data = grid};
    if (grid) stage.mesh = bp_pixel_grid_mesh(world->context, grid, bp_world_error_slot(world));
    return bp_world_add_flat(world, stage);
}

static bool draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    return bp_pixel_grid_draw(grid, raster, error) && bp_pixel_samples_draw(grid, raster, error) &&
           bp_pixel_work_draw(grid, raster, error);
}

/* Draws all grids, then shows each as its stage's mesh, since some show what another one read; and
 * drawings. */
void bp_pixels_update(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[i]);
        bp_raster *raster = grid ? bp_world_raster(world) : NULL;
        if (grid && (!raster || world->error.kind != BP_ERROR_NONE ||
                     !draw(grid, raster, bp_world_error_slot(world))))
            return;
        if (grid && grid->recolor) grid->recolor(world, grid);
    }
    for (int i = 0; i < world->stage_count; i++) {
        const bp_pixel_grid *grid = bp_grid_of(&world->stages[i]);
        if (grid && world->stages[i].mesh) bp_pixel_grid_show(world, i);
        bp_drawing_update(world, i);
    }
}

/* ---- handles ---- */

bp_vec2 bp_pixel_point(const bp_stage *stage, int point) {
    const bp_pixel_grid *grid = bp_grid_of(stage);
    if (!grid) return (bp_vec2){0, 0};
    return point == BP_PIXEL_PROBE ? grid->probe : grid->triangles[point / 3].corner[point % 3];
}

void bp_pixel_put(bp_world *world, int stage, int point, bp_vec2 to) {
    bp_pixel_grid *on = bp_grid_of(&world->stages[stage]);
    if (on && point < BP_PIXEL_PROBE) on->triangles[point / 3].corner[point % 3] = to;
    for (int i = 0; point == BP_PIXEL_PROBE && i < BP_STAGE_MAX; i++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[i]);
        if (grid) grid->probe = to;
    }
}

/* Where a frustum's vertex lands may be far outside. */
static bp_vec3 position(bp_world *world, const bp_handle *handle) {
    const bp_stage *stage = &world->stages[handle->stage];
    const bp_pixel_grid *grid = bp_grid_of(stage);
    if (!grid || grid->vertices == BP_VERTICES_OWN)
        return bp_plane_to_world(stage, bp_pixel_point(stage, handle->point), 0);
    bp_vec2 at = bp_frustum_landing(world, handle->stage, handle->point);
    return bp_plane_to_world(
        stage, (bp_vec2){bp_clamp(at.x, 0, (float)grid->width), bp_clamp(at.y, 0, (float)grid->height)}, 0);
}

static void move(bp_world *world, const bp_handle *handle, bp_vec3 to) {
    bp_vec2 pixel = bp_plane_from_world(&world->stages[handle->stage], to);
    if (handle->put)
        handle->put(world, handle->point, pixel);
    else
        bp_pixel_put(world, handle->stage, handle->point, pixel);
}

const bp_handle_kind bp_pixel_handle = {.position = position, .move = move};
