/* A chain of bones, and a box at the position that each ought to have. */
#include "lesson/world.h"
#include "mesh/editing.h"

enum { BOX_MAX = 8 };

/* Box i follows bone i. */
static bp_mesh *make_mesh(bp_world *world, const bp_vec3 *positions, int count) {
    const bp_allocator *allocator = bp_context_allocator(world->context);
    bp_error *error = bp_world_error_slot(world);
    bp_mesh *boxes[BOX_MAX] = {0}, *merged = NULL;
    bp_mesh_part parts[BOX_MAX];
    bp_vec3 center = {0};
    bool ok = true;
    for (int i = 0; i < count && ok; i++) {
        center = bp_vec3_add(center, positions[i]);
        bp_box_options box = {.size = {0.45f, 0.45f, 0.45f}, .center = center};
        boxes[i] = bp_shape_box(allocator, &box, error);
        ok = boxes[i] && bp_mesh_bind_rigid(boxes[i], (uint16_t)i, error);
        parts[i] = (bp_mesh_part){boxes[i], NULL};
    }
    if (ok) merged = bp_mesh_merge(allocator, parts, (size_t)count, error);
    for (int i = 0; i < count; i++) bp_mesh_destroy(boxes[i]);
    return merged;
}

bp_stage *bp_world_add_box_chain(bp_world *world, const char *title, const char *subtitle,
                                 const char *const names[], const bp_vec3 positions[], int count) {
    if (count < 1 || count > BOX_MAX) {
        bp_world_fail(world, "a chain of boxes has 1 to %d of them, not %d", BOX_MAX, count);
        return bp_world_add_stage(world, title, subtitle, NULL, NULL);
    }
    bp_mesh *mesh = make_mesh(world, positions, count);
    bp_skeleton *skeleton = NULL;
    if (mesh)
        skeleton = bp_tube_skeleton(world->context, names, count, 0, bp_world_rules(world),
                                    bp_world_error_slot(world));
    return bp_world_add_stage(world, title, subtitle, mesh, skeleton);
}
