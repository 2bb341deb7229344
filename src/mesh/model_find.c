/* Finding nodes, clips and bones of a model by name; masks; inverse binds. */
#include <bindpose/model.h>
#include <string.h>

int bp_model_find_node(const bp_model *model, const char *name) {
    for (size_t i = 0; model && name && i < model->node_count; i++)
        if (model->node_names[i] && strcmp(model->node_names[i], name) == 0) return (int)i;
    return -1;
}

int bp_model_find_clip(const bp_model *model, const char *name) {
    for (size_t i = 0; model && name && i < model->clip_count; i++)
        if (strcmp(bp_clip_name(model->clips[i]), name) == 0) return (int)i;
    return -1;
}

bp_bone *bp_model_find_bone(const bp_model *model, const char *name) {
    bp_bone *found = NULL;
    for (size_t i = 0; model && !found && i < model->skeleton_count; i++)
        found = bp_skeleton_find(model->skeletons[i], name);
    return found;
}

static bool is_below(const bp_node *node, const bp_node *top) {
    while (node && node != top) node = bp_node_parent(node);
    return node != NULL;
}

void bp_model_mask(const bp_model *model, int node, float inside, float outside, float *mask) {
    if (!model || !mask || node < 0 || (size_t)node >= model->node_count) return;
    for (size_t i = 0; i < model->node_count; i++)
        mask[i] = is_below(model->nodes[i], model->nodes[node]) ? inside : outside;
}

static const bp_model_skin *find_skin(const bp_model *model, int skin, size_t count, bp_error *error) {
    if (!model) return bp_fail_null(error, "model"), NULL;
    if (skin < 0 || (size_t)skin >= model->skin_count) {
        bp_fail(error, BP_ERROR_ARGUMENT, "skin", "there is no skin %d; the model has %zu", skin,
                model->skin_count);
        return NULL;
    }
    if (count == model->skins[skin].joint_count) return &model->skins[skin];
    bp_fail(error, BP_ERROR_ARGUMENT, "count", "is %zu, but the skin has %zu joints", count,
            model->skins[skin].joint_count);
    return NULL;
}

static bp_bone *joint_bone(const bp_model *model, const bp_model_skin *skin, size_t joint) {
    return bp_skeleton_bone_by_id(model->skeletons[skin->skeleton], (size_t)skin->bones[joint]);
}

bool bp_model_inverse_binds(const bp_model *model, int skin, bp_mat4 *out, size_t count, bp_error *error) {
    const bp_model_skin *found = find_skin(model, skin, count, error);
    for (size_t i = 0; found && i < count; i++)
        out[i] = bp_bone_absolute_inverse_bind(joint_bone(model, found, i));
    return found != NULL;
}

bool bp_model_set_inverse_binds(bp_model *model, int skin, const bp_mat4 *matrices, size_t count,
                                bp_error *error) {
    const bp_model_skin *found = find_skin(model, skin, count, error);
    for (size_t i = 0; found && i < count; i++)
        if (!bp_bone_set_absolute_inverse_bind(joint_bone(model, found, i), matrices[i], error)) return false;
    return found != NULL;
}
