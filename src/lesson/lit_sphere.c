/* Drawing a lit sphere: the view of its stage, and the one pixel that measures read. */
#include "lesson/lit_sphere.h"
#include <string.h>

static const float NARROW = 0.002f; /* radians: vertices are snapped to parts of this pixel */

void bp_stage_light_view(const bp_stage *stage, bp_view *view) {
    if (!stage->lit) return;
    view->light = &stage->lit->light;
    view->color = stage->lit->encoded ? BP_COLOR_RAW : BP_COLOR_SRGB;
    view->unlit = stage->lit->light.lighting == BP_LIGHTING_NONE;
}

/* Draws the one pixel at whose centre the probe is, seen by the world's camera. */
static bool draw_probe(bp_world *world, const bp_stage *stage, bp_raster *raster, bp_pixel_history *history,
                       bp_error *error) {
    bp_lit_sphere *lit = stage->lit;
    bp_view view = {.camera = world->camera, .viewport = {0, 0, 1, 1}, .show = BP_SHOW_MESH};
    const bp_framebuffer picture = {.pixels = lit->pixel, .width = 1, .height = 1};
    view.camera.target = bp_mat4_point(lit->matrix, lit->probe);
    view.camera.fov_y = NARROW;
    bp_stage_light_view(stage, &view);
    return bp_raster_begin(raster, &picture, NULL, error) &&
           bp_raster_clear(raster, &(bp_clear){.color = {0, 0, 0, 255}}, error) &&
           bp_scene_draw_meshes(raster, &view, stage->figure, error) &&
           bp_raster_end_with_history(raster, 0, 0, history, error);
}

bool bp_lit_sphere_pose(bp_world *world, const bp_stage *stage, bp_raster *raster, bp_error *error) {
    bp_lit_sphere *lit = stage->lit;
    bp_pixel_history history;
    lit->matrix = bp_mat4_scaling(lit->scaling);
    lit->light.normal_matrix = lit->normals_as_points ? &lit->matrix : NULL;
    bp_figure_set_world(stage->figure, lit->matrix);
    if (!draw_probe(world, stage, raster, &history, error)) return false;
    memcpy(lit->pixel, history.color, sizeof lit->pixel);
    for (size_t i = 0; i < history.count; i++)
        if (history.events[i].shading.shaded) lit->shading = history.events[i].shading;
    bp_pixel_history_clear(world->context, &history);
    return true;
}
