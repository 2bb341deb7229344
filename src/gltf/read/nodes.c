/* Nodes: position, rotation and scale, given as such or as a matrix. */
#include "gltf/read/reader.h"

/* What is left of a matrix that is put together again from its parts; a node holds no shear. */
static bool is_sheared(bp_mat4 m, const bp_node *node) {
    bp_mat4 parts = bp_node_local(node);
    float size = 0.0f;
    for (int i = 0; i < 11; i++) {
        float entry = m.m[i] < 0.0f ? -m.m[i] : m.m[i];
        if (entry > size) size = entry;
    }
    for (int i = 0; i < 11; i++) {
        float off = m.m[i] - parts.m[i];
        if (off > 1e-4f * size || off < -1e-4f * size) return true;
    }
    return false;
}

static bool read_matrix(bp_gltf_reader *reader, const bp_gltf_value *value, bp_node *node, bool *given,
                        bp_error *error) {
    bp_mat4 matrix = bp_mat4_identity();
    bp_gltf_value place = bp_gltf_member(value, "matrix");
    if (!bp_gltf_floats(value, "matrix", matrix.m, 16, given, error)) return false;
    if (!*given) return true;
    const float *m = matrix.m;
    if (m[3] != 0.0f || m[7] != 0.0f || m[11] != 0.0f || m[15] != 1.0f)
        bp_gltf_add_note(&reader->document, &place, "numbers 3, 7, 11 and 15 are taken for 0, 0, 0 and 1");
    bp_node_set_matrix(node, matrix);
    if (is_sheared(matrix, node))
        bp_gltf_add_note(&reader->document, &place,
                        "is sheared, which a node can't be; it moves without the shear");
    return true;
}

static bool read_parts(bp_gltf_reader *reader, const bp_gltf_value *value, bp_node *node, bool has_matrix,
                       bp_error *error) {
    float position[3] = {0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    bool given[3];
    if (!bp_gltf_floats(value, "translation", position, 3, &given[0], error) ||
        !bp_gltf_floats(value, "rotation", rotation, 4, &given[1], error) ||
        !bp_gltf_floats(value, "scale", scale, 3, &given[2], error))
        return false;
    if (has_matrix) {
        if (given[0] || given[1] || given[2])
            bp_gltf_add_note(&reader->document, value, "has a matrix and parts of one; the matrix is used");
        return true;
    }
    bp_quat q = {rotation[0], rotation[1], rotation[2], rotation[3]};
    float length = bp_quat_dot(q, q);
    if (!(length > 0.998f && length < 1.002f)) {
        bp_gltf_value place = bp_gltf_member(value, "rotation");
        bp_gltf_add_note(&reader->document, &place,
                        "is a quaternion whose length isn't 1, and is used as it is");
    }
    bp_node_set_position(node, bp_vec3_make(position[0], position[1], position[2]));
    bp_node_set_rotation(node, q);
    bp_node_set_scale(node, bp_vec3_make(scale[0], scale[1], scale[2]));
    return true;
}

static bool read_node(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_model *model = reader->model;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_NODES, index);
    const char *name = "";
    int parent = reader->tree.parents[index];
    bool has_matrix = false;
    if (!bp_gltf_text(&value, "name", &name, error)) return false;
    bp_node *node = bp_node_create(reader->context, name, parent < 0 ? NULL : model->nodes[parent], error);
    if (!node) return false;
    model->nodes[index] = node;
    model->node_names[index] = bp_copy_text(&model->allocator, name, error);
    return model->node_names[index] && read_matrix(reader, &value, node, &has_matrix, error) &&
           read_parts(reader, &value, node, has_matrix, error);
}

bool bp_gltf_read_nodes(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->model->node_count; i++)
        if (!read_node(reader, (size_t)reader->tree.order[i], error)) return false;
    return true;
}
