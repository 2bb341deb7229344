/* Stages with a tube on a chain of joints: for what needs weights, and for arms that reach. */
#include "lesson/world.h"
#include <math.h>

static int rules_of(const bp_world *world) { return world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE; }

/* How much of a vertex belongs to a joint. */
static float share(const bp_mesh *mesh, size_t vertex, int joint) {
    float sum = 0;
    for (size_t i = 0; i < (size_t)mesh->influences; i++) {
        size_t at = vertex * (size_t)mesh->influences + i;
        if (mesh->joints[at] == joint) sum += mesh->weights[at];
    }
    return sum;
}

/* The joints' colours, mixed by weight, and brighter in stripes along the tube, by which one sees a twist. */
static bool paint(bp_mesh *mesh, int joints, bp_error *error) {
    const float stripes = 12, brighter = 0.35f;
    if (!bp_mesh_add_attributes(mesh, BP_MESH_COLORS, error)) return false;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        float mixed[3] = {0};
        for (int joint = 0; joint < joints; joint++) {
            bp_rgba8 color = bp_scene_color((size_t)joint);
            float part = share(mesh, i, joint);
            mixed[0] += part * color.r, mixed[1] += part * color.g, mixed[2] += part * color.b;
        }
        float light = (int)(mesh->uv[0][i].x * stripes) % 2 ? brighter : 0;
        uint8_t *to = &mesh->colors[i].r;
        for (int c = 0; c < 3; c++) to[c] = (uint8_t)bp_clamp(bp_mix(mixed[c], 255, light) + 0.5f, 0, 255);
    }
    return true;
}

static bp_mesh *make_tube(bp_world *world, const bp_tube_options *options) {
    bp_mesh *mesh = bp_shape_tube(bp_context_allocator(world->context), options, &world->error);
    if (mesh && paint(mesh, options->joints, &world->error)) return mesh;
    bp_mesh_destroy(mesh);
    return NULL;
}

bp_stage *bp_world_add_tube(bp_world *world, const char *title, const char *subtitle,
                            const bp_tube_options *options, bp_skin_method method) {
    float spacing = options->length / (float)options->joints;
    bp_mesh *mesh = bp_model_cache_get_tube(world->cache, options);
    bool shelved = mesh != NULL;
    if (!mesh) {
        mesh = make_tube(world, options);
        shelved = mesh && bp_model_cache_add_tube(world->cache, options, mesh);
    }
    bp_skeleton *skeleton =
        bp_tube_skeleton(world->context, options->joints, spacing, rules_of(world), &world->error);
    if (skeleton) bp_bone_set_length(bp_skeleton_bone_by_id(skeleton, (size_t)options->joints - 1), spacing);
    return bp_world_add_mesh_stage(world, title, subtitle, mesh, skeleton, method, shelved);
}

/* The tube of two bones, and a ball on a third. */
static bp_mesh *reach_mesh(bp_world *world, float length) {
    const bp_allocator *allocator = bp_context_allocator(world->context);
    bp_tube_options arm = {.radius = 0.2f, .length = 2 * length, .joints = 2, .blend = 0.4f};
    bp_sphere_options target = {.radius = 0.14f};
    bp_mesh *tube = bp_shape_tube(allocator, &arm, &world->error), *merged = NULL;
    bp_mesh *ball = bp_shape_sphere(allocator, &target, &world->error);
    if (tube && ball && bp_mesh_bind_rigid(ball, 2, &world->error)) {
        bp_mesh_part parts[] = {{.mesh = tube}, {.mesh = ball}};
        merged = bp_mesh_merge(allocator, parts, BP_COUNT(parts), &world->error);
    }
    bp_mesh_destroy(tube);
    bp_mesh_destroy(ball);
    return merged;
}

bp_stage *bp_world_add_ik_arm(bp_world *world, const char *title, const char *subtitle, float length) {
    bp_skeleton *skeleton = bp_tube_skeleton(world->context, 2, length, rules_of(world), &world->error);
    bp_bone_options target = {.name = "target"};
    if (skeleton && !bp_skeleton_add(skeleton, &target, &world->error)) {
        bp_skeleton_destroy(skeleton);
        skeleton = NULL;
    }
    return bp_world_add_stage(world, title, subtitle, skeleton ? reach_mesh(world, length) : NULL, skeleton);
}

/* Of the ring half-way up: the two vertices farthest to +x and to -x in the mesh, as made and as posed. */
typedef struct ring_ends {
    bp_vec3 made[2], posed[2];
} ring_ends;

static ring_ends find_ring(bp_world *world, int number) {
    const float near = 1e-4f;
    const bp_stage *stage = &world->stages[number];
    ring_ends ends = {0};
    if (!stage->mesh || !stage->figure) {
        bp_world_fail(world, "stage %d has no tube", number + 1);
        return ends;
    }
    bp_bounds bounds = bp_mesh_bounds(stage->mesh);
    float middle = (bounds.lo.y + bounds.hi.y) / 2;
    const bp_vec3 *made = stage->mesh->positions, *posed = bp_figure_positions(stage->figure, 0);
    for (size_t i = 0; i < stage->mesh->vertex_count; i++) {
        if (fabsf(made[i].y - middle) > near) continue;
        for (int end = 0; end < 2; end++)
            if (end == 0 ? made[i].x > ends.made[0].x : made[i].x < ends.made[1].x)
                ends.made[end] = made[i], ends.posed[end] = posed[i];
    }
    return ends;
}

void bp_measure_ring_width(bp_world *world, const bp_measure_args *args, float *values) {
    ring_ends ends = find_ring(world, args->stage);
    values[0] = bp_vec3_distance(ends.posed[0], ends.posed[1]) / bp_vec3_distance(ends.made[0], ends.made[1]);
}

void bp_measure_ring_rotation(bp_world *world, const bp_measure_args *args, float *values) {
    ring_ends ends = find_ring(world, args->stage);
    bp_vec3 across = bp_vec3_sub(ends.posed[0], ends.posed[1]);
    values[0] = bp_degrees(bp_atan2(-across.z, across.x)); /* +X turns towards -Z */
}
