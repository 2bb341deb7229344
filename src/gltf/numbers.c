/* Reading accessors: components of every type become floats or unsigned integers, a row at a time; what
 * a sparse accessor says otherwise is put over them. Bytes are little-endian and lie anywhere. */
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

static bool is_little_endian(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

const void *bp_gltf_accessor_in_place(const bp_gltf_accessor *accessor, bp_gltf_component component) {
    const bp_gltf_strided *base = &accessor->base;
    size_t size = component >= BP_GLTF_UNSIGNED_INT ? 4 : component >= BP_GLTF_SHORT ? 2 : 1;
    bool plain = base->data && base->component == component && !accessor->normalized;
    if (!plain || accessor->sparse_count > 0 || base->stride != accessor->width * size) return NULL;
    return (uintptr_t)base->data % size == 0 && is_little_endian() ? base->data : NULL;
}

static uint16_t u16_at(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }
static uint32_t u32_at(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static int16_t i16_at(const uint8_t *at) {
    uint16_t bits = u16_at(at);
    return (int16_t)(bits < 0x8000 ? bits : bits - 0x10000);
}
static int8_t i8_at(const uint8_t *at) { return (int8_t)(*at < 0x80 ? *at : *at - 0x100); }
static float float_at(const uint8_t *at) {
    uint32_t bits = u32_at(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- floats -------------------------------------------------------------------------------------*/

/* glTF: signed ones are max(c / 127, -1), so that both ends and 0 are exact. */
static float signed_unit(int value, float most) {
    float unit = (float)value / most;
    return unit < -1.0f ? -1.0f : unit;
}

/* One loop for each type, so that the type is decided once a row. */
static void float_row(const uint8_t *at, bp_gltf_component component, bool normalized, size_t width,
                      float *out) {
    switch (component) {
    case BP_GLTF_BYTE:
        for (size_t i = 0; i < width; i++)
            out[i] = normalized ? signed_unit(i8_at(at + i), 127.0f) : (float)i8_at(at + i);
        break;
    case BP_GLTF_UNSIGNED_BYTE:
        for (size_t i = 0; i < width; i++) out[i] = normalized ? (float)at[i] / 255.0f : (float)at[i];
        break;
    case BP_GLTF_SHORT:
        for (size_t i = 0; i < width; i++)
            out[i] = normalized ? signed_unit(i16_at(at + 2 * i), 32767.0f) : (float)i16_at(at + 2 * i);
        break;
    case BP_GLTF_UNSIGNED_SHORT:
        for (size_t i = 0; i < width; i++)
            out[i] = normalized ? (float)u16_at(at + 2 * i) / 65535.0f : (float)u16_at(at + 2 * i);
        break;
    case BP_GLTF_UNSIGNED_INT:
        for (size_t i = 0; i < width; i++) out[i] = (float)u32_at(at + 4 * i);
        break;
    case BP_GLTF_FLOAT:
        for (size_t i = 0; i < width; i++) out[i] = float_at(at + 4 * i);
        break;
    }
}

static void sparse_target(const bp_gltf_accessor *accessor, size_t i, size_t *index, const uint8_t **value) {
    const uint8_t *at = accessor->sparse_indices.data + i * accessor->sparse_indices.stride;
    bp_gltf_component component = accessor->sparse_indices.component;
    *index = component == BP_GLTF_UNSIGNED_BYTE    ? *at
             : component == BP_GLTF_UNSIGNED_SHORT ? u16_at(at)
                                                   : u32_at(at);
    *value = accessor->sparse_values.data + i * accessor->sparse_values.stride;
}

void bp_gltf_accessor_floats(const bp_gltf_accessor *accessor, float *out) {
    const bp_gltf_strided *base = &accessor->base;
    size_t width = accessor->width, index;
    if (!base->data) memset(out, 0, accessor->count * width * sizeof *out);
    for (size_t i = 0; base->data && i < accessor->count; i++)
        float_row(base->data + i * base->stride, base->component, accessor->normalized, width,
                  out + i * width);
    for (size_t i = 0; i < accessor->sparse_count; i++) {
        const uint8_t *value;
        sparse_target(accessor, i, &index, &value);
        float_row(value, base->component, accessor->normalized, width, out + index * width);
    }
}

/* ---- unsigned integers --------------------------------------------------------------------------*/

static uint32_t whole_at(const uint8_t *row, bp_gltf_component component, size_t i) {
    switch (component) {
    case BP_GLTF_UNSIGNED_BYTE: return row[i];
    case BP_GLTF_UNSIGNED_SHORT: return u16_at(row + 2 * i);
    default: return u32_at(row + 4 * i);
    }
}

void bp_gltf_accessor_u32(const bp_gltf_accessor *accessor, uint32_t *out) {
    const bp_gltf_strided *base = &accessor->base;
    size_t width = accessor->width, index;
    if (!base->data) memset(out, 0, accessor->count * width * sizeof *out);
    for (size_t i = 0; base->data && i < accessor->count; i++)
        for (size_t j = 0; j < width; j++)
            out[i * width + j] = whole_at(base->data + i * base->stride, base->component, j);
    for (size_t i = 0; i < accessor->sparse_count; i++) {
        const uint8_t *value;
        sparse_target(accessor, i, &index, &value);
        for (size_t j = 0; j < width; j++) out[index * width + j] = whole_at(value, base->component, j);
    }
}

void bp_gltf_accessor_u16(const bp_gltf_accessor *accessor, uint16_t *out) {
    const bp_gltf_strided *base = &accessor->base;
    size_t width = accessor->width, index;
    if (!base->data) memset(out, 0, accessor->count * width * sizeof *out);
    for (size_t i = 0; base->data && i < accessor->count; i++)
        for (size_t j = 0; j < width; j++)
            out[i * width + j] = (uint16_t)whole_at(base->data + i * base->stride, base->component, j);
    for (size_t i = 0; i < accessor->sparse_count; i++) {
        const uint8_t *value;
        sparse_target(accessor, i, &index, &value);
        for (size_t j = 0; j < width; j++)
            out[index * width + j] = (uint16_t)whole_at(value, base->component, j);
    }
}
