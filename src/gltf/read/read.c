/* Reading a model: opens the document, reads its parts one after the other, and checks the result with
 * bp_model_check. */
#include "gltf/read/reader.h"
#include <string.h>

static bool read_parts(bp_gltf_reader *reader, const char *name, bp_error *error) {
    return bp_gltf_check_asset(&reader->document, error) && bp_gltf_check_accessors(reader, error) &&
           bp_gltf_read_tree(reader, error) && bp_gltf_create_model(reader, name, error) &&
           bp_gltf_read_nodes(reader, error) && bp_gltf_read_materials(reader, error) &&
           bp_gltf_read_images(reader, error) && bp_gltf_read_meshes(reader, error) &&
           bp_gltf_read_skins(reader, error) && bp_gltf_read_instances(reader, error) &&
           bp_gltf_read_animations(reader, error) && bp_model_check(reader->model, error);
}

static void clear(bp_gltf_reader *reader) {
    const bp_allocator *allocator = &reader->document.allocator;
    bp_gltf_free_tree(reader);
    bp_free(allocator, reader->mesh_starts);
    bp_free(allocator, reader->joint_limits);
    bp_free(allocator, reader->images_needed);
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
    if (!bp_gltf_document_open(&reader.document, bp_context_allocator(context), source, notes,
                               reader.options->memory_limit, error))
        return false;
    /* Once the JSON is parsed, only a binary chunk still needs the bytes. */
    if (owned && !reader.document.has_binary) bp_file_free(&reader.document.allocator, owned);
    bool good = read_parts(&reader, slash ? slash + 1 : name, error);
    clear(&reader);
    if (good) {
        prepare(reader.model);
        *out = reader.model;
    } else {
        if (source->name) bp_error_prefix_place(error, source->name);
        bp_model_destroy(reader.model);
    }
    return good;
}

bool bp_gltf_read_memory(const bp_context *context, const void *data, size_t size, const char *name,
                         const char *folder, const bp_gltf_read_options *options, bp_model **out,
                         bp_gltf_notes *notes, bp_error *error) {
    bp_gltf_source source = {.data = data, .size = size, .name = name ? name : "glTF", .folder = folder};
    if (folder) source.folder_length = strlen(folder);
    return bp_gltf_read_source(context, &source, NULL, options, out, notes, error);
}

bool bp_gltf_read(const bp_context *context, const char *path, const bp_gltf_read_options *options,
                  bp_model **out, bp_gltf_notes *notes, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file file = {0};
    bp_gltf_source source;
    if (!bp_gltf_source_read(allocator, path, &file, &source, error)) return false;
    bool good = bp_gltf_read_source(context, &source, &file, options, out, notes, error);
    bp_file_free(allocator, &file);
    return good;
}
