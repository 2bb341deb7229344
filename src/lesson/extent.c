/* The box around everything that a stage shows. */
#include "lesson/world.h"
#include <math.h>

static const float REACH = 0.75f; /* of a mesh around its bones, by the figure's radius */

static bp_bounds point_bounds(bp_vec3 point) { return bp_bounds_from_points(&point, 1); }

/* A box around a skeleton's joints and tips. */
static bp_bounds skeleton_bounds(const bp_skeleton *skeleton, bp_mat4 space) {
    bp_bounds bounds = bp_bounds_empty();
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 frame = bp_mat4_mul(bp_bone_chain(bone), space);
        float length = 0;
        bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_position(frame)));
        if (!bp_bone_has_length(bone) || !bp_bone_length(bone, &length)) continue;
        bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_point(frame, (bp_vec3){0, length, 0})));
    }
    return bounds;
}

/* The box around the figure's vertices, as posed or before bones move them. */
static bp_bounds figure_bounds(const bp_figure *figure, bool posed, bp_mat4 space) {
    bp_bounds bounds = bp_bounds_empty();
    bp_mat4 world = bp_mat4_mul(bp_figure_world(figure), space);
    for (size_t k = 0; k < bp_figure_part_count(figure); k++) {
        const bp_mesh *mesh = bp_figure_part_at(figure, k)->mesh;
        const bp_vec3 *positions = posed ? bp_figure_positions(figure, k) : mesh->positions;
        for (size_t i = 0; i < mesh->vertex_count; i++)
            bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_point(world, positions[i])));
    }
    return bounds;
}

/* A mesh that explodes doesn't make the view move back until bones are tiny: what is too far from the bones
 * may leave the view. */
static bp_bounds visible_bounds(const bp_figure *figure, bp_bounds bones, bp_mat4 space) {
    bp_bounds mesh = figure_bounds(figure, true, space), unposed = figure_bounds(figure, false, space);
    if (bp_bounds_is_empty(bones) || bp_bounds_is_empty(mesh) || bp_bounds_is_empty(unposed)) return mesh;
    float reach = REACH * fmaxf(bp_bounds_radius(bones), bp_bounds_radius(unposed));
    float *lo = &mesh.lo.x, *hi = &mesh.hi.x;
    const float *least = &bones.lo.x, *most = &bones.hi.x;
    for (int i = 0; i < 3; i++) {
        lo[i] = fmaxf(lo[i], fminf(least[i] - reach, (&unposed.lo.x)[i]));
        hi[i] = fminf(hi[i], fmaxf(most[i] + reach, (&unposed.hi.x)[i]));
    }
    return bp_bounds_is_empty(mesh) ? bones : mesh;
}

bp_bounds bp_world_extent(const bp_world *world, int index, bp_mat4 space) {
    const bp_stage *stage = &world->stages[index];
    bp_mat4 matrix = stage->figure ? bp_mat4_mul(bp_figure_world(stage->figure), space) : space;
    bp_bounds bounds = bp_bounds_empty();
    if (stage->skeleton) bounds = skeleton_bounds(stage->skeleton, matrix);
    if (stage->figure) bounds = bp_bounds_union(bounds, visible_bounds(stage->figure, bounds, space));
    for (int k = 0; k < BP_STAGE_ARROW_MAX; k++) {
        const bp_arrow *arrow = &stage->arrows[k];
        if (!(bp_vec3_distance(arrow->from, arrow->to) > 0)) continue;
        bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_point(space, arrow->from)));
        bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_point(space, arrow->to)));
    }
    for (int i = 0; i < world->ghost_count; i++)
        if (world->ghosts[i].figure && world->ghosts[i].stage == index)
            bounds = bp_bounds_union(bounds, figure_bounds(world->ghosts[i].figure, true, space));
    return bounds;
}
