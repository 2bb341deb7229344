/* Reading a model: opens the document, reads its parts one after the other, and checks the result with
 * bp_model_check. */
#include "base/error.h"
#include "gltf/read/reader.h"
#include <string.h>

static bool count_primitives(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t meshes = document->counts[BP_GLTF_MESHES];
    reader->mesh_starts = bp_alloc(&document->allocator, meshes + 1, sizeof *reader->mesh_starts, error);
    if (!reader->mesh_starts) return false;
    for (size_t i = 0; i < meshes; i++) {
        bp_gltf_value mesh = bp_gltf_element(document, BP_GLTF_MESHES, i), primitives;
        size_t count;
        bp_error fault = {0};
        bool ok = bp_gltf_array(&mesh, "primitives", &primitives, &count, &fault);
        if (ok && count == 0)
            ok = bp_gltf_fail(&primitives, &fault, "has no primitive; a mesh needs at least one");
        if (!ok && !bp_gltf_forgive(document, &fault, "the mesh is empty", error)) return false;
        if (!ok) count = 0;
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
        if (!bp_gltf_optional_reference(document, &node, "mesh", BP_GLTF_MESHES, &mesh, error)) return false;
        if (mesh < 0) continue;
        size_t primitives = reader->mesh_starts[mesh + 1] - reader->mesh_starts[mesh];
        size_t copies = reader->copy_starts[i + 1] - reader->copy_starts[i];
        if (copies > 1) primitives *= copies;
        if (!bp_gltf_charge(document, &node, primitives, sizeof(bp_model_instance), error)) return false;
        *count += primitives;
    }
    return true;
}

/* Whether the nodes are shown as a skeleton: they move, or there is nothing else to show. */
static bool needs_nodes(const size_t *totals, size_t instances) {
    return totals[BP_GLTF_NODES] > 0 && (totals[BP_GLTF_ANIMATIONS] > 0 || instances == 0);
}

/* Makes the empty model, with arrays of their final size. */
static bool create_model(bp_gltf_reader *reader, const char *name, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    const size_t *totals = document->counts;
    size_t instances = 0;
    if (!count_primitives(reader, error) || !bp_gltf_count_copies(reader, error) ||
        !count_instances(reader, &instances, error))
        return false;
    bp_model_counts counts = {
        .nodes = reader->copy_starts[totals[BP_GLTF_NODES]],
        .meshes = reader->mesh_starts[totals[BP_GLTF_MESHES]],
        .images = totals[BP_GLTF_IMAGES],
        .materials = totals[BP_GLTF_MATERIALS],
        .skeletons = totals[BP_GLTF_SKINS] > 0 ? totals[BP_GLTF_SKINS] : needs_nodes(totals, instances),
        .skins = totals[BP_GLTF_SKINS],
        .instances = instances,
        .clips = totals[BP_GLTF_ANIMATIONS],
    };
    reader->model = bp_model_create(&document->allocator, name, &counts, error);
    reader->images_needed =
        bp_alloc(&document->allocator, counts.images, sizeof *reader->images_needed, error);
    reader->skins_noted = bp_alloc(&document->allocator, counts.skins, sizeof *reader->skins_noted, error);
    reader->joint_limits = bp_alloc(&document->allocator, counts.meshes, sizeof *reader->joint_limits, error);
    /* VRM 1.0's extension is VRMC_vrm, and its figures look along +Z. */
    if (reader->model)
        reader->model->faces_back = bp_json_member(bp_json_member(document->root.json, "extensions"), "VRM");
    return reader->model && reader->images_needed && reader->skins_noted && reader->joint_limits;
}

/* Checks accessors and views, including unused ones. */
static bool check_accessors(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_buffer_view view;
    bp_gltf_accessor accessor;
    if (document->lenient) return true;
    for (size_t i = 0; i < document->counts[BP_GLTF_BUFFER_VIEWS]; i++)
        if (!bp_gltf_buffer_view_read(document, i, &view, error)) return false;
    for (size_t i = 0; i < document->counts[BP_GLTF_ACCESSORS]; i++)
        if (!bp_gltf_accessor_open(document, i, false, &accessor, error)) return false;
    return true;
}

static bool read_parts(bp_gltf_reader *reader, const char *name, bp_error *error) {
    return bp_gltf_check_asset(&reader->document, error) && check_accessors(reader, error) &&
           bp_gltf_read_tree(reader, error) && create_model(reader, name, error) &&
           bp_gltf_read_nodes(reader, error) && bp_gltf_read_copies(reader, error) &&
           bp_gltf_read_materials(reader, error) && bp_gltf_read_images(reader, error) &&
           bp_gltf_read_meshes(reader, error) && bp_gltf_read_skins(reader, error) &&
           bp_gltf_read_node_skeleton(reader, error) && bp_gltf_read_instances(reader, error) &&
           bp_gltf_read_animations(reader, error) && bp_model_check(reader->model, error);
}

/* Says why the picture has no surface. */
static void note_nothing(bp_gltf_reader *reader) {
    const bp_model *model = reader->model;
    size_t drawn = 0, bones = 0;
    for (size_t i = 0; i < model->instance_count; i++)
        if (!model->instances[i].outside_scene)
            drawn += model->meshes[model->instances[i].mesh]->vertex_count > 0;
    for (size_t i = 0; i < model->skeleton_count; i++) bones += bp_skeleton_count(model->skeletons[i]);
    bp_gltf_document *document = &reader->document;
    if (drawn > 0) return;
    if (bones > 0)
        bp_gltf_add_note(document, NULL, "no mesh is in the scene, only bones: %zu", bones);
    else if (model->node_count > 0)
        bp_gltf_add_note(document, NULL,
                         "the scene that is shown has no mesh and no bones, so the picture is empty");
    else
        bp_gltf_add_note(document, NULL, "the file has no nodes, so the picture is empty");
}

static void clear(bp_gltf_reader *reader) {
    const bp_gltf_tree *tree = &reader->tree;
    void *const owned[] = {tree->parents,        tree->order,           tree->order_index,
                           tree->in_scene,       tree->morph_counts,    reader->mesh_starts,
                           reader->joint_limits, reader->images_needed, reader->skins_noted,
                           reader->copy_starts};
    for (size_t i = 0; i < BP_COUNT(owned); i++) bp_free(&reader->document.allocator, owned[i]);
    bp_gltf_document_close(&reader->document);
}

/* A new model's final matrices are valid; the caller need not prepare the skeletons. */
static void prepare(bp_model *model) {
    for (size_t i = 0; i < model->skeleton_count; i++) {
        bp_skeleton_prepare(model->skeletons[i]);
        bp_skeleton_compute_absolutes(model->skeletons[i], true);
    }
}

bool bp_gltf_read_source(const bp_context *context, const bp_gltf_source *source, bp_file *owned,
                         const bp_gltf_read_options *options, bp_model **out, bp_gltf_notes *notes,
                         bp_error *error) {
    static const bp_gltf_read_options defaults = {0};
    bp_gltf_reader reader = {.context = context, .options = options ? options : &defaults};
    const char *name = source->name ? source->name : "", *slash = strrchr(name, '/');
    if (!bp_gltf_document_open_within(&reader.document, context, source, notes, reader.options->memory_limit,
                                      error))
        return false;
    reader.document.lenient = reader.options->lenient;
    reader.document.draco_decoder = reader.options->draco ? reader.options->draco : bp_context_draco(context);
    /* Once the JSON is parsed, only a binary chunk still needs the bytes. */
    if (owned && !reader.document.has_binary) bp_file_free(&reader.document.allocator, owned);
    bool ok = read_parts(&reader, slash ? slash + 1 : name, error);
    if (ok) note_nothing(&reader);
    clear(&reader);
    if (ok) {
        prepare(reader.model);
        *out = reader.model;
    } else {
        if (source->name) bp_error_prefix_place(error, source->name);
        bp_model_destroy(reader.model);
    }
    return ok;
}

bool bp_gltf_read_memory(const bp_context *context, const void *data, size_t size, const char *name,
                         const char *folder, const bp_gltf_read_options *options, bp_model **out,
                         bp_gltf_notes *notes, bp_error *error) {
    if (out) *out = NULL;
    bp_gltf_source source = {data, size, name ? name : "glTF", folder, folder ? strlen(folder) : 0};
    return bp_gltf_read_source(context, &source, NULL, options, out, notes, error);
}

bool bp_gltf_read(const bp_context *context, const char *path, const bp_gltf_read_options *options,
                  bp_model **out, bp_gltf_notes *notes, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file file = {0};
    bp_gltf_source source;
    if (out) *out = NULL;
    if (!bp_gltf_source_read(allocator, path, &file, &source, error)) return false;
    bool ok = bp_gltf_read_source(context, &source, &file, options, out, notes, error);
    bp_file_free(allocator, &file);
    return ok;
}
