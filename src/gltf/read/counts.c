/* Counts the file's nodes, primitives, instances and so on, to make a model whose arrays have their final
 * size. */
#include "gltf/read/reader.h"

static bool count_primitives(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t meshes = document->counts[BP_GLTF_MESHES];
    reader->mesh_starts = bp_alloc(&document->allocator, meshes + 1, sizeof *reader->mesh_starts, error);
    if (!reader->mesh_starts) return false;
    for (size_t i = 0; i < meshes; i++) {
        bp_gltf_value mesh = bp_gltf_element(document, BP_GLTF_MESHES, i), primitives;
        size_t count;
        if (!bp_gltf_array(&mesh, "primitives", &primitives, &count, error)) return false;
        if (count == 0)
            return bp_gltf_fail(&primitives, error, "has no primitive; a mesh needs at least one");
        reader->mesh_starts[i + 1] = reader->mesh_starts[i] + count;
    }
    return bp_gltf_charge(document, &document->collections[BP_GLTF_MESHES], reader->mesh_starts[meshes],
                          sizeof(bp_mesh) + 64, error);
}

/* A few nodes that share a mesh of many primitives make many instances. */
static bool count_instances(bp_gltf_reader *reader, size_t *count, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_NODES]; i++) {
        bp_gltf_value node = bp_gltf_element(document, BP_GLTF_NODES, i);
        int mesh;
        if (!bp_gltf_reference(document, &node, "mesh", BP_GLTF_MESHES, &mesh, error)) return false;
        if (mesh < 0) continue;
        size_t primitives = reader->mesh_starts[mesh + 1] - reader->mesh_starts[mesh];
        if (!bp_gltf_charge(document, &node, primitives, sizeof(bp_model_instance), error)) return false;
        *count += primitives;
    }
    return true;
}

bool bp_gltf_create_model(bp_gltf_reader *reader, const char *name, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    const size_t *totals = document->counts;
    size_t instances = 0;
    if (!count_primitives(reader, error) || !count_instances(reader, &instances, error)) return false;
    bp_model_counts counts = {
        .nodes = totals[BP_GLTF_NODES],
        .meshes = reader->mesh_starts[totals[BP_GLTF_MESHES]],
        .images = totals[BP_GLTF_IMAGES],
        .materials = totals[BP_GLTF_MATERIALS],
        .skeletons = totals[BP_GLTF_SKINS],
        .skins = totals[BP_GLTF_SKINS],
        .instances = instances,
        .clips = totals[BP_GLTF_ANIMATIONS],
    };
    reader->model = bp_model_create(&document->allocator, name, &counts, error);
    reader->images_needed =
        bp_alloc(&document->allocator, counts.images, sizeof *reader->images_needed, error);
    reader->joint_limits = bp_alloc(&document->allocator, counts.meshes, sizeof *reader->joint_limits, error);
    return reader->model && reader->images_needed && reader->joint_limits;
}

bool bp_gltf_check_accessors(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_buffer_view view;
    for (size_t i = 0; i < document->counts[BP_GLTF_BUFFER_VIEWS]; i++)
        if (!bp_gltf_buffer_view_read(document, i, &view, error)) return false;
    for (size_t i = 0; i < document->counts[BP_GLTF_ACCESSORS]; i++)
        if (!bp_gltf_accessor_check(document, i, error)) return false;
    return true;
}
