/* A stage with a sphere in a light of its own. */
#include "lesson/world.h"
#include "mesh/shapes.h"
#include <bindpose/lesson_light.h>
#include <math.h>

static const bp_vec3 EYE = {0, 0, 6};
static const float ARROW = 0.6f; /* metres */

bp_stage *bp_world_add_lit_sphere(bp_world *world, const char *title, const char *subtitle) {
    const bp_allocator *allocator = bp_context_allocator(world->context);
    bp_error *error = bp_world_error_slot(world);
    const bp_sphere_options options = {.radius = 1, .sides = 96, .rings = 48};
    bp_stage stage = {.title = title, .subtitle = subtitle};
    stage.mesh = bp_shape_sphere(allocator, &options, error);
    stage.lit = stage.mesh ? bp_alloc(allocator, 1, sizeof *stage.lit, error) : NULL;
    world->no_floor = true;
    world->camera = (bp_camera){.eye = EYE};
    world->show = BP_SHOW_MESH;
    if (!stage.lit) return bp_world_add_mesh_stage(world, stage, BP_SKIN_LINEAR);
    stage.lit->material = bp_material_default();
    stage.lit->light = (bp_draw_light){BP_LIGHTING_PIXEL, .direction = {0, 0, 1}, .color = {1, 1, 1}};
    stage.lit->scaling = (bp_vec3){1, 1, 1}, stage.lit->probe = (bp_vec3){0, 0, 1};
    stage.lit->matrix = bp_mat4_identity();
    const bp_figure_part part = {.mesh = stage.mesh, .material = &stage.lit->material, .physical = true};
    stage.figure = bp_figure_create(world->context, &part, 1, error);
    return bp_world_add_made_stage(world, stage);
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
    const bp_lit_sphere *lit = world->stages[0].lit;
    return (bp_vec3){lit->probe.x * lit->scaling.x, lit->probe.y * lit->scaling.y,
                     lit->probe.z * lit->scaling.z};
}

void bp_lit_set_probe(bp_world *world, bp_vec3 position) {
    for (int i = 0; i < BP_STAGE_MAX; i++) {
        bp_lit_sphere *lit = world->stages[i].lit;
        if (lit) lit->probe = over(position.x / lit->scaling.x, position.y / lit->scaling.y);
    }
}

bp_vec3 bp_lit_light(bp_world *world) {
    return bp_vec3_scale(world->stages[0].lit->light.direction, BP_LIT_LIGHT_DISTANCE);
}

void bp_lit_set_light(bp_world *world, bp_vec3 position) {
    for (int i = 0; i < BP_STAGE_MAX; i++)
        if (world->stages[i].lit)
            world->stages[i].lit->light.direction =
                over(position.x / BP_LIT_LIGHT_DISTANCE, position.y / BP_LIT_LIGHT_DISTANCE);
}

/* Not one that points to the eye, or has no direction: it would be a dot. */
static void show_arrow(bp_world *world, int stage, int index, bp_vec3 at, bp_vec3 direction,
                       const char *name) {
    const float length = fabsf(direction.z) < 0.995f ? ARROW : 0;
    bp_world_set_arrow(world, stage, index, at, bp_vec3_add(at, bp_vec3_scale(direction, length)), "%s",
                       name);
    world->stages[stage].arrows[index].label_at_tip = true;
}

void bp_lit_show_arrows(bp_world *world, int index) {
    const bp_lit_sphere *lit = world->stages[index].lit;
    const float *n = lit->shading.normal;
    const bp_vec3 at = bp_mat4_point(lit->matrix, lit->probe);
    const bp_vec3 normal = lit->shading.model != BP_LIGHTING_NONE ? (bp_vec3){n[0], n[1], n[2]} : lit->probe;
    show_arrow(world, index, 0, at, normal, "n");
    show_arrow(world, index, 1, at,
               lit->light.lighting == BP_LIGHTING_NONE ? (bp_vec3){0, 0, 0} : lit->light.direction, "l");
}
