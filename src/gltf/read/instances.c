/* Instances: one for each primitive of each node's mesh. */
#include "gltf/read/reader.h"
#include <math.h>

/* A node that has a mesh. */
typedef struct mesh_node {
    bp_gltf_value value;
    int node, mesh, skin; /* indices in the file; -1: none */
} mesh_node;

static bool read_mesh_node(bp_gltf_document *document, size_t index, mesh_node *out, bp_error *error) {
    out->value = bp_gltf_element(document, BP_GLTF_NODES, index);
    out->node = (int)index;
    return bp_gltf_optional_reference(document, &out->value, "mesh", BP_GLTF_MESHES, &out->mesh, error) &&
           bp_gltf_optional_reference(document, &out->value, "skin", BP_GLTF_SKINS, &out->skin, error);
}

/* A joint index outside the skin is an error if it has weight, and becomes 0 if it has none. */
static bool check_joints(bp_gltf_reader *reader, const mesh_node *from, size_t primitive, bp_error *error) {
    bp_mesh *mesh = reader->model->meshes[reader->mesh_starts[from->mesh] + primitive];
    size_t joints = reader->model->skins[from->skin].joint_count, width = (size_t)mesh->influences;
    bp_gltf_primitive value;
    bp_gltf_primitive_find(&reader->document, (size_t)from->mesh, primitive, &value);
    bp_gltf_value set = bp_gltf_member(&value.attributes, "JOINTS_0");
    size_t *limit = &reader->joint_limits[reader->mesh_starts[from->mesh] + primitive], unused = 0;
    bool lost = false;
    if (*limit > 0 && *limit <= joints) return true;
    for (size_t i = 0; i < mesh->vertex_count * width; i++) {
        if (mesh->joints[i] < joints) continue;
        if (mesh->weights[i] != 0.0f) {
            bp_error fault = {0};
            bp_gltf_fail(&set, &fault, "vertex %zu follows joint %u, but skins[%d] has %zu joints", i / width,
                         (unsigned)mesh->joints[i], from->skin, joints);
            if (!lost &&
                !bp_gltf_forgive(&reader->document, &fault, "it loses that weight, as others do", error))
                return false;
            lost = true;
            mesh->weights[i] = 0;
        }
        mesh->joints[i] = 0;
        unused++;
    }
    *limit = joints;
    if (lost) return bp_mesh_normalize_weights(mesh), true;
    if (unused > 0)
        bp_gltf_add_note(&reader->document, &set,
                         "%zu joints without weight are not in skins[%d] and become 0", unused, from->skin);
    return true;
}

static bool read_weights(bp_gltf_reader *reader, const mesh_node *from, const bp_mesh *mesh,
                         bp_model_instance *instance, bp_error *error) {
    bp_gltf_value weights;
    size_t count;
    bp_error fault = {0};
    bool ok = bp_gltf_array(&from->value, "weights", &weights, &count, &fault);
    if (ok && !weights.json) return true;
    if (ok && count != mesh->morph_count)
        ok =
            bp_gltf_fail(&weights, &fault, "has %zu weights for %zu morph targets", count, mesh->morph_count);
    if (!ok) return bp_gltf_forgive(&reader->document, &fault, "the mesh's own are used", error);
    instance->weights = bp_alloc(&reader->model->allocator, count, sizeof *instance->weights, error);
    if (!instance->weights) return false;
    instance->weight_count = count;
    return bp_gltf_floats(&from->value, "weights", instance->weights, count, NULL, error);
}

/* `node`: the file's node, or that of a copy. */
static bool fill_instance(bp_gltf_reader *reader, const mesh_node *from, size_t primitive, size_t node,
                          bp_model_instance *instance, bp_error *error) {
    size_t mesh = reader->mesh_starts[from->mesh] + primitive;
    instance->node = (int)node;
    instance->mesh = (int)mesh;
    instance->primitive = (int)primitive;
    if (!bp_gltf_charge(&reader->document, &from->value, reader->model->meshes[mesh]->morph_count,
                        3 * sizeof(float), error))
        return false;
    instance->outside_scene = !reader->tree.in_scene[from->node];
    if (from->skin >= 0 && reader->model->meshes[mesh]->influences == 0) {
        bp_gltf_value skin = bp_gltf_member(&from->value, "skin");
        bp_gltf_add_note(&reader->document, &skin,
                         "is not used: primitive %zu of the mesh has no JOINTS_0 and WEIGHTS_0", primitive);
    } else if (from->skin >= 0) {
        if (!check_joints(reader, from, primitive, error)) return false;
        instance->skin = from->skin;
    }
    return read_weights(reader, from, reader->model->meshes[mesh], instance, error);
}

/* A skinned mesh's node doesn't move it, which surprises people who move the node. One note a skin. */
static void note_ignored_transform(bp_gltf_reader *reader, const mesh_node *from) {
    if (from->skin < 0 || reader->skins_noted[from->skin]) return;
    bp_mat4 world = bp_node_world(reader->model->nodes[from->node]), identity = bp_mat4_identity();
    for (int i = 0; i < 16; i++) {
        if (fabsf(world.m[i] - identity.m[i]) <= 1e-5f) continue;
        reader->skins_noted[from->skin] = true;
        bp_gltf_add_note(&reader->document, &from->value,
                         "the transform of a skinned mesh's node is ignored, as glTF demands");
        return;
    }
}

bool bp_gltf_read_instances(bp_gltf_reader *reader, bp_error *error) {
    size_t count = 0;
    for (size_t i = 0; i < reader->document.counts[BP_GLTF_NODES]; i++) {
        mesh_node from;
        if (!read_mesh_node(&reader->document, i, &from, error)) return false;
        if (from.mesh < 0) continue;
        note_ignored_transform(reader, &from);
        size_t primitives = reader->mesh_starts[from.mesh + 1] - reader->mesh_starts[from.mesh];
        size_t first = reader->copy_starts[i], end = reader->copy_starts[i + 1];
        if (first == end) first = i, end = i + 1;
        for (size_t j = 0; j < (end - first) * primitives; j++)
            if (!fill_instance(reader, &from, j % primitives, first + j / primitives,
                               &reader->model->instances[count++], error))
                return false;
    }
    return true;
}
