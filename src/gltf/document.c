/* The container: a .glb's chunks, the JSON, and the arrays at its top.
 *
 * A .glb is a header of three little-endian words ("glTF", 2, the length of all) and chunks, each with
 * its length, its kind and its bytes: first the JSON, then perhaps the binary one. */
#include "gltf/document.h"
#include <string.h>

#define MAGIC 0x46546c67u /* "glTF" */
#define CHUNK_JSON 0x4e4f534au
#define CHUNK_BINARY 0x004e4942u

/* ---- the arrays at the top ----------------------------------------------------------------------*/

const char *bp_gltf_collection_name(bp_gltf_collection top) {
    static const char *const names[BP_GLTF_COLLECTION_COUNT] = {
        "accessors", "animations", "buffers",  "bufferViews", "images", "materials",
        "meshes",    "nodes",      "samplers", "scenes",      "skins",  "textures",
    };
    return names[top];
}

bp_gltf_value bp_gltf_element(const bp_gltf_document *document, bp_gltf_collection top, size_t index) {
    return bp_gltf_item(&document->top[top], index);
}

bool bp_gltf_reference(const bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                       bp_gltf_collection top, int *out, bp_error *error) {
    return bp_gltf_index(object, key, bp_gltf_collection_name(top), document->counts[top], out, error);
}

/* Each array holds objects; nothing deeper is looked at. */
static bool find_arrays(bp_gltf_document *document, bp_error *error) {
    document->root = (bp_gltf_value){.json = document->json};
    if (!bp_gltf_require_object(&document->root, error)) return false;
    for (int i = 0; i < BP_GLTF_COLLECTION_COUNT; i++) {
        bp_gltf_value *array = &document->top[i];
        size_t *count = &document->counts[i];
        if (!bp_gltf_array(&document->root, bp_gltf_collection_name((bp_gltf_collection)i), array, count, error))
            return false;
        if (*count > INT32_MAX)
            return bp_gltf_fail(array, error, "has %zu elements, more than can be numbered", *count);
        for (size_t j = 0; j < *count; j++) {
            bp_gltf_value item = bp_gltf_item(array, j);
            if (!bp_gltf_require_object(&item, error)) return false;
        }
    }
    return true;
}

/* ---- the container ------------------------------------------------------------------------------*/

static uint32_t word(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool wrong_glb(bp_error *error, const char *place, const char *message) {
    return bp_fail(error, BP_ERROR_INPUT, place, "%s", message);
}

/* The chunk at *at; goes on behind it, padding included. */
static bool next_chunk(bp_gltf_span file, size_t *at, const char *place, uint32_t *kind, bp_gltf_span *out,
                       bp_error *error) {
    size_t left = file.size - *at;
    if (left < 8)
        return wrong_glb(error, place, "the file ends within the chunk's header; fetch or export it again");
    uint32_t length = word(file.data + *at);
    if (length > left - 8)
        return bp_fail(error, BP_ERROR_INPUT, place,
                       "is said to have %lu bytes, but the file has only %zu more; fetch or export it again",
                       (unsigned long)length, left - 8);
    *kind = word(file.data + *at + 4);
    *out = (bp_gltf_span){file.data + *at + 8, length};
    *at += 8 + (size_t)length;
    return true;
}

static bool check_header(bp_gltf_document *document, bp_gltf_span *file, bp_error *error) {
    if (file->size < 12)
        return wrong_glb(error, "header", "the file ends within the .glb header; fetch or export it again");
    if (word(file->data + 4) != 2)
        return bp_fail(error, BP_ERROR_INPUT, "header.version",
                       "is %lu; only version 2 is known, so export the file as glTF 2.0",
                       (unsigned long)word(file->data + 4));
    uint32_t length = word(file->data + 8);
    if (length > file->size || length < 12)
        return bp_fail(error, BP_ERROR_INPUT, "header.length",
                       "says %lu bytes, the file has %zu; fetch or export it again", (unsigned long)length,
                       file->size);
    if (length < file->size)
        bp_gltf_add_note(document, NULL, "%zu bytes behind the end that the header gives are not looked at",
                        file->size - length);
    file->size = length;
    return true;
}

static bool open_glb(bp_gltf_document *document, bp_gltf_span file, bp_gltf_span *json, bp_error *error) {
    if (!check_header(document, &file, error)) return false;
    size_t at = 12;
    uint32_t kind;
    if (!next_chunk(file, &at, "chunk[0]", &kind, json, error)) return false;
    if (kind != CHUNK_JSON) return wrong_glb(error, "chunk[0]", "must be JSON and is something else");
    if (at == file.size) return true;
    if (!next_chunk(file, &at, "chunk[1]", &kind, &document->binary, error)) return false;
    document->has_binary = kind == CHUNK_BINARY;
    return true;
}

/* JSON proper: a byte order mark, which has no business there, is passed over. */
static bp_gltf_span without_mark(bp_gltf_document *document, bp_gltf_span text) {
    if (text.size < 3 || memcmp(text.data, "\xef\xbb\xbf", 3) != 0) return text;
    bp_gltf_add_note(document, NULL, "the text begins with a byte order mark, which glTF forbids");
    return (bp_gltf_span){text.data + 3, text.size - 3};
}

/* Whether it is worth while to say what is wrong with the JSON: another format has none at all. */
static bool looks_like_json(bp_gltf_span text) {
    size_t at = 0;
    while (at < text.size && strchr(" \t\r\n", text.data[at]) && text.data[at]) at++;
    return at < text.size && (text.data[at] == '{' || text.data[at] == '[');
}

static bool parse(bp_gltf_document *document, bp_gltf_span file, bp_error *error) {
    bp_gltf_span json = file;
    bool binary = file.size >= 4 && word(file.data) == MAGIC;
    if (file.size == 0) return bp_fail(error, BP_ERROR_INPUT, NULL, "the file is empty");
    if (binary && !open_glb(document, file, &json, error)) return false;
    if (!binary) json = without_mark(document, json);
    if (!binary && !looks_like_json(json))
        return bp_fail(error, BP_ERROR_INPUT, NULL,
                       "is no glTF, neither .gltf (JSON) nor .glb; export the model as glTF 2.0");
    document->json = bp_json_parse((const char *)json.data, json.size, 0, "JSON", error);
    if (!document->json) return false;
    if (!find_arrays(document, error)) return false;
    document->buffers =
        bp_alloc(&document->allocator, document->counts[BP_GLTF_BUFFERS], sizeof *document->buffers, error);
    return document->buffers != NULL;
}

bool bp_gltf_document_open(bp_gltf_document *document, const void *data, size_t size, bp_error *error) {
    if (parse(document, (bp_gltf_span){data, size}, error)) return true;
    bp_gltf_document_close(document);
    return false;
}

void bp_gltf_document_unload(bp_gltf_document *document) {
    for (size_t i = 0; document->buffers && i < document->counts[BP_GLTF_BUFFERS]; i++) {
        bp_file_free(&document->allocator, &document->buffers[i].own);
        document->buffers[i] = (bp_gltf_buffer){.loaded = false};
    }
}

void bp_gltf_document_close(bp_gltf_document *document) {
    bp_gltf_document_unload(document);
    bp_free(&document->allocator, document->buffers);
    bp_json_destroy(document->json);
    document->buffers = NULL;
    document->json = NULL;
}

bool bp_gltf_charge(bp_gltf_document *document, const bp_gltf_value *value, size_t count, size_t size,
                  bp_error *error) {
    size_t left = document->memory_limit - document->taken;
    if (size > 0 && count > left / size)
        return bp_gltf_fail(value, error,
                             "asks for %zu times %zu bytes; with what was read before it, that is over the "
                             "limit of %zu MiB for this file",
                             count, size, document->memory_limit >> 20);
    document->taken += count * size;
    return true;
}
