/* Functions that all passes call: to note a repair, to take memory, to read and write an accessor's numbers.
 * And two passes: views without strides where glTF allows none; and the minimum and maximum, by which engines
 * cull (of POSITION) and end clips (of times). */
#include "base/allocator.h"
#include "gltf/repair/repair.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bp_repair_note(bp_repair_pass *pass, bp_doctor_id id, const char *path, const char *format, ...) {
    bp_repair *out = pass->out;
    if (!bp_grow(&out->allocator, &out->changes, &out->capacity, out->count + 1, sizeof *out->changes,
                 bp_gltf_rewrite_error(&pass->rewrite)))
        return;
    bp_repair_change *change = &out->changes[out->count++];
    change->id = id;
    change->guess = pass->guessing;
    snprintf(change->place, sizeof change->place, "%s", path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(change->message, sizeof change->message, format, arguments);
    va_end(arguments);
}

bool bp_repair_may(bp_repair_pass *pass, const bp_doctor_skin *skin) {
    pass->guessing = skin->remedy.verdict == BP_DOCTOR_PLAUSIBLE;
    return skin->joint_count > 0 &&
           (skin->remedy.verdict <= BP_DOCTOR_CERTAIN || (pass->guessing && pass->options->guess));
}

void *bp_repair_alloc(bp_repair_pass *pass, size_t count, size_t size) {
    return bp_arena_alloc(&pass->rewrite.arena, count, size, bp_gltf_rewrite_error(&pass->rewrite));
}

bool bp_repair_find(bp_repair_pass *pass, const bp_gltf_value *object, const char *key, unsigned types,
                    bp_gltf_accessor *out) {
    bp_error fault = {0};
    bool exists = false;
    if (bp_gltf_accessor_member(&pass->doctor->document, object, key, types, out, &exists, &fault))
        return exists;
    if (fault.kind == BP_ERROR_MEMORY) pass->rewrite.fault = fault;
    return false;
}

uint8_t *bp_repair_pack(bp_repair_pass *pass, const bp_gltf_accessor *accessor) {
    bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
    size_t size = accessor->width * bp_gltf_component_size(accessor->base.component);
    if (accessor->count > pass->work_left / 16) {
        bp_gltf_fail(&value, bp_gltf_rewrite_error(&pass->rewrite), "is used too often to be repaired");
        return NULL;
    }
    pass->work_left -= accessor->count * accessor->width;
    if (!bp_gltf_charge(document, &value, accessor->count, size, bp_gltf_rewrite_error(&pass->rewrite)))
        return NULL;
    uint8_t *bytes = bp_repair_alloc(pass, accessor->count, size);
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

static bp_gltf_numbers numbers_of(const bp_gltf_accessor *accessor, const uint8_t *bytes, size_t count) {
    return (bp_gltf_numbers){.bytes = bytes,
                             .count = count,
                             .type = accessor->type,
                             .component = accessor->base.component,
                             .normalized = accessor->normalized};
}

void bp_repair_replace(bp_repair_pass *pass, const bp_gltf_value *object, const char *key,
                       const bp_gltf_accessor *accessor, const uint8_t *bytes, size_t count, int target) {
    bp_gltf_value reference = bp_gltf_member(object, key);
    bp_gltf_numbers numbers = numbers_of(accessor, bytes, count);
    numbers.target = target;
    bp_gltf_rewrite_accessor(&pass->rewrite, bp_gltf_rewrite_at(&pass->rewrite, &reference), accessor->index,
                             &numbers);
}

/* ---- strides ------------------------------------------------------------------------------------*/

/* Copies the accessor that a value refers to into a new view, once for all its users. `copies`: by accessor,
 * the number of the new one and 1; 0: none yet. */
static void pack(bp_repair_pass *pass, const bp_gltf_value *reference, size_t *copies, size_t *count) {
    bp_gltf_accessor accessor;
    if (!bp_doctor_has_stride(pass->doctor, reference->json) ||
        !bp_repair_find(pass, reference->up, reference->key, BP_GLTF_ANY_TYPE, &accessor))
        return;
    if (copies[accessor.index] == 0) {
        const uint8_t *bytes = bp_repair_pack(pass, &accessor);
        if (!bytes) return;
        bp_gltf_numbers numbers = numbers_of(&accessor, bytes, accessor.count);
        numbers.bounds = strcmp(reference->key, "input") == 0;
        copies[accessor.index] = bp_gltf_rewrite_add(&pass->rewrite, &numbers) + 1;
        ++*count;
    }
    bp_rewrite_set(&pass->rewrite.tree, bp_gltf_rewrite_at(&pass->rewrite, reference), "%zu",
                   copies[accessor.index] - 1);
}

/* The numbers get a buffer view of their own, packed one after the other. */
void bp_repair_strides(bp_repair_pass *pass) {
    static const char *const users[] = {"skins.*.inverseBindMatrices", "animations.*.samplers.*.*"};
    size_t count = 0,
           *copies = bp_repair_alloc(pass, pass->doctor->document.counts[BP_GLTF_ACCESSORS], sizeof *copies);
    for (size_t i = 0; copies && i < BP_COUNT(users); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&pass->doctor->document.root, users[i]);
             bp_gltf_walk_next(&walk);)
            pack(pass, walk.value, copies, &count);
    bp_repair_note(pass, BP_DOCTOR_BYTE_STRIDE, "accessors",
                   "packed the numbers of %zu accessors in buffer views without byteStride", count);
}

/* ---- bounds -------------------------------------------------------------------------------------*/

/* Whether the file's array says the same, as floats. */
static bool is_right(const bp_json *array, const float *values, size_t width) {
    if (bp_json_count(array) != width) return false;
    for (size_t i = 0; i < width; i++)
        if ((float)bp_json_number_or(bp_json_item(array, i), 1e30) != values[i]) return false;
    return true;
}

static void fix_bounds(bp_repair_pass *pass, size_t index, bool required) {
    bp_gltf_value value = bp_gltf_element(&pass->doctor->document, BP_GLTF_ACCESSORS, index);
    const bp_json *min = bp_json_member(value.json, "min"), *max = bp_json_member(value.json, "max");
    bp_gltf_accessor accessor;
    float lo[16], hi[16];
    if (!required && !min && !max) return;
    if (!bp_gltf_accessor_open(&pass->doctor->document, index, true, &accessor, NULL) ||
        accessor.count > pass->work_left / 16 ||
        accessor.base.component == BP_GLTF_UNSIGNED_INT) /* beyond what a float holds exactly */
        return;                                          /* the doctor reports it */
    pass->work_left -= accessor.count * accessor.width;
    if (!bp_gltf_accessor_bounds(&accessor, lo, hi) ||
        (is_right(min, lo, accessor.width) && is_right(max, hi, accessor.width)))
        return;
    bp_gltf_rewrite_bounds(&pass->rewrite, bp_gltf_rewrite_at(&pass->rewrite, &value), lo, hi,
                           accessor.width);
    bp_repair_note(pass, BP_DOCTOR_POSITION_BOUNDS, bp_format("accessors[%zu]", index).text,
                   "wrote the minimum and maximum that its numbers have");
}

/* glTF requires bounds of positions, those of morph targets too, and of times. */
void bp_repair_bounds(bp_repair_pass *pass) {
    static const char *const users[] = {"meshes.*.primitives.*.attributes.POSITION",
                                        "meshes.*.primitives.*.targets.*.POSITION",
                                        "animations.*.samplers.*.input"};
    const bp_gltf_document *document = &pass->doctor->document;
    size_t count = document->counts[BP_GLTF_ACCESSORS];
    bool *required = bp_repair_alloc(pass, count, sizeof *required);
    if (!required) return;
    for (size_t i = 0; i < BP_COUNT(users); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&document->root, users[i]); bp_gltf_walk_next(&walk);) {
            int index = bp_gltf_index_of(document, walk.value->json, BP_GLTF_ACCESSORS);
            if (index >= 0) required[index] = true;
        }
    for (size_t i = 0; i < count; i++) fix_bounds(pass, i, required[i]);
}
