/* Changing accessors: where they are, or at the end of a buffer. */
#include "gltf/rewrite/rewrite.h"
#include "base/allocator.h"
#include "base/arena.h"
#include <bindpose/math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- opening ------------------------------------------------------------------------------------*/

static void count_user(bp_gltf_rewrite *rewrite, const bp_json *reference) {
    long long index;
    if (bp_json_integer(reference, &index) && index >= 0 && (size_t)index < rewrite->accessor_count)
        rewrite->ranges[index].users++;
}

static void count_members(bp_gltf_rewrite *rewrite, const bp_json *object) {
    void *iterator = NULL;
    const char *key;
    if (bp_json_kind_of(object) != BP_JSON_OBJECT) return;
    for (const bp_json *value; (value = bp_json_next(object, &iterator, &key));) count_user(rewrite, value);
}

static void count_users(bp_gltf_rewrite *rewrite) {
    const bp_gltf_document *document = rewrite->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_SKINS]; i++)
        count_user(rewrite,
                   bp_json_member(bp_gltf_element(document, BP_GLTF_SKINS, i).json, "inverseBindMatrices"));
    for (size_t i = 0; i < document->counts[BP_GLTF_ANIMATIONS]; i++) {
        const bp_json *samplers =
            bp_json_member(bp_gltf_element(document, BP_GLTF_ANIMATIONS, i).json, "samplers");
        for (size_t j = 0; j < bp_json_count(samplers); j++) {
            count_user(rewrite, bp_json_member(bp_json_item(samplers, j), "input"));
            count_user(rewrite, bp_json_member(bp_json_item(samplers, j), "output"));
        }
    }
    for (size_t i = 0; i < document->counts[BP_GLTF_MESHES]; i++) {
        const bp_json *list = bp_json_member(bp_gltf_element(document, BP_GLTF_MESHES, i).json, "primitives");
        for (size_t j = 0; j < bp_json_count(list); j++) {
            const bp_json *primitive = bp_json_item(list, j), *targets = bp_json_member(primitive, "targets");
            count_user(rewrite, bp_json_member(primitive, "indices"));
            count_members(rewrite, bp_json_member(primitive, "attributes"));
            for (size_t k = 0; k < bp_json_count(targets); k++)
                count_members(rewrite, bp_json_item(targets, k));
        }
    }
}

static size_t component_size(bp_gltf_component component) {
    return component >= BP_GLTF_UNSIGNED_INT ? 4 : component >= BP_GLTF_SHORT ? 2 : 1;
}

/* Accessors that can't be read have no range. */
static void find_ranges(bp_gltf_rewrite *rewrite) {
    for (size_t i = 0; i < rewrite->accessor_count; i++) {
        bp_gltf_accessor accessor;
        bp_rewrite_range *range = &rewrite->ranges[i];
        if (!bp_gltf_accessor_open(rewrite->document, i, true, &accessor, NULL)) continue;
        if (!accessor.base.data || accessor.count == 0) continue;
        range->size = accessor.width * component_size(accessor.base.component);
        range->stride = accessor.base.stride;
        range->first = accessor.base.data;
        range->end = range->first + (accessor.count - 1) * range->stride + range->size;
        range->sparse = accessor.sparse_count > 0;
    }
}

bool bp_gltf_rewrite_open(bp_gltf_rewrite *rewrite, bp_gltf_document *document, bp_error *error) {
    size_t buffers = document->counts[BP_GLTF_BUFFERS], accessors = document->counts[BP_GLTF_ACCESSORS];
    *rewrite = (bp_gltf_rewrite){.document = document,
                                 .arena = bp_arena_make(&document->allocator, 4096),
                                 .buffer_count = buffers,
                                 .view_count = document->counts[BP_GLTF_BUFFER_VIEWS],
                                 .accessor_count = accessors};
    rewrite->buffers = bp_arena_alloc(&rewrite->arena, buffers + 1, sizeof *rewrite->buffers, error);
    rewrite->ranges = bp_arena_alloc(&rewrite->arena, accessors, sizeof *rewrite->ranges, error);
    if (!rewrite->buffers || !rewrite->ranges) return false;
    rewrite->tree =
        bp_rewrite_tree_open(&rewrite->arena, (const char *)document->text.data, document->text.size);
    count_users(rewrite);
    find_ranges(rewrite);
    return true;
}

void bp_gltf_rewrite_close(bp_gltf_rewrite *rewrite) {
    for (size_t i = 0; rewrite->buffers && i <= rewrite->document->counts[BP_GLTF_BUFFERS]; i++)
        bp_free(&rewrite->document->allocator, rewrite->buffers[i].bytes);
    bp_arena_clear(&rewrite->arena);
    rewrite->buffers = NULL;
}

bp_rewrite_value *bp_gltf_rewrite_find(bp_gltf_rewrite *rewrite, const char *format, ...) {
    char path[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    return bp_rewrite_find(&rewrite->tree, &rewrite->tree.root, path);
}

/* ---- buffers ------------------------------------------------------------------------------------*/

bool bp_gltf_rewrite_is_chunk(const bp_gltf_rewrite *rewrite, size_t index) {
    const bp_gltf_document *document = rewrite->document;
    return index == 0 && document->has_binary && document->counts[BP_GLTF_BUFFERS] > 0 &&
           !bp_json_member(bp_gltf_element(document, BP_GLTF_BUFFERS, 0).json, "uri");
}

/* Whether the buffer's bytes are in the document itself. */
static bool is_inside(const bp_gltf_rewrite *rewrite, size_t index) {
    if (index >= rewrite->document->counts[BP_GLTF_BUFFERS]) return index < rewrite->buffer_count;
    const bp_json *uri =
        bp_json_member(bp_gltf_element(rewrite->document, BP_GLTF_BUFFERS, index).json, "uri");
    return bp_gltf_rewrite_is_chunk(rewrite, index) || bp_gltf_uri_is_data(bp_json_text_or(uri, ""));
}

uint8_t *bp_gltf_rewrite_buffer(bp_gltf_rewrite *rewrite, size_t index, bp_error *error) {
    bp_rewrite_buffer *buffer = &rewrite->buffers[index];
    bp_gltf_span bytes = {NULL, 0};
    if (buffer->bytes) return buffer->bytes;
    if (index < rewrite->document->counts[BP_GLTF_BUFFERS] &&
        !bp_gltf_buffer_bytes(rewrite->document, index, &bytes, error))
        return NULL;
    buffer->bytes = bp_alloc(&rewrite->document->allocator, bytes.size + 64, 1, error);
    if (!buffer->bytes) return NULL;
    if (bytes.size > 0) memcpy(buffer->bytes, bytes.data, bytes.size);
    buffer->size = bytes.size;
    buffer->capacity = bytes.size + 64;
    return buffer->bytes;
}

static bool grow(bp_gltf_rewrite *rewrite, bp_rewrite_buffer *buffer, size_t size, bp_error *error) {
    if (size <= buffer->capacity) return true;
    size_t capacity = size + size / 2;
    uint8_t *bytes =
        bp_realloc(&rewrite->document->allocator, buffer->bytes, buffer->capacity, capacity, 1, error);
    if (!bytes) return false;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

/* An array at the JSON's root, added if it is missing. */
static bp_rewrite_value *root_array(bp_gltf_rewrite *rewrite, const char *key) {
    bp_rewrite_value *array = bp_rewrite_member(&rewrite->tree, &rewrite->tree.root, key);
    return array ? array : bp_rewrite_set_member(&rewrite->tree, &rewrite->tree.root, key, "[]");
}

/* Appends bytes to the first buffer that is part of the document, or to a new one. Returns their view; -1 on
 * error. */
static int append(bp_gltf_rewrite *rewrite, const bp_rewrite_numbers *numbers, size_t size,
                  bp_rewrite_range *range, bp_error *error) {
    size_t index = 0;
    while (index < rewrite->buffer_count && !is_inside(rewrite, index)) index++;
    if (index == rewrite->buffer_count) {
        rewrite->buffer_count++;
        bp_rewrite_add(&rewrite->tree, root_array(rewrite, "buffers"), "{\"byteLength\":0}");
    }
    bp_rewrite_buffer *buffer = &rewrite->buffers[index];
    if (!bp_gltf_rewrite_buffer(rewrite, index, error)) return -1;
    size_t offset = (buffer->size + 3) / 4 * 4;
    if (!grow(rewrite, buffer, offset + size, error)) return -1;
    memset(buffer->bytes + buffer->size, 0, offset - buffer->size);
    memcpy(buffer->bytes + offset, numbers->bytes, size);
    buffer->size = offset + size;
    if (range) {
        range->copy_buffer = index;
        range->copy_offset = offset;
        range->copy_size = size;
    }
    bp_rewrite_value *view =
        bp_rewrite_add(&rewrite->tree, root_array(rewrite, "bufferViews"),
                       "{\"buffer\":%zu,\"byteOffset\":%zu,\"byteLength\":%zu}", index, offset, size);
    if (numbers->target) bp_rewrite_set_member(&rewrite->tree, view, "target", "%d", numbers->target);
    return (int)rewrite->view_count++;
}

/* ---- accessors ----------------------------------------------------------------------------------*/

static double number_at(const bp_rewrite_numbers *numbers, size_t i) {
    const uint8_t *bytes = (const uint8_t *)numbers->bytes + i * component_size(numbers->component);
    uint16_t half;
    uint32_t word;
    float value;
    memcpy(&half, bytes, component_size(numbers->component) == 1 ? 1 : 2);
    switch (numbers->component) {
    case BP_GLTF_BYTE: return (double)(*bytes < 0x80 ? *bytes : *bytes - 0x100);
    case BP_GLTF_UNSIGNED_BYTE: return (double)*bytes;
    case BP_GLTF_SHORT: return (double)(half < 0x8000 ? half : half - 0x10000);
    case BP_GLTF_UNSIGNED_SHORT: return (double)half;
    case BP_GLTF_UNSIGNED_INT: memcpy(&word, bytes, sizeof word); return (double)word;
    default: memcpy(&value, bytes, sizeof value); return (double)value;
    }
}

void bp_gltf_rewrite_bounds(bp_gltf_rewrite *rewrite, bp_rewrite_value *accessor,
                            const bp_rewrite_numbers *numbers) {
    float lo[16], hi[16];
    if (numbers->count == 0 || numbers->width > 16) return;
    for (size_t i = 0; i < numbers->width; i++) lo[i] = hi[i] = (float)number_at(numbers, i);
    for (size_t i = numbers->width; i < numbers->count * numbers->width; i++) {
        float value = (float)number_at(numbers, i);
        size_t j = i % numbers->width;
        if (value < lo[j]) lo[j] = value;
        if (value > hi[j]) hi[j] = value;
    }
    bp_rewrite_set_member(&rewrite->tree, accessor, "min", "%s",
                          bp_rewrite_floats(&rewrite->tree, lo, numbers->width));
    bp_rewrite_set_member(&rewrite->tree, accessor, "max", "%s",
                          bp_rewrite_floats(&rewrite->tree, hi, numbers->width));
}

static const char *type_name(bp_gltf_type type) {
    switch (type) {
    case BP_GLTF_VEC2: return "VEC2";
    case BP_GLTF_VEC3: return "VEC3";
    case BP_GLTF_VEC4: return "VEC4";
    case BP_GLTF_MAT2: return "MAT2";
    case BP_GLTF_MAT3: return "MAT3";
    case BP_GLTF_MAT4: return "MAT4";
    default: return "SCALAR";
    }
}

/* Whether two accessors share a byte; in one interleaved view they may lie between each other. */
static bool overlap(const bp_rewrite_range *a, const bp_rewrite_range *b) {
    if (!a->first || !b->first || a->first >= b->end || b->first >= a->end) return false;
    if (a->stride != b->stride) return true;
    const bp_rewrite_range *low = a->first <= b->first ? a : b, *high = low == a ? b : a;
    size_t between = (size_t)(high->first - low->first) % a->stride;
    return between < low->size || between + high->size > a->stride;
}

/* The buffer in which the accessor's numbers can be replaced where they are; -1: none. */
static int place_of(bp_gltf_rewrite *rewrite, size_t index, size_t element, size_t count) {
    const bp_rewrite_range *range = &rewrite->ranges[index];
    if (!range->first || range->sparse || range->users != 1 || range->size != element ||
        range->end != range->first + (count - 1) * range->stride + element)
        return -1;
    for (size_t i = 0; i < rewrite->document->counts[BP_GLTF_ACCESSORS]; i++)
        if (i != index && overlap(range, &rewrite->ranges[i])) return -1;
    for (size_t i = 0; i < rewrite->document->counts[BP_GLTF_BUFFERS]; i++) {
        bp_gltf_span bytes = rewrite->document->buffers[i].bytes;
        if (bytes.data && range->first >= bytes.data && range->end <= bytes.data + bytes.size)
            return is_inside(rewrite, i) ? (int)i : -1;
    }
    return -1;
}

static bool write_in_place(bp_gltf_rewrite *rewrite, size_t index, size_t buffer,
                           const bp_rewrite_numbers *numbers, bp_error *error) {
    const bp_rewrite_range *range = &rewrite->ranges[index];
    uint8_t *bytes = bp_gltf_rewrite_buffer(rewrite, buffer, error);
    if (!bytes) return false;
    bytes += range->first - rewrite->document->buffers[buffer].bytes.data;
    for (size_t i = 0; i < numbers->count; i++)
        memcpy(bytes + i * range->stride, (const uint8_t *)numbers->bytes + i * range->size, range->size);
    return true;
}

/* Whether another user of the accessor has got the same numbers already. */
static bool is_copied(const bp_gltf_rewrite *rewrite, const bp_rewrite_range *range,
                      const bp_rewrite_numbers *numbers, size_t size) {
    return range->copy > 0 && range->copy_size == size &&
           memcmp(rewrite->buffers[range->copy_buffer].bytes + range->copy_offset, numbers->bytes, size) == 0;
}

#define DRACO "KHR_draco_mesh_compression"

/* Takes the extension's name out of the file's lists, if no primitive has it any more. */
static void drop_draco(bp_gltf_rewrite *rewrite) {
    const bp_gltf_document *document = rewrite->document;
    static const char *const lists[] = {"extensionsUsed", "extensionsRequired"};
    for (size_t i = 0; i < document->counts[BP_GLTF_MESHES]; i++) {
        const bp_json *list = bp_json_member(bp_gltf_element(document, BP_GLTF_MESHES, i).json, "primitives");
        for (size_t j = 0; j < bp_json_count(list); j++)
            if (bp_gltf_rewrite_find(rewrite, "meshes[%zu].primitives[%zu].extensions." DRACO, i, j)) return;
    }
    for (size_t i = 0; i < BP_COUNT(lists); i++) {
        bp_rewrite_value *list = bp_rewrite_member(&rewrite->tree, &rewrite->tree.root, lists[i]);
        size_t count = bp_json_count(bp_json_member(document->root.json, lists[i])), left = 0;
        for (size_t j = 0; j < count; j++) {
            bp_rewrite_value *name = bp_rewrite_item(&rewrite->tree, list, j);
            const bp_json *text = bp_json_item(bp_json_member(document->root.json, lists[i]), j);
            if (strcmp(bp_json_text_or(text, ""), DRACO) == 0)
                bp_rewrite_remove(name);
            else
                left += name != NULL;
        }
        if (left == 0) bp_rewrite_remove(list); /* glTF has no empty lists */
    }
}

/* A primitive that Draco compresses can't keep some numbers compressed: all of its attributes, also those
 * that only other programs know, get the bytes that were unpacked. */
static bool unpack_draco(bp_gltf_rewrite *rewrite, size_t index, bp_error *error) {
    bp_gltf_document *document = rewrite->document;
    const bp_gltf_draco *place = document->draco ? &document->draco[index] : NULL;
    if (!place || place->primitive == 0) return true;
    bp_rewrite_value *draco = bp_gltf_rewrite_find(rewrite, "meshes[%zu].primitives[%zu].extensions." DRACO,
                                                   place->mesh, place->primitive - 1);
    if (!draco) return true; /* it was unpacked before */
    bp_rewrite_remove(draco);
    for (size_t i = 0; i < document->counts[BP_GLTF_ACCESSORS]; i++) {
        const bp_gltf_draco *other = &document->draco[i];
        bp_gltf_accessor accessor;
        if (other->mesh != place->mesh || other->primitive != place->primitive) continue;
        if (!bp_gltf_accessor_open(document, i, true, &accessor, error)) return false;
        const bp_rewrite_numbers numbers = {.bytes = accessor.base.data,
                                            .count = accessor.count,
                                            .width = accessor.width,
                                            .type = accessor.type,
                                            .component = accessor.base.component};
        int view = accessor.base.data ? append(rewrite, &numbers, other->bytes.size, NULL, error) : -1;
        if (view < 0) return accessor.base.data == NULL;
        bp_rewrite_set_member(&rewrite->tree, bp_gltf_rewrite_find(rewrite, "accessors[%zu]", i),
                              "bufferView", "%d", view);
    }
    drop_draco(rewrite);
    return true;
}

bool bp_gltf_rewrite_accessor(bp_gltf_rewrite *rewrite, bp_rewrite_value *reference, size_t index,
                              const bp_rewrite_numbers *numbers, bp_error *error) {
    bp_rewrite_tree *tree = &rewrite->tree;
    bp_rewrite_value *accessor = bp_gltf_rewrite_find(rewrite, "accessors[%zu]", index);
    size_t element = numbers->width * component_size(numbers->component);
    const bp_json *old = bp_gltf_element(rewrite->document, BP_GLTF_ACCESSORS, index).json;
    bool same = bp_json_number_or(bp_json_member(old, "componentType"), 0) == (double)numbers->component;
    int buffer = same && numbers->count > 0 ? place_of(rewrite, index, element, numbers->count) : -1;
    if (buffer >= 0 && !write_in_place(rewrite, index, (size_t)buffer, numbers, error)) return false;
    if (buffer < 0) {
        if (!unpack_draco(rewrite, index, error)) return false;
        bp_rewrite_range *range = &rewrite->ranges[index];
        if (is_copied(rewrite, range, numbers, numbers->count * element)) {
            bp_rewrite_set(tree, reference, "%zu", range->copy);
            return true;
        }
        int view = append(rewrite, numbers, numbers->count * element, range, error);
        if (view < 0) return false;
        if (range->users != 1) { /* other users keep the old one */
            accessor = bp_rewrite_add(tree, bp_gltf_rewrite_find(rewrite, "accessors"), "%s",
                                      bp_rewrite_text_of(tree, accessor));
            range->copy = rewrite->accessor_count++;
            bp_rewrite_set(tree, reference, "%zu", range->copy);
        }
        bp_rewrite_set_member(tree, accessor, "bufferView", "%d", view);
        bp_rewrite_remove(bp_rewrite_member(tree, accessor, "byteOffset"));
        bp_rewrite_remove(bp_rewrite_member(tree, accessor, "sparse"));
        if (!same && numbers->component == BP_GLTF_FLOAT)
            bp_rewrite_remove(bp_rewrite_member(tree, accessor, "normalized"));
        bp_rewrite_set_member(tree, accessor, "componentType", "%d", (int)numbers->component);
        bp_rewrite_set_member(tree, accessor, "count", "%zu", numbers->count);
    }
    if (numbers->bounds || bp_json_member(old, "min") || bp_json_member(old, "max"))
        bp_gltf_rewrite_bounds(rewrite, accessor, numbers);
    return true;
}

int bp_gltf_rewrite_add(bp_gltf_rewrite *rewrite, const bp_rewrite_numbers *numbers, bp_error *error) {
    size_t size = numbers->count * numbers->width * component_size(numbers->component);
    int view = append(rewrite, numbers, size, NULL, error);
    if (view < 0) return -1;
    bp_rewrite_value *accessor =
        bp_rewrite_add(&rewrite->tree, root_array(rewrite, "accessors"),
                       "{\"bufferView\":%d,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"%s}", view,
                       (int)numbers->component, numbers->count, type_name(numbers->type),
                       numbers->normalized ? ",\"normalized\":true" : "");
    if (numbers->bounds) bp_gltf_rewrite_bounds(rewrite, accessor, numbers);
    return (int)rewrite->accessor_count++;
}
