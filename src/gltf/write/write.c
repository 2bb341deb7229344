/* Writing glTF: the JSON, the buffer, and the container around them.
 *
 * A model that was read from a file keeps the file's indices of nodes, meshes, materials, skins and
 * animations. The writer leaves out what glTF has no form for: clips and tracks without keys, meshes without
 * vertices, empty images. */
#include "base/file_name.h"
#include "base/system.h"
#include "gltf/write/writer.h"
#include "io/json.h"
#include <stdio.h>
#include <string.h>

static const bp_gltf_write_options DEFAULTS = {0};

static void clear_writer(bp_gltf_writer *writer) {
    bp_gltf_plan_clear(writer);
    bp_json_writer_clear(&writer->json);
    bp_free(&writer->allocator, writer->bytes);
    bp_free(&writer->allocator, writer->views);
    bp_free(&writer->allocator, writer->accessors);
}

static void write_asset(bp_gltf_writer *writer) {
    bp_json_writer *json = &writer->json;
    const bp_gltf_write_options *options = writer->options;
    bp_json_open_object(json, "asset");
    bp_json_set_text(json, "version", "2.0");
    bp_json_set_text(json, "generator", options->generator ? options->generator : "Bindpose " BP_VERSION);
    if (options->copyright) bp_json_set_text(json, "copyright", options->copyright);
    bp_json_end_object(json);
}

static bool write_json(bp_gltf_writer *writer, bp_file *out) {
    static void (*const parts[])(bp_gltf_writer *) = {bp_gltf_write_nodes,      bp_gltf_write_meshes,
                                                      bp_gltf_write_skins,      bp_gltf_write_materials,
                                                      bp_gltf_write_animations, bp_gltf_write_buffer};
    if (!bp_model_check(writer->model, &writer->fault) || !bp_gltf_plan_make(writer)) return false;
    bp_json_begin_object(&writer->json);
    write_asset(writer);
    for (size_t i = 0; i < BP_COUNT(parts) && writer->fault.kind == BP_ERROR_NONE; i++) parts[i](writer);
    bp_json_end_object(&writer->json);
    return writer->fault.kind == BP_ERROR_NONE && bp_json_writer_finish(&writer->json, out, &writer->fault);
}

/* Writes the file to `out`. If `buffer` isn't NULL, the buffer goes there, and the file refers to it as
 * `uri`. */
static bool make(const bp_context *context, const bp_model *model, const bp_gltf_write_options *options,
                 const char *uri, bp_file *out, bp_file *buffer, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_gltf_writer writer = {.model = model, .options = options, .buffer_uri = uri};
    writer.allocator = *allocator;
    writer.json = bp_json_writer_make(allocator);
    bp_file json = {0};
    *out = (bp_file){0};
    bool ok = write_json(&writer, &json);
    if (ok && !buffer && options->container != BP_GLTF_EMBEDDED) {
        const bp_gltf_span text = {json.data, json.size}, binary = {writer.bytes, writer.size};
        ok = bp_gltf_pack(allocator, text, binary.size > 0 ? &binary : NULL, (bp_gltf_span){NULL, 0}, out,
                          &writer.fault);
        bp_file_free(allocator, &json);
    } else if (ok) {
        *out = json;
    }
    if (ok && buffer) {
        *buffer = (bp_file){.data = writer.bytes, .size = writer.size};
        writer.bytes = NULL;
    }
    clear_writer(&writer);
    if (!ok && error) *error = writer.fault;
    return ok;
}

bool bp_gltf_write_memory(const bp_context *context, const bp_model *model,
                          const bp_gltf_write_options *options, bp_file *out, bp_error *error) {
    if (!model) return bp_fail_null(error, "model");
    return make(context, model, options ? options : &DEFAULTS, NULL, out, NULL, error);
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    if (length < tail) return false;
    for (size_t i = 0; i < tail; i++) {
        char c = text[length - tail + i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c) != end[i]) return false;
    }
    return true;
}

/* The buffer's path: .bin instead of .gltf, or appended. */
static char *buffer_path(const bp_allocator *allocator, const char *path, bp_error *error) {
    size_t length = strlen(path);
    if (ends_with(path, ".gltf")) length -= 5;
    char *out = bp_alloc(allocator, length + 5, 1, error);
    if (!out) return NULL;
    memcpy(out, path, length);
    memcpy(out + length, ".bin", 5);
    return out;
}

/* The file's name as a URI: percent-encodes everything but unreserved characters. A name that we wouldn't
 * read again is an error. */
static char *name_uri(const bp_allocator *allocator, const char *path, bp_error *error) {
    static const char hex[] = "0123456789ABCDEF";
    const char *name = bp_path_name(path), *fault = bp_path_leaves_folder(name);
    if (!fault) fault = bp_path_unsafe_name(name);
    if (fault) {
        bp_fail(error, BP_ERROR_ARGUMENT, path, "%s, and readers refuse such a buffer; choose another name",
                fault);
        return NULL;
    }
    char *out = bp_alloc(allocator, 3 * strlen(name) + 1, 1, error), *to = out;
    for (const char *c = name; out && *c; c++) {
        bool unreserved = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                          *c == '.' || *c == '-' || *c == '_' || *c == '~';
        if (unreserved) {
            *to++ = *c;
            continue;
        }
        *to++ = '%';
        *to++ = hex[(unsigned char)*c >> 4];
        *to++ = hex[(unsigned char)*c & 15];
    }
    return out;
}

/* Writes two files that belong together. If writing the second fails, restores the first. */
static bool write_both(const bp_allocator *allocator, const char *path, const bp_file *json,
                       const char *bin_path, const bp_file *bin, bp_error *error) {
    bp_file old = {0};
    bool had = bp_path_allows(bin_path, BP_PATH_EXISTS);
    /* Without a copy, the old file couldn't be restored. */
    if (had && !bp_file_read(allocator, bin_path, 0, &old, error)) return false;
    bool ok = bp_file_write(bin_path, bin->data, bin->size, error);
    if (ok && !bp_file_write(path, json->data, json->size, error)) {
        ok = false;
        if (had)
            (void)bp_file_write(bin_path, old.data, old.size, NULL);
        else
            bp_file_remove(bin_path);
    }
    bp_file_free(allocator, &old);
    return ok;
}

static bool write_beside(const bp_context *context, const bp_model *model, const char *path,
                         const bp_gltf_write_options *options, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file json = {0}, bin = {0};
    char *bin_path = buffer_path(allocator, path, error);
    char *uri = bin_path ? name_uri(allocator, bin_path, error) : NULL;
    bool ok = uri && make(context, model, options, uri, &json, &bin, error);
    if (ok && bin.size > 0)
        ok = write_both(allocator, path, &json, bin_path, &bin, error);
    else if (ok)
        ok = bp_file_write(path, json.data, json.size, error);
    bp_free(allocator, bin_path);
    bp_free(allocator, uri);
    bp_file_free(allocator, &json);
    bp_file_free(allocator, &bin);
    return ok;
}

bool bp_gltf_write(const bp_context *context, const bp_model *model, const char *path,
                   const bp_gltf_write_options *options, bp_error *error) {
    if (!model) return bp_fail_null(error, "model");
    if (!options) options = &DEFAULTS;
    if (options->container == BP_GLTF_BY_NAME && !ends_with(path, ".glb") && !ends_with(path, ".vrm"))
        return write_beside(context, model, path, options, error);
    bp_file file;
    if (!make(context, model, options, NULL, &file, NULL, error)) return false;
    bool ok = bp_file_write(path, file.data, file.size, error);
    bp_file_free(bp_context_allocator(context), &file);
    return ok;
}
