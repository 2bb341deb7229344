/* document: a glTF file in memory, opened but not yet interpreted.
 *
 * Opening splits the container and parses the JSON. Everything else (a buffer's bytes, an accessor's
 * numbers) is checked when a caller asks for it, and each request fails on its own. So the doctor can open a
 * file that the reader refuses. */
#pragma once

#include <bindpose/gltf.h>

#include "gltf/value.h"

/* The arrays at the JSON's root. */
typedef enum bp_gltf_collection {
    BP_GLTF_ACCESSORS,
    BP_GLTF_ANIMATIONS,
    BP_GLTF_BUFFERS,
    BP_GLTF_BUFFER_VIEWS,
    BP_GLTF_IMAGES,
    BP_GLTF_MATERIALS,
    BP_GLTF_MESHES,
    BP_GLTF_NODES,
    BP_GLTF_SAMPLERS,
    BP_GLTF_SCENES,
    BP_GLTF_SKINS,
    BP_GLTF_TEXTURES,
    BP_GLTF_COLLECTION_COUNT
} bp_gltf_collection;

/* A borrowed range of bytes. */
typedef struct bp_gltf_span {
    const uint8_t *data;
    size_t size;
} bp_gltf_span;

/* A buffer, loaded on first use. */
typedef struct bp_gltf_buffer {
    bool loaded;
    bp_file owned; /* the bytes of a file or a data URI; empty if they are the .glb's binary chunk */
    bp_gltf_span bytes;
} bp_gltf_buffer;

/* A file's bytes, before they are opened. All pointers are borrowed. */
typedef struct bp_gltf_source {
    const void *data;
    size_t size;
    const char *name; /* of the file in errors; NULL: errors name only the JSON path */
    const char
        *folder; /* of the files that this one refers to, "" for the current one; NULL: none can be read */
    size_t folder_length; /* how many characters of `folder` count */
    const bp_json *json;  /* if it is parsed already; else NULL */
} bp_gltf_source;

/* The primitive that an accessor belongs to, and its numbers once they are unpacked. */
typedef struct bp_gltf_draco {
    size_t mesh, primitive; /* primitive: 1 + its index; 0: none */
    bp_file bytes;          /* owned */
} bp_gltf_draco;

/* Many fields: every part of the reader and of the doctor starts from it. */
typedef struct bp_gltf_document {
    bp_allocator allocator;
    const char *folder; /* borrowed; as in the source */
    size_t folder_length;
    bp_gltf_notes *notes;    /* borrowed; may be NULL */
    const bp_json *json;     /* borrowed: the source's, or `parsed` */
    bp_json *parsed;         /* owned */
    bp_file owned;           /* what it was read from, or a BVH file as .glb; empty: the caller has it */
    bp_gltf_span file, text; /* the file's bytes, and the JSON's among them; borrowed */
    bp_gltf_value root;
    bp_gltf_value collections[BP_GLTF_COLLECTION_COUNT];
    size_t counts[BP_GLTF_COLLECTION_COUNT];
    bool has_binary;
    bp_gltf_span binary;     /* the .glb's binary chunk; borrowed */
    bp_gltf_buffer *buffers; /* owned; one for each of the JSON's buffers */
    bp_file *unpacked;       /* owned; of each buffer view that meshopt compresses, once it was used */
    bp_draco_decoder *draco_decoder; /* NULL: none; set it after opening */
    bp_gltf_draco *draco; /* owned; of the accessors; NULL until an accessor without a view is read */
    size_t memory_limit;  /* in bytes, for everything that is made from the file */
    size_t memory_charged;
    bool lenient; /* bp_gltf_read_options.lenient */
} bp_gltf_document;

/* A 32-bit word, which is little-endian in every glTF file. */
static inline uint32_t bp_gltf_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Puts a .glb together: JSON, the binary chunk if `binary` isn't NULL, and `others`, whole chunks. Free `out`
 * with bp_file_free. */
bool bp_gltf_pack(const bp_allocator *allocator, bp_gltf_span json, const bp_gltf_span *binary,
                  bp_gltf_span others, bp_file *out, bp_error *error);
/* Chunks behind the JSON and the binary one, which only extensions know; none if the file isn't a .glb. */
bp_gltf_span bp_gltf_other_chunks(const struct bp_gltf_document *document);
bool bp_gltf_is_binary(bp_gltf_span file);

/* The bytes as those of the file of that name. */
bp_gltf_source bp_gltf_source_of(const char *path, const bp_file *file);
/* Reads a file and describes it; `file` then owns the bytes. ENVIRONMENT, INPUT, MEMORY. */
bool bp_gltf_source_read(const bp_allocator *allocator, const char *path, bp_file *file, bp_gltf_source *out,
                         bp_error *error);

/* Opens a file, whose bytes and folder must outlive the document. The values point to each other, so the
 * document must not move. Refuses JSON that would need more than `memory_limit` bytes (0: the default).
 * Closes it on failure. Callers go through bp_gltf_document_open_within. */
bool bp_gltf_document_open(bp_gltf_document *document, const bp_allocator *allocator,
                           const bp_gltf_source *source, bp_gltf_notes *notes, size_t memory_limit,
                           bp_error *error);
/* The same, and refuses a file that needs more than `limit` bytes (0: the context's) to be read, posed and
 * drawn, or more than BP_STEPS_PER_BYTE times as many steps of work: both are counted from its JSON
 * before anything else is read (cost.c). The error is at the value with which it is too much. */
bool bp_gltf_document_open_within(bp_gltf_document *document, const bp_context *context,
                                  const bp_gltf_source *source, bp_gltf_notes *notes, size_t limit,
                                  bp_error *error);
/* The same for a file, which it reads, and whose bytes it then owns. */
bool bp_gltf_document_read(bp_gltf_document *document, const bp_context *context, const char *path,
                           bp_error *error);
void bp_gltf_document_close(bp_gltf_document *document);
/* Frees the loaded buffers; the next use loads them again. */
void bp_gltf_document_unload(bp_gltf_document *document);

/* An element of a collection. */
bp_gltf_value bp_gltf_element(const bp_gltf_document *document, bp_gltf_collection collection, size_t index);
/* Reads a member that is an index into a collection; -1 if it is missing. */
bool bp_gltf_reference(const bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                       bp_gltf_collection collection, int *out, bp_error *error);

/* The index that a value is; -1 for anything else than an index of an element that the file has. */
int bp_gltf_index_of(const bp_gltf_document *document, const bp_json *value, bp_gltf_collection collection);
/* As bp_gltf_reference; in lenient reading a wrong index counts as missing. */
bool bp_gltf_optional_reference(bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                                bp_gltf_collection collection, int *out, bp_error *error);

/* A primitive of a mesh, and its attributes, with the values that lead to them: it must not move. */
typedef struct bp_gltf_primitive {
    bp_gltf_value mesh, list, primitive, attributes;
} bp_gltf_primitive;
void bp_gltf_primitive_find(const bp_gltf_document *document, size_t mesh, size_t primitive,
                            bp_gltf_primitive *out);

/* Charges `count` times `size` bytes to the memory limit; fails at the value if they exceed it. Call it
 * before each allocation whose size the file decides. */
bool bp_gltf_charge(bp_gltf_document *document, const bp_gltf_value *value, size_t count, size_t size,
                    bp_error *error);

/* Refuses another version of glTF, and extensions without which there is no geometry; notes those that it
 * leaves out.
 */
bool bp_gltf_check_asset(bp_gltf_document *document, bp_error *error);

/* ---- extensions (extensions.c) ---- */

/* Counts the extensions that aren't read, and writes their names with commas; cuts them at `size`. `note`:
 * adds a note on each. */
size_t bp_gltf_extensions_left_out(bp_gltf_document *document, bool note, char *names, size_t size);

/* ---- buffers (view.c) ---- */

/* The bytes of a buffer; loads it on first use. */
bool bp_gltf_buffer_bytes(bp_gltf_document *document, size_t index, bp_gltf_span *out, bp_error *error);

/* A buffer view's range; reading it doesn't load the buffer. A view that meshopt compresses has the range of
 * its stream, and the length of its unpacked bytes. */
typedef struct bp_gltf_buffer_view {
    int buffer;
    size_t offset, length, stride; /* in bytes; stride 0: none given */
    bool packed;
    size_t packed_length, count, element; /* of the stream, in bytes; elements, and their size */
    int mode, filter;                     /* meshopt.h */
} bp_gltf_buffer_view;
bool bp_gltf_buffer_view_read(const bp_gltf_document *document, size_t index, bp_gltf_buffer_view *out,
                              bp_error *error);
bool bp_gltf_buffer_view_bytes(bp_gltf_document *document, size_t index, bp_gltf_span *out, bp_error *error);

/* ---- Draco (draco.c) ---- */

/* The numbers of an accessor without a buffer view, unpacked; none if it isn't of such a primitive, or
 * there is no decoder. */
bool bp_gltf_draco_bytes(bp_gltf_document *document, size_t accessor, bp_gltf_span *out, bp_error *error);

/* ---- other files (uri.c) ---- */

/* Whether the URI is a data URI, which holds its bytes itself. */
bool bp_gltf_uri_is_data(const char *uri);
/* Loads a data URI, which is charged to the memory limit, or a file of at most `limit` bytes (0: any) in or
 * below the document's folder. Errors are at `value`. Free `out` with bp_file_free. */
bool bp_gltf_uri_load(bp_gltf_document *document, const bp_gltf_value *value, const char *uri, size_t limit,
                      bp_file *out, bp_error *error);

/* In lenient reading, turns a fault of the file into a note that says what was `done` about it, and returns
 * true. Else, and for a lack of memory, passes it on and returns false. */
bool bp_gltf_forgive(bp_gltf_document *document, const bp_error *fault, const char *done, bp_error *error);
/* Adds a note at the value; NULL: about the whole file. */
void bp_gltf_add_note(bp_gltf_document *document, const bp_gltf_value *value, const char *format, ...)
    BP_PRINTF(3, 4);
