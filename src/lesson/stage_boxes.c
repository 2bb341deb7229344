/* A chain of bones with a box where each belongs: for lessons on what a bind is made of. */
#include "lesson/world.h"

enum { MOST = 8 };

/* A box of 0.45 m at each place, bound to the bone of its number. */
static bp_mesh *boxes_mesh(bp_world *world, const bp_vec3 *places, int count) {
    const bp_allocator *allocator = bp_context_allocator(world->context);
    bp_error *error = bp_world_error_slot(world);
    bp_mesh *boxes[MOST] = {0}, *merged = NULL;
    bp_mesh_part parts[MOST];
    bp_vec3 center = {0};
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        center = bp_vec3_add(center, places[i]);
        bp_box_options box = {.size = {0.45f, 0.45f, 0.45f}, .center = center};
        boxes[i] = bp_shape_box(allocator, &box, error);
        good = boxes[i] && bp_mesh_bind_rigid(boxes[i], (uint16_t)i, error);
        parts[i] = (bp_mesh_part){boxes[i], NULL};
    }
    if (good) merged = bp_mesh_merge(allocator, parts, (size_t)count, error);
    for (int i = 0; i < count; i++) bp_mesh_destroy(boxes[i]);
    return merged;
}

static bp_skeleton *boxes_skeleton(bp_world *world, const char *const *names, int count) {
    bp_skeleton_options options = {.name = "chain", .rules = world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE};
    bp_error *error = bp_world_error_slot(world);
    bp_skeleton *skeleton = bp_skeleton_create(world->context, &options, error);
    bp_bone *last = NULL;
    for (int i = 0; skeleton && i < count; i++) {
        last = bp_skeleton_add(skeleton, &(bp_bone_options){.name = names[i], .parent = last}, error);
        if (last) continue;
        bp_skeleton_destroy(skeleton);
        return NULL;
    }
    return skeleton;
}

bp_stage *bp_world_add_box_chain(bp_world *world, const char *title, const char *subtitle,
                             const char *const names[], const bp_vec3 places[], int count) {
    if (count < 1 || count > MOST) {
        bp_world_fail(world, "a chain of boxes has 1 to %d of them, not %d", MOST, count);
        return bp_world_add_stage(world, title, subtitle, NULL, NULL);
    }
    bp_mesh *mesh = boxes_mesh(world, places, count);
    bp_skeleton *skeleton = mesh ? boxes_skeleton(world, names, count) : NULL;
    return bp_world_add_stage(world, title, subtitle, mesh, skeleton);
}
