/* Changing accessors, where they are or at the end of a buffer; then the file: buffers as the binary chunk or
 * as data URIs, and the container around them. */
#include "gltf/rewrite/rewrite.h"
#include "base/allocator.h"
#include "base/base64.h"
#include "base/error.h"
#include "base/format.h"
#include "gltf/decode.h"
#include <string.h>

static void count_users(bp_gltf_rewrite *rewrite) {
    static const char *const users[] = {
        "skins.*.inverseBindMatrices",        "animations.*.samplers.*.input",
        "animations.*.samplers.*.output",     "meshes.*.primitives.*.indices",
        "meshes.*.primitives.*.attributes.*", "meshes.*.primitives.*.targets.*.*"};
    for (size_t i = 0; i < BP_COUNT(users); i++) {
        for (bp_gltf_walk walk = bp_gltf_walk_of(&rewrite->document->root, users[i]);
             bp_gltf_walk_next(&walk);) {
            int index = bp_gltf_index_of(rewrite->document, walk.value->json, BP_GLTF_ACCESSORS);
            if (index >= 0) rewrite->ranges[index].users++;
        }
    }
}

/* Accessors that can't be read have no range. */
static void find_ranges(bp_gltf_rewrite *rewrite) {
    for (size_t i = 0; i < rewrite->accessor_count; i++) {
        bp_gltf_accessor accessor;
        bp_rewrite_range *range = &rewrite->ranges[i];
        if (!bp_gltf_accessor_open(rewrite->document, i, true, &accessor, NULL)) continue;
        if (!accessor.base.data || accessor.count == 0) continue;
        range->size = accessor.width * bp_gltf_component_size(accessor.base.component);
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
    BP_FORMAT_REST(path, format);
    return bp_rewrite_find(&rewrite->tree, &rewrite->tree.root, path);
}

bp_rewrite_value *bp_gltf_rewrite_at(bp_gltf_rewrite *rewrite, const bp_gltf_value *value) {
    char path[256];
    return bp_rewrite_find(&rewrite->tree, &rewrite->tree.root, bp_gltf_path(value, path, sizeof path));
}

static bool is_chunk(const bp_gltf_rewrite *rewrite, size_t index) {
    const bp_gltf_document *document = rewrite->document;
    return index == 0 && document->has_binary && document->counts[BP_GLTF_BUFFERS] > 0 &&
           !bp_json_member(bp_gltf_element(document, BP_GLTF_BUFFERS, 0).json, "uri");
}

/* Whether the buffer's bytes are in the document itself. */
static bool is_inside(const bp_gltf_rewrite *rewrite, size_t index) {
    if (index >= rewrite->document->counts[BP_GLTF_BUFFERS]) return index < rewrite->buffer_count;
    const bp_json *uri =
        bp_json_member(bp_gltf_element(rewrite->document, BP_GLTF_BUFFERS, index).json, "uri");
    return is_chunk(rewrite, index) || bp_gltf_uri_is_data(bp_json_text_or(uri, ""));
}

uint8_t *bp_gltf_rewrite_buffer(bp_gltf_rewrite *rewrite, size_t index) {
    bp_rewrite_buffer *buffer = &rewrite->buffers[index];
    bp_gltf_span bytes = {NULL, 0};
    if (buffer->bytes) return buffer->bytes;
    if (index < rewrite->document->counts[BP_GLTF_BUFFERS] &&
        !bp_gltf_buffer_bytes(rewrite->document, index, &bytes, bp_gltf_rewrite_error(rewrite)))
        return NULL;
    buffer->bytes =
        bp_alloc(&rewrite->document->allocator, bytes.size + 64, 1, bp_gltf_rewrite_error(rewrite));
    if (!buffer->bytes) return NULL;
    if (bytes.size > 0) memcpy(buffer->bytes, bytes.data, bytes.size);
    buffer->size = bytes.size;
    buffer->capacity = bytes.size + 64;
    return buffer->bytes;
}

size_t bp_gltf_rewrite_grow(bp_gltf_rewrite *rewrite, size_t index, size_t more) {
    bp_rewrite_buffer *buffer = &rewrite->buffers[index];
    if (!bp_gltf_rewrite_buffer(rewrite, index)) return SIZE_MAX;
    size_t offset = (buffer->size + 3) / 4 * 4, size = offset + more;
    if (!bp_grow(&rewrite->document->allocator, &buffer->bytes, &buffer->capacity, size, 1,
                 bp_gltf_rewrite_error(rewrite)))
        return SIZE_MAX;
    memset(buffer->bytes + buffer->size, 0, size - buffer->size);
    buffer->size = size;
    return offset;
}

bp_rewrite_value *bp_gltf_rewrite_array(bp_gltf_rewrite *rewrite, const char *key) {
    bp_rewrite_value *array = bp_rewrite_member(&rewrite->tree, &rewrite->tree.root, key);
    return array ? array : bp_rewrite_set_member(&rewrite->tree, &rewrite->tree.root, key, "[]");
}

static size_t size_of(const bp_gltf_numbers *numbers) {
    return numbers->count * bp_gltf_type_width(numbers->type) * bp_gltf_component_size(numbers->component);
}

/* Appends numbers to the first buffer that is part of the document, or to a new one. Returns their view. */
static size_t append(bp_gltf_rewrite *rewrite, const bp_gltf_numbers *numbers, bp_rewrite_range *range) {
    size_t index = 0, size = size_of(numbers);
    while (index < rewrite->buffer_count && !is_inside(rewrite, index)) index++;
    if (index == rewrite->buffer_count) {
        rewrite->buffer_count++;
        bp_rewrite_add(&rewrite->tree, bp_gltf_rewrite_array(rewrite, "buffers"), "{\"byteLength\":0}");
    }
    size_t offset = bp_gltf_rewrite_grow(rewrite, index, size);
    if (offset == SIZE_MAX) return 0;
    if (size > 0) memcpy(rewrite->buffers[index].bytes + offset, numbers->bytes, size);
    if (range) {
        range->copy_buffer = index;
        range->copy_offset = offset;
        range->copy_size = size;
    }
    bp_rewrite_value *view =
        bp_rewrite_add(&rewrite->tree, bp_gltf_rewrite_array(rewrite, "bufferViews"),
                       "{\"buffer\":%zu,\"byteOffset\":%zu,\"byteLength\":%zu}", index, offset, size);
    if (numbers->target) bp_rewrite_set_member(&rewrite->tree, view, "target", "%d", numbers->target);
    return rewrite->view_count++;
}

void bp_gltf_rewrite_bounds(bp_gltf_rewrite *rewrite, bp_rewrite_value *accessor, const float *lo,
                            const float *hi, size_t width) {
    bp_rewrite_tree *tree = &rewrite->tree;
    bp_rewrite_set_member(tree, accessor, "min", "%s", bp_rewrite_floats(tree, lo, width));
    bp_rewrite_set_member(tree, accessor, "max", "%s", bp_rewrite_floats(tree, hi, width));
}

static void write_bounds(bp_gltf_rewrite *rewrite, bp_rewrite_value *value, const bp_gltf_numbers *numbers) {
    const bp_gltf_accessor accessor = bp_gltf_numbers_accessor(numbers);
    float lo[16], hi[16];
    if (bp_gltf_accessor_bounds(&accessor, lo, hi))
        bp_gltf_rewrite_bounds(rewrite, value, lo, hi, accessor.width);
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

static void write_in_place(bp_gltf_rewrite *rewrite, size_t index, size_t buffer,
                           const bp_gltf_numbers *numbers) {
    const bp_rewrite_range *range = &rewrite->ranges[index];
    uint8_t *bytes = bp_gltf_rewrite_buffer(rewrite, buffer);
    if (!bytes) return;
    bytes += range->first - rewrite->document->buffers[buffer].bytes.data;
    for (size_t i = 0; i < numbers->count; i++)
        memcpy(bytes + i * range->stride, (const uint8_t *)numbers->bytes + i * range->size, range->size);
}

/* Whether another user of the accessor has got the same numbers already. */
static bool is_copied(const bp_gltf_rewrite *rewrite, const bp_rewrite_range *range,
                      const bp_gltf_numbers *numbers) {
    return range->copy > 0 && range->copy_size == size_of(numbers) &&
           memcmp(rewrite->buffers[range->copy_buffer].bytes + range->copy_offset, numbers->bytes,
                  range->copy_size) == 0;
}

#define DRACO "KHR_draco_mesh_compression"

/* Takes the extension's name out of the file's lists, if no primitive has it any more. */
static void drop_draco(bp_gltf_rewrite *rewrite) {
    static const char *const lists[] = {"extensionsUsed", "extensionsRequired"};
    const bp_gltf_value *root = &rewrite->document->root;
    for (bp_gltf_walk walk = bp_gltf_walk_of(root, "meshes.*.primitives.*.extensions." DRACO);
         bp_gltf_walk_next(&walk);)
        if (bp_gltf_rewrite_at(rewrite, walk.value)) return;
    for (size_t i = 0; i < BP_COUNT(lists); i++) {
        bp_gltf_value list = bp_gltf_member(root, lists[i]);
        size_t left = 0;
        for (bp_gltf_walk walk = bp_gltf_walk_of(&list, "*"); bp_gltf_walk_next(&walk);) {
            bool gone = strcmp(bp_json_text_or(walk.value->json, ""), DRACO) == 0;
            if (gone) bp_rewrite_remove(bp_gltf_rewrite_at(rewrite, walk.value));
            left += !gone;
        }
        if (left == 0) bp_rewrite_remove(bp_gltf_rewrite_at(rewrite, &list)); /* glTF has no empty lists */
    }
}

/* A primitive that Draco compresses can't keep some numbers compressed: all of its attributes, also those
 * that only other programs know, get the bytes that were unpacked. */
static void unpack_draco(bp_gltf_rewrite *rewrite, size_t index) {
    bp_gltf_document *document = rewrite->document;
    const bp_gltf_draco *place = document->draco ? &document->draco[index] : NULL;
    if (!place || place->primitive == 0) return;
    bp_rewrite_value *draco = bp_gltf_rewrite_find(rewrite, "meshes[%zu].primitives[%zu].extensions." DRACO,
                                                   place->mesh, place->primitive - 1);
    if (!draco) return; /* it was unpacked before */
    bp_rewrite_remove(draco);
    for (size_t i = 0; i < document->counts[BP_GLTF_ACCESSORS]; i++) {
        const bp_gltf_draco *other = &document->draco[i];
        bp_gltf_accessor accessor;
        if (other->mesh != place->mesh || other->primitive != place->primitive) continue;
        if (!bp_gltf_accessor_open(document, i, true, &accessor, bp_gltf_rewrite_error(rewrite)) ||
            !accessor.base.data)
            return;
        const bp_gltf_numbers numbers = {.bytes = accessor.base.data,
                                         .count = accessor.count,
                                         .type = accessor.type,
                                         .component = accessor.base.component};
        bp_rewrite_set_member(&rewrite->tree, bp_gltf_rewrite_find(rewrite, "accessors[%zu]", i),
                              "bufferView", "%zu", append(rewrite, &numbers, NULL));
    }
    drop_draco(rewrite);
}

static void describe(bp_gltf_rewrite *rewrite, bp_rewrite_value *accessor, size_t view,
                     const bp_gltf_numbers *numbers) {
    bp_rewrite_tree *tree = &rewrite->tree;
    bp_rewrite_set_member(tree, accessor, "bufferView", "%zu", view);
    bp_rewrite_remove(bp_rewrite_member(tree, accessor, "byteOffset"));
    bp_rewrite_remove(bp_rewrite_member(tree, accessor, "sparse"));
    if (!numbers->normalized) bp_rewrite_remove(bp_rewrite_member(tree, accessor, "normalized"));
    bp_rewrite_set_member(tree, accessor, "componentType", "%d", (int)numbers->component);
    bp_rewrite_set_member(tree, accessor, "count", "%zu", numbers->count);
}

/* Writes an accessor's numbers elsewhere. Returns its JSON value: that of a copy, if other users keep the old
 * one; NULL if another user has got the same numbers already. */
static bp_rewrite_value *move(bp_gltf_rewrite *rewrite, bp_rewrite_value *reference, size_t index,
                              const bp_gltf_numbers *numbers) {
    bp_rewrite_tree *tree = &rewrite->tree;
    bp_rewrite_range *range = &rewrite->ranges[index];
    unpack_draco(rewrite, index);
    bp_rewrite_value *accessor = bp_gltf_rewrite_find(rewrite, "accessors[%zu]", index);
    if (is_copied(rewrite, range, numbers)) {
        bp_rewrite_set(tree, reference, "%zu", range->copy);
        return NULL;
    }
    size_t view = append(rewrite, numbers, range);
    if (range->users != 1) {
        accessor = bp_rewrite_add(tree, bp_gltf_rewrite_find(rewrite, "accessors"), "%s",
                                  bp_rewrite_text_of(tree, accessor));
        range->copy = rewrite->accessor_count++;
        bp_rewrite_set(tree, reference, "%zu", range->copy);
    }
    describe(rewrite, accessor, view, numbers);
    return accessor;
}

void bp_gltf_rewrite_accessor(bp_gltf_rewrite *rewrite, bp_rewrite_value *reference, size_t index,
                              const bp_gltf_numbers *numbers) {
    bp_rewrite_value *accessor = bp_gltf_rewrite_find(rewrite, "accessors[%zu]", index);
    const bp_json *old = bp_gltf_element(rewrite->document, BP_GLTF_ACCESSORS, index).json;
    bool same = bp_json_number_or(bp_json_member(old, "componentType"), 0) == (double)numbers->component;
    int buffer = same && numbers->count > 0
                     ? place_of(rewrite, index, size_of(numbers) / numbers->count, numbers->count)
                     : -1;
    if (rewrite->fault.kind != BP_ERROR_NONE) return;
    if (buffer >= 0)
        write_in_place(rewrite, index, (size_t)buffer, numbers);
    else if (!(accessor = move(rewrite, reference, index, numbers)))
        return;
    if (numbers->bounds || bp_json_member(old, "min") || bp_json_member(old, "max"))
        write_bounds(rewrite, accessor, numbers);
}

void bp_gltf_rewrite_move(bp_gltf_rewrite *rewrite, size_t index, const bp_gltf_numbers *numbers) {
    bp_rewrite_value *accessor = bp_gltf_rewrite_find(rewrite, "accessors[%zu]", index);
    describe(rewrite, accessor, append(rewrite, numbers, NULL), numbers);
}

size_t bp_gltf_rewrite_add(bp_gltf_rewrite *rewrite, const bp_gltf_numbers *numbers) {
    bp_rewrite_value *accessor = bp_rewrite_add(
        &rewrite->tree, bp_gltf_rewrite_array(rewrite, "accessors"),
        "{\"bufferView\":%zu,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"%s}",
        append(rewrite, numbers, NULL), (int)numbers->component, numbers->count,
        bp_gltf_type_text((unsigned)numbers->type), numbers->normalized ? ",\"normalized\":true" : "");
    if (numbers->bounds) write_bounds(rewrite, accessor, numbers);
    return rewrite->accessor_count++;
}

void bp_gltf_rewrite_binds(bp_gltf_rewrite *rewrite, size_t skin, const bp_gltf_accessor *old,
                           const bp_mat4 *binds, size_t count) {
    const bp_gltf_numbers numbers = bp_gltf_float_numbers(binds, count, BP_GLTF_MAT4);
    if (old)
        bp_gltf_rewrite_accessor(rewrite,
                                 bp_gltf_rewrite_find(rewrite, "skins[%zu].inverseBindMatrices", skin),
                                 old->index, &numbers);
    else
        bp_rewrite_set_member(&rewrite->tree, bp_gltf_rewrite_find(rewrite, "skins[%zu]", skin),
                              "inverseBindMatrices", "%zu", bp_gltf_rewrite_add(rewrite, &numbers));
}

/* What a file's name says about the type of an image. */
static const char *media_type(const char *uri) {
    const char *dot = strrchr(uri, '.');
    if (dot && (strcmp(dot, ".jpg") == 0 || strcmp(dot, ".jpeg") == 0)) return "image/jpeg";
    if (dot && strcmp(dot, ".webp") == 0) return "image/webp";
    return dot && strcmp(dot, ".ktx2") == 0 ? "image/ktx2" : "image/png";
}

static void set_uri(bp_gltf_rewrite *rewrite, bp_rewrite_value *object, const char *type, const void *bytes,
                    size_t size) {
    char *text =
        bp_arena_alloc(&rewrite->arena, bp_base64_length(size) + 1, 1, bp_gltf_rewrite_error(rewrite));
    if (!text) return;
    bp_base64_write(bytes, size, text);
    bp_rewrite_set_member(&rewrite->tree, object, "uri", "\"data:%s;base64,%s\"", type, text);
}

static const char *uri_of(const bp_gltf_rewrite *rewrite, bp_gltf_collection collection, size_t index) {
    if (index >= rewrite->document->counts[collection]) return NULL;
    bp_gltf_value value = bp_gltf_element(rewrite->document, collection, index);
    return bp_json_text_or(bp_json_member(value.json, "uri"), NULL);
}

/* Writes a buffer's length and place. `chunk`: it is the binary chunk of the new file. */
static void write_buffer(bp_gltf_rewrite *rewrite, size_t index, bool chunk, bool embed) {
    bp_rewrite_buffer *buffer = &rewrite->buffers[index];
    const char *uri = uri_of(rewrite, BP_GLTF_BUFFERS, index);
    bool moves = chunk != is_chunk(rewrite, index);
    bool file = uri && !bp_gltf_uri_is_data(uri);
    if (!buffer->bytes && !moves && !(embed && file)) return;
    if (!bp_gltf_rewrite_buffer(rewrite, index)) return;
    bp_rewrite_value *value = bp_gltf_rewrite_find(rewrite, "buffers[%zu]", index);
    bp_rewrite_set_member(&rewrite->tree, value, "byteLength", "%zu", buffer->size);
    if (chunk)
        bp_rewrite_remove(bp_rewrite_member(&rewrite->tree, value, "uri"));
    else
        set_uri(rewrite, value, "application/octet-stream", buffer->bytes, buffer->size);
}

/* An image that can't be read stays a reference: the picture was missing before, too. */
static void embed_image(bp_gltf_rewrite *rewrite, size_t index) {
    bp_gltf_document *document = rewrite->document;
    const char *uri = uri_of(rewrite, BP_GLTF_IMAGES, index);
    if (!uri || bp_gltf_uri_is_data(uri)) return;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_IMAGES, index);
    bp_error fault = {0};
    bp_file file = {0};
    if (bp_gltf_uri_load(document, &value, uri, 0, &file, &fault))
        set_uri(rewrite, bp_gltf_rewrite_find(rewrite, "images[%zu]", index), media_type(uri), file.data,
                file.size);
    bp_file_free(&document->allocator, &file);
    if (fault.kind == BP_ERROR_MEMORY) rewrite->fault = fault;
}

static bool pack(const bp_gltf_rewrite *rewrite, const bp_file *json, bool chunk, bp_file *out,
                 bp_error *error) {
    const bp_gltf_document *document = rewrite->document;
    bp_gltf_span binary = document->binary, text = {json->data, json->size};
    /* The JSON's padding isn't part of it. */
    while (text.size > 0 && (text.data[text.size - 1] == ' ' || text.data[text.size - 1] == '\0'))
        text.size--;
    if (chunk && rewrite->buffers[0].bytes)
        binary = (bp_gltf_span){rewrite->buffers[0].bytes, rewrite->buffers[0].size};
    return bp_gltf_pack(&document->allocator, text, chunk || document->has_binary ? &binary : NULL,
                        bp_gltf_other_chunks(document), out, error);
}

bool bp_gltf_rewrite_finish(bp_gltf_rewrite *rewrite, bp_gltf_container container, bool embed, bp_file *out,
                            bp_error *error) {
    bp_gltf_document *document = rewrite->document;
    bool was_binary = bp_gltf_is_binary(document->file);
    bool binary = container == BP_GLTF_BY_NAME ? was_binary : container == BP_GLTF_BINARY;
    bool moved = binary && !was_binary && rewrite->buffer_count > 0; /* the first buffer becomes the chunk */
    bp_file json = {0};
    *out = (bp_file){0};
    for (size_t i = 0; i < rewrite->buffer_count; i++) {
        bool chunk = binary && (is_chunk(rewrite, i) || (moved && i == 0));
        write_buffer(rewrite, i, chunk, embed);
    }
    for (size_t i = 0; embed && i < document->counts[BP_GLTF_IMAGES]; i++) embed_image(rewrite, i);
    if (rewrite->fault.kind != BP_ERROR_NONE) {
        if (error) *error = rewrite->fault;
        return false;
    }
    if (!bp_rewrite_tree_write(&rewrite->tree, &document->allocator, &json, error)) return false;
    if (!binary) {
        *out = json;
        return true;
    }
    bool ok = pack(rewrite, &json, moved || is_chunk(rewrite, 0), out, error);
    bp_file_free(&document->allocator, &json);
    return ok;
}

bool bp_gltf_rewrite_run(const bp_context *context, const char *path, bp_gltf_change *change, void *user,
                         bp_gltf_container container, bool embed, bp_file *out, bp_error *error) {
    bp_gltf_document document;
    bp_gltf_rewrite rewrite;
    *out = (bp_file){0};
    if (!bp_gltf_document_read(&document, context, path, error)) return false;
    bool ok = bp_gltf_rewrite_open(&rewrite, &document, error) && change(user, &rewrite, error) &&
              bp_gltf_rewrite_finish(&rewrite, container, embed, out, error);
    if (!ok) bp_error_prefix_place(error, path);
    bp_gltf_rewrite_close(&rewrite);
    bp_gltf_document_close(&document);
    return ok;
}

typedef struct new_binds {
    const bp_set_bind *binds;
    size_t count;
} new_binds;

static bool fail_joint(const bp_set_bind *bind, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, "skins",
                   "there is no joint %d of skin %d any more; the file was changed since it was opened",
                   bind->joint, bind->skin);
}

/* Decodes a skin's matrices, puts the new ones in their places, and writes all. */
static bool set_skin(const new_binds *new, size_t index, bp_gltf_rewrite *rewrite, bp_error *error) {
    bp_gltf_value skin = bp_gltf_element(rewrite->document, BP_GLTF_SKINS, index);
    bp_gltf_accessor accessor;
    bool exists, changed = false;
    if (!bp_gltf_inverse_binds_open(rewrite->document, &skin, &accessor, &exists, error)) return false;
    size_t joints = bp_json_count(bp_json_member(skin.json, "joints"));
    size_t count = exists && accessor.count > joints ? accessor.count : joints;
    bp_mat4 *matrices = bp_arena_alloc(&rewrite->arena, count, sizeof *matrices, error);
    if (!matrices) return false;
    for (size_t i = 0; i < count; i++) matrices[i] = bp_mat4_identity();
    if (exists) bp_gltf_accessor_floats(&accessor, (float *)matrices, 0);
    for (size_t i = 0; i < new->count; i++) {
        const bp_set_bind *bind = &new->binds[i];
        if (bind->skin != (int)index) continue;
        if (bind->joint < 0 || (size_t)bind->joint >= joints) return fail_joint(bind, error);
        matrices[bind->joint] = bind->inverse;
        changed = true;
    }
    if (changed) bp_gltf_rewrite_binds(rewrite, index, exists ? &accessor : NULL, matrices, count);
    return true;
}

static bool set_binds(void *user, bp_gltf_rewrite *rewrite, bp_error *error) {
    const new_binds *new = user;
    size_t skins = rewrite->document->counts[BP_GLTF_SKINS];
    for (size_t i = 0; i < new->count; i++)
        if (new->binds[i].skin < 0 || (size_t) new->binds[i].skin >= skins)
            return fail_joint(&new->binds[i], error);
    for (size_t i = 0; i < skins; i++)
        if (!set_skin(new, i, rewrite, error)) return false;
    return true;
}

bool bp_gltf_set_binds(const bp_context *context, const char *path, const bp_set_bind *binds, size_t count,
                       bp_file *out, bp_error *error) {
    new_binds new = {binds, count};
    return bp_gltf_rewrite_run(context, path, set_binds, &new, BP_GLTF_BINARY, true, out, error);
}
