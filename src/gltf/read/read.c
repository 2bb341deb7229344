/* Reading a model: the document is opened, its parts are read one after the other, and what comes out has
 * passed bp_model_check. */
#include "gltf/read/reader.h"
#include <string.h>

/* ---- the parts ----------------------------------------------------------------------------------*/

static bool read_parts(bp_gltf_reader *reader, const char *name, bp_error *error) {
    return bp_gltf_check_asset(&reader->document, error) && bp_gltf_check_accessors(reader, error) &&
           bp_gltf_read_tree(reader, error) && bp_gltf_make_model(reader, name, error) &&
           bp_gltf_read_nodes(reader, error) && bp_gltf_read_materials(reader, error) &&
           bp_gltf_read_images(reader, error) && bp_gltf_read_meshes(reader, error) &&
           bp_gltf_read_skins(reader, error) && bp_gltf_read_instances(reader, error) &&
           bp_gltf_read_animations(reader, error) && bp_model_check(reader->model, error);
}

static void clear(bp_gltf_reader *reader) {
    const bp_allocator *allocator = &reader->document.allocator;
    bp_gltf_free_tree(reader);
    bp_free(allocator, reader->mesh_starts);
    bp_free(allocator, reader->joints_needed);
    bp_free(allocator, reader->images_wanted);
    bp_gltf_document_close(&reader->document);
}

/* Finals are there from the start, without anybody preparing. */
static void prepare(bp_model *model) {
    for (size_t i = 0; i < model->skeleton_count; i++) {
        bp_skeleton_prepare(model->skeletons[i]);
        bp_skeleton_compute_absolutes(model->skeletons[i], true);
    }
}

/* ---- names and folders --------------------------------------------------------------------------*/

/* Of "models/fox.glb" "fox.glb", and how long the folder before it is, slash included. */
static const char *split(const char *path, size_t *folder_length) {
    const char *slash = strrchr(path, '/');
    *folder_length = slash ? (size_t)(slash - path) + 1 : 0;
    return path + *folder_length;
}

/* A folder with its slash; "" stays. */
static char *folder_of(const bp_allocator *allocator, const char *folder, size_t length, bp_error *error) {
    char *copy = bp_alloc(allocator, length + 2, 1, error);
    if (!copy) return NULL;
    memcpy(copy, folder, length);
    if (length > 0 && copy[length - 1] != '/') copy[length] = '/';
    return copy;
}

/* ---- reading ------------------------------------------------------------------------------------*/

/* A model's memory is limited by the bytes of its file, so that small files stay small. */
static size_t limit_of(const bp_gltf_read_options *options, size_t size) {
    if (options->memory_limit) return options->memory_limit;
    return ((size_t)512 << 20) + 4 * size;
}

/* `owned` (may be NULL) holds the bytes, and is freed as soon as they aren't needed. */
static bool read_bytes(bp_gltf_reader *reader, const void *data, size_t size, bp_file *owned,
                       const char *name, bp_model **out, bp_error *error) {
    const char *base = name;
    size_t unused;
    if (strchr(name, '/')) base = split(name, &unused);
    if (!bp_gltf_document_open(&reader->document, data, size, error)) {
        bp_error_prefix_place(error, name);
        return false;
    }
    /* Only a .glb's chunk is looked at after the JSON was parsed. */
    if (owned && !reader->document.has_binary) bp_file_free(&reader->document.allocator, owned);
    bool good = read_parts(reader, base, error);
    clear(reader);
    if (good) {
        prepare(reader->model);
        *out = reader->model;
    } else {
        bp_error_prefix_place(error, name);
        bp_model_destroy(reader->model);
    }
    return good;
}

bool bp_gltf_read_memory(const bp_context *context, const void *data, size_t size, const char *name,
                         const char *folder, const bp_gltf_read_options *options, bp_model **out,
                         bp_gltf_notes *notes, bp_error *error) {
    static const bp_gltf_read_options none = {0};
    bp_gltf_reader reader = {.context = context, .options = options ? options : &none};
    bp_gltf_document *document = &reader.document;
    document->allocator = *bp_context_allocator(context);
    document->notes = notes;
    document->memory_limit = limit_of(reader.options, size);
    char *own = folder ? folder_of(&document->allocator, folder, strlen(folder), error) : NULL;
    if (folder && !own) return false;
    document->folder = own;
    bool good = read_bytes(&reader, data, size, NULL, name ? name : "glTF", out, error);
    bp_free(bp_context_allocator(context), own);
    return good;
}

bool bp_gltf_read(const bp_context *context, const char *path, const bp_gltf_read_options *options,
                  bp_model **out, bp_gltf_notes *notes, bp_error *error) {
    static const bp_gltf_read_options none = {0};
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file file = {0};
    if (!path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "is NULL");
    if (!bp_file_read(allocator, path, 0, &file, error)) return false;
    size_t length;
    split(path, &length);
    char *folder = folder_of(allocator, path, length, error);
    bool good = false;
    if (folder) {
        bp_gltf_reader reader = {.context = context, .options = options ? options : &none};
        reader.document.allocator = *allocator;
        reader.document.notes = notes;
        reader.document.folder = folder;
        reader.document.memory_limit = limit_of(reader.options, file.size);
        good = read_bytes(&reader, file.data, file.size, &file, path, out, error);
    }
    bp_free(allocator, folder);
    bp_file_free(allocator, &file);
    return good;
}
