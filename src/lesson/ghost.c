/* Ghosts: second figures on a stage, posed on a copy of its skeleton.
 *
 * A ghost is posed after everything else, because it starts from the stage's pose: what the student changes
 * by hand moves the ghost in the same frame.
 */
#include "lesson/world.h"
#include <stdio.h>

static void free_figure(bp_ghost *ghost) {
    bp_figure_destroy(ghost->figure);
    bp_skeleton_destroy(ghost->skeleton);
    ghost->figure = NULL;
    ghost->skeleton = NULL;
}

void bp_world_clear_ghosts(bp_world *world) {
    for (int i = 0; i < world->ghost_count; i++) free_figure(&world->ghosts[i]);
    world->ghost_count = 0;
}

bp_ghost *bp_world_add_ghost(bp_world *world, int stage, const char *name, bp_ghost_pose *pose, float value) {
    if (stage < 0 || stage >= world->stage_count || world->ghost_count == BP_GHOST_MAX) {
        bp_world_fail(world, "ghost %s: there are %d stages, and at most %d ghosts", name, world->stage_count,
                      BP_GHOST_MAX);
        return NULL;
    }
    bp_ghost *ghost = &world->ghosts[world->ghost_count++];
    *ghost = (bp_ghost){.stage = stage, .pose = pose, .value = value};
    snprintf(ghost->name, sizeof ghost->name, "%s", name);
    return ghost;
}

/* The stage's parts on the ghost's skeleton. */
static bp_figure *make_figure(bp_world *world, const bp_stage *stage, bp_skeleton *skeleton) {
    enum { PARTS_MAX = 32 };
    bp_figure_part parts[PARTS_MAX];
    size_t count = 0, all = bp_figure_part_count(stage->figure);
    for (size_t i = 0; i < all && count < PARTS_MAX; i++) {
        const bp_figure_part *part = bp_figure_part_at(stage->figure, i);
        if (part->skeleton != stage->skeleton) continue;
        parts[count] = *part;
        parts[count++].skeleton = skeleton;
    }
    bp_figure *figure =
        count > 0 ? bp_figure_create(world->context, parts, count, bp_world_error_slot(world)) : NULL;
    if (figure) bp_figure_set_world(figure, bp_figure_world(stage->figure));
    return figure;
}

void bp_world_pose_ghosts(bp_world *world) {
    for (int i = 0; i < world->ghost_count; i++) {
        bp_ghost *ghost = &world->ghosts[i];
        const bp_stage *stage = &world->stages[ghost->stage];
        free_figure(ghost);
        if (!stage->skeleton) continue;
        ghost->skeleton = bp_skeleton_clone(stage->skeleton, "ghost", bp_world_error_slot(world));
        if (!ghost->skeleton) return;
        for (size_t b = 0; b < bp_skeleton_count(ghost->skeleton); b++) /* prepare must not copy the nodes */
            bp_bone_link(bp_skeleton_bone(ghost->skeleton, b), NULL);
        ghost->pose(ghost->skeleton, ghost->value);
        bp_skeleton_prepare(ghost->skeleton);
        if (stage->figure && !ghost->bones_only) ghost->figure = make_figure(world, stage, ghost->skeleton);
    }
}

void bp_ghost_in_bind(bp_skeleton *copy, float value) {
    (void)value;
    for (size_t i = 0; i < bp_skeleton_count(copy); i++) {
        bp_bone *bone = bp_skeleton_bone(copy, i);
        bp_bone_set_local(bone, bp_bone_bind(bone));
    }
}

void bp_ghost_in_rest(bp_skeleton *copy, float value) {
    (void)value;
    bp_skeleton_return_to_rest(copy);
}

/* The stored absolute of a bone that may be stale. Reading it must not bring it up to date. */
void bp_ghost_at_absolutes(bp_skeleton *copy, float value) {
    (void)value;
    for (size_t i = 0; i < bp_skeleton_count(copy); i++) {
        bp_bone *bone = bp_skeleton_bone(copy, i), *parent = bp_bone_parent(bone);
        bp_mat4 local = bp_bone_absolute(bone), inverse;
        if (parent && bp_mat4_inverse(bp_bone_absolute(parent), &inverse))
            local = bp_mat4_mul(local, inverse);
        bp_bone_set_local(bone, local);
    }
}
