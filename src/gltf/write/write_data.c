/* The buffer: each array of numbers has its own view and accessor, at a multiple of 4 bytes. */
#include "base/base64.h"
#include "base/allocator.h"
#include "gltf/write/writer.h"
#include "io/json.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool bp_gltf_fail_model(bp_error *error, const char *array, size_t index, const char *field,
                        const char *format, ...) {
    char path[128], message[384];
    snprintf(path, sizeof path, "%s[%zu]%s%s", array, index, field[0] ? "." : "", field);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return bp_fail(error, BP_ERROR_ARGUMENT, path, "%s", message);
}

/* Makes room for `more` elements after `count`. Returns the array; NULL on error, which leaves the old one.
 */
static void *grow(const bp_allocator *allocator, void *array, size_t count, size_t more, size_t size,
                  size_t *capacity, bp_error *error) {
    if (more <= *capacity - count) return array;
    size_t new_capacity = *capacity < 16 ? 16 : *capacity;
    while (new_capacity - count < more) new_capacity *= 2;
    void *fresh = bp_realloc(allocator, array, *capacity, new_capacity, size, error);
    if (fresh) *capacity = new_capacity;
    return fresh;
}

/* Appends `size` zeros to the buffer, padded to a multiple of 4. Returns their start; NULL on error. */
static uint8_t *append_zeros(bp_gltf_writer *writer, size_t size, bp_error *error) {
    size_t padded = (size + 3) / 4 * 4;
    if (padded > (size_t)UINT32_MAX - 1024 - writer->size) {
        bp_fail(error, BP_ERROR_ARGUMENT, "model", "needs more than 4 GiB, more than a glTF buffer can hold");
        return NULL;
    }
    uint8_t *bytes =
        grow(&writer->allocator, writer->bytes, writer->size, padded + 1, 1, &writer->capacity, error);
    if (!bytes) return NULL;
    writer->bytes = bytes;
    writer->size += padded;
    return bytes + writer->size - padded;
}

int bp_gltf_add_view(bp_gltf_writer *writer, const void *bytes, size_t size, int target, bp_error *error) {
    bp_gltf_view_entry *views = grow(&writer->allocator, writer->views, writer->view_count, 1, sizeof *views,
                                     &writer->view_capacity, error);
    if (!views) return -1;
    writer->views = views;
    uint8_t *to = append_zeros(writer, size, error);
    if (!to) return -1;
    if (size > 0) memcpy(to, bytes, size);
    views[writer->view_count] =
        (bp_gltf_view_entry){.offset = (size_t)(to - writer->bytes), .size = size, .target = target};
    return (int)writer->view_count++;
}

static size_t component_size(int component) {
    return component == BP_GLTF_AS_U8 ? 1 : component == BP_GLTF_AS_U16 ? 2 : 4;
}

static bool check_finite(const bp_gltf_accessor_data *data, bp_error *error) {
    const float *floats = data->values;
    for (size_t i = 0; i < data->count * data->width; i++) {
        if (bp_is_finite(floats[i])) continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, data->field,
                       "number %zu of element %zu is NaN or infinite, which glTF doesn't allow",
                       i % data->width, i / data->width);
    }
    return true;
}

static void find_bounds(const bp_gltf_accessor_data *data, bp_gltf_accessor_entry *out) {
    const float *floats = data->values;
    for (size_t j = 0; j < data->width; j++) out->lo[j] = out->hi[j] = floats[j];
    for (size_t i = 0; i < data->count * data->width; i++) {
        size_t j = i % data->width;
        if (floats[i] < out->lo[j]) out->lo[j] = floats[i];
        if (floats[i] > out->hi[j]) out->hi[j] = floats[i];
    }
}

int bp_gltf_add_accessor(bp_gltf_writer *writer, const bp_gltf_accessor_data *data, bp_error *error) {
    if (data->component == BP_GLTF_AS_FLOAT && !check_finite(data, error)) return -1;
    bp_gltf_accessor_entry *accessors = grow(&writer->allocator, writer->accessors, writer->accessor_count, 1,
                                             sizeof *accessors, &writer->accessor_capacity, error);
    if (!accessors) return -1;
    writer->accessors = accessors;
    int number = (int)writer->accessor_count;
    size_t size = data->count * data->width * component_size(data->component);
    int view = bp_gltf_add_view(writer, data->values, size, data->target, error);
    if (view < 0) return -1;
    bp_gltf_accessor_entry *out = &accessors[writer->accessor_count++];
    *out = (bp_gltf_accessor_entry){.view = (size_t)view,
                                    .count = data->count,
                                    .width = data->width,
                                    .component = data->component,
                                    .matrices = data->matrices,
                                    .bounds = data->bounds};
    if (data->bounds) find_bounds(data, out);
    return number;
}

bool bp_gltf_write_accessor(bp_gltf_writer *writer, const char *key, const bp_gltf_accessor_data *data,
                            bp_error *error) {
    int accessor = bp_gltf_add_accessor(writer, data, error);
    if (accessor < 0) return false;
    bp_json_set_integer(&writer->json, key, accessor);
    return true;
}

static void write_accessor_entry(bp_json_writer *json, const bp_gltf_accessor_entry *accessor) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    bp_json_begin_object(json);
    bp_json_set_integer(json, "bufferView", (long long)accessor->view);
    bp_json_set_integer(json, "componentType", accessor->component);
    bp_json_set_integer(json, "count", (long long)accessor->count);
    bp_json_set_text(json, "type", accessor->matrices ? "MAT4" : types[accessor->width]);
    if (accessor->bounds) {
        bp_json_set_floats(json, "min", accessor->lo, accessor->width);
        bp_json_set_floats(json, "max", accessor->hi, accessor->width);
    }
    bp_json_end_object(json);
}

static void write_view(bp_json_writer *json, const bp_gltf_view_entry *view) {
    bp_json_begin_object(json);
    bp_json_set_integer(json, "buffer", 0);
    bp_json_set_integer(json, "byteOffset", (long long)view->offset);
    bp_json_set_integer(json, "byteLength", (long long)view->size);
    if (view->target) bp_json_set_integer(json, "target", view->target);
    bp_json_end_object(json);
}

static bool write_data_uri(bp_gltf_writer *writer, bp_error *error) {
    static const char head[] = "data:application/octet-stream;base64,";
    size_t size = sizeof head + bp_base64_length(writer->size);
    char *uri = bp_alloc(&writer->allocator, size, 1, error);
    if (!uri) return false;
    memcpy(uri, head, sizeof head);
    bp_base64_write(writer->bytes, writer->size, uri + sizeof head - 1);
    bp_json_set_text(&writer->json, "uri", uri);
    bp_free(&writer->allocator, uri);
    return true;
}

bool bp_gltf_write_buffer(bp_gltf_writer *writer, bp_error *error) {
    bp_json_writer *json = &writer->json;
    if (writer->view_count == 0) return true;
    if (writer->accessor_count > 0) {
        bp_json_open_array(json, "accessors");
        for (size_t i = 0; i < writer->accessor_count; i++) write_accessor_entry(json, &writer->accessors[i]);
        bp_json_end_array(json);
    }
    bp_json_open_array(json, "bufferViews");
    for (size_t i = 0; i < writer->view_count; i++) write_view(json, &writer->views[i]);
    bp_json_end_array(json);
    bp_json_open_array(json, "buffers");
    bp_json_begin_object(json);
    bp_json_set_integer(json, "byteLength", (long long)writer->size);
    bool ok = writer->options->container != BP_GLTF_EMBEDDED || write_data_uri(writer, error);
    if (writer->buffer_uri) bp_json_set_text(json, "uri", writer->buffer_uri);
    bp_json_end_object(json);
    bp_json_end_array(json);
    return ok;
}
