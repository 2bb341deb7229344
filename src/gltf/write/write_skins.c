/* Skins: the joints' nodes, and the unchanged inverse binds of their bones. */
#include "gltf/write/writer.h"
#include <stdio.h>

static bool check_joints(const bp_gltf_writer *writer, size_t index, bp_error *error) {
    const bp_model_skin *skin = &writer->model->skins[index];
    if (skin->joint_count == 0)
        return bp_gltf_fail_model(error, "skins", index, "joint_count",
                                  "is 0; a skin needs at least one joint");
    int *seen = bp_alloc(&writer->allocator, writer->model->node_count, sizeof *seen, error);
    if (!seen) return false;
    bool ok = true;
    for (size_t i = 0; ok && i < skin->joint_count; i++) {
        int *first = &seen[skin->nodes[i]];
        if (*first)
            ok = bp_gltf_fail_model(error, "skins", index, "nodes", "lists nodes[%d] as joints %d and %zu",
                                    skin->nodes[i], *first - 1, i);
        *first = (int)i + 1;
    }
    bp_free(&writer->allocator, seen);
    return ok;
}

static bool write_inverse_binds(bp_gltf_writer *writer, size_t index, bp_error *error) {
    const bp_model_skin *skin = &writer->model->skins[index];
    const bp_skeleton *skeleton = writer->model->skeletons[skin->skeleton];
    bp_mat4 *matrices = bp_alloc(&writer->allocator, skin->joint_count, sizeof *matrices, error);
    if (!matrices) return false;
    for (size_t i = 0; i < skin->joint_count; i++) {
        matrices[i] = bp_bone_absolute_inverse_bind(bp_skeleton_bone_by_id(skeleton, (size_t)skin->bones[i]));
        matrices[i].m[3] = matrices[i].m[7] = matrices[i].m[11] = 0.0f;
        matrices[i].m[15] = 1.0f;
    }
    char field[64];
    snprintf(field, sizeof field, "skins[%zu]: inverse binds", index);
    bp_gltf_accessor_data data = {.field = field,
                                  .values = matrices,
                                  .count = skin->joint_count,
                                  .width = 16,
                                  .component = BP_GLTF_AS_FLOAT,
                                  .matrices = true};
    bool ok = bp_gltf_write_accessor(writer, "inverseBindMatrices", &data, error);
    bp_free(&writer->allocator, matrices);
    return ok;
}

bool bp_gltf_write_skins(bp_gltf_writer *writer, bp_error *error) {
    const bp_model *model = writer->model;
    bp_json_writer *json = &writer->json;
    if (model->skin_count == 0) return true;
    bp_gltf_json_array(json, "skins");
    for (size_t i = 0; i < model->skin_count; i++) {
        const bp_model_skin *skin = &model->skins[i];
        if (!check_joints(writer, i, error)) return false;
        bp_json_begin_object(json);
        bp_gltf_json_name(json, skin->name);
        bp_gltf_json_row(json, "joints");
        for (size_t j = 0; j < skin->joint_count; j++) bp_json_put_integer(json, skin->nodes[j]);
        bp_json_end_array(json);
        if (!write_inverse_binds(writer, i, error)) return false;
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
    return true;
}
