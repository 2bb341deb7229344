/* Each part of the picture is a mesh, moved to its position. At the end all parts become one mesh without a
 * skeleton. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include "scene/figure.h"
#include <math.h>
#include <string.h>

static const bp_allocator *allocator_of(const bp_answer_stage *stage) {
    return bp_context_allocator(stage->world->context);
}

/* Finite, and within a kilometre. */
static bool can_be_drawn(const float *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabsf(numbers[i]) < 1000)) return false;
    return true;
}

void bp_answer_stage_arm(bp_answer_stage *stage, bp_mat4 final) {
    bp_world *world = stage->world;
    bp_world_add_character(world, stage->title, "", BP_BIND_NATURAL);
    stage->has_character = true;
    int index = world->stage_count - 1;
    bp_bone *arm = bp_world_bone(world, index, "boneArmLeft");
    if (!arm || world->error.kind != BP_ERROR_NONE) return;
    if (!can_be_drawn(final.m, 16)) {
        bp_world_note(world, index, "not a number, or far too large: the arm stays");
        return;
    }
    /* final = inverse(absolute bind) * local, because the arm's parent stays in its bind. */
    bp_bone_set_local(arm, bp_mat4_mul(bp_bone_absolute_bind(arm), final));
}

/* Takes ownership of the mesh. */
static void add(bp_answer_stage *stage, bp_mesh *mesh, bp_mat4 transform, bp_rgba8 color) {
    bool ok = mesh && bp_mesh_add_attributes(mesh, BP_MESH_COLORS, &stage->world->error);
    if (!ok || !can_be_drawn(transform.m, 16) || stage->count == BP_ANSWER_STAGE_PARTS) {
        stage->is_incomplete |= ok;
        bp_mesh_destroy(mesh);
        return;
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) mesh->colors[i] = color;
    bp_mesh_transform(mesh, transform);
    stage->parts[stage->count++] = mesh;
}

void bp_answer_stage_box(bp_answer_stage *stage, bp_mat4 transform, bp_vec3 size, bp_vec3 center,
                         bp_rgba8 color) {
    bp_box_options box = {.size = size, .center = center};
    add(stage, bp_shape_box(allocator_of(stage), &box, &stage->world->error), transform, color);
}

void bp_answer_stage_block(bp_answer_stage *stage, bp_vec3 size, bp_vec3 center, bp_rgba8 color) {
    bp_answer_stage_box(stage, bp_mat4_identity(), size, center, color);
}

void bp_answer_stage_bone(bp_answer_stage *stage, bp_mat4 transform, size_t index) {
    bp_rgba8 color = bp_scene_color(index);
    bp_answer_stage_box(stage, transform, (bp_vec3){0.12f, 1, 0.12f}, (bp_vec3){0, 0.5f, 0}, color);
    bp_answer_stage_box(stage, transform, (bp_vec3){0.24f, 0.24f, 0.24f}, (bp_vec3){0, 0, 0}, color);
    bp_answer_stage_box(stage, transform, (bp_vec3){0.3f, 0.08f, 0.08f}, (bp_vec3){0.2f, 0.5f, 0}, color);
}

void bp_answer_stage_pose(bp_answer_stage *stage, const int *parent, int count, const float *local) {
    bp_mat4 absolute[BP_ANSWER_STAGE_PARTS];
    for (int i = 0; i < count; i++) {
        bp_mat4 own = bp_unpack_mat4(&local);
        absolute[i] = parent[i] < 0 ? own : bp_mat4_mul(own, absolute[parent[i]]);
        bp_answer_stage_bone(stage, absolute[i], (size_t)i);
    }
}

void bp_answer_stage_ball(bp_answer_stage *stage, bp_vec3 center, float radius, bp_rgba8 color) {
    bp_sphere_options ball = {.radius = radius, .sides = 24, .rings = 12};
    add(stage, bp_shape_sphere(allocator_of(stage), &ball, &stage->world->error), bp_mat4_translation(center),
        color);
}

void bp_answer_stage_rod(bp_answer_stage *stage, bp_vec3 from, bp_vec3 to, float width, bp_rgba8 color) {
    bp_vec3 along = bp_vec3_sub(to, from), y = bp_vec3_normalize(along);
    bp_vec3 x =
        bp_vec3_normalize(bp_vec3_cross(y, fabsf(y.z) < 0.9f ? (bp_vec3){0, 0, 1} : (bp_vec3){1, 0, 0}));
    bp_vec3 z = bp_vec3_cross(x, y);
    bp_mat4 transform = {{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, from.x, from.y, from.z, 1}};
    float length = bp_vec3_length(along);
    if (!can_be_drawn(&length, 1))
        stage->is_incomplete = true;
    else if (length > 0)
        bp_answer_stage_box(stage, transform, (bp_vec3){width, length, width}, (bp_vec3){0, length / 2, 0},
                            color);
}

void bp_answer_stage_pixel(bp_answer_stage *stage, int column, int row, int columns, int rows,
                           bp_rgba8 color) {
    float side = 4.0f / (float)rows;
    bp_vec3 center = {((float)column + 0.5f - 0.5f * (float)columns) * side,
                      (0.5f * (float)rows - (float)row - 0.5f) * side, 0};
    bp_answer_stage_box(stage, bp_mat4_translation(center), (bp_vec3){side * 0.94f, side * 0.94f, 0.02f},
                        (bp_vec3){0, 0, 0}, color);
}

void bp_answer_stage_bits(bp_answer_stage *stage, int columns, int rows, const float *bits) {
    for (int i = 0; i < rows * columns; i++)
        bp_answer_stage_pixel(stage, i % columns, i / columns, columns, rows,
                              bits[i] > 0.5f ? bp_scene_color(1) : (bp_rgba8){150, 150, 150, 255});
}

static bp_mesh *merge_parts(bp_answer_stage *stage) {
    bp_mesh_part parts[BP_ANSWER_STAGE_PARTS];
    for (int i = 0; i < stage->count; i++) parts[i] = (bp_mesh_part){.mesh = stage->parts[i]};
    bp_mesh *mesh = NULL;
    if (stage->count > 0)
        mesh = bp_mesh_merge(allocator_of(stage), parts, (size_t)stage->count, &stage->world->error);
    for (int i = 0; i < stage->count; i++) bp_mesh_destroy(stage->parts[i]);
    return mesh;
}

static float diagonal(bp_bounds bounds) { return bp_vec3_distance(bounds.lo, bounds.hi); }

/* Frames the last stage's figure, and those of earlier stages unless they would make it tiny. */
static void frame_figures(bp_world *world) {
    bp_bounds all = bp_figure_bounds(world->stages[world->stage_count - 1].figure);
    float limit = 3 * diagonal(all);
    for (int i = 0; i < world->stage_count - 1; i++) {
        if (!world->stages[i].figure) continue;
        bp_bounds with = bp_bounds_union(all, bp_figure_bounds(world->stages[i].figure));
        if (diagonal(with) <= limit) all = with;
    }
    bp_camera_fit(&world->camera, all, 1);
}

/* Looks straight at the plane z = 0. */
static void add_stage(bp_answer_stage *answer) {
    bp_world *world = answer->world;
    bp_stage *stage = bp_world_add_stage(world, answer->title, "", merge_parts(answer), NULL);
    world->show = BP_SHOW_MESH;
    if (answer->is_incomplete)
        bp_world_note(world, world->stage_count - 1, "part of it is not a number, or far too large");
    if (!stage->figure || !bp_figure_pose(stage->figure, &world->error)) return;
    world->camera = (bp_camera){.eye = {0, 0, 8}};
    frame_figures(world);
}

void bp_exercise_draw_answer(const bp_exercise *exercise, bp_world *world, const char *title, const float *in,
                             const float *out) {
    bp_exercise_inputs inputs;
    bp_answer_stage stage = {.world = world, .title = title};
    world->has_floor = true;
    bp_exercise_unpack(exercise->inputs, in, inputs.bytes);
    exercise->show(&stage, inputs.bytes, out);
    if (!stage.has_character) add_stage(&stage);
}
