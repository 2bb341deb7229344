/* Nodes: translation, rotation and scale, given separately or as a matrix. */
#include "gltf/read/reader.h"

/* Whether the matrix has a shear, which its decomposition into translation, rotation and scale loses. */
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

static void set_matrix(bp_gltf_reader *reader, const bp_gltf_value *value, bp_mat4 matrix, bp_node *node) {
    bp_gltf_value member = bp_gltf_member(value, "matrix");
    const float *m = matrix.m;
    if (m[3] != 0.0f || m[7] != 0.0f || m[11] != 0.0f || m[15] != 1.0f)
        bp_gltf_add_note(&reader->document, &member, "numbers 3, 7, 11 and 15 are read as 0, 0, 0 and 1");
    bp_node_set_matrix(node, matrix);
    if (is_sheared(matrix, node))
        bp_gltf_add_note(&reader->document, &member, "is sheared; a node can't hold the shear and loses it");
}

static bool read_transform(bp_gltf_reader *reader, const bp_gltf_value *value, bp_node *node,
                           bp_error *error) {
    bp_gltf_transform transform;
    if (!bp_gltf_transform_read(value, &transform, error)) return false;
    if (transform.has_matrix) {
        set_matrix(reader, value, transform.matrix, node);
        if (transform.has_parts)
            bp_gltf_add_note(&reader->document, value,
                             "has both a matrix and translation, rotation or scale; the matrix is used");
        return true;
    }
    float square = bp_quat_dot(transform.parts.rotation, transform.parts.rotation);
    if (!(square > 0.998f && square < 1.002f)) {
        bp_gltf_value rotation = bp_gltf_member(value, "rotation");
        bp_gltf_add_note(&reader->document, &rotation,
                         "is a quaternion whose length isn't 1; it is used as it is");
    }
    bp_node_set_position(node, transform.parts.translation);
    bp_node_set_rotation(node, transform.parts.rotation);
    bp_node_set_scale(node, transform.parts.scale);
    return true;
}

static bool read_node(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_model *model = reader->model;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_NODES, index);
    const char *name = "";
    int parent = reader->tree.parents[index];
    if (!bp_gltf_text(&value, "name", &name, error)) return false;
    bp_node *node = bp_node_create(reader->context, name, parent < 0 ? NULL : model->nodes[parent], error);
    if (!node) return false;
    model->nodes[index] = node;
    model->node_names[index] = bp_copy_text(&model->allocator, name, error);
    return model->node_names[index] && read_transform(reader, &value, node, error);
}

bool bp_gltf_read_nodes(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->model->node_count; i++)
        if (!read_node(reader, (size_t)reader->tree.order[i], error)) return false;
    return true;
}
