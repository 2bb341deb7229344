/* Measures of the stages' posed meshes: differences, volume, the direction of an arm, the width and
 * rotation of a ring of vertices. */
#include "mesh/shapes.h"
#include "lesson/world.h"
#include "mesh/editing.h"
#include "rig/engine.h"
#include "scene/figure.h"

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

void bp_measure_pixel_difference(bp_world *world, const bp_measure_args *args, float *values) {
    if (!can_compare(world, args)) return;
    bp_error *error = bp_world_error_slot(world);
    const uint32_t *a = bp_stage_pictures_get(world->pictures, world, args->stage, error);
    const uint32_t *b = a ? bp_stage_pictures_get(world->pictures, world, args->other, error) : NULL;
    for (int i = 0; b && i < BP_STAGE_PICTURE_SIZE * BP_STAGE_PICTURE_SIZE; i++) values[0] += a[i] != b[i];
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
