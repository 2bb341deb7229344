/* Images that some material uses, from a buffer view, a data URI or a file.
 *
 * A damaged or oversized image is an error. An image file that can't be read is only a note, and the model is
 * drawn without it: people often pass models on without their textures. */
#include "gltf/read/reader.h"
#include <string.h>

/* Decodes an image within the rest of the memory limit. */
static bool decode(bp_gltf_reader *reader, size_t index, const bp_gltf_value *value, bp_gltf_span bytes,
                   bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t left = (document->memory_limit - document->memory_charged) / sizeof(bp_rgba8);
    bp_image_limits limits = {.pixels = left < ((size_t)1 << 25) ? left + 1 : 0};
    char path[64];
    bp_image *image = bp_image_decode(&document->allocator, bytes.data, bytes.size,
                                      bp_gltf_path(value, path, sizeof path), &limits, error);
    if (!image) return false;
    reader->model->images[index] = image;
    return bp_gltf_charge(document, value, (size_t)image->width * (size_t)image->height, sizeof(bp_rgba8),
                          error);
}

static bool read_embedded(bp_gltf_reader *reader, size_t index, const bp_gltf_value *value,
                          const bp_gltf_value *uri, const char *text, bp_error *error) {
    bp_file file = {0};
    if (!bp_gltf_uri_decode(&reader->document, uri, text, &file, error)) return false;
    bool good = decode(reader, index, value, (bp_gltf_span){file.data, file.size}, error);
    bp_file_free(&reader->document.allocator, &file);
    return good;
}

static bool read_beside(bp_gltf_reader *reader, size_t index, const bp_gltf_value *value,
                        const bp_gltf_value *uri, const char *text, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    char *path = bp_gltf_uri_path(document, uri, text, error);
    if (!path) return false;
    bp_file file = {0};
    bp_error why = {0};
    bool read = bp_file_read(&document->allocator, path, (size_t)256 << 20, &file, &why);
    bp_free(&document->allocator, path);
    if (!read && why.kind == BP_ERROR_MEMORY) {
        if (error) *error = why;
        return false;
    }
    if (!read) {
        bp_gltf_add_note(document, uri, "the image can't be read and is left out: %.160s", why.message);
        return true;
    }
    bool good = decode(reader, index, value, (bp_gltf_span){file.data, file.size}, error);
    bp_file_free(&document->allocator, &file);
    return good;
}

static bool read_image(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_IMAGES, index),
                  uri = bp_gltf_member(&value, "uri");
    const char *text = NULL;
    int view;
    if (!bp_gltf_text(&value, "uri", &text, error) ||
        !bp_gltf_reference(document, &value, "bufferView", BP_GLTF_BUFFER_VIEWS, &view, error))
        return false;
    if (text && bp_gltf_uri_is_data(text)) return read_embedded(reader, index, &value, &uri, text, error);
    if (text) return read_beside(reader, index, &value, &uri, text, error);
    if (view < 0) return bp_gltf_fail(&value, error, "has neither uri nor bufferView");
    bp_gltf_span bytes;
    return bp_gltf_buffer_view_bytes(document, (size_t)view, &bytes, error) &&
           decode(reader, index, &value, bytes, error);
}

bool bp_gltf_read_images(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->model->image_count; i++)
        if (reader->images_needed[i] && !reader->options->no_images && !read_image(reader, i, error))
            return false;
    return true;
}
