/* Measures of the stages' posed meshes: differences, volume, the direction of an arm, the width and
 * rotation of a ring of vertices. */
#include "lesson/world.h"
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include "rig/engine.h"
#include "scene/figure.h"
#include <string.h>

void bp_measure_mesh_counts(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_mesh *mesh = world->stages[args->stage].mesh;
    if (mesh)
        values[0] = (float)mesh->vertex_count, values[1] = (float)mesh->index_count;
    else
        bp_world_fail(world, "stage %d has no mesh", args->stage + 1);
}

void bp_measure_volume(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_stage *stage = &world->stages[args->stage];
    if (!stage->figure || !stage->mesh) {
        bp_world_fail(world, "stage %d has no mesh to measure a volume of", args->stage + 1);
        return;
    }
    bp_mesh posed = *stage->mesh; /* the mesh with other positions; only read */
    posed.positions = (bp_vec3 *)bp_figure_positions(stage->figure, 0);
    values[0] = (float)(bp_mesh_volume(&posed) / bp_mesh_volume(stage->mesh));
}

static bool can_compare(bp_world *world, const bp_measure_args *args) {
    if (world->stages[args->stage].figure && world->stages[args->other].figure) return true;
    return bp_world_fail(world, "stages %d and %d can't be compared: one of them is empty", args->stage + 1,
                         args->other + 1);
}

void bp_measure_vertex_difference(bp_world *world, const bp_measure_args *args, float *values) {
    if (!can_compare(world, args)) return;
    values[0] = bp_figure_difference(world->stages[args->stage].figure, world->stages[args->other].figure);
}

/* The stage's meshes alone, on black. */
static bool draw(bp_world *world, const bp_stage *stage, const bp_framebuffer *to, bp_error *error) {
    bp_view view = {.camera = world->camera, .viewport = {0, 0, to->width, to->height}, .show = BP_SHOW_MESH};
    bp_clear clear = {.color = {0, 0, 0, 255}};
    view.light = stage->light, view.color = stage->color;
    view.unlit = stage->light && stage->light->lighting == BP_LIGHTING_NONE;
    return bp_raster_begin(world->raster, to, NULL, error) && bp_raster_clear(world->raster, &clear, error) &&
           bp_scene_draw_meshes(world->raster, &view, stage->figure, error) &&
           bp_raster_end(world->raster, NULL, error);
}

void bp_measure_pixel_difference(bp_world *world, const bp_measure_args *args, float *values) {
    if (!can_compare(world, args)) return;
    enum { SIZE = 400 }; /* pixels on each side */
    bp_error *error = bp_world_error_slot(world);
    bp_framebuffer pictures[2] = {0};
    bool ok = bp_world_raster(world) != NULL;
    for (int i = 0; i < 2 && ok; i++)
        ok = bp_framebuffer_create_color(world->context, SIZE, SIZE, &pictures[i], error) &&
             draw(world, &world->stages[i ? args->other : args->stage], &pictures[i], error);
    for (size_t i = 0; i < (size_t)4 * SIZE * SIZE && ok; i += 4)
        values[0] += memcmp(pictures[0].pixels + i, pictures[1].pixels + i, 4) != 0;
    for (int i = 0; i < 2; i++) bp_framebuffer_destroy(world->context, &pictures[i]);
}

enum { ARM_FIRST = 24, ARM_COUNT = 24 }; /* the left arm's vertices in bp_shape_character */

/* The centre of the left arm's box, and the unit vector from there to the hand. The hand's corners are
 * those in the hand's half of the mesh as modelled. */
static void arm_axis(const bp_stage *stage, bp_vec3 *center, bp_vec3 *axis) {
    const bp_vec3 down = {0.5f, -0.8660254f, 0}, modelled = {1, 0.5f, 0}; /* from the page */
    const bp_vec3 *posed = bp_figure_positions(stage->figure, 0);
    bp_vec3 all = {0}, hand = {0};
    for (int i = ARM_FIRST; i < ARM_FIRST + ARM_COUNT; i++) {
        all = bp_vec3_add(all, bp_vec3_scale(posed[i], 1.0f / ARM_COUNT));
        if (bp_vec3_dot(bp_vec3_sub(stage->mesh->positions[i], modelled), down) > 0)
            hand = bp_vec3_add(hand, bp_vec3_scale(posed[i], 2.0f / ARM_COUNT));
    }
    *center = all;
    *axis = bp_vec3_normalize(bp_vec3_sub(hand, all));
}

void bp_measure_arm_alignment(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, "boneArmLeft");
    bp_vec3 center, axis, tip = {0};
    arm_axis(&world->stages[args->stage], &center, &axis);
    bp_vec3 joint = bp_bone_position_in(bone, BP_SPACE_WORLD, NULL);
    bp_bone_tip(bone, NULL, &tip);
    bp_vec3 line = bp_vec3_normalize(bp_vec3_sub(tip, joint));
    float sine = bp_vec3_length(bp_vec3_cross(line, axis)), cosine = fabsf(bp_vec3_dot(line, axis));
    values[0] = bp_degrees(bp_atan2(sine, cosine));
    values[1] = bp_vec3_length(bp_vec3_cross(bp_vec3_sub(joint, center), axis));
}

/* A tube's middle ring: its vertices farthest to +X and to -X in the mesh, as modelled and as posed. */
typedef struct ring_ends {
    bp_vec3 modelled[2], posed[2];
} ring_ends;

static ring_ends find_ring(bp_world *world, int index) {
    const float tolerance = 1e-4f;
    const bp_stage *stage = &world->stages[index];
    ring_ends ends = {0};
    if (!stage->mesh || !stage->figure) {
        bp_world_fail(world, "stage %d has no tube", index + 1);
        return ends;
    }
    bp_bounds bounds = bp_mesh_bounds(stage->mesh);
    float middle = (bounds.lo.y + bounds.hi.y) / 2;
    const bp_vec3 *modelled = stage->mesh->positions, *posed = bp_figure_positions(stage->figure, 0);
    for (size_t i = 0; i < stage->mesh->vertex_count; i++) {
        if (fabsf(modelled[i].y - middle) > tolerance) continue;
        for (int end = 0; end < 2; end++)
            if (end == 0 ? modelled[i].x > ends.modelled[0].x : modelled[i].x < ends.modelled[1].x)
                ends.modelled[end] = modelled[i], ends.posed[end] = posed[i];
    }
    return ends;
}

void bp_measure_ring_width(bp_world *world, const bp_measure_args *args, float *values) {
    ring_ends ends = find_ring(world, args->stage);
    values[0] =
        bp_vec3_distance(ends.posed[0], ends.posed[1]) / bp_vec3_distance(ends.modelled[0], ends.modelled[1]);
}

void bp_measure_ring_rotation(bp_world *world, const bp_measure_args *args, float *values) {
    ring_ends ends = find_ring(world, args->stage);
    bp_vec3 across = bp_vec3_sub(ends.posed[0], ends.posed[1]);
    values[0] = bp_degrees(bp_atan2(-across.z, across.x)); /* +X rotates towards -Z */
}

/* ---- a vertex on its way ---- */

/* Each member is the one before it times one more matrix. */
typedef struct vertex_path {
    bp_vec3 mesh, bone, skeleton;
} vertex_path;

/* The bone with the vertex's largest weight. */
static const bp_bone *find_bone(const bp_stage *stage, int vertex) {
    const bp_mesh *mesh = stage->mesh;
    int best = vertex * mesh->influences;
    for (int i = best; i < (vertex + 1) * mesh->influences; i++)
        if (mesh->weights[i] > mesh->weights[best]) best = i;
    for (size_t i = 0; i < bp_skeleton_count(stage->skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(stage->skeleton, i);
        if (bp_bone_index(bone) == (int)mesh->joints[best]) return bone;
    }
    return NULL;
}

/* If the vertex doesn't exist or isn't skinned, the world fails. */
static vertex_path follow(bp_world *world, const bp_measure_args *args) {
    const bp_stage *stage = &world->stages[args->stage];
    const bp_mesh *mesh = stage->mesh;
    int vertex = args->other;
    vertex_path path = {0};
    bool skinned = mesh && stage->skeleton && stage->figure && mesh->influences > 0 && vertex >= 0 &&
                   (size_t)vertex < mesh->vertex_count;
    const bp_bone *bone = skinned ? find_bone(stage, vertex) : NULL;
    if (!bone) {
        bp_world_fail(world, "stage %d has no skinned vertex %d", args->stage + 1, vertex);
        return path;
    }
    path.mesh = mesh->positions[vertex];
    path.bone = bp_mat4_point(bp_bone_absolute_inverse_bind(bone), path.mesh);
    path.skeleton = bp_mat4_point(bp_bone_chain(bone), path.bone);
    return path;
}

static void put(bp_vec3 v, float *values) { values[0] = v.x, values[1] = v.y, values[2] = v.z; }

void bp_measure_vertex_mesh(bp_world *world, const bp_measure_args *args, float *values) {
    put(follow(world, args).mesh, values);
}
void bp_measure_vertex_bone(bp_world *world, const bp_measure_args *args, float *values) {
    put(follow(world, args).bone, values);
}
void bp_measure_vertex_skeleton(bp_world *world, const bp_measure_args *args, float *values) {
    put(follow(world, args).skeleton, values);
}
void bp_measure_vertex_skinned(bp_world *world, const bp_measure_args *args, float *values) {
    vertex_path path = follow(world, args); /* fails if the vertex doesn't exist */
    if (world->error.kind == BP_ERROR_NONE)
        path.mesh = bp_figure_positions(world->stages[args->stage].figure, 0)[args->other];
    put(path.mesh, values);
}
