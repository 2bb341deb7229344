/* Meshes: each primitive of each mesh in the file becomes a mesh of the model. */
#include "gltf/read/reader.h"

static bool read_mesh(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_value mesh = bp_gltf_element(&reader->document, BP_GLTF_MESHES, index);
    bp_gltf_value primitives = bp_gltf_member(&mesh, "primitives");
    const char *name = "";
    size_t first = reader->mesh_starts[index], end = reader->mesh_starts[index + 1];
    if (!bp_gltf_text(&mesh, "name", &name, error)) return false;
    for (size_t i = first; i < end; i++) {
        bp_gltf_value primitive = bp_gltf_item(&primitives, i - first);
        if (!bp_gltf_require_object(&primitive, error)) return false;
        reader->model->meshes[i] = bp_gltf_read_primitive(&reader->document, &primitive, name, error);
        if (!reader->model->meshes[i]) return false;
    }
    return bp_gltf_read_morph_defaults(reader, index, error);
}

bool bp_gltf_read_meshes(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->document.counts[BP_GLTF_MESHES]; i++)
        if (!read_mesh(reader, i, error)) return false;
    return true;
}
