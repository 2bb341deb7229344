/* The container: a .glb's chunks, the JSON, and the arrays at its root. Also the file's own declarations: its
 * glTF version and the extensions it needs.
 *
 * A .glb is a header of three little-endian words ("glTF", version 2, the total length) followed by chunks,
 * each with its length, its type and its bytes: first the JSON, then an optional binary one. */
#include "gltf/document.h"
#include "base/allocator.h"
#include "base/error.h"
#include "base/file_name.h"
#include "base/format.h"
#include "gltf/bvh/bvh.h"
#include <stdio.h>
#include <string.h>

#define MAGIC 0x46546c67u /* "glTF" */
#define CHUNK_JSON 0x4e4f534au
#define CHUNK_BINARY 0x004e4942u

static const char *collection_name(bp_gltf_collection collection) {
    static const char *const names[BP_GLTF_COLLECTION_COUNT] = {
        "accessors", "animations", "buffers",  "bufferViews", "images", "materials",
        "meshes",    "nodes",      "samplers", "scenes",      "skins",  "textures",
    };
    return names[collection];
}

bp_gltf_value bp_gltf_element(const bp_gltf_document *document, bp_gltf_collection collection, size_t index) {
    return bp_gltf_item(&document->collections[collection], index);
}

bool bp_gltf_reference(const bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                       bp_gltf_collection collection, int *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    *out = -1;
    return !value.json ||
           bp_gltf_index_value(&value, collection_name(collection), document->counts[collection], out, error);
}

int bp_gltf_index_of(const bp_gltf_document *document, const bp_json *value, bp_gltf_collection collection) {
    long long index;
    bool known = bp_json_integer(value, &index) && index >= 0 &&
                 (unsigned long long)index < document->counts[collection];
    return known ? (int)index : -1;
}

void bp_gltf_primitive_find(const bp_gltf_document *document, size_t mesh, size_t primitive,
                            bp_gltf_primitive *out) {
    out->mesh = bp_gltf_element(document, BP_GLTF_MESHES, mesh);
    out->list = bp_gltf_member(&out->mesh, "primitives");
    out->primitive = bp_gltf_item(&out->list, primitive);
    out->attributes = bp_gltf_member(&out->primitive, "attributes");
}

/* Checks that each collection is an array of objects, and nothing deeper. */
static bool find_collections(bp_gltf_document *document, bp_error *error) {
    document->root = (bp_gltf_value){.json = document->json};
    if (!bp_gltf_require_object(&document->root, error)) return false;
    for (int i = 0; i < BP_GLTF_COLLECTION_COUNT; i++) {
        bp_gltf_value *array = &document->collections[i];
        size_t *count = &document->counts[i];
        if (!bp_gltf_array(&document->root, collection_name((bp_gltf_collection)i), array, count, error))
            return false;
        if (*count > INT32_MAX)
            return bp_gltf_fail(array, error, "has %zu elements, more than an index can reach", *count);
        for (size_t j = 0; j < *count; j++) {
            bp_gltf_value item = bp_gltf_item(array, j);
            if (!bp_gltf_require_object(&item, error)) return false;
        }
    }
    return true;
}

/* Reads the chunk at *offset and moves *offset past it, padding included. */
static bool next_chunk(bp_gltf_span file, size_t *offset, const char *path, uint32_t *type, bp_gltf_span *out,
                       bp_error *error) {
    size_t left = file.size - *offset;
    if (left < 8)
        return bp_fail(error, BP_ERROR_INPUT, path,
                       "the file ends within the chunk's header; download or export it again");
    uint32_t length = bp_gltf_u32(file.data + *offset);
    if (length > left - 8)
        return bp_fail(error, BP_ERROR_INPUT, path,
                       "claims %lu bytes, but only %zu are left in the file; download or export it again",
                       (unsigned long)length, left - 8);
    *type = bp_gltf_u32(file.data + *offset + 4);
    *out = (bp_gltf_span){file.data + *offset + 8, length};
    *offset += 8 + (size_t)length;
    return true;
}

static bool fail_version_1(const char *place, bp_error *error) {
    return bp_fail(
        error, BP_ERROR_INPUT, place,
        "this is glTF 1.0, and only 2.0 is read; convert it by `npx gltf-pipeline -i in.gltf -o out.glb`");
}

static bool check_header(bp_gltf_document *document, bp_gltf_span *file, bp_error *error) {
    if (file->size < 12)
        return bp_fail(error, BP_ERROR_INPUT, "header",
                       "the file ends within the .glb header; download or export it again");
    if (bp_gltf_u32(file->data + 4) == 1) return fail_version_1("header.version", error);
    if (bp_gltf_u32(file->data + 4) != 2)
        return bp_fail(error, BP_ERROR_INPUT, "header.version",
                       "is %lu; only version 2 is supported, so export the file as glTF 2.0",
                       (unsigned long)bp_gltf_u32(file->data + 4));
    uint32_t length = bp_gltf_u32(file->data + 8);
    if (length > file->size || length < 12)
        return bp_fail(error, BP_ERROR_INPUT, "header.length",
                       "is %lu bytes, but the file has %zu; download or export it again",
                       (unsigned long)length, file->size);
    if (length < file->size)
        bp_gltf_add_note(document, NULL, "%zu bytes after the end that the header gives are ignored",
                         file->size - length);
    file->size = length;
    return true;
}

static bool open_glb(bp_gltf_document *document, bp_gltf_span file, bp_gltf_span *json, bp_error *error) {
    if (!check_header(document, &file, error)) return false;
    size_t offset = 12;
    uint32_t type;
    if (!next_chunk(file, &offset, "chunk[0]", &type, json, error)) return false;
    if (type != CHUNK_JSON) return bp_fail(error, BP_ERROR_INPUT, "chunk[0]", "is not JSON");
    if (offset == file.size) return true;
    if (!next_chunk(file, &offset, "chunk[1]", &type, &document->binary, error)) return false;
    document->has_binary = type == CHUNK_BINARY;
    return true;
}

bool bp_gltf_is_binary(bp_gltf_span file) { return file.size >= 4 && bp_gltf_u32(file.data) == MAGIC; }

bp_gltf_span bp_gltf_other_chunks(const bp_gltf_document *document) {
    bp_gltf_span file = document->file;
    if (file.size < 20 || !bp_gltf_is_binary(file)) return (bp_gltf_span){NULL, 0};
    file.size = bp_gltf_u32(file.data + 8);
    size_t at = 20 + (size_t)bp_gltf_u32(file.data + 12);
    if (document->has_binary) at += 8 + (size_t)bp_gltf_u32(file.data + at);
    return (bp_gltf_span){file.data + at, file.size - at};
}

static uint8_t *put_u32(uint8_t *to, size_t value) {
    for (int i = 0; i < 4; i++) *to++ = (uint8_t)(value >> 8 * i);
    return to;
}

static uint8_t *put_chunk(uint8_t *to, uint32_t type, bp_gltf_span bytes, char padding) {
    size_t padded = (bytes.size + 3) / 4 * 4;
    to = put_u32(put_u32(to, padded), type);
    memset(to, padding, padded);
    if (bytes.size > 0) memcpy(to, bytes.data, bytes.size);
    return to + padded;
}

bool bp_gltf_pack(const bp_allocator *allocator, bp_gltf_span json, const bp_gltf_span *binary,
                  bp_gltf_span others, bp_file *out, bp_error *error) {
    size_t size = 12 + 8 + (json.size + 3) / 4 * 4 + others.size;
    if (binary) size += 8 + (binary->size + 3) / 4 * 4;
    if (size > UINT32_MAX)
        return bp_fail(error, BP_ERROR_INPUT, NULL, "would need more than the 4 GiB that a .glb can hold");
    uint8_t *bytes = bp_alloc(allocator, size + 1, 1, error);
    if (!bytes) return false;
    uint8_t *to = put_u32(put_u32(put_u32(bytes, MAGIC), 2), size);
    to = put_chunk(to, CHUNK_JSON, json, ' ');
    if (binary) to = put_chunk(to, CHUNK_BINARY, *binary, '\0');
    if (others.size > 0) memcpy(to, others.data, others.size);
    *out = (bp_file){bytes, size};
    return true;
}

/* Fails unless the text was meant as JSON: a file of another format that people have characters in, with a
 * way to glTF, gets a better message than a syntax error. */
static bool check_format(bp_gltf_span file, bp_error *error) {
    static const struct {
        const char *start, *within, *name, *extension; /* extension NULL: a zip */
    } formats[] = {{"Kaydara FBX", NULL, "an FBX file", "fbx"},
                   {"; FBX", NULL, "an FBX file", "fbx"},
                   {"<?xml", "<COLLADA", "a Collada file", "dae"},
                   {"<COLLADA", NULL, "a Collada file", "dae"},
                   {"PK\3\4", NULL, "a zip", NULL}};
    char text[1024];
    size_t size = file.size < sizeof text - 1 ? file.size : sizeof text - 1, at = 0;
    memcpy(text, file.data, size);
    text[size] = '\0';
    at = strspn(text, " \t\r\n");
    if (text[at] == '{' || text[at] == '[') return true;
    for (size_t i = 0; i < BP_COUNT(formats); i++) {
        if (strncmp(text + at, formats[i].start, strlen(formats[i].start)) != 0 ||
            (formats[i].within && !strstr(text + at, formats[i].within)))
            continue;
        if (!formats[i].extension)
            return bp_fail(error, BP_ERROR_INPUT, NULL,
                           "is a zip; unpack it (`unzip in.zip -d folder`) and open the .gltf or .glb in it");
        return bp_fail(error, BP_ERROR_INPUT, NULL,
                       "is %s; convert it by `assimp export in.%s out.glb` (package assimp-utils), or in "
                       "Blender: File > Import, then File > Export > glTF 2.0",
                       formats[i].name, formats[i].extension);
    }
    return bp_fail(error, BP_ERROR_INPUT, NULL,
                   "is neither .gltf (JSON) nor .glb, .vrm or .bvh; export the model as glTF 2.0");
}

/* glTF 1.0 has objects where 2.0 has arrays, so it must be known before anything else is read. */
static bool check_not_version_1(const bp_gltf_document *document, bp_error *error) {
    const bp_json *asset = bp_json_member(document->json, "asset");
    const char *version = bp_json_text_or(bp_json_member(asset, "version"), NULL);
    const bp_json *nodes = bp_json_member(document->json, "nodes");
    const bp_json *meshes = bp_json_member(document->json, "meshes");
    bool objects = bp_json_kind_of(nodes) == BP_JSON_OBJECT && bp_json_kind_of(meshes) == BP_JSON_OBJECT;
    if (version ? version[0] != '0' && version[0] != '1' : !objects) return true;
    return fail_version_1("asset.version", error);
}

/* Refuses JSON of which the values alone would need too much memory. A comma, colon or bracket stands before
 * each value; those in texts are counted too. */
static bool check_json_size(const bp_gltf_document *document, bp_error *error) {
    enum { VALUE_BYTES = 112 }; /* measured */
    size_t values = 0, size = document->text.size;
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = document->text.data[i];
        values += byte == ',' || byte == ':' || byte == '[' || byte == '{';
    }
    size_t limit = document->memory_limit;
    if (values <= limit / VALUE_BYTES && size <= limit - values * VALUE_BYTES) return true;
    return bp_fail(error, BP_ERROR_INPUT, "JSON",
                   "%zu values in %zu bytes need more than the limit of %zu MB; if you trust the file, raise "
                   "the limit (--limit)",
                   values, size, limit / 1000000);
}

/* A BVH file becomes a .glb, in memory, and that is opened in its place. */
static bool convert_bvh(bp_gltf_document *document, bp_gltf_span *file, bp_error *error) {
    bp_bvh bvh;
    bp_file json = {0}, buffer = {0};
    bool ok =
        bp_bvh_read(&bvh, &document->allocator, file->data, file->size, document->memory_limit, error) &&
        bp_bvh_to_gltf(&bvh, &json, &buffer, error);
    const bp_gltf_span text = {json.data, json.size}, bytes = {buffer.data, buffer.size};
    ok = ok && bp_gltf_pack(&document->allocator, text, bytes.size > 0 ? &bytes : NULL,
                            (bp_gltf_span){NULL, 0}, &document->owned, error);
    for (size_t i = 0; ok && i < bvh.note_count; i++) bp_gltf_add_note(document, NULL, "%s", bvh.notes[i]);
    bp_file_free(&document->allocator, &json);
    bp_file_free(&document->allocator, &buffer);
    bp_bvh_close(&bvh);
    *file = (bp_gltf_span){document->owned.data, document->owned.size};
    return ok;
}

static bool parse(bp_gltf_document *document, const bp_gltf_source *source, bp_error *error) {
    bp_gltf_span file = {source->data, source->size};
    if (bp_bvh_is(file.data, file.size) && !convert_bvh(document, &file, error)) return false;
    bp_gltf_span json = file;
    bool binary = bp_gltf_is_binary(file);
    if (file.size == 0) return bp_fail(error, BP_ERROR_INPUT, NULL, "the file is empty");
    if (binary && !open_glb(document, file, &json, error)) return false;
    if (!binary && json.size >= 3 && memcmp(json.data, "\xef\xbb\xbf", 3) == 0) {
        bp_gltf_add_note(document, NULL, "the file begins with a byte order mark, which glTF forbids");
        json = (bp_gltf_span){json.data + 3, json.size - 3};
    }
    if (!binary && !check_format(json, error)) return false;
    document->file = file;
    document->text = json;
    if (!check_json_size(document, error)) return false;
    if (!source->json) document->parsed = bp_json_parse((const char *)json.data, json.size, 0, "JSON", error);
    document->json = source->json ? source->json : document->parsed;
    if (!document->json) return false;
    if (!check_not_version_1(document, error) || !find_collections(document, error)) return false;
    document->buffers =
        bp_alloc(&document->allocator, document->counts[BP_GLTF_BUFFERS], sizeof *document->buffers, error);
    document->unpacked = bp_alloc(&document->allocator, document->counts[BP_GLTF_BUFFER_VIEWS],
                                  sizeof *document->unpacked, error);
    return document->buffers && document->unpacked;
}

bool bp_gltf_document_open(bp_gltf_document *document, const bp_allocator *allocator,
                           const bp_gltf_source *source, bp_gltf_notes *notes, size_t memory_limit,
                           bp_error *error) {
    *document = (bp_gltf_document){.allocator = *allocator,
                                   .folder = source->folder,
                                   .folder_length = source->folder_length,
                                   .notes = notes,
                                   .memory_limit = memory_limit > 0 ? memory_limit : bp_context_limit(NULL)};
    if (parse(document, source, error)) return true;
    if (source->name) bp_error_prefix_place(error, source->name);
    bp_gltf_document_close(document);
    return false;
}

bp_gltf_source bp_gltf_source_of(const char *path, const bp_file *file) {
    return (bp_gltf_source){.data = file->data,
                            .size = file->size,
                            .name = path,
                            .folder = path,
                            .folder_length = (size_t)(bp_path_name(path) - path)};
}

bool bp_gltf_source_read(const bp_allocator *allocator, const char *path, bp_file *file, bp_gltf_source *out,
                         bp_error *error) {
    if (!path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "is NULL");
    if (!bp_file_read(allocator, path, 0, file, error)) return false;
    *out = bp_gltf_source_of(path, file);
    return true;
}

void bp_gltf_document_unload(bp_gltf_document *document) {
    for (size_t i = 0; document->buffers && i < document->counts[BP_GLTF_BUFFERS]; i++) {
        bp_file_free(&document->allocator, &document->buffers[i].owned);
        document->buffers[i] = (bp_gltf_buffer){.loaded = false};
    }
    for (size_t i = 0; document->unpacked && i < document->counts[BP_GLTF_BUFFER_VIEWS]; i++)
        bp_file_free(&document->allocator, &document->unpacked[i]);
    for (size_t i = 0; document->draco && i < document->counts[BP_GLTF_ACCESSORS]; i++)
        bp_file_free(&document->allocator, &document->draco[i].bytes);
}

void bp_gltf_document_close(bp_gltf_document *document) {
    bp_gltf_document_unload(document);
    bp_free(&document->allocator, document->buffers);
    bp_free(&document->allocator, document->unpacked);
    bp_free(&document->allocator, document->draco);
    bp_json_destroy(document->parsed);
    bp_file_free(&document->allocator, &document->owned);
    document->buffers = NULL;
    document->unpacked = NULL;
    document->draco = NULL;
    document->json = document->parsed = NULL;
}

bool bp_gltf_charge(bp_gltf_document *document, const bp_gltf_value *value, size_t count, size_t size,
                    bp_error *error) {
    size_t left = document->memory_limit - document->memory_charged;
    if (size > 0 && count > left / size)
        return bp_gltf_fail(
            value, error,
            "needs %zu times %zu bytes; with the parts before it, that exceeds the limit of %zu MB; if "
            "you trust the file, raise the limit (--limit)",
            count, size, document->memory_limit / 1000000);
    document->memory_charged += count * size;
    return true;
}

void bp_gltf_notes_clear(bp_gltf_notes *notes) {
    if (!notes) return;
    bp_free(&notes->allocator, notes->notes);
    *notes = (bp_gltf_notes){0};
}

/* Counts one more note, and returns room for it; NULL without a list, without memory, and beyond the limit.
 */
static bp_gltf_note *next_note(bp_gltf_document *document) {
    bp_gltf_notes *notes = document->notes;
    if (!notes) return NULL;
    notes->count++;
    if (!notes->notes) {
        notes->allocator = document->allocator;
        notes->notes = bp_alloc(&notes->allocator, BP_GLTF_MAX_NOTES, sizeof *notes->notes, NULL);
    }
    return notes->notes && notes->kept < BP_GLTF_MAX_NOTES ? &notes->notes[notes->kept++] : NULL;
}

void bp_gltf_add_note(bp_gltf_document *document, const bp_gltf_value *value, const char *format, ...) {
    bp_gltf_note *note = next_note(document);
    if (!note) return;
    bp_gltf_path(value, note->place, sizeof note->place);
    BP_FORMAT_REST(note->message, format);
}

bool bp_gltf_forgive(bp_gltf_document *document, const bp_error *fault, const char *done, bp_error *error) {
    if (!document->lenient || fault->kind != BP_ERROR_INPUT) {
        if (error) *error = *fault;
        return false;
    }
    bp_gltf_notes *notes = document->notes;
    bp_gltf_note made, *note;
    snprintf(made.place, sizeof made.place, "%.127s", fault->place);
    snprintf(made.message, sizeof made.message, "%.180s: %.60s", fault->message, done);
    note = notes && notes->kept > 0 ? &notes->notes[notes->kept - 1] : NULL;
    if (note && strcmp(note->place, made.place) == 0 && strcmp(note->message, made.message) == 0)
        return true; /* some parts are opened twice */
    if (notes) notes->repairs++;
    if ((note = next_note(document))) *note = made;
    return true;
}

bool bp_gltf_optional_reference(bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                                bp_gltf_collection collection, int *out, bp_error *error) {
    bp_error fault = {0};
    if (bp_gltf_reference(document, object, key, collection, out, &fault)) return true;
    *out = -1;
    return bp_gltf_forgive(document, &fault, "it is left out", error);
}
