/* Stages that several lessons have: a tube on a chain of joints, for smooth weights and for arms that reach a
 * target; a chain of bones with a box at the position that each ought to have; the page's character. */
#include "lesson/world.h"
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include "scene/figure.h"

/* Colours each vertex by its joints, with brighter stripes along the tube that show a twist. */
static bool paint(bp_mesh *mesh, bp_error *error) {
    const float stripes = 12, brighter = 0.35f;
    if (!bp_mesh_add_attributes(mesh, BP_MESH_COLORS, error)) return false;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        bp_vec3 mixed = bp_scene_weights_color(mesh, i);
        float light = (int)(mesh->uv[0][i].x * stripes) % 2 ? brighter : 0;
        const float rgb[] = {mixed.x, mixed.y, mixed.z};
        uint8_t *to = &mesh->colors[i].r;
        for (int c = 0; c < 3; c++) to[c] = (uint8_t)bp_clamp(bp_mix(rgb[c], 255, light) + 0.5f, 0, 255);
    }
    return true;
}

static bp_mesh *make_tube(bp_world *world, const bp_tube_options *options) {
    bp_error *error = bp_world_error_slot(world);
    bp_mesh *mesh = bp_shape_tube(bp_context_allocator(world->context), options, error);
    if (mesh && paint(mesh, error)) return mesh;
    bp_mesh_destroy(mesh);
    return NULL;
}

static bp_skeleton *make_skeleton(bp_world *world, int joints, float spacing) {
    return bp_tube_skeleton(world->context, NULL, joints, spacing, bp_world_rules(world),
                            bp_world_error_slot(world));
}

bp_stage *bp_world_add_tube(bp_world *world, const char *title, const char *subtitle,
                            const bp_tube_options *options, bp_skin_method method) {
    float spacing = options->length / (float)options->joints;
    bp_stage stage = {.title = title, .subtitle = subtitle};
    bp_mesh **cached = bp_model_cache_tube(world->cache, options);
    stage.mesh = cached && *cached ? *cached : make_tube(world, options);
    stage.mesh_cached = cached != NULL;
    if (cached) *cached = stage.mesh;
    stage.skeleton = make_skeleton(world, options->joints, spacing);
    if (stage.skeleton)
        bp_bone_set_length(bp_skeleton_bone_by_id(stage.skeleton, (size_t)options->joints - 1), spacing);
    return bp_world_add_mesh_stage(world, stage, method);
}

bp_stage *bp_world_add_ik_arm(bp_world *world, const char *title, const char *subtitle, float length) {
    bp_skeleton *skeleton = make_skeleton(world, 2, length);
    bp_bone_options target = {.name = "target"};
    if (skeleton && !bp_skeleton_add(skeleton, &target, bp_world_error_slot(world))) {
        bp_skeleton_destroy(skeleton);
        skeleton = NULL;
    }
    const bp_tube_options arm = {.radius = 0.2f, .length = 2 * length, .joints = 2, .blend = 0.4f};
    bp_mesh *mesh =
        skeleton ? bp_shape_tube(bp_context_allocator(world->context), &arm, bp_world_error_slot(world))
                 : NULL;
    return bp_world_add_stage(world, title, subtitle, mesh, skeleton);
}

/* ---- boxes ---- */

enum { BOX_MAX = 8 };

/* Box i follows bone i. */
static bp_mesh *make_mesh(bp_world *world, const bp_vec3 *positions, int count) {
    const bp_allocator *allocator = bp_context_allocator(world->context);
    bp_error *error = bp_world_error_slot(world);
    bp_mesh *boxes[BOX_MAX] = {0}, *merged = NULL;
    bp_mesh_part parts[BOX_MAX];
    bp_vec3 center = {0};
    bool ok = true;
    for (int i = 0; i < count && ok; i++) {
        center = bp_vec3_add(center, positions[i]);
        bp_box_options box = {.size = {0.45f, 0.45f, 0.45f}, .center = center};
        boxes[i] = bp_shape_box(allocator, &box, error);
        ok = boxes[i] && bp_mesh_bind_rigid(boxes[i], (uint16_t)i, error);
        parts[i] = (bp_mesh_part){boxes[i], NULL};
    }
    if (ok) merged = bp_mesh_merge(allocator, parts, (size_t)count, error);
    for (int i = 0; i < count; i++) bp_mesh_destroy(boxes[i]);
    return merged;
}

bp_stage *bp_world_add_box_chain(bp_world *world, const char *title, const char *subtitle,
                                 const char *const names[], const bp_vec3 positions[], int count) {
    if (count < 1 || count > BOX_MAX) {
        bp_world_fail(world, "a chain of boxes has 1 to %d of them, not %d", BOX_MAX, count);
        return bp_world_add_stage(world, title, subtitle, NULL, NULL);
    }
    bp_mesh *mesh = make_mesh(world, positions, count);
    bp_skeleton *skeleton = NULL;
    if (mesh)
        skeleton = bp_tube_skeleton(world->context, names, count, 0, bp_world_rules(world),
                                    bp_world_error_slot(world));
    return bp_world_add_stage(world, title, subtitle, mesh, skeleton);
}

/* ---- the character ---- */

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
