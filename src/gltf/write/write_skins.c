/* Skins: the joints' nodes, and the unchanged inverse binds of their bones. Also the joints and weights of
 * vertices, in sets of four. glTF requires weights that are finite, not negative and sum to 1, each joint at
 * most once a vertex, and joint 0 for a weight of 0. The writer refuses weights that break the first three
 * rules (bp_mesh_normalize_weights repairs them), and enforces the last two, which move no vertex. */
#include "gltf/write/writer.h"
#include "io/json.h"
#include <stdio.h>

static void check_joints(bp_gltf_writer *writer, size_t index) {
    const bp_model_skin *skin = &writer->model->skins[index];
    if (skin->joint_count == 0)
        bp_gltf_fail_model(writer, "skins", index, "joint_count", "is 0; a skin needs at least one joint");
    int *seen = bp_gltf_writer_alloc(writer, writer->model->node_count, sizeof *seen);
    for (size_t i = 0; seen && i < skin->joint_count; i++) {
        int *first = &seen[skin->nodes[i]];
        if (*first)
            bp_gltf_fail_model(writer, "skins", index, "nodes", "lists nodes[%d] as joints %d and %zu",
                               skin->nodes[i], *first - 1, i);
        *first = (int)i + 1;
    }
    bp_free(&writer->allocator, seen);
}

static void write_inverse_binds(bp_gltf_writer *writer, size_t index) {
    const bp_model_skin *skin = &writer->model->skins[index];
    const bp_skeleton *skeleton = writer->model->skeletons[skin->skeleton];
    bp_mat4 *matrices = bp_gltf_writer_alloc(writer, skin->joint_count, sizeof *matrices);
    if (!matrices) return;
    for (size_t i = 0; i < skin->joint_count; i++) {
        matrices[i] = bp_bone_absolute_inverse_bind(bp_skeleton_bone_by_id(skeleton, (size_t)skin->bones[i]));
        matrices[i].m[3] = matrices[i].m[7] = matrices[i].m[11] = 0.0f;
        matrices[i].m[15] = 1.0f;
    }
    char field[64];
    snprintf(field, sizeof field, "skins[%zu]: inverse binds", index);
    const bp_gltf_numbers numbers = {
        .bytes = matrices, .count = skin->joint_count, .type = BP_GLTF_MAT4, .component = BP_GLTF_FLOAT};
    bp_gltf_write_accessor(writer, "inverseBindMatrices", field, &numbers);
    bp_free(&writer->allocator, matrices);
}

void bp_gltf_write_skins(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_json_writer *json = &writer->json;
    if (model->skin_count == 0) return;
    bp_json_open_array(json, "skins");
    for (size_t i = 0; i < model->skin_count; i++) {
        const bp_model_skin *skin = &model->skins[i];
        check_joints(writer, i);
        bp_json_begin_object(json);
        bp_gltf_json_name(json, skin->name);
        bp_json_open_row(json, "joints");
        for (size_t j = 0; j < skin->joint_count; j++) bp_json_put_integer(json, skin->nodes[j]);
        bp_json_end_array(json);
        write_inverse_binds(writer, i);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

enum { SET_SIZE = 4 };

/* One vertex's influences that have weight, each joint once. */
typedef struct vertex_influences {
    uint16_t joints[BP_MESH_MAX_INFLUENCES];
    float weights[BP_MESH_MAX_INFLUENCES];
} vertex_influences;

static bool gather(bp_gltf_writer *writer, size_t mesh_index, size_t vertex, vertex_influences *out) {
    const bp_mesh *mesh = writer->model->meshes[mesh_index];
    size_t width = (size_t)mesh->influences, kept = 0;
    double sum = 0;
    *out = (vertex_influences){0};
    for (size_t i = vertex * width; i < (vertex + 1) * width; i++) {
        float weight = mesh->weights[i];
        size_t slot = 0;
        if (!(weight >= 0.0f && bp_is_finite(weight)))
            return bp_gltf_fail_model(writer, "meshes", mesh_index, "weights",
                                      "vertex %zu has the weight %g; bp_mesh_normalize_weights repairs that",
                                      vertex, (double)weight);
        if (weight == 0.0f) continue;
        while (slot < kept && out->joints[slot] != mesh->joints[i]) slot++;
        kept += slot == kept;
        out->joints[slot] = mesh->joints[i];
        out->weights[slot] += weight;
        sum += (double)weight;
    }
    double off = sum > 1.0 ? sum - 1.0 : 1.0 - sum;
    if (off <= 2e-7 * (double)kept) return true;
    return bp_gltf_fail_model(writer, "meshes", mesh_index, "weights",
                              "of vertex %zu sum to %.9g, not 1; bp_mesh_normalize_weights repairs that",
                              vertex, sum);
}

typedef struct set_arrays {
    uint16_t *joints;
    uint8_t *bytes; /* the joints in 8 bits */
    float *weights;
} set_arrays;

static void write_set(bp_gltf_writer *writer, size_t mesh_index, size_t set, bool small,
                      const set_arrays *arrays) {
    const bp_mesh *mesh = writer->model->meshes[mesh_index];
    char field[64], key[40];
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        vertex_influences one;
        if (!gather(writer, mesh_index, v, &one)) return;
        for (size_t i = 0; i < SET_SIZE; i++) {
            arrays->joints[v * SET_SIZE + i] = one.joints[set * SET_SIZE + i];
            arrays->bytes[v * SET_SIZE + i] = (uint8_t)one.joints[set * SET_SIZE + i];
            arrays->weights[v * SET_SIZE + i] = one.weights[set * SET_SIZE + i];
        }
    }
    snprintf(field, sizeof field, "meshes[%zu].weights", mesh_index);
    snprintf(key, sizeof key, "JOINTS_%zu", set);
    bp_gltf_numbers numbers = {.count = mesh->vertex_count, .type = BP_GLTF_VEC4, .target = BP_GLTF_VERTICES};
    numbers.bytes = small ? (const void *)arrays->bytes : arrays->joints;
    numbers.component = small ? BP_GLTF_UNSIGNED_BYTE : BP_GLTF_UNSIGNED_SHORT;
    bp_gltf_write_accessor(writer, key, field, &numbers);
    snprintf(key, sizeof key, "WEIGHTS_%zu", set);
    numbers.bytes = arrays->weights;
    numbers.component = BP_GLTF_FLOAT;
    bp_gltf_write_accessor(writer, key, field, &numbers);
}

void bp_gltf_write_influences(bp_gltf_writer *writer, size_t mesh_index) {
    const bp_allocator *allocator = &writer->allocator;
    const bp_mesh *mesh = writer->model->meshes[mesh_index];
    size_t width = (size_t)mesh->influences, count = mesh->vertex_count * SET_SIZE;
    set_arrays arrays = {0};
    bool small = true;
    for (size_t i = 0; i < mesh->vertex_count * width; i++)
        small = small && (mesh->weights[i] == 0.0f || mesh->joints[i] < 256);
    bool ok = (arrays.joints = bp_gltf_writer_alloc(writer, count, sizeof *arrays.joints)) &&
              (arrays.bytes = bp_gltf_writer_alloc(writer, count, 1)) &&
              (arrays.weights = bp_gltf_writer_alloc(writer, count, sizeof *arrays.weights));
    for (size_t set = 0; ok && set * SET_SIZE < width; set++)
        write_set(writer, mesh_index, set, small, &arrays);
    bp_free(allocator, arrays.joints);
    bp_free(allocator, arrays.bytes);
    bp_free(allocator, arrays.weights);
}
