/* Stages with the page's character, and what lessons do to it again and again. */
#include "lesson/world.h"

static bp_stage *add(bp_world *world, const char *title, const char *subtitle, bp_character_bind bind,
                     const bp_mat4 *locals) {
    int rules = world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE;
    bp_mesh *mesh = bp_shape_character(bp_context_allocator(world->context), bp_world_error_slot(world));
    bp_skeleton *skeleton =
        bp_character_skeleton_posed(world->context, bind, locals, rules, bp_world_error_slot(world));
    world->camera = bp_character_camera();
    return bp_world_add_stage(world, title, subtitle, mesh, skeleton);
}

bp_stage *bp_world_add_character(bp_world *world, const char *title, const char *subtitle,
                                 bp_character_bind bind) {
    return add(world, title, subtitle, bind, NULL);
}

bp_stage *bp_world_add_posed_character(bp_world *world, const char *title, const char *subtitle,
                                    bp_character_bind bind, const bp_mat4 locals[BP_CHARACTER_BONES]) {
    return add(world, title, subtitle, bind, locals);
}

bp_mat4 bp_left_arm_local(float scale_x, bp_vec3 axis, float degrees) {
    bp_mat4 scale = bp_mat4_scaling((bp_vec3){scale_x, 1, 1});
    bp_mat4 turned = bp_mat4_mul(scale, bp_mat4_from_axis_angle(axis, bp_radians(degrees)));
    return bp_mat4_mul(turned, bp_mat4_translation((bp_vec3){0.5f, 1.5f, 0}));
}

void bp_world_reset_character(bp_world *world, int stage) {
    bp_stage *on = &world->stages[stage];
    if (!on->skeleton || !on->mesh || bp_skeleton_count(on->skeleton) != BP_CHARACTER_BONES) {
        bp_world_fail(world, "stage %d has no character of the page's", stage + 1);
        return;
    }
    bp_skeleton_sort(on->skeleton);
    for (int i = 0; i < BP_CHARACTER_BONES; i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(on->skeleton, (size_t)i);
        bp_bone_set_bind(bone, bp_character_local(BP_BIND_NATURAL, i), bp_world_error_slot(world));
    }
    bp_mesh_normalize_weights(on->mesh);
    bp_skeleton_prepare(on->skeleton);
    bp_skeleton_compute_absolutes(on->skeleton, true);
}

void bp_world_override_final(bp_world *world, bp_bone *bone, bp_mat4 final) {
    bp_mat4 back;
    if (bp_mat4_inverse(bp_bone_chain(bone), &back)) /* final = (final * chain^-1) * chain */
        bp_bone_set_absolute_inverse_bind(bone, bp_mat4_mul(final, back), bp_world_error_slot(world));
    else
        bp_world_fail(world, "the chain of %s has no inverse", bp_bone_name(bone));
}
