/* Nodes and the scene. Identity translations, rotations and scales are left out. */
#include "gltf/write/writer.h"
#include "io/json.h"

static void check_parts(bp_gltf_writer *writer, size_t index) {
    const bp_node *node = writer->model->nodes[index];
    bp_vec3 position = bp_node_position(node), scale = bp_node_scale(node);
    bp_quat q = bp_node_rotation(node);
    const float all[] = {position.x, position.y, position.z, scale.x, scale.y, scale.z, q.x, q.y, q.z, q.w};
    for (size_t i = 0; i < BP_COUNT(all); i++)
        if (!bp_is_finite(all[i]))
            bp_gltf_fail_model(writer, "nodes", index, "",
                               "has NaN or infinity in its transform, which JSON can't hold");
    double length = (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                    (double)q.w * (double)q.w;
    if (!(length > 0.9998 && length < 1.0002))
        bp_gltf_fail_model(writer, "nodes", index, "rotation",
                           "is a quaternion of squared length %g; normalize it", length);
}

static void write_parts(bp_json_writer *json, const bp_node *node) {
    bp_vec3 position = bp_node_position(node), scale = bp_node_scale(node);
    bp_quat q = bp_node_rotation(node);
    if (position.x != 0.0f || position.y != 0.0f || position.z != 0.0f)
        bp_json_set_floats(json, "translation", &position.x, 3);
    if (q.x != 0.0f || q.y != 0.0f || q.z != 0.0f || q.w != 1.0f)
        bp_json_set_floats(json, "rotation", &q.x, 4);
    if (scale.x != 1.0f || scale.y != 1.0f || scale.z != 1.0f) bp_json_set_floats(json, "scale", &scale.x, 3);
}

static void write_children(bp_gltf_writer *writer, size_t node) {
    bp_json_writer *json = &writer->json;
    int child = writer->plan.first_children[node];
    if (child < 0) return;
    bp_json_open_row(json, "children");
    for (; child >= 0; child = writer->plan.next_siblings[child]) bp_json_put_integer(json, child);
    bp_json_end_array(json);
}

/* The node's mesh, with its skin and its weights. */
static void write_mesh(bp_gltf_writer *writer, size_t node) {
    bp_json_writer *json = &writer->json;
    int index = writer->plan.mesh_of_node[node];
    if (index < 0) return;
    const bp_gltf_file_mesh *mesh = &writer->plan.meshes[index];
    const bp_model_instance *instance = &writer->model->instances[mesh->instance];
    bp_json_set_integer(json, "mesh", mesh->index);
    if (mesh->skinned) bp_json_set_integer(json, "skin", instance->skin);
    if (!instance->weights || instance->weight_count == 0) return;
    size_t morphs = writer->model->meshes[instance->mesh]->morph_count;
    if (instance->weight_count != morphs) {
        bp_gltf_fail_model(writer, "instances", (size_t)mesh->instance, "weights",
                           "has %zu numbers for %zu morph targets", instance->weight_count, morphs);
        return;
    }
    for (size_t i = 0; i < morphs; i++)
        if (!bp_is_finite(instance->weights[i]))
            bp_gltf_fail_model(writer, "instances", (size_t)mesh->instance, "weights", "has NaN or infinity");
    bp_json_set_floats(json, "weights", instance->weights, morphs);
}

static void write_scene(bp_gltf_writer *writer) {
    bp_json_writer *json = &writer->json;
    size_t roots = 0;
    for (size_t i = 0; i < writer->model->node_count; i++) roots += writer->plan.in_scene[i];
    if (roots == 0) return;
    bp_json_set_integer(json, "scene", 0);
    bp_json_open_array(json, "scenes");
    bp_json_begin_object(json);
    bp_json_open_row(json, "nodes");
    for (size_t i = 0; i < writer->model->node_count; i++)
        if (writer->plan.in_scene[i]) bp_json_put_integer(json, (long long)i);
    bp_json_end_array(json);
    bp_json_end_object(json);
    bp_json_end_array(json);
}

void bp_gltf_write_nodes(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_json_writer *json = &writer->json;
    if (model->node_count == 0) return;
    write_scene(writer);
    bp_json_open_array(json, "nodes");
    for (size_t i = 0; i < model->node_count; i++) {
        const char *name = model->node_names[i] ? model->node_names[i] : bp_node_name(model->nodes[i]);
        check_parts(writer, i);
        bp_json_begin_object(json);
        bp_gltf_json_name(json, name);
        write_parts(json, model->nodes[i]);
        write_children(writer, i);
        write_mesh(writer, i);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}
