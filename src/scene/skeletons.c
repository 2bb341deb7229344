/* Skeletons: the page's character, with one of three binds, and the row of bones of a tube. */
#include "scene/character.h"
#include <stdio.h>

static const char *const NAMES[BP_CHARACTER_BONES] = {"boneBody", "boneArmLeft", "boneArmRight"};
static const float LENGTHS[BP_CHARACTER_BONES] = {1.5f, -2, -2};

bp_mat4 bp_character_local(bp_character_bind bind, int bone) {
    if (bone == BP_BONE_BODY || bind == BP_BIND_IDENTITY) return bp_mat4_identity();
    float side = bone == BP_BONE_ARM_LEFT ? 1.0f : -1.0f;
    float angle = bind == BP_BIND_NATURAL ? bp_radians(30 * side) : 0;
    return bp_mat4_mul(bp_mat4_rotation_z(angle), bp_mat4_translation((bp_vec3){0.5f * side, 1.5f, 0}));
}

bp_skeleton *bp_character_skeleton(const bp_context *context, bp_character_bind bind, const bp_mat4 *locals,
                                   int rules, bp_error *error) {
    bp_skeleton_options options = {.name = "character", .rules = rules, .reserve = BP_CHARACTER_BONES};
    bp_skeleton *skeleton = bp_skeleton_create(context, &options, error);
    bp_bone *body = NULL;
    for (int i = 0; skeleton && i < BP_CHARACTER_BONES; i++) {
        bp_mat4 at_bind = bp_character_local(bind, i), local = locals ? locals[i] : at_bind;
        bp_bone_options bone = {.name = NAMES[i], .parent = body, .local = &local, .bind = &at_bind};
        bone.has_length = true;
        bone.length = LENGTHS[i];
        bp_bone *added = bp_skeleton_add(skeleton, &bone, error);
        if (!added) {
            bp_skeleton_destroy(skeleton);
            return NULL;
        }
        if (i == BP_BONE_BODY) body = added;
    }
    return skeleton;
}

bp_camera bp_character_camera(void) {
    return (bp_camera){.eye = {0, 2.47f, 7.61f}, .near_z = 0.1f, .far_z = 100};
}

bp_skeleton *bp_tube_skeleton(const bp_context *context, const char *const *names, int joints, float spacing,
                              int rules, bp_error *error) {
    bp_skeleton_options options = {
        .name = "chain", .rules = rules, .reserve = joints > 0 ? (size_t)joints : 0};
    bp_skeleton *skeleton = bp_skeleton_create(context, &options, error);
    bp_bone *parent = NULL;
    for (int i = 0; skeleton && i < joints; i++) {
        char name[24];
        snprintf(name, sizeof name, "joint%d", i);
        bp_mat4 local = bp_mat4_translation((bp_vec3){0, i > 0 ? spacing : 0, 0});
        bp_bone_options bone = {.name = names ? names[i] : name, .parent = parent, .local = &local};
        parent = bp_skeleton_add(skeleton, &bone, error);
        if (parent) continue;
        bp_skeleton_destroy(skeleton);
        return NULL;
    }
    return skeleton;
}
