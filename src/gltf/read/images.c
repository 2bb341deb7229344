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

/* Reads an image file beside the document; one that can't be read is a note and leaves `out` empty. */
static bool read_file(bp_gltf_document *document, const bp_gltf_value *uri, const char *text, bp_file *out,
                      bp_error *error) {
    bp_error fault = {0};
    char *path = bp_gltf_uri_path(document, uri, text, error);
    if (!path) return false;
    bool ok = bp_file_read(&document->allocator, path, (size_t)256 << 20, out, &fault);
    bp_free(&document->allocator, path);
    if (!ok && fault.kind == BP_ERROR_MEMORY) {
        if (error) *error = fault;
        return false;
    }
    if (!ok)
        bp_gltf_add_note(document, uri, "the image can't be read and is left out: %.160s", fault.message);
    return true;
}

static bool read_uri(bp_gltf_reader *reader, size_t index, const bp_gltf_value *value, const char *text,
                     bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_value uri = bp_gltf_member(value, "uri");
    bp_file file = {0};
    bool ok = bp_gltf_uri_is_data(text) ? bp_gltf_uri_decode(document, &uri, text, &file, error)
                                        : read_file(document, &uri, text, &file, error);
    if (ok && file.data) ok = decode(reader, index, value, (bp_gltf_span){file.data, file.size}, error);
    bp_file_free(&document->allocator, &file);
    return ok;
}

static bool read_image(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_IMAGES, index);
    const char *text = NULL;
    int view;
    if (!bp_gltf_text(&value, "uri", &text, error) ||
        !bp_gltf_reference(document, &value, "bufferView", BP_GLTF_BUFFER_VIEWS, &view, error))
        return false;
    if (text) return read_uri(reader, index, &value, text, error);
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
