/* Buffer views, and those that meshopt compresses: their bytes are unpacked on first use. The fallback that
 * such a view may have besides isn't needed. */
#include "gltf/meshopt.h"
#include <string.h>

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

/* Its json is NULL if nothing compresses the view. */
static bp_gltf_value meshopt_of(const bp_gltf_value *view) {
    bp_gltf_value newer = bp_gltf_inner(view, "extensions.KHR_meshopt_compression");
    return newer.json ? newer : bp_gltf_inner(view, "extensions.EXT_meshopt_compression");
}

/* Reads one of some words; without it, *out stays. */
static bool read_word(const bp_gltf_value *object, const char *key, const char *const *words, int count,
                      int *out, bp_error *error) {
    const char *word = NULL;
    if (!bp_gltf_text(object, key, &word, error)) return false;
    if (!word && *out >= 0) return true;
    for (int i = 0; word && i < count; i++) {
        if (strcmp(word, words[i]) != 0) continue;
        *out = i;
        return true;
    }
    return bp_gltf_fail_member(object, key, error,
                               word ? "is \"%.40s\", which Bindpose doesn't know" : "is missing", word);
}

static bool check_range(const bp_gltf_document *document, const bp_gltf_value *value,
                        const bp_gltf_buffer_view *view, size_t length, bp_error *error) {
    bp_gltf_value buffer = bp_gltf_element(document, BP_GLTF_BUFFERS, (size_t)view->buffer);
    size_t size = 0;
    if (!bp_gltf_required_size(&buffer, "byteLength", SIZE_MAX / 2, &size, error)) return false;
    if (view->offset <= size && length <= size - view->offset) return true;
    return bp_gltf_fail(value, error,
                        "spans bytes %zu to %zu, but buffers[%d] has %zu; correct byteOffset or byteLength",
                        view->offset, view->offset + length, view->buffer, size);
}

/* The stream's place replaces the view's, which is that of the fallback. */
static bool read_packed(const bp_gltf_document *document, const bp_gltf_value *value,
                        bp_gltf_buffer_view *out, bp_error *error) {
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    static const char *const filters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"};
    out->packed = true;
    out->mode = -1;
    out->offset = 0;
    if (!bp_gltf_require_object(value, error) ||
        !bp_gltf_required_index(value, "buffer", "buffers", document->counts[BP_GLTF_BUFFERS], &out->buffer,
                                error) ||
        !bp_gltf_size(value, "byteOffset", SIZE_MAX / 4, &out->offset, error) ||
        !bp_gltf_required_size(value, "byteLength", SIZE_MAX / 4, &out->packed_length, error) ||
        !bp_gltf_required_size(value, "byteStride", 256, &out->element, error) ||
        !bp_gltf_required_size(value, "count", UINT32_MAX, &out->count, error) ||
        !read_word(value, "mode", modes, BP_MESHOPT_MODE_COUNT, &out->mode, error) ||
        !read_word(value, "filter", filters, BP_MESHOPT_FILTER_COUNT, &out->filter, error))
        return false;
    const char *wrong = bp_meshopt_check((bp_meshopt_mode)out->mode, (bp_meshopt_filter)out->filter,
                                         out->element, out->count);
    if (wrong) return bp_gltf_fail(value, error, "%s", wrong);
    if (out->element == 0 || out->length / out->element != out->count || out->length % out->element != 0)
        return bp_gltf_fail(
            value, error, "has %zu elements of %zu bytes, but the view's byteLength is %zu; they must agree",
            out->count, out->element, out->length);
    return check_range(document, value, out, out->packed_length, error);
}

bool bp_gltf_buffer_view_read(const bp_gltf_document *document, size_t index, bp_gltf_buffer_view *out,
                              bp_error *error) {
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_BUFFER_VIEWS, index), packed = meshopt_of(&value);
    *out = (bp_gltf_buffer_view){0};
    if (!bp_gltf_required_index(&value, "buffer", "buffers", document->counts[BP_GLTF_BUFFERS], &out->buffer,
                                error) ||
        !bp_gltf_size(&value, "byteOffset", SIZE_MAX / 4, &out->offset, error) ||
        !bp_gltf_required_size(&value, "byteLength", SIZE_MAX / 4, &out->length, error) ||
        !bp_gltf_size(&value, "byteStride", SIZE_MAX / 4, &out->stride, error))
        return false;
    if (out->stride != 0 && (out->stride < 4 || out->stride > 256)) /* some exporters write 0 for none */
        return bp_gltf_fail_member(&value, "byteStride", error, "is %zu; it must be from 4 to 252",
                                   out->stride);
    return packed.json ? read_packed(document, &packed, out, error)
                       : check_range(document, &value, out, out->length, error);
}

static bool unpack(bp_gltf_document *document, const bp_gltf_value *value, const bp_gltf_buffer_view *view,
                   bp_gltf_span stream, bp_file *out, bp_error *error) {
    if (!bp_gltf_charge(document, value, view->count, view->element, error)) return false;
    uint8_t *bytes = bp_alloc(&document->allocator, view->length + 1, 1, error);
    if (!bytes) return false;
    const char *wrong =
        bp_meshopt_unpack((bp_meshopt_mode)view->mode, stream, view->element, view->count, bytes);
    if (wrong) {
        bp_free(&document->allocator, bytes);
        return bp_gltf_fail(value, error, "the compressed stream %s; download or export the file again",
                            wrong);
    }
    bp_meshopt_apply((bp_meshopt_filter)view->filter, view->element, view->count, bytes);
    *out = (bp_file){bytes, view->length};
    return true;
}

bool bp_gltf_buffer_view_bytes(bp_gltf_document *document, size_t index, bp_gltf_span *out, bp_error *error) {
    bp_gltf_buffer_view view;
    bp_gltf_span bytes;
    if (!bp_gltf_buffer_view_read(document, index, &view, error)) return false;
    bp_file *unpacked = &document->unpacked[index];
    if (!unpacked->data) {
        if (!bp_gltf_buffer_bytes(document, (size_t)view.buffer, &bytes, error)) return false;
        *out = (bp_gltf_span){bytes.data + view.offset, view.packed ? view.packed_length : view.length};
        if (!view.packed) return true;
        bp_gltf_value value = bp_gltf_element(document, BP_GLTF_BUFFER_VIEWS, index),
                      packed = meshopt_of(&value);
        if (!unpack(document, &packed, &view, *out, unpacked, error)) return false;
    }
    *out = (bp_gltf_span){unpacked->data, unpacked->size};
    return true;
}
