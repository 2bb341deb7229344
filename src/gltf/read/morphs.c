/* Morph targets: offsets to positions, normals and tangents, a name and a default weight. */
#include "gltf/read/reader.h"
#include "mesh/shapes.h"

static bool read_offsets(bp_gltf_document *document, const bp_gltf_value *target, const char *key,
                         bp_mesh *mesh, bp_vec3 *out, bp_error *error) {
    bp_gltf_accessor accessor;
    bool exists;
    if (!out) return bp_gltf_accessor_member(document, target, key, BP_GLTF_VEC3, &accessor, &exists, error);
    return bp_gltf_attribute_open(document, target, key, BP_GLTF_VEC3, mesh->vertex_count, &accessor, &exists,
                                  error) &&
           (!exists || bp_gltf_finite_floats(document, &accessor, (float *)out, 0, error));
}

static bool check_targets(const bp_gltf_value *targets, size_t count, const bp_mesh *mesh,
                          unsigned *attributes, bp_error *error) {
    *attributes = 0;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value target = bp_gltf_item(targets, i);
        if (!bp_gltf_require_object(&target, error)) return false;
        if (mesh->normals && bp_json_member(target.json, "NORMAL")) *attributes |= BP_MESH_NORMALS;
        if (mesh->tangents && bp_json_member(target.json, "TANGENT")) *attributes |= BP_MESH_TANGENTS;
    }
    return true;
}

bool bp_gltf_read_morphs(bp_gltf_document *document, const bp_gltf_value *primitive, bp_mesh *mesh,
                         bp_error *error) {
    bp_gltf_value targets;
    size_t count;
    unsigned attributes;
    if (!bp_gltf_array(primitive, "targets", &targets, &count, error)) return false;
    if (count == 0) return true;
    if (!check_targets(&targets, count, mesh, &attributes, error)) return false;
    size_t vertex =
        12 + (attributes & BP_MESH_NORMALS ? 12u : 0u) + (attributes & BP_MESH_TANGENTS ? 12u : 0u);
    if (!bp_gltf_charge(document, &targets, mesh->vertex_count, vertex * count, error) ||
        !bp_gltf_charge(document, &targets, count, sizeof(bp_morph), error) ||
        !bp_mesh_set_morphs(mesh, count, attributes, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value target = bp_gltf_item(&targets, i);
        bp_morph *morph = &mesh->morphs[i];
        if (!read_offsets(document, &target, "POSITION", mesh, morph->positions, error) ||
            !read_offsets(document, &target, "NORMAL", mesh, morph->normals, error) ||
            !read_offsets(document, &target, "TANGENT", mesh, morph->tangents, error))
            return false;
    }
    return true;
}

static bool set_weights(const bp_gltf_value *value, bp_mesh *mesh, bp_error *error) {
    for (size_t i = 0; i < mesh->morph_count; i++) {
        bp_gltf_value weights = bp_gltf_member(value, "weights"), item = bp_gltf_item(&weights, i);
        double weight = bp_json_number_or(item.json, 1e300);
        if (!(weight > -1e38 && weight < 1e38))
            return bp_gltf_fail(&item, error, "must be a number that a float can hold");
        mesh->morphs[i].weight = (float)weight;
    }
    return true;
}

/* glTF itself has no names for targets; exporters put them into extras. */
static bool set_names(const bp_gltf_value *value, bp_mesh *mesh, bp_error *error) {
    bp_gltf_value extras = bp_gltf_member(value, "extras"), names = bp_gltf_member(&extras, "targetNames");
    for (size_t i = 0; i < mesh->morph_count; i++) {
        const char *name = bp_json_text_or(bp_json_item(names.json, i), NULL);
        if (!name) continue;
        if (!bp_replace_text(&mesh->allocator, &mesh->morphs[i].name, name, error)) return false;
    }
    return true;
}

bool bp_gltf_read_morph_defaults(bp_gltf_reader *reader, size_t file_mesh, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&reader->document, BP_GLTF_MESHES, file_mesh), weights;
    size_t first = reader->mesh_starts[file_mesh], end = reader->mesh_starts[file_mesh + 1], count;
    bp_mesh *const *meshes = reader->model->meshes;
    if (!bp_gltf_array(&value, "weights", &weights, &count, error)) return false;
    for (size_t i = first; i < end; i++) {
        bp_gltf_value primitives = bp_gltf_member(&value, "primitives");
        bp_gltf_value primitive = bp_gltf_item(&primitives, i - first);
        if (meshes[i]->morph_count != meshes[first]->morph_count)
            return bp_gltf_fail(&primitive, error,
                                "has %zu morph targets, but the first primitive has %zu; they must agree",
                                meshes[i]->morph_count, meshes[first]->morph_count);
        if (weights.json && count != meshes[i]->morph_count)
            return bp_gltf_fail(&weights, error, "has %zu weights for %zu morph targets", count,
                                meshes[i]->morph_count);
        if (weights.json && !set_weights(&value, meshes[i], error)) return false;
        if (!set_names(&value, meshes[i], error)) return false;
    }
    return true;
}
