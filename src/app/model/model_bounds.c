/* Framing: characters and objects, not the ground that they stand on.
 *
 * If something is skinned, that is the figure, and other parts belong to it if they are small and near: a
 * hat, a sword. If nothing is, everything belongs to it except a part that is many times larger than all
 * others together, and a flat ground that reaches beyond what stands on it. */
#include "app/model/model_bounds.h"
#include "mesh/editing.h"
#include <bindpose/rig.h>
#include <math.h>

static const float NEAR = 2.0f;  /* radii of the figure: the farthest that a part of it may reach */
static const float LARGE = 8.0f; /* radii of all other parts together: the largest that a part may be */
static const float FLAT =
    0.02f; /* of its width: the largest height of a ground, and its distance from things */
static const float WIDE = 1.25f; /* times as wide as what stands on it: then a ground is left out */

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

static float width_of(bp_bounds b) { return fmaxf(b.hi.x - b.lo.x, b.hi.z - b.lo.z); }

static bool is_flat(bp_bounds b) { return b.hi.y - b.lo.y <= FLAT * width_of(b); }

static bool has_size(bp_bounds b) { return !bp_bounds_is_empty(b) && bp_bounds_radius(b) > 0; }

/* The union of the parts that are framed; `skinned`: only of skinned ones. */
static bp_bounds bounds_of(const bp_model_framing *framing, bool skinned) {
    bp_bounds all = bp_bounds_empty();
    for (size_t i = 0; i < bp_figure_part_count(framing->figure); i++)
        if (framing->parts[i] && (!skinned || bp_figure_part_at(framing->figure, i)->skeleton))
            all = bp_bounds_union(all, part_bounds(framing->figure, i));
    return all;
}

/* Leaves out a part that is many times larger than all others together. */
static void leave_out_surroundings(bp_model_framing *framing) {
    size_t count = bp_figure_part_count(framing->figure), at = count;
    bp_bounds largest = bp_bounds_empty();
    for (size_t i = 0; i < count; i++) {
        bp_bounds part = part_bounds(framing->figure, i);
        if (bp_bounds_is_empty(part)) continue;
        if (at < count && bp_bounds_radius(part) <= bp_bounds_radius(largest)) continue;
        largest = part;
        at = i;
    }
    if (at == count) return;
    framing->parts[at] = false;
    bp_bounds rest = bounds_of(framing, false);
    framing->parts[at] = !(has_size(rest) && bp_bounds_radius(largest) > LARGE * bp_bounds_radius(rest));
}

/* Leaves out flat parts at the foot of all others, if they reach well beyond them. */
static void leave_out_ground(bp_model_framing *framing) {
    size_t count = bp_figure_part_count(framing->figure);
    bp_bounds things = bp_bounds_empty(), ground = bp_bounds_empty();
    for (size_t i = 0; i < count; i++) {
        bp_bounds part = part_bounds(framing->figure, i);
        if (framing->parts[i] && !is_flat(part)) things = bp_bounds_union(things, part);
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count && has_size(things); i++) {
            bp_bounds part = part_bounds(framing->figure, i);
            if (!framing->parts[i] || bp_bounds_is_empty(part) || !is_flat(part) ||
                part.hi.y > things.lo.y + FLAT * width_of(part))
                continue;
            if (pass == 0) ground = bp_bounds_union(ground, part);
            if (pass == 1 && width_of(ground) > WIDE * width_of(things)) framing->parts[i] = false;
        }
}

bool bp_model_framing_choose(bp_model_framing *framing, const bp_model *model, const bp_figure *figure,
                             bp_error *error) {
    size_t count = bp_figure_part_count(figure);
    *framing = (bp_model_framing){.model = model, .figure = figure};
    framing->parts = bp_alloc(NULL, count, sizeof *framing->parts, error);
    if (!framing->parts) return false;
    for (size_t i = 0; i < count; i++) framing->parts[i] = true;
    bp_bounds skinned = bounds_of(framing, true);
    if (!has_size(skinned)) {
        leave_out_surroundings(framing);
        leave_out_ground(framing);
        return true;
    }
    for (size_t i = 0; i < count; i++)
        framing->parts[i] =
            bp_figure_part_at(figure, i)->skeleton || !reaches_far(part_bounds(figure, i), skinned);
    return true;
}

void bp_model_framing_clear(bp_model_framing *framing) {
    bp_free(NULL, framing->parts);
    *framing = (bp_model_framing){0};
}

bp_bounds bp_model_framing_bounds(const bp_model_framing *framing) {
    bp_bounds all = bounds_of(framing, false);
    return bp_bounds_is_empty(all) ? bp_model_joint_bounds(framing->model) : all;
}

bp_camera bp_model_front_camera(const bp_model *model, float fov_y) {
    float side = model->faces_back ? -1.0f : 1.0f;
    return (bp_camera){.eye = {0.42f * side, 0.22f, side}, .fov_y = fov_y};
}
