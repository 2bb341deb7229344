/* Framing: characters and objects, not the ground that they stand on.
 *
 * If something is skinned, that is the figure, and other parts belong to it if they are small and near: a
 * hat, a sword. If nothing is, everything belongs to it except parts that are many times larger than all
 * others together. */
#include "mesh/editing.h"
#include "viewer/model/model_bounds.h"
#include <bindpose/rig.h>

static const float NEAR = 2.0f;  /* radii of the figure: the farthest that a part of it may reach */
static const float LARGE = 8.0f; /* radii of all other parts together: the largest that a part may be */

bp_bounds bp_model_joint_bounds(const bp_model *model) {
    bp_bounds all = bp_bounds_empty();
    for (size_t i = 0; i < model->skeleton_count; i++) {
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++) {
            const bp_bone *bone = bp_skeleton_bone(model->skeletons[i], j);
            bp_vec3 at = bp_mat4_position(bp_bone_chain(bone));
            if (bp_bone_index(bone) != BP_INDEX_NONE)
                all = bp_bounds_union(all, bp_bounds_from_points(&at, 1));
        }
    }
    return all;
}

static bp_bounds part_bounds(const bp_figure *figure, size_t part) {
    size_t count = bp_figure_part_at(figure, part)->mesh->vertex_count;
    bp_bounds local = bp_bounds_from_points(bp_figure_positions(figure, part), count);
    return count > 0 ? bp_bounds_transform(local, bp_figure_world(figure)) : bp_bounds_empty();
}

static bool reaches_far(bp_bounds part, bp_bounds figure) {
    float far = bp_vec3_distance(bp_bounds_center(part), bp_bounds_center(figure)) + bp_bounds_radius(part);
    return far > NEAR * bp_bounds_radius(figure);
}

static bp_bounds with_near_parts(const bp_figure *figure, bp_bounds skinned) {
    bp_bounds all = skinned;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) {
        bp_bounds part = part_bounds(figure, i);
        if (!bp_bounds_is_empty(part) && !reaches_far(part, skinned)) all = bp_bounds_union(all, part);
    }
    return all;
}

/* All parts but the one of largest radius; that one goes to *largest. */
static bp_bounds without_largest(const bp_figure *figure, bp_bounds *largest) {
    size_t count = bp_figure_part_count(figure), at = count;
    bp_bounds rest = bp_bounds_empty();
    *largest = rest;
    for (size_t i = 0; i < count; i++) {
        bp_bounds part = part_bounds(figure, i);
        if (bp_bounds_is_empty(part)) continue;
        if (at < count && bp_bounds_radius(part) <= bp_bounds_radius(*largest)) continue;
        *largest = part;
        at = i;
    }
    for (size_t i = 0; i < count; i++)
        if (i != at) rest = bp_bounds_union(rest, part_bounds(figure, i));
    return rest;
}

bp_bounds bp_model_figure_bounds(const bp_model *model, const bp_figure *figure) {
    bp_bounds all = bp_figure_bounds(figure), skinned = bp_bounds_empty(), largest;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++)
        if (bp_figure_part_at(figure, i)->skeleton)
            skinned = bp_bounds_union(skinned, part_bounds(figure, i));
    if (bp_bounds_is_empty(all)) return bp_model_joint_bounds(model);
    if (!bp_bounds_is_empty(skinned) && bp_bounds_radius(skinned) > 0)
        return with_near_parts(figure, skinned);
    bp_bounds rest = without_largest(figure, &largest);
    bool ground = !bp_bounds_is_empty(rest) && bp_bounds_radius(rest) > 0 &&
                  bp_bounds_radius(largest) > LARGE * bp_bounds_radius(rest);
    return ground ? rest : all;
}
