/* document: a glTF file as it lies in memory, before anybody makes sense of it.
 *
 * Opening takes the container apart and parses the JSON; nothing else is looked at. What is asked of it
 * later (a buffer's bytes, an accessor's numbers) is checked when it is asked for, and each question
 * fails on its own. So the doctor can open what the reader refuses. */
#ifndef BP_GLTF_DOCUMENT_H
#define BP_GLTF_DOCUMENT_H

#include <bindpose/gltf.h>
#include <bindpose/io.h>

#include "gltf/value.h"

/* The arrays at the top of the JSON. */
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

/* Bytes that somebody else owns. */
typedef struct bp_gltf_span {
    const uint8_t *data;
    size_t size;
} bp_gltf_span;

/* A buffer, once it was asked for. */
typedef struct bp_gltf_buffer {
    bool loaded;
    bp_file own; /* owned; from a file or a data URI; empty where the bytes lie in the .glb */
    bp_gltf_span bytes;
} bp_gltf_buffer;

/* Many fields: it is what everything in this room begins with. */
typedef struct bp_gltf_document {
    bp_allocator allocator;
    const char *folder;   /* borrowed; where other files lie, ends with "/" or is ""; NULL: nowhere */
    bp_gltf_notes *notes; /* borrowed; may be NULL */
    bp_json *json;        /* owned */
    bp_gltf_value root;
    bp_gltf_value top[BP_GLTF_COLLECTION_COUNT];
    size_t counts[BP_GLTF_COLLECTION_COUNT];
    bool has_binary;
    bp_gltf_span binary;     /* the .glb's second chunk; borrowed */
    bp_gltf_buffer *buffers; /* owned; one for each of the JSON's buffers */
    size_t memory_limit;     /* of everything that is taken from it */
    size_t taken;
} bp_gltf_document;

/* The name of one of the arrays: "bufferViews". */
const char *bp_gltf_collection_name(bp_gltf_collection top);

/* Opens what `data` holds, which must stay where it is while the document is open. The document itself must
 * stay where it is as well, since its values point to each other. On failure it is closed. */
bool bp_gltf_document_open(bp_gltf_document *document, const void *data, size_t size, bp_error *error);
void bp_gltf_document_close(bp_gltf_document *document);
/* Frees what buffers were loaded from; asked for once more they are loaded again. */
void bp_gltf_document_unload(bp_gltf_document *document);

/* An element of one of the arrays. */
bp_gltf_value bp_gltf_element(const bp_gltf_document *document, bp_gltf_collection top, size_t index);
/* A member that is an index into one of the arrays. */
bool bp_gltf_reference(const bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                       bp_gltf_collection top, int *out, bp_error *error);

/* Takes `count` times `size` bytes from what the model may have; an error at the value beyond that. Called
 * before memory is asked for whose size the file says. */
bool bp_gltf_charge(bp_gltf_document *document, const bp_gltf_value *value, size_t count, size_t size,
                  bp_error *error);

/* ---- buffers (buffer.c) ---- */

/* The bytes of a buffer (loaded the first time) and of a buffer view, with its stride (0: none given). */
bool bp_gltf_buffer_bytes(bp_gltf_document *document, size_t index, bp_gltf_span *out, bp_error *error);
bool bp_gltf_buffer_view_bytes(bp_gltf_document *document, size_t index, bp_gltf_span *out, size_t *stride,
                        bp_error *error);
/* A buffer view's place in its buffer, without loading that. */
typedef struct bp_gltf_buffer_view {
    int buffer;
    size_t offset, length, stride;
} bp_gltf_buffer_view;
bool bp_gltf_buffer_view_read(const bp_gltf_document *document, size_t index, bp_gltf_buffer_view *out, bp_error *error);

/* ---- other files (uri.c) ---- */

/* Whether it is a data URI, whose bytes come out of the document itself. */
bool bp_gltf_uri_is_data(const char *uri);
/* A data URI's bytes. `value` is the URI's place. `out` is freed with bp_file_free. */
bool bp_gltf_uri_decode(bp_gltf_document *document, const bp_gltf_value *value, const char *uri, bp_file *out,
                        bp_error *error);
/* The path of a file that lies in the document's folder, or below it; freed with bp_free. NULL where the
 * URI leads anywhere else. */
char *bp_gltf_uri_path(bp_gltf_document *document, const bp_gltf_value *value, const char *uri,
                       bp_error *error);

/* ---- notes (notes.c) ---- */

void bp_gltf_add_note(bp_gltf_document *document, const bp_gltf_value *value, const char *format, ...)
    BP_PRINTF(3, 4);

#endif
