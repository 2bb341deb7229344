/* Decoding accessors: components of every type become floats or unsigned integers, one element at a time;
 * sparse values then replace some elements. Bytes are little-endian and may be unaligned. */
#include "gltf/accessor.h"
#include <string.h>

bool bp_gltf_accessor_is_unsigned(const bp_gltf_accessor *accessor, size_t bytes) {
    switch (accessor->base.component) {
    case BP_GLTF_UNSIGNED_BYTE: return true;
    case BP_GLTF_UNSIGNED_SHORT: return bytes >= 2;
    case BP_GLTF_UNSIGNED_INT: return bytes >= 4;
    default: return false;
    }
}

const void *bp_gltf_accessor_in_place(const bp_gltf_accessor *accessor, bp_gltf_component component) {
    const bp_gltf_strided *base = &accessor->base;
    const uint16_t one = 1; /* its first byte is 1 on little-endian processors */
    size_t size = bp_gltf_component_size(component);
    bool plain = base->data && base->component == component && !accessor->normalized;
    if (!plain || accessor->sparse_count > 0 || base->stride != accessor->width * size) return NULL;
    return (uintptr_t)base->data % size == 0 && *(const uint8_t *)&one == 1 ? base->data : NULL;
}

static uint16_t read_u16(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

/* glTF's formula for normalized integers: max(c / 127, -1), so that -1, 0 and 1 are exact. */
static float scaled(int value, bool normalized, float max) {
    float unit = normalized ? (float)value / max : (float)value;
    return normalized && unit < -1.0f ? -1.0f : unit;
}

/* One loop for each type, so that the type is tested once an element. */
static void decode_floats(const bp_gltf_accessor *accessor, const uint8_t *bytes, void *to) {
    bool normalized = accessor->normalized;
    size_t width = accessor->width;
    float *out = to;
    switch (accessor->base.component) {
    case BP_GLTF_BYTE:
        for (size_t i = 0; i < width; i++) out[i] = scaled((int8_t)bytes[i], normalized, 127.0f);
        break;
    case BP_GLTF_UNSIGNED_BYTE:
        for (size_t i = 0; i < width; i++) out[i] = scaled(bytes[i], normalized, 255.0f);
        break;
    case BP_GLTF_SHORT:
        for (size_t i = 0; i < width; i++)
            out[i] = scaled((int16_t)read_u16(bytes + 2 * i), normalized, 32767.0f);
        break;
    case BP_GLTF_UNSIGNED_SHORT:
        for (size_t i = 0; i < width; i++) out[i] = scaled(read_u16(bytes + 2 * i), normalized, 65535.0f);
        break;
    case BP_GLTF_UNSIGNED_INT:
        for (size_t i = 0; i < width; i++) out[i] = (float)bp_gltf_u32(bytes + 4 * i);
        break;
    case BP_GLTF_FLOAT:
        for (size_t i = 0; i < width; i++) {
            uint32_t bits = bp_gltf_u32(bytes + 4 * i);
            memcpy(&out[i], &bits, sizeof bits);
        }
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
