/* Measures of a frustum, and of the pixels that its triangle gets. */
#include "shared/frustum_private.h"
#include "shared/pixel_grid.h"

/* NULL, and the world fails, without one. */
static bp_frustum *frustum_of(bp_world *world) {
    bp_frustum *frustum = bp_world_frustum(world);
    if (!frustum) bp_world_fail(world, "no stage has a frustum");
    return frustum;
}

static const bp_pixel_grid *grid_of(bp_world *world, const bp_measure_args *args) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[args->stage]);
    if (!grid) bp_world_fail(world, "stage %d has no grid of pixels", args->stage + 1);
    return grid;
}

void bp_measure_frustum_clip(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_frustum *frustum = frustum_of(world);
    if (!frustum) return;
    bp_vec4 clip = bp_frustum_clip(frustum->vertex[args->other]);
    values[0] = clip.x, values[1] = clip.y, values[2] = clip.z, values[3] = clip.w;
}

void bp_measure_frustum_distance(bp_world *world, const bp_measure_args *args, float *values) {
    float clip[4] = {0};
    bp_measure_frustum_clip(world, args, clip);
    values[0] = clip[3];
}

void bp_measure_frustum_divided(bp_world *world, const bp_measure_args *args, float *values) {
    float clip[4] = {0, 0, 0, 1};
    bp_measure_frustum_clip(world, args, clip);
    for (int i = 0; i < 3; i++) values[i] = clip[i] / clip[3];
}

void bp_measure_outcodes(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_frustum *frustum = frustum_of(world);
    (void)args;
    for (int i = 0; frustum && i < 3; i++) values[i] = (float)bp_outcode(bp_frustum_clip(frustum->vertex[i]));
}

void bp_measure_common_outcode(bp_world *world, const bp_measure_args *args, float *values) {
    float all[3] = {0};
    bp_measure_outcodes(world, args, all);
    values[0] = (float)((unsigned)all[0] & (unsigned)all[1] & (unsigned)all[2]);
}

static int cut(const bp_frustum *frustum, unsigned planes, bp_vec4 corner[BP_POLYGON_MAX]) {
    for (int i = 0; i < 3; i++) corner[i] = bp_frustum_clip(frustum->vertex[i]);
    return bp_polygon_cut(corner, 3, planes);
}

void bp_measure_cut_corners(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_frustum *frustum = frustum_of(world);
    bp_vec4 corner[BP_POLYGON_MAX];
    (void)args;
    if (!frustum) return;
    values[0] = (float)cut(frustum, BP_PLANE_NEAR, corner);
    values[1] = (float)cut(frustum, BP_PLANE_ALL, corner);
}

void bp_measure_landed(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (!grid || grid->vertices == BP_VERTICES_OWN) return;
    bp_vec2 at = bp_frustum_landing(world, args->stage, args->other);
    values[0] = at.x, values[1] = at.y;
}

void bp_measure_drawn_corner(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec2 at = bp_pixel_point(&world->stages[args->stage], args->other);
    values[0] = at.x, values[1] = at.y;
}

void bp_measure_triangles(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (grid) values[0] = (float)grid->triangle_count;
}

void bp_measure_way_round(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (!grid || grid->triangle_count == 0) return;
    const bp_vec2 *c = grid->triangles[0].corner;
    values[0] = bp_edge_function(c[0], c[1], c[2]);
}

/* Draws the frustum's triangle from camera space on, white on black. */
static bool rasterize(bp_world *world, const bp_pixel_grid *grid, bp_rgba8 *pixels) {
    const bp_frustum *frustum = frustum_of(world);
    bp_raster *raster = world->raster;
    if (!raster) bp_world_fail(world, "a frustum's triangle is drawn by a session alone");
    if (!raster || !frustum) return false;
    const bp_mat4 projection = bp_frustum_projection(bp_frustum_near(frustum));
    const bp_framebuffer picture = {
        .pixels = &pixels->r, .width = grid->width, .height = grid->height, .stride = grid->width};
    const bp_draw triangle = {.vertices = {.count = 3, .positions = &frustum->vertex[0].x},
                              .transform = &projection,
                              .state = {.depth = BP_DEPTH_ALWAYS, .no_depth_write = true}};
    bp_error *error = bp_world_error_slot(world);
    return bp_raster_begin(raster, &picture, &(bp_pass){.reference = true}, error) &&
           bp_raster_draw(raster, &triangle, error) && bp_raster_end(raster, NULL, error);
}

void bp_measure_rasterized(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    bp_rgba8 pixels[BP_PIXEL_GRID_MAX] = {{0, 0, 0, 0}};
    if (!grid || !rasterize(world, grid, pixels)) return;
    for (int i = 0; i < grid->width * grid->height; i++) values[0] += (float)(pixels[i].a > 0);
}

void bp_measure_cut_difference(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    bp_rgba8 pixels[BP_PIXEL_GRID_MAX] = {{0, 0, 0, 0}};
    bp_vec4 corner[BP_POLYGON_MAX];
    if (!grid || !rasterize(world, grid, pixels)) return;
    bp_pixel_grid all = {.width = grid->width, .height = grid->height};
    bp_frustum_land(&all, corner, cut(frustum_of(world), BP_PLANE_ALL, corner), BP_VERTICES_RIGHT);
    if (!bp_pixel_grid_draw(&all, bp_world_raster(world), bp_world_error_slot(world))) return;
    for (int i = 0; i < grid->width * grid->height; i++)
        values[0] += (float)((pixels[i].a > 0) != (all.owners[i] > 0));
}
