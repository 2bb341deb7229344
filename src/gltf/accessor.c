/* Opening accessors: checks range, stride and sparse parts against the bytes of the buffer. */
#include "gltf/accessor.h"
#include <string.h>

/* What an accessor's JSON says about its elements: their type, their number and their size. */

typedef struct type_info {
    const char *name;
    bp_gltf_type type;
    size_t rows, columns;
} type_info;

static const type_info TYPES[] = {
    {"SCALAR", BP_GLTF_SCALAR, 1, 1}, {"VEC2", BP_GLTF_VEC2, 2, 1}, {"VEC3", BP_GLTF_VEC3, 3, 1},
    {"VEC4", BP_GLTF_VEC4, 4, 1},     {"MAT2", BP_GLTF_MAT2, 2, 2}, {"MAT3", BP_GLTF_MAT3, 3, 3},
    {"MAT4", BP_GLTF_MAT4, 4, 4},
};

const char *bp_gltf_type_text(unsigned types) {
    if (types == (BP_GLTF_VEC3 | BP_GLTF_VEC4)) return "VEC3 or VEC4";
    for (size_t i = 0; i < BP_COUNT(TYPES); i++)
        if (types == (unsigned)TYPES[i].type) return TYPES[i].name;
    return "of another type";
}

size_t bp_gltf_type_width(bp_gltf_type type) {
    size_t i = 0;
    while (TYPES[i].type != type) i++;
    return TYPES[i].rows * TYPES[i].columns;
}

const char *bp_gltf_component_text(bp_gltf_component component) {
    static const char *const names[] = {"byte", "unsigned byte", "short", "unsigned short",
                                        "?",    "unsigned int",  "float"};
    return names[component - BP_GLTF_BYTE];
}

size_t bp_gltf_component_size(bp_gltf_component component) {
    static const uint8_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
    return sizes[component - BP_GLTF_BYTE];
}

/* Each column of a matrix starts at a multiple of 4 bytes. */
static size_t element_size(const type_info *type, bp_gltf_component component) {
    size_t column = type->rows * bp_gltf_component_size(component);
    return type->columns == 1 ? column : (column + 3) / 4 * 4 * type->columns;
}

bool bp_gltf_accessor_component(const bp_gltf_value *value, bp_gltf_component *out, bp_error *error) {
    size_t number = 0;
    if (!bp_gltf_required_size(value, "componentType", 1 << 20, &number, error)) return false;
    if (number >= BP_GLTF_BYTE && number <= BP_GLTF_FLOAT && number != 5124) {
        *out = (bp_gltf_component)number;
        return true;
    }
    return bp_gltf_fail_member(value, "componentType", error, "is %zu; it must be 5120 to 5123, 5125 or 5126",
                               number);
}

static bool read_type(const bp_gltf_value *value, const type_info **out, bp_error *error) {
    const char *name = NULL;
    if (!bp_gltf_text(value, "type", &name, error)) return false;
    if (!name)
        return bp_gltf_fail_member(value, "type", error, "is missing; write SCALAR, VEC3 or another type");
    for (size_t i = 0; i < BP_COUNT(TYPES); i++) {
        if (strcmp(name, TYPES[i].name) != 0) continue;
        *out = &TYPES[i];
        return true;
    }
    return bp_gltf_fail_member(value, "type", error,
                               "is \"%.40s\"; it must be SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4", name);
}

static bool check_normalized(const bp_gltf_value *value, const bp_gltf_accessor *accessor, bp_error *error) {
    bool allowed =
        accessor->base.component != BP_GLTF_FLOAT && accessor->base.component != BP_GLTF_UNSIGNED_INT;
    if (!accessor->normalized || allowed) return true;
    return bp_gltf_fail_member(value, "normalized", error, "can't be true for components of type %s",
                               bp_gltf_component_text(accessor->base.component));
}

bool bp_gltf_accessor_shape(const bp_gltf_document *document, size_t index, bp_gltf_accessor *out,
                            bp_error *error) {
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, index);
    const type_info *type = &TYPES[0];
    *out = (bp_gltf_accessor){.index = index};
    if (!bp_gltf_accessor_component(&value, &out->base.component, error) ||
        !read_type(&value, &type, error) ||
        !bp_gltf_required_size(&value, "count", UINT32_MAX, &out->count, error) ||
        !bp_gltf_bool(&value, "normalized", &out->normalized, error) || !check_normalized(&value, out, error))
        return false;
    out->type = type->type;
    out->width = type->rows * type->columns;
    out->base.stride = element_size(type, out->base.component);
    return true;
}

/* Decoding accessors: components of every type become floats or unsigned integers, one element at a time;
 * sparse values then replace some elements. Bytes are little-endian and may be unaligned. */

bool bp_gltf_accessor_is_unsigned(const bp_gltf_accessor *accessor, size_t bytes) {
    switch (accessor->base.component) {
    case BP_GLTF_UNSIGNED_BYTE: return true;
    case BP_GLTF_UNSIGNED_SHORT: return bytes >= 2;
    case BP_GLTF_UNSIGNED_INT: return bytes >= 4;
    default: return false;
    }
}

static bool is_little_endian(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

const void *bp_gltf_accessor_in_place(const bp_gltf_accessor *accessor, bp_gltf_component component) {
    const bp_gltf_strided *base = &accessor->base;
    size_t size = bp_gltf_component_size(component);
    bool plain = base->data && base->component == component && !accessor->normalized;
    if (!plain || accessor->sparse_count > 0 || base->stride != accessor->width * size) return NULL;
    return (uintptr_t)base->data % size == 0 && is_little_endian() ? base->data : NULL;
}

static uint16_t read_u16(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }
static int16_t read_i16(const uint8_t *bytes) {
    uint16_t bits = read_u16(bytes);
    return (int16_t)(bits < 0x8000 ? bits : bits - 0x10000);
}
static int8_t read_i8(const uint8_t *bytes) { return (int8_t)(*bytes < 0x80 ? *bytes : *bytes - 0x100); }
static float read_float(const uint8_t *bytes) {
    uint32_t bits = bp_gltf_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* glTF's formula for signed integers: max(c / 127, -1), so that -1, 0 and 1 are exact. */
static float signed_unit(int value, float max) {
    float unit = (float)value / max;
    return unit < -1.0f ? -1.0f : unit;
}

/* One loop for each type, so that the type is tested once an element. */
static void decode_floats(const bp_gltf_accessor *accessor, const uint8_t *bytes, void *to) {
    bool normalized = accessor->normalized;
    size_t width = accessor->width;
    float *out = to;
    switch (accessor->base.component) {
    case BP_GLTF_BYTE:
        for (size_t i = 0; i < width; i++)
            out[i] = normalized ? signed_unit(read_i8(bytes + i), 127.0f) : (float)read_i8(bytes + i);
        break;
    case BP_GLTF_UNSIGNED_BYTE:
        for (size_t i = 0; i < width; i++) out[i] = normalized ? (float)bytes[i] / 255.0f : (float)bytes[i];
        break;
    case BP_GLTF_SHORT:
        for (size_t i = 0; i < width; i++)
            out[i] =
                normalized ? signed_unit(read_i16(bytes + 2 * i), 32767.0f) : (float)read_i16(bytes + 2 * i);
        break;
    case BP_GLTF_UNSIGNED_SHORT:
        for (size_t i = 0; i < width; i++)
            out[i] = normalized ? (float)read_u16(bytes + 2 * i) / 65535.0f : (float)read_u16(bytes + 2 * i);
        break;
    case BP_GLTF_UNSIGNED_INT:
        for (size_t i = 0; i < width; i++) out[i] = (float)bp_gltf_u32(bytes + 4 * i);
        break;
    case BP_GLTF_FLOAT:
        for (size_t i = 0; i < width; i++) out[i] = read_float(bytes + 4 * i);
        break;
    }
}

static uint32_t read_unsigned(const uint8_t *bytes, bp_gltf_component component, size_t i) {
    switch (component) {
    case BP_GLTF_UNSIGNED_BYTE: return bytes[i];
    case BP_GLTF_UNSIGNED_SHORT: return read_u16(bytes + 2 * i);
    default: return bp_gltf_u32(bytes + 4 * i);
    }
}

uint32_t bp_gltf_sparse_index(const bp_gltf_accessor *accessor, size_t i) {
    const bp_gltf_strided *indices = &accessor->sparse_indices;
    return read_unsigned(indices->data + i * indices->stride, indices->component, 0);
}

static void decode_u32(const bp_gltf_accessor *accessor, const uint8_t *bytes, void *to) {
    uint32_t *out = to;
    for (size_t i = 0; i < accessor->width; i++) out[i] = read_unsigned(bytes, accessor->base.component, i);
}

static void decode_u16(const bp_gltf_accessor *accessor, const uint8_t *bytes, void *to) {
    uint16_t *out = to;
    for (size_t i = 0; i < accessor->width; i++)
        out[i] = (uint16_t)read_unsigned(bytes, accessor->base.component, i);
}

typedef void decode_element(const bp_gltf_accessor *accessor, const uint8_t *bytes, void *to);

/* Decodes into elements of `size` bytes, the next one `stride` bytes further on. */
static void decode_all(const bp_gltf_accessor *accessor, decode_element *decode, uint8_t *out, size_t size,
                       size_t stride) {
    const bp_gltf_strided *base = &accessor->base, *values = &accessor->sparse_values;
    for (size_t i = 0; i < accessor->count; i++) {
        if (base->data)
            decode(accessor, base->data + i * base->stride, out + i * stride);
        else
            memset(out + i * stride, 0, size);
    }
    for (size_t i = 0; i < accessor->sparse_count; i++)
        decode(accessor, values->data + i * values->stride, out + bp_gltf_sparse_index(accessor, i) * stride);
}

void bp_gltf_accessor_floats(const bp_gltf_accessor *accessor, float *out, size_t stride) {
    size_t size = accessor->width * sizeof *out;
    decode_all(accessor, decode_floats, (uint8_t *)out, size, stride ? stride * sizeof *out : size);
}

void bp_gltf_accessor_u32(const bp_gltf_accessor *accessor, uint32_t *out) {
    size_t size = accessor->width * sizeof *out;
    decode_all(accessor, decode_u32, (uint8_t *)out, size, size);
}

void bp_gltf_accessor_u16(const bp_gltf_accessor *accessor, uint16_t *out, size_t stride) {
    size_t size = accessor->width * sizeof *out;
    decode_all(accessor, decode_u16, (uint8_t *)out, size, stride ? stride * sizeof *out : size);
}

bool bp_gltf_accessor_bounds(const bp_gltf_accessor *accessor, float lo[16], float hi[16]) {
    const bp_gltf_strided *base = &accessor->base, *sparse = &accessor->sparse_values;
    bp_gltf_accessor raw = *accessor;
    size_t replaced = 0;
    raw.normalized = false;
    for (size_t i = 0; i < raw.count; i++) {
        float numbers[16] = {0};
        const uint8_t *bytes = base->data ? base->data + i * base->stride : NULL;
        if (replaced < raw.sparse_count && bp_gltf_sparse_index(accessor, replaced) == i)
            bytes = sparse->data + replaced++ * sparse->stride;
        if (bytes) decode_floats(&raw, bytes, numbers);
        for (size_t j = 0; j < raw.width; j++) {
            if (!bp_is_finite(numbers[j])) return false;
            if (i == 0 || numbers[j] < lo[j]) lo[j] = numbers[j];
            if (i == 0 || numbers[j] > hi[j]) hi[j] = numbers[j];
        }
    }
    return raw.count > 0;
}

bp_gltf_accessor bp_gltf_numbers_accessor(const bp_gltf_numbers *numbers) {
    size_t width = bp_gltf_type_width(numbers->type);
    return (bp_gltf_accessor){
        .count = numbers->count,
        .width = width,
        .type = numbers->type,
        .normalized = numbers->normalized,
        .base = {numbers->bytes, width * bp_gltf_component_size(numbers->component), numbers->component}};
}

float *bp_gltf_accessor_copy(bp_gltf_document *document, const bp_gltf_value *value,
                             const bp_gltf_accessor *accessor, bp_error *error) {
    size_t count = accessor->count * accessor->width, charged = document->memory_charged;
    if (!bp_gltf_charge(document, value, count, sizeof(float), error)) return NULL;
    document->memory_charged = charged;
    float *floats = bp_alloc(&document->allocator, count, sizeof *floats, error);
    if (floats) bp_gltf_accessor_floats(accessor, floats, 0);
    return floats;
}

bool bp_gltf_finite_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out,
                           size_t stride, bp_error *error) {
    bp_gltf_accessor_floats(accessor, out, stride);
    for (size_t i = 0; i < accessor->count; i++, out += stride ? stride : accessor->width) {
        for (size_t j = 0; j < accessor->width; j++) {
            if (bp_is_finite(out[j])) continue;
            bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
            return bp_gltf_fail(
                &value, error,
                "number %zu of element %zu is NaN or infinite; correct it in the program that made the file",
                j, i);
        }
    }
    return true;
}

void bp_gltf_sanitized_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out) {
    size_t replaced = 0;
    bp_gltf_accessor_floats(accessor, out, 0);
    for (size_t i = 0; i < accessor->count * accessor->width; i++) {
        if (bp_is_finite(out[i])) continue;
        out[i] = 0.0f;
        replaced++;
    }
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
    if (replaced)
        bp_gltf_add_note(document, &value, "%zu numbers are NaN or infinite and become 0", replaced);
}

/* Locates `count` elements of `size` bytes at `object.byteOffset` in a buffer view; `load`: and loads the
 * buffer. */
static bool locate_elements(bp_gltf_document *document, const bp_gltf_value *object, int view_index,
                            size_t count, size_t size, bool load, bp_gltf_strided *out, bp_error *error) {
    bp_gltf_buffer_view view;
    size_t offset = 0;
    if (!bp_gltf_buffer_view_read(document, (size_t)view_index, &view, error)) return false;
    if (!bp_gltf_size(object, "byteOffset", SIZE_MAX / 4, &offset, error)) return false;
    if (view.stride != 0 && view.stride < size)
        return bp_gltf_fail(object, error,
                            "has elements of %zu bytes, but bufferViews[%d].byteStride is only %zu", size,
                            view_index, view.stride);
    out->stride = view.stride ? view.stride : size;
    /* count is below 2^32 and stride below 2^9, so this can't overflow, also where size_t has 32 bits. */
    uint64_t needed = count > 0 ? (uint64_t)(count - 1) * out->stride + size : 0;
    if (offset > view.length || needed > view.length - offset)
        return bp_gltf_fail(object, error,
                            "needs %llu bytes at byte %zu for its %zu elements, but bufferViews[%d] has "
                            "%zu; correct count, byteOffset or the view",
                            (unsigned long long)needed, offset, count, view_index, view.length);
    if (!load) return true;
    bp_gltf_span bytes;
    if (!bp_gltf_buffer_view_bytes(document, (size_t)view_index, &bytes, error)) return false;
    out->data = bytes.data + offset;
    return true;
}

static bool check_sparse_indices(const bp_gltf_accessor *accessor, const bp_gltf_value *value,
                                 bp_error *error) {
    for (size_t i = 0; i < accessor->sparse_count; i++) {
        uint32_t index = bp_gltf_sparse_index(accessor, i);
        if (index >= accessor->count)
            return bp_gltf_fail(value, error, "number %zu is %lu, but the accessor has %zu elements", i,
                                (unsigned long)index, accessor->count);
        if (i > 0 && index <= bp_gltf_sparse_index(accessor, i - 1))
            return bp_gltf_fail(value, error, "number %zu is %lu, which does not exceed the one before it", i,
                                (unsigned long)index);
    }
    return true;
}

static bool open_sparse(bp_gltf_document *document, const bp_gltf_value *value, size_t size, bool load,
                        bp_gltf_accessor *out, bp_error *error) {
    bp_gltf_value sparse = bp_gltf_member(value, "sparse");
    if (!sparse.json) return true;
    bp_gltf_value indices = bp_gltf_member(&sparse, "indices"), values = bp_gltf_member(&sparse, "values");
    size_t views = document->counts[BP_GLTF_BUFFER_VIEWS];
    int index_view, value_view;
    if (!bp_gltf_require_object(&sparse, error) ||
        !bp_gltf_required_size(&sparse, "count", out->count, &out->sparse_count, error) ||
        !bp_gltf_require_object(&indices, error) || !bp_gltf_require_object(&values, error) ||
        !bp_gltf_required_index(&indices, "bufferView", "bufferViews", views, &index_view, error) ||
        !bp_gltf_required_index(&values, "bufferView", "bufferViews", views, &value_view, error) ||
        !bp_gltf_accessor_component(&indices, &out->sparse_indices.component, error))
        return false;
    bp_gltf_component component = out->sparse_indices.component;
    if (component != BP_GLTF_UNSIGNED_BYTE && component != BP_GLTF_UNSIGNED_SHORT &&
        component != BP_GLTF_UNSIGNED_INT) {
        return bp_gltf_fail_member(&indices, "componentType", error,
                                   "is %s; indices must be unsigned integers",
                                   bp_gltf_component_text(component));
    }
    out->sparse_values.component = out->base.component;
    return locate_elements(document, &indices, index_view, out->sparse_count,
                           bp_gltf_component_size(component), load, &out->sparse_indices, error) &&
           locate_elements(document, &values, value_view, out->sparse_count, size, load, &out->sparse_values,
                           error) &&
           (!load || check_sparse_indices(out, &indices, error));
}

bool bp_gltf_accessor_open(bp_gltf_document *document, size_t index, bool load, bp_gltf_accessor *out,
                           bp_error *error) {
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, index);
    int view;
    if (!bp_gltf_accessor_shape(document, index, out, error) ||
        !bp_gltf_reference(document, &value, "bufferView", BP_GLTF_BUFFER_VIEWS, &view, error))
        return false;
    size_t size = out->base.stride;
    if (view >= 0 && !locate_elements(document, &value, view, out->count, size, load, &out->base, error))
        return false;
    if (view < 0 && load) {
        bp_gltf_span bytes;
        if (!bp_gltf_draco_bytes(document, index, &bytes, error)) return false;
        if (bytes.size >= out->count * size) out->base.data = bytes.data;
    }
    return open_sparse(document, &value, size, load, out, error);
}

bool bp_gltf_accessor_member(bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                             unsigned types, bp_gltf_accessor *out, bool *exists, bp_error *error) {
    int index;
    if (!bp_gltf_reference(document, object, key, BP_GLTF_ACCESSORS, &index, error)) return false;
    *exists = index >= 0;
    if (index < 0) return true;
    if (!bp_gltf_accessor_open(document, (size_t)index, true, out, error)) return false;
    if (out->type & types) return true;
    return bp_gltf_fail_member(object, key, error, "is accessors[%d], which is %s; it must be %s", index,
                               bp_gltf_type_text((unsigned)out->type), bp_gltf_type_text(types));
}
