/* A stage with a sphere in a light of its own. */
#include "lit_sphere.h"
#include "mesh/shapes.h"
#include <bindpose/lesson.h>
#include <math.h>
#include <string.h>

static const bp_vec3 EYE = {0, 0, 6};
static const float ARROW = 0.6f; /* metres */

static const char KIND[] = "lit sphere";

bp_lit_sphere *bp_lit_of(const bp_stage *stage) { return stage->kind == KIND ? stage->data : NULL; }

static const float NARROW = 0.002f; /* radians: vertices are snapped to parts of this pixel */

/* Draws the one pixel at whose centre the probe is, seen by the world's camera. */
static bool draw_probe(bp_world *world, const bp_stage *stage, bp_raster *raster, bp_pixel_history *history,
                       bp_error *error) {
    bp_lit_sphere *lit = bp_lit_of(stage);
    bp_view view = {.camera = world->camera, .viewport = {0, 0, 1, 1}, .show = BP_SHOW_MESH};
    const bp_framebuffer picture = {.pixels = lit->pixel, .width = 1, .height = 1};
    view.camera.target = bp_mat4_point(lit->matrix, lit->probe);
    view.camera.fov_y = NARROW;
    view.light = stage->light, view.color = stage->color;
    view.unlit = lit->light.lighting == BP_LIGHTING_NONE;
    return bp_raster_begin(raster, &picture, NULL, error) &&
           bp_raster_clear(raster, &(bp_clear){.color = {0, 0, 0, 255}}, error) &&
           bp_scene_draw_meshes(raster, &view, stage->figure, error) &&
           bp_raster_end_with_history(raster, 0, 0, history, error);
}

/* Scales the stage's sphere, and finds the numbers at its probe. */
static bool pose(bp_world *world, bp_stage *stage, bp_raster *raster, bp_error *error) {
    bp_lit_sphere *lit = bp_lit_of(stage);
    bp_pixel_history history;
    lit->matrix = bp_mat4_scaling(lit->scaling);
    stage->light = &lit->light;
    stage->color = lit->encoded ? BP_COLOR_RAW : BP_COLOR_SRGB;
    lit->light.normal_matrix = lit->normals_as_points ? &lit->matrix : NULL;
    bp_figure_set_world(stage->figure, lit->matrix);
    if (!draw_probe(world, stage, raster, &history, error)) return false;
    memcpy(lit->pixel, history.color, sizeof lit->pixel);
    for (size_t i = 0; i < history.count; i++)
        if (history.events[i].shading.shaded) lit->shading = history.events[i].shading;
    bp_pixel_history_clear(world->context, &history);
    return true;
}

void bp_lit_update(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++) {
        bp_stage *stage = &world->stages[i];
        bp_raster *raster = bp_lit_of(stage) && stage->figure ? bp_world_raster(world) : NULL;
        if (raster && !pose(world, stage, raster, bp_world_error_slot(world))) return;
    }
}

bp_stage *bp_world_add_lit_sphere(bp_world *world, const char *title, const char *subtitle) {
    const bp_allocator *allocator = bp_context_allocator(world->context);
    bp_error *error = bp_world_error_slot(world);
    const bp_sphere_options options = {.radius = 1, .sides = 96, .rings = 48};
    bp_lit_sphere *lit = bp_alloc(allocator, 1, sizeof *lit, error);
    bp_stage stage = {.title = title, .subtitle = subtitle, .kind = lit ? KIND : NULL, .data = lit};
    if (lit) stage.mesh = bp_shape_sphere(allocator, &options, error);
    world->camera = (bp_camera){.eye = EYE};
    world->show = BP_SHOW_MESH;
    world->update = bp_lit_update;
    if (!stage.mesh) return bp_world_add_kind(world, stage);
    lit->material = bp_material_default();
    lit->light = (bp_draw_light){BP_LIGHTING_PIXEL, .direction = {0, 0, 1}, .color = {1, 1, 1}};
    lit->scaling = (bp_vec3){1, 1, 1}, lit->probe = (bp_vec3){0, 0, 1};
    lit->matrix = bp_mat4_identity();
    const bp_figure_part part = {.mesh = stage.mesh, .material = &lit->material, .physical = true};
    stage.figure = bp_figure_create(world->context, &part, 1, error);
    return bp_world_add_kind(world, stage);
}

/* ---- handles ---- */

/* The sphere's point, of radius 1, that is over x and y; towards the border it stays in view. */
static bp_vec3 over(float x, float y) {
    static const float MOST = 0.95f;
    const float length = sqrtf(x * x + y * y), shrink = length > MOST ? MOST / length : 1;
    x *= shrink, y *= shrink;
    return (bp_vec3){x, y, sqrtf(1 - x * x - y * y)};
}

bp_vec3 bp_lit_probe(bp_world *world) {
    const bp_lit_sphere *lit = bp_lit_of(&world->stages[0]);
    return bp_mat4_point(lit->matrix, lit->probe);
}

void bp_lit_set_probe(bp_world *world, bp_vec3 position) {
    for (int i = 0; i < BP_STAGE_MAX; i++) {
        bp_lit_sphere *lit = bp_lit_of(&world->stages[i]);
        if (lit) lit->probe = over(position.x / lit->scaling.x, position.y / lit->scaling.y);
    }
}

/* Not one that points to the eye. */
static void paint_arrow(bp_painter *painter, bp_vec3 at, bp_vec3 direction, bool dashed, const char *name,
                        const char *color) {
    enum { DASHES = 7 };
    const bp_rgba8 ink = bp_prose_color(painter->theme, color);
    const bp_vec3 to = bp_vec3_add(at, bp_vec3_scale(direction, ARROW));
    if (fabsf(direction.z) >= 0.995f) return;
    for (int i = 0; i < DASHES && dashed; i++) {
        const bp_vec3 dash[2] = {bp_vec3_mix(at, to, (float)i / DASHES),
                                 bp_vec3_mix(at, to, ((float)i + 0.55f) / DASHES)};
        bp_paint_lines(painter, dash, 2, false, 3, ink);
    }
    if (!dashed) bp_paint_arrow(painter, at, to, ink);
    bp_paint_label(painter, &to, 1, name, ink);
}

void bp_lit_paint(const bp_stage *stage, bp_painter *painter) {
    const bp_lit_sphere *lit = bp_lit_of(stage);
    const float *n = lit->shading.normal;
    const bp_vec3 at = bp_mat4_point(lit->matrix, lit->probe);
    const bool coming = bp_vec3_length(lit->coming) > 0;
    bp_vec3 border[64];
    for (int i = 0; i < 64; i++) {
        const float angle = BP_PI / 32 * (float)i;
        border[i] = bp_mat4_point(lit->matrix, (bp_vec3){bp_cos(angle), bp_sin(angle), 0});
    }
    if (!coming) bp_paint_lines(painter, border, 64, true, 1.5f, painter->theme->quiet);
    paint_arrow(painter, at, (bp_vec3){n[0], n[1], n[2]}, false, coming ? "N (0.6, 0, 0.8)" : "N",
                lit->normals_as_points ? "wrong" : "p");
    paint_arrow(painter, at, lit->light.direction, false, "L: light", "hem");
    if (coming) paint_arrow(painter, at, lit->coming, true, "L (0, 0.6, 0.8)", "hem");
    bp_paint_disc(painter, at, 5, bp_prose_color(painter->theme, "p"));
    bp_paint_label(painter, &at, 1, "P", bp_prose_color(painter->theme, "p"));
}

/* ---- Measures of a lit sphere at its probe ---- */

/* NULL, and the world fails, without a sphere. */
static const bp_lit_sphere *lit_of(bp_world *world, const bp_measure_args *args) {
    const bp_lit_sphere *lit = bp_lit_of(&world->stages[args->stage]);
    if (!lit) bp_world_fail(world, "stage %d has no lit sphere", args->stage + 1);
    return lit;
}

void bp_measure_light_normal(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    for (int i = 0; lit && i < 3; i++) values[i] = lit->shading.normal[i];
}

void bp_measure_light_cosine(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    if (lit) values[0] = lit->shading.n_dot_l;
}

void bp_measure_light_pixel(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    for (int i = 0; lit && i < 3; i++) values[i] = (float)lit->pixel[i];
}

/* The surface's direction at the probe: a quarter turn of the sphere's normal, scaled as points are. */
void bp_measure_light_surface(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    if (!lit) return;
    const bp_vec3 along =
        bp_vec3_normalize((bp_vec3){lit->probe.z * lit->scaling.x, 0, -lit->probe.x * lit->scaling.z});
    const float *n = lit->shading.normal;
    values[0] = bp_degrees(bp_acos(bp_vec3_dot(along, (bp_vec3){n[0], n[1], n[2]})));
}
