/* The page's character as a model: joints are nodes, and a skin lists them. */
#include "mesh/shapes.h"
#include "scene/character.h"

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
