/* Stages with a tube on a chain of joints: for smooth weights, and for arms that reach a target. */
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
    stage.mesh = bp_model_cache_get_tube(world->cache, options);
    stage.mesh_cached = stage.mesh != NULL;
    if (!stage.mesh) {
        stage.mesh = make_tube(world, options);
        stage.mesh_cached = stage.mesh && bp_model_cache_add_tube(world->cache, options, stage.mesh);
    }
    stage.skeleton = make_skeleton(world, options->joints, spacing);
    if (stage.skeleton)
        bp_bone_set_length(bp_skeleton_bone_by_id(stage.skeleton, (size_t)options->joints - 1), spacing);
    return bp_world_add_mesh_stage(world, stage, method);
}

/* A tube on bones 0 and 1, and a ball on bone 2. */
static bp_mesh *ik_mesh(bp_world *world, float length) {
    const bp_allocator *allocator = bp_context_allocator(world->context);
    bp_error *error = bp_world_error_slot(world);
    bp_tube_options arm = {.radius = 0.2f, .length = 2 * length, .joints = 2, .blend = 0.4f};
    bp_sphere_options target = {.radius = 0.14f};
    bp_mesh *tube = bp_shape_tube(allocator, &arm, error), *merged = NULL;
    bp_mesh *ball = bp_shape_sphere(allocator, &target, error);
    if (tube && ball && bp_mesh_bind_rigid(ball, 2, error)) {
        bp_mesh_part parts[] = {{.mesh = tube}, {.mesh = ball}};
        merged = bp_mesh_merge(allocator, parts, BP_COUNT(parts), error);
    }
    bp_mesh_destroy(tube);
    bp_mesh_destroy(ball);
    return merged;
}

bp_stage *bp_world_add_ik_arm(bp_world *world, const char *title, const char *subtitle, float length) {
    bp_skeleton *skeleton = make_skeleton(world, 2, length);
    bp_bone_options target = {.name = "target"};
    if (skeleton && !bp_skeleton_add(skeleton, &target, bp_world_error_slot(world))) {
        bp_skeleton_destroy(skeleton);
        skeleton = NULL;
    }
    return bp_world_add_stage(world, title, subtitle, skeleton ? ik_mesh(world, length) : NULL, skeleton);
}
