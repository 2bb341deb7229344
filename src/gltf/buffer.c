/* Buffers, loaded on first use. */
#include "gltf/document.h"

static bool load(bp_gltf_document *document, size_t index, const bp_gltf_value *value, bp_gltf_buffer *buffer,
                 bp_error *error) {
    bp_gltf_value uri = bp_gltf_member(value, "uri");
    const char *text = NULL;
    if (!bp_gltf_text(value, "uri", &text, error)) return false;
    if (!text && (index > 0 || !document->has_binary))
        return bp_gltf_fail(&uri, error,
                            index > 0 ? "is missing; only the first buffer may be the .glb's binary chunk"
                                      : "is missing, and the file has no binary chunk");
    if (!text) {
        buffer->bytes = document->binary;
        return true;
    }
    size_t left = document->memory_limit - document->memory_charged;
    bool ok = bp_gltf_uri_load(document, &uri, text, left ? left : 1, &buffer->owned, error);
    if (ok && !bp_gltf_uri_is_data(text)) document->memory_charged += buffer->owned.size;
    buffer->bytes = (bp_gltf_span){buffer->owned.data, buffer->owned.size};
    return ok;
}

bool bp_gltf_buffer_bytes(bp_gltf_document *document, size_t index, bp_gltf_span *out, bp_error *error) {
    bp_gltf_buffer *buffer = &document->buffers[index];
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_BUFFERS, index);
    size_t length = 0;
    if (!bp_gltf_required_size(&value, "byteLength", SIZE_MAX / 2, &length, error)) return false;
    if (!buffer->loaded && !load(document, index, &value, buffer, error)) return false;
    buffer->loaded = true;
    if (length > buffer->bytes.size)
        return bp_gltf_fail_member(
            &value, "byteLength", error,
            "is %zu, but the buffer has only %zu bytes; the file was cut off, so download or export it again",
            length, buffer->bytes.size);
    *out = (bp_gltf_span){buffer->bytes.data, length};
    return true;
}
