/* Numbers of an accessor in the file's own format: read, encoded, replaced. */
#include "gltf/repair/repair.h"
#include <string.h>

void bp_repair_find_primitive(const bp_repair_pass *pass, size_t mesh, size_t primitive,
                              bp_repair_primitive *out) {
    out->mesh = bp_gltf_element(&pass->doctor->document, BP_GLTF_MESHES, mesh);
    out->list = bp_gltf_member(&out->mesh, "primitives");
    out->primitive = bp_gltf_item(&out->list, primitive);
    out->attributes = bp_gltf_member(&out->primitive, "attributes");
}

uint8_t *bp_repair_pack(bp_repair_pass *pass, const bp_gltf_accessor *accessor, bp_error *error) {
    bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
    size_t size = accessor->width * bp_gltf_component_size(accessor->base.component);
    size_t charged = document->memory_charged, numbers = accessor->count * accessor->width;
    if (accessor->count > pass->work_left / 16) {
        bp_gltf_fail(&value, error, "is used too often to be repaired");
        return NULL;
    }
    pass->work_left -= numbers;
    if (!bp_gltf_charge(document, &value, accessor->count, size, error)) return NULL;
    document->memory_charged = charged; /* it is freed soon */
    uint8_t *bytes = bp_alloc(&document->allocator, accessor->count, size, error);
    const bp_gltf_strided *base = &accessor->base, *sparse = &accessor->sparse_values;
    for (size_t i = 0; bytes && base->data && i < accessor->count; i++)
        memcpy(bytes + i * size, base->data + i * base->stride, size);
    for (size_t i = 0; bytes && i < accessor->sparse_count; i++)
        memcpy(bytes + bp_gltf_sparse_index(accessor, i) * size, sparse->data + i * sparse->stride, size);
    return bytes;
}

void bp_repair_encode(const bp_gltf_accessor *accessor, uint8_t *bytes, size_t i, float value) {
    static const float most[] = {127, 255, 32767, 65535};
    if (accessor->base.component == BP_GLTF_FLOAT) {
        memcpy(bytes + 4 * i, &value, sizeof value);
        return;
    }
    float scaled = accessor->normalized && accessor->base.component <= BP_GLTF_UNSIGNED_SHORT
                       ? value * most[accessor->base.component - BP_GLTF_BYTE]
                       : value;
    int number = (int)(scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f);
    bytes += i * bp_gltf_component_size(accessor->base.component);
    bytes[0] = (uint8_t)number;
    if (bp_gltf_component_size(accessor->base.component) > 1) bytes[1] = (uint8_t)(number >> 8);
}

void bp_repair_encode_joint(const bp_gltf_accessor *accessor, uint8_t *bytes, size_t i, unsigned joint) {
    bytes += i * bp_gltf_component_size(accessor->base.component);
    bytes[0] = (uint8_t)joint;
    if (accessor->base.component == BP_GLTF_UNSIGNED_SHORT) bytes[1] = (uint8_t)(joint >> 8);
}

bool bp_repair_replace(bp_repair_pass *pass, bp_rewrite_value *reference, const bp_gltf_accessor *accessor,
                       const uint8_t *bytes, size_t count, int target, bp_error *error) {
    bp_rewrite_numbers numbers = {.bytes = bytes,
                                  .count = count,
                                  .width = accessor->width,
                                  .type = accessor->type,
                                  .component = accessor->base.component,
                                  .normalized = accessor->normalized,
                                  .target = target};
    return bp_gltf_rewrite_accessor(&pass->rewrite, reference, accessor->index, &numbers, error);
}
