/* Skeletons: the page's character, with one of three binds, and the row of bones of a tube. */
#include "scene/character.h"
#include "mesh/shapes.h"
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

/* ---- the character as a model: joints are nodes, and a skin lists them ---- */

enum { MESH_NODE = BP_CHARACTER_BONES, NODES };

/* Makes the nodes, with the bones' transforms, and links the bones. */
static bool add_nodes(const bp_context *context, bp_model *model, bp_error *error) {
    bp_skeleton *skeleton = model->skeletons[0];
    for (int i = 0; i < NODES; i++) {
        bp_bone *bone = i < MESH_NODE ? bp_skeleton_bone_by_id(skeleton, (size_t)i) : NULL;
        bp_bone *parent = bone ? bp_bone_parent(bone) : NULL;
        const char *name = bone ? bp_bone_name(bone) : "character";
        model->nodes[i] =
            bp_node_create(context, name, parent ? model->nodes[bp_bone_id(parent)] : NULL, error);
        if (!model->nodes[i]) return false;
        if (!bone) continue;
        bp_node_set_matrix(model->nodes[i], bp_bone_local(bone));
        bp_bone_link(bone, model->nodes[i]);
    }
    return true;
}

static bool add_skin(bp_model *model, bp_error *error) {
    bp_model_skin *skin = &model->skins[0];
    skin->skeleton = 0;
    skin->joint_count = BP_CHARACTER_BONES;
    skin->nodes = bp_alloc(&model->allocator, BP_CHARACTER_BONES, sizeof *skin->nodes, error);
    skin->bones =
        skin->nodes ? bp_alloc(&model->allocator, BP_CHARACTER_BONES, sizeof *skin->bones, error) : NULL;
    if (!skin->bones) return false;
    for (int i = 0; i < BP_CHARACTER_BONES; i++) skin->nodes[i] = skin->bones[i] = i;
    return true;
}

static bool fill(const bp_context *context, bp_model *model, bp_character_bind bind, bp_error *error) {
    model->meshes[0] = bp_shape_character(&model->allocator, error);
    if (!model->meshes[0]) return false;
    model->skeletons[0] = bp_character_skeleton(context, bind, NULL, BP_RULES_PAGE, error);
    if (!model->skeletons[0] || !add_nodes(context, model, error) || !add_skin(model, error)) return false;
    bp_model_instance *instance = &model->instances[0];
    instance->node = MESH_NODE;
    instance->mesh = instance->skin = 0;
    return true;
}

bp_model *bp_character_model(const bp_context *context, bp_character_bind bind, bp_error *error) {
    bp_model_counts counts = {.nodes = NODES, .meshes = 1, .skeletons = 1, .skins = 1, .instances = 1};
    bp_model *model = bp_model_create(bp_context_allocator(context), "character", &counts, error);
    if (!model || fill(context, model, bind, error)) return model;
    bp_model_destroy(model);
    return NULL;
}
