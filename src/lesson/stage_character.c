/* Stages with the page's character. */
#include "lesson/world.h"
#include "mesh/shapes.h"

/* A submesh for each box: arms that cross share planes, and of two submeshes the first is drawn nearer. */
static bool split_boxes(bp_mesh *mesh, bp_error *error) {
    bp_submesh boxes[BP_CHARACTER_BONES];
    size_t count = mesh->index_count / BP_CHARACTER_BONES;
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++)
        boxes[i] = (bp_submesh){.first = i * count, .count = count, .material = mesh->submeshes[0].material};
    return bp_mesh_set_submeshes(mesh, boxes, BP_CHARACTER_BONES, error);
}

bp_stage *bp_world_add_character(bp_world *world, const char *title, const char *subtitle,
                                 bp_character_bind bind) {
    bp_error *error = bp_world_error_slot(world);
    bp_mesh *mesh = bp_shape_character(bp_context_allocator(world->context), error);
    bp_skeleton *skeleton =
        mesh && split_boxes(mesh, error)
            ? bp_character_skeleton(world->context, bind, NULL, bp_world_rules(world), error)
            : NULL;
    world->camera = bp_character_camera();
    return bp_world_add_stage(world, title, subtitle, mesh, skeleton);
}

bp_mat4 bp_left_arm_local(float scale_x, bp_vec3 axis, float degrees) {
    bp_mat4 scaling = bp_mat4_scaling((bp_vec3){scale_x, 1, 1});
    bp_mat4 rotated = bp_mat4_mul(scaling, bp_mat4_from_axis_angle(axis, bp_radians(degrees)));
    return bp_mat4_mul(rotated, bp_mat4_translation((bp_vec3){0.5f, 1.5f, 0}));
}
