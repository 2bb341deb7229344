/* The rewritten file: buffers as the binary chunk or as data URIs, and the container around them. */
#include "base/base64.h"
#include "gltf/rewrite/rewrite.h"
#include <string.h>

/* ---- data URIs ----------------------------------------------------------------------------------*/

/* What a file's name says about the type of an image. */
static const char *media_type(const char *uri) {
    const char *dot = strrchr(uri, '.');
    if (dot && (strcmp(dot, ".jpg") == 0 || strcmp(dot, ".jpeg") == 0)) return "image/jpeg";
    if (dot && strcmp(dot, ".webp") == 0) return "image/webp";
    return dot && strcmp(dot, ".ktx2") == 0 ? "image/ktx2" : "image/png";
}

static void set_uri(bp_gltf_rewrite *rewrite, bp_rewrite_value *object, const char *type, const void *bytes,
                    size_t size) {
    char *text =
        bp_arena_alloc(&rewrite->arena, bp_base64_length(size) + 1, 1, bp_gltf_rewrite_error(rewrite));
    if (!text) return;
    bp_base64_write(bytes, size, text);
    bp_rewrite_set_member(&rewrite->tree, object, "uri", "\"data:%s;base64,%s\"", type, text);
}

/* ---- buffers and images -------------------------------------------------------------------------*/

static const char *uri_of(const bp_gltf_rewrite *rewrite, bp_gltf_collection collection, size_t index) {
    if (index >= rewrite->document->counts[collection]) return NULL;
    bp_gltf_value value = bp_gltf_element(rewrite->document, collection, index);
    return bp_json_text_or(bp_json_member(value.json, "uri"), NULL);
}

/* Writes a buffer's length and place. `chunk`: it is the binary chunk of the new file. */
static void write_buffer(bp_gltf_rewrite *rewrite, size_t index, bool chunk, bool embed) {
    bp_rewrite_buffer *buffer = &rewrite->buffers[index];
    const char *uri = uri_of(rewrite, BP_GLTF_BUFFERS, index);
    bool moves = chunk != bp_gltf_rewrite_is_chunk(rewrite, index);
    bool file = uri && !bp_gltf_uri_is_data(uri);
    if (!buffer->bytes && !moves && !(embed && file)) return;
    if (!bp_gltf_rewrite_buffer(rewrite, index)) return;
    bp_rewrite_value *value = bp_gltf_rewrite_find(rewrite, "buffers[%zu]", index);
    bp_rewrite_set_member(&rewrite->tree, value, "byteLength", "%zu", buffer->size);
    if (chunk)
        bp_rewrite_remove(bp_rewrite_member(&rewrite->tree, value, "uri"));
    else
        set_uri(rewrite, value, "application/octet-stream", buffer->bytes, buffer->size);
}

/* An image that can't be read stays a reference: the picture was missing before, too. */
static void embed_image(bp_gltf_rewrite *rewrite, size_t index) {
    bp_gltf_document *document = rewrite->document;
    const char *uri = uri_of(rewrite, BP_GLTF_IMAGES, index);
    if (!uri || bp_gltf_uri_is_data(uri)) return;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_IMAGES, index);
    bp_error fault = {0};
    bp_file file = {0};
    if (bp_gltf_uri_load(document, &value, uri, 0, &file, &fault))
        set_uri(rewrite, bp_gltf_rewrite_find(rewrite, "images[%zu]", index), media_type(uri), file.data,
                file.size);
    bp_file_free(&document->allocator, &file);
    if (fault.kind == BP_ERROR_MEMORY) rewrite->fault = fault;
}

/* ---- container ----------------------------------------------------------------------------------*/

/* The JSON's padding isn't part of it. */
static size_t trimmed(const bp_file *json) {
    size_t size = json->size;
    while (size > 0 && (json->data[size - 1] == ' ' || json->data[size - 1] == '\0')) size--;
    return size;
}

static bool pack(const bp_gltf_rewrite *rewrite, const bp_file *json, bool chunk, bp_file *out,
                 bp_error *error) {
    const bp_gltf_document *document = rewrite->document;
    bp_gltf_span binary = document->binary;
    if (chunk && rewrite->buffers[0].bytes)
        binary = (bp_gltf_span){rewrite->buffers[0].bytes, rewrite->buffers[0].size};
    return bp_gltf_pack(&document->allocator, (bp_gltf_span){json->data, trimmed(json)},
                        chunk || document->has_binary ? &binary : NULL, bp_gltf_other_chunks(document), out,
                        error);
}

bool bp_gltf_rewrite_finish(bp_gltf_rewrite *rewrite, bp_gltf_container container, bool embed, bp_file *out,
                            bp_error *error) {
    bp_gltf_document *document = rewrite->document;
    bool was_binary = bp_gltf_is_binary(document->file);
    bool binary = container == BP_GLTF_BY_NAME ? was_binary : container == BP_GLTF_BINARY;
    bool moved = binary && !was_binary && rewrite->buffer_count > 0; /* the first buffer becomes the chunk */
    bp_file json = {0};
    *out = (bp_file){0};
    for (size_t i = 0; i < rewrite->buffer_count; i++) {
        bool chunk = binary && (bp_gltf_rewrite_is_chunk(rewrite, i) || (moved && i == 0));
        write_buffer(rewrite, i, chunk, embed);
    }
    for (size_t i = 0; embed && i < document->counts[BP_GLTF_IMAGES]; i++) embed_image(rewrite, i);
    if (rewrite->fault.kind != BP_ERROR_NONE) {
        if (error) *error = rewrite->fault;
        return false;
    }
    if (!bp_rewrite_tree_write(&rewrite->tree, &document->allocator, &json, error)) return false;
    if (!binary) {
        *out = json;
        return true;
    }
    bool ok = pack(rewrite, &json, moved || bp_gltf_rewrite_is_chunk(rewrite, 0), out, error);
    bp_file_free(&document->allocator, &json);
    return ok;
}
