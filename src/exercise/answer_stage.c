/* Pictures of answers, made of boxes and balls. Each part is a mesh that is moved to its place; at the end they
 * become one, bound to nothing. */
#include "exercise/answer_stage.h"
#include <math.h>
#include <string.h>

static const bp_allocator *allocator_of(const bp_answer_stage *picture) {
    return bp_context_allocator(picture->world->context);
}

/* Finite, and near enough to be worth looking at. */
static bool can_be_drawn(const float *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabsf(numbers[i]) < 1000)) return false;
    return true;
}

void bp_answer_stage_arm(bp_world *world, const char *title, bp_mat4 final) {
    bp_world_add_character(world, title, "", BP_BIND_NATURAL);
    int stage = world->stage_count - 1;
    bp_bone *arm = bp_world_bone(world, stage, "boneArmLeft");
    if (!arm || world->error.kind != BP_ERROR_NONE) return;
    if (!can_be_drawn(final.m, 16)) {
        bp_world_note(world, stage, "not a number, or far too large: the arm stays");
        return;
    }
    /* final = inverse(absolute bind) * local, since the arm's parent stays in its bind. */
    bp_bone_set_local(arm, bp_mat4_mul(bp_bone_absolute_bind(arm), final));
}

/* ---- building ---------------------------------------------------------------------------------------- */

void bp_answer_stage_begin(bp_answer_stage *picture, bp_world *world) {
    picture->world = world;
    picture->count = 0;
    picture->left_out = false;
}

/* Takes the mesh over. */
static void add(bp_answer_stage *picture, bp_mesh *mesh, bp_mat4 place, bp_rgba8 color) {
    bool good = mesh && bp_mesh_add_attributes(mesh, BP_MESH_COLORS, &picture->world->error);
    bool seen = good && can_be_drawn(place.m, 16) && picture->count < BP_ANSWER_STAGE_PARTS;
    if (good && !seen) picture->left_out = true;
    if (!seen) {
        bp_mesh_destroy(mesh);
        return;
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) mesh->colors[i] = color;
    bp_mesh_transform(mesh, place);
    picture->parts[picture->count++] = mesh;
}

void bp_answer_stage_box(bp_answer_stage *picture, bp_mat4 place, bp_vec3 size, bp_vec3 center, bp_rgba8 color) {
    bp_box_options box = {.size = size, .center = center};
    add(picture, bp_shape_box(allocator_of(picture), &box, &picture->world->error), place, color);
}

void bp_answer_stage_bone(bp_answer_stage *picture, bp_mat4 place, size_t number) {
    bp_rgba8 color = bp_scene_color(number);
    bp_answer_stage_box(picture, place, (bp_vec3){0.12f, 1, 0.12f}, (bp_vec3){0, 0.5f, 0}, color);
    bp_answer_stage_box(picture, place, (bp_vec3){0.24f, 0.24f, 0.24f}, (bp_vec3){0, 0, 0}, color);
    bp_answer_stage_box(picture, place, (bp_vec3){0.3f, 0.08f, 0.08f}, (bp_vec3){0.2f, 0.5f, 0}, color);
}

void bp_answer_stage_ball(bp_answer_stage *picture, bp_vec3 at, float radius, bp_rgba8 color) {
    bp_sphere_options ball = {.radius = radius, .sides = 24, .rings = 12};
    add(picture, bp_shape_sphere(allocator_of(picture), &ball, &picture->world->error),
        bp_mat4_translation(at), color);
}

void bp_answer_stage_rod(bp_answer_stage *picture, bp_vec3 from, bp_vec3 to, float width, bp_rgba8 color) {
    bp_vec3 along = bp_vec3_sub(to, from), y = bp_vec3_normalize(along);
    bp_vec3 x =
        bp_vec3_normalize(bp_vec3_cross(y, fabsf(y.z) < 0.9f ? (bp_vec3){0, 0, 1} : (bp_vec3){1, 0, 0}));
    bp_vec3 z = bp_vec3_cross(x, y);
    bp_mat4 place = {{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, from.x, from.y, from.z, 1}};
    float length = bp_vec3_length(along);
    if (!can_be_drawn(&length, 1))
        picture->left_out = true;
    else if (length > 0)
        bp_answer_stage_box(picture, place, (bp_vec3){width, length, width}, (bp_vec3){0, length / 2, 0}, color);
}

void bp_answer_stage_pixel(bp_answer_stage *picture, int column, int row, int columns, int rows, bp_rgba8 color) {
    float side = 4.0f / (float)rows;
    bp_vec3 at = {((float)column + 0.5f - 0.5f * (float)columns) * side,
                  (0.5f * (float)rows - (float)row - 0.5f) * side, 0};
    bp_answer_stage_box(picture, bp_mat4_translation(at), (bp_vec3){side * 0.94f, side * 0.94f, 0.02f},
                   (bp_vec3){0, 0, 0}, color);
}

/* ---- the stage ----------------------------------------------------------------------------------------- */

static bp_mesh *merged(bp_answer_stage *picture) {
    bp_mesh_part parts[BP_ANSWER_STAGE_PARTS];
    for (int i = 0; i < picture->count; i++) parts[i] = (bp_mesh_part){.mesh = picture->parts[i]};
    bp_mesh *mesh = NULL;
    if (picture->count > 0)
        mesh = bp_mesh_merge(allocator_of(picture), parts, (size_t)picture->count, &picture->world->error);
    for (int i = 0; i < picture->count; i++) bp_mesh_destroy(picture->parts[i]);
    picture->count = 0;
    return mesh;
}

static float size_of(bp_bounds bounds) { return bp_vec3_distance(bounds.lo, bounds.hi); }

/* The last stage's figure, and those before it where that doesn't make a speck of it. */
static void look_at_all(bp_world *world) {
    bp_bounds all = bp_figure_bounds(world->stages[world->stage_count - 1].figure);
    float most = 3 * size_of(all);
    for (int i = 0; i < world->stage_count - 1; i++) {
        if (!world->stages[i].figure) continue;
        bp_bounds with = bp_bounds_union(all, bp_figure_bounds(world->stages[i].figure));
        if (size_of(with) <= most) all = with;
    }
    bp_camera_fit(&world->camera, all, 1);
}

void bp_answer_stage_end(bp_answer_stage *picture, const char *title, bool flat) {
    bp_world *world = picture->world;
    bp_stage *stage = bp_world_add_stage(world, title, "", merged(picture), NULL);
    world->show = BP_SHOW_MESH;
    if (picture->left_out)
        bp_world_note(world, world->stage_count - 1, "part of it is not a number, or far too large");
    if (!stage->figure || !bp_figure_pose(stage->figure, &world->error)) return;
    world->camera = (bp_camera){.eye = flat ? (bp_vec3){0, 0, 8} : (bp_vec3){3, 2.5f, 7}};
    look_at_all(world);
}
