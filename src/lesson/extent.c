/* The box around everything that a world shows. */
#include "lesson/world.h"

static bp_bounds point_bounds(bp_vec3 point) { return (bp_bounds){point, point}; }

/* A box around a skeleton's joints and tips. */
static bp_bounds skeleton_bounds(const bp_skeleton *skeleton, bp_mat4 world) {
    bp_bounds bounds = bp_bounds_empty();
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 frame = bp_mat4_mul(bp_bone_chain(bone), world);
        float length = 0;
        bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_position(frame)));
        if (!bp_bone_has_length(bone) || !bp_bone_length(bone, &length)) continue;
        bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_point(frame, (bp_vec3){0, length, 0})));
    }
    return bounds;
}

bp_bounds bp_world_extent(const bp_world *world) {
    bp_bounds bounds = bp_bounds_empty();
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        bp_mat4 matrix = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
        if (stage->figure) bounds = bp_bounds_union(bounds, bp_figure_bounds(stage->figure));
        if (stage->skeleton) bounds = bp_bounds_union(bounds, skeleton_bounds(stage->skeleton, matrix));
        for (int k = 0; k < BP_STAGE_ARROW_MAX; k++) {
            const bp_arrow *arrow = &stage->arrows[k];
            if (!(bp_vec3_distance(arrow->from, arrow->to) > 0)) continue;
            bounds = bp_bounds_union(bounds, point_bounds(arrow->from));
            bounds = bp_bounds_union(bounds, point_bounds(arrow->to));
        }
    }
    for (int i = 0; i < world->ghost_count; i++)
        if (world->ghosts[i].figure)
            bounds = bp_bounds_union(bounds, bp_figure_bounds(world->ghosts[i].figure));
    return bounds;
}
