/* The buffer: each array of numbers has its own view and accessor, at a multiple of 4 bytes. */
#include "base/allocator.h"
#include "base/base64.h"
#include "base/format.h"
#include "gltf/write/writer.h"
#include <string.h>

bool bp_gltf_fail_model(bp_gltf_writer *writer, const char *array, size_t index, const char *field,
                        const char *format, ...) {
    char message[384];
    BP_FORMAT_REST(message, format);
    return bp_fail(bp_gltf_writer_error(writer), BP_ERROR_ARGUMENT,
                   bp_format("%s[%zu]%s%s", array, index, field[0] ? "." : "", field).text, "%s", message);
}

int bp_gltf_add_view(bp_gltf_writer *writer, const void *bytes, size_t size, int target) {
    size_t padded = (size + 3) / 4 * 4;
    if (padded > (size_t)UINT32_MAX - 1024 - writer->size) {
        bp_fail(bp_gltf_writer_error(writer), BP_ERROR_ARGUMENT, "model",
                "needs more than 4 GiB, more than a glTF buffer can hold");
        return 0;
    }
    if (!bp_grow(&writer->arena.allocator, &writer->views, &writer->view_capacity, writer->view_count + 1,
                 sizeof *writer->views, bp_gltf_writer_error(writer)) ||
        !bp_grow(&writer->arena.allocator, &writer->bytes, &writer->capacity, writer->size + padded + 1, 1,
                 bp_gltf_writer_error(writer)))
        return 0;
    if (size > 0) memcpy(writer->bytes + writer->size, bytes, size);
    writer->views[writer->view_count] =
        (bp_gltf_view_entry){.offset = writer->size, .size = size, .target = target};
    writer->size += padded;
    return (int)writer->view_count++;
}

static void check_finite(bp_gltf_writer *writer, const char *field, const float *floats, size_t count,
                         size_t width) {
    for (size_t i = 0; i < count * width; i++)
        if (!bp_is_finite(floats[i]))
            bp_fail(bp_gltf_writer_error(writer), BP_ERROR_ARGUMENT, field,
                    "number %zu of element %zu is NaN or infinite, which glTF doesn't allow", i % width,
                    i / width);
}

int bp_gltf_add_accessor(bp_gltf_writer *writer, const char *field, const bp_gltf_numbers *numbers) {
    const bp_gltf_accessor accessor = bp_gltf_numbers_accessor(numbers);
    if (numbers->component == BP_GLTF_FLOAT)
        check_finite(writer, field, numbers->bytes, accessor.count, accessor.width);
    if (!bp_grow(&writer->arena.allocator, &writer->accessors, &writer->accessor_capacity,
                 writer->accessor_count + 1, sizeof *writer->accessors, bp_gltf_writer_error(writer)))
        return 0;
    bp_gltf_accessor_entry *out = &writer->accessors[writer->accessor_count];
    *out = (bp_gltf_accessor_entry){.numbers = *numbers};
    out->view =
        bp_gltf_add_view(writer, numbers->bytes, accessor.count * accessor.base.stride, numbers->target);
    if (numbers->bounds) bp_gltf_accessor_bounds(&accessor, out->lo, out->hi);
    return (int)writer->accessor_count++;
}

void bp_gltf_write_accessor(bp_gltf_writer *writer, const char *key, const char *field,
                            const bp_gltf_numbers *numbers) {
    bp_json_write(&writer->json, "%s: %d", key, bp_gltf_add_accessor(writer, field, numbers));
}

static void write_accessor_entry(bp_json_writer *json, const bp_gltf_accessor_entry *accessor) {
    const bp_gltf_numbers *numbers = &accessor->numbers;
    bp_json_write(json, "{bufferView: %d, componentType: %d, count: %zu, type: %s", accessor->view,
                  numbers->component, numbers->count, bp_gltf_type_text((unsigned)numbers->type));
    if (numbers->bounds) {
        bp_json_write(json, "min: %*p, max: %*p", (int)bp_gltf_type_width(numbers->type),
                      bp_floats(accessor->lo), (int)bp_gltf_type_width(numbers->type),
                      bp_floats(accessor->hi));
    }
    bp_json_write(json, "}");
}

static void write_view(bp_json_writer *json, const bp_gltf_view_entry *view) {
    bp_json_write(json, "{buffer: 0, byteOffset: %zu, byteLength: %zu", view->offset, view->size);
    if (view->target) bp_json_write(json, "target: %d", view->target);
    bp_json_write(json, "}");
}

static void write_data_uri(bp_gltf_writer *writer) {
    static const char head[] = "data:application/octet-stream;base64,";
    size_t size = sizeof head + bp_base64_length(writer->size);
    char *uri = bp_gltf_writer_alloc(writer, size, 1);
    if (!uri) return;
    memcpy(uri, head, sizeof head);
    bp_base64_write(writer->bytes, writer->size, uri + sizeof head - 1);
    bp_json_write(&writer->json, "uri: %s", uri);
}

void bp_gltf_write_buffer(bp_gltf_writer *writer) {
    bp_json_writer *json = &writer->json;
    if (writer->view_count == 0) return;
    if (writer->accessor_count > 0) {
        bp_json_write(json, "accessors: [");
        for (size_t i = 0; i < writer->accessor_count; i++) write_accessor_entry(json, &writer->accessors[i]);
        bp_json_write(json, "]");
    }
    bp_json_write(json, "bufferViews: [");
    for (size_t i = 0; i < writer->view_count; i++) write_view(json, &writer->views[i]);
    bp_json_write(json, "], buffers: [{byteLength: %zu", writer->size);
    if (writer->options->container == BP_GLTF_EMBEDDED) write_data_uri(writer);
    if (writer->buffer_uri) bp_json_write(json, "uri: %s", writer->buffer_uri);
    bp_json_write(json, "}]");
}
