/* A chain of bones for a tube: the smallest skeleton that bends and twists. */
#include <bindpose/scene.h>
#include <stdio.h>

bp_skeleton *bp_tube_skeleton(const bp_context *context, int joints, float spacing, int rules,
                              bp_error *error) {
    bp_skeleton_options options = {
        .name = "chain", .rules = rules, .reserve = joints > 0 ? (size_t)joints : 0};
    bp_skeleton *skeleton = bp_skeleton_create(context, &options, error);
    bp_bone *parent = NULL;
    for (int i = 0; skeleton && i < joints; i++) {
        char name[24];
        snprintf(name, sizeof name, "joint%d", i);
        bp_mat4 local = bp_mat4_translation((bp_vec3){0, i > 0 ? spacing : 0, 0});
        bp_bone_options bone = {.name = name, .parent = parent, .local = &local};
        parent = bp_skeleton_add(skeleton, &bone, error);
        if (parent) continue;
        bp_skeleton_destroy(skeleton);
        return NULL;
    }
    return skeleton;
}
