/* rewrite: a file in which some values and numbers change, and nothing else.
 *
 * The writer (gltf/write) makes a file from a model and loses what a model has no place for: extensions,
 * extras, unused parts. This module starts from the file's own text and buffers instead. Numbers of an
 * accessor are replaced where they are if that touches nothing else: the accessor has one user, no other
 * accessor shares its bytes, and the buffer is in the file. Otherwise they go to the end of a buffer in the
 * file. So files beside the document are never changed. */
#pragma once

#include "gltf/accessor.h"
#include "gltf/rewrite/rewrite_text.h"
#include <bindpose/math.h>

/* A buffer that has changed. */
typedef struct bp_rewrite_buffer {
    uint8_t *bytes; /* owned; NULL: as in the file */
    size_t size, capacity;
} bp_rewrite_buffer;

/* The bytes that an accessor's elements are in. */
typedef struct bp_rewrite_range {
    const uint8_t *first, *end;                       /* NULL: none */
    size_t stride, size;                              /* of an element */
    size_t users;                                     /* of the accessor */
    bool sparse;                                      /* some elements are elsewhere */
    size_t copy, copy_buffer, copy_offset, copy_size; /* the newest replacement for one of several users */
} bp_rewrite_range;

/* Its changes can't fail: the first fault stays, the others do nothing, and bp_gltf_rewrite_finish fails. */
typedef struct bp_gltf_rewrite {
    bp_gltf_document *document; /* borrowed, open; it stays as it was read */
    bp_arena arena;
    bp_rewrite_tree tree;
    bp_rewrite_buffer *buffers; /* the document's, and one more for a new one */
    size_t buffer_count, view_count, accessor_count;
    bp_rewrite_range *ranges; /* of the document's accessors */
    bp_error fault;
} bp_gltf_rewrite;

/* Where an error of a change goes; NULL after the first one. */
static inline bp_error *bp_gltf_rewrite_error(bp_gltf_rewrite *rewrite) {
    return rewrite->fault.kind == BP_ERROR_NONE ? &rewrite->fault : NULL;
}

/* Starts a rewrite. Close it in any case. */
bool bp_gltf_rewrite_open(bp_gltf_rewrite *rewrite, bp_gltf_document *document, bp_error *error);
void bp_gltf_rewrite_close(bp_gltf_rewrite *rewrite);

/* A value by its path, as in "skins[0].joints", or as the document has it; NULL if there is none. */
bp_rewrite_value *bp_gltf_rewrite_find(bp_gltf_rewrite *rewrite, const char *format, ...) BP_PRINTF(2, 3);
bp_rewrite_value *bp_gltf_rewrite_at(bp_gltf_rewrite *rewrite, const bp_gltf_value *value);

/* Replaces accessor `index` for the one user whose JSON value `reference` holds its index. Its bounds are
 * renewed if it has some. */
void bp_gltf_rewrite_accessor(bp_gltf_rewrite *rewrite, bp_rewrite_value *reference, size_t index,
                              const bp_gltf_numbers *numbers);
/* Gives an accessor a buffer view of its own, for all its users. */
void bp_gltf_rewrite_move(bp_gltf_rewrite *rewrite, size_t index, const bp_gltf_numbers *numbers);
/* Adds an accessor. Returns its index. */
size_t bp_gltf_rewrite_add(bp_gltf_rewrite *rewrite, const bp_gltf_numbers *numbers);
/* Writes a skin's inverse binds: in place of accessor `old`, or in a new one if that is NULL. */
void bp_gltf_rewrite_binds(bp_gltf_rewrite *rewrite, size_t skin, const bp_gltf_accessor *old,
                           const bp_mat4 *binds, size_t count);
/* Writes "min" and "max" of an accessor. */
void bp_gltf_rewrite_bounds(bp_gltf_rewrite *rewrite, bp_rewrite_value *accessor, const float *lo,
                            const float *hi, size_t width);

/* The file. BY_NAME: in the container that it had. `embed`: buffers and images that are files beside it
 * become part of it. Free `out` with bp_file_free. */
bool bp_gltf_rewrite_finish(bp_gltf_rewrite *rewrite, bp_gltf_container container, bool embed, bp_file *out,
                            bp_error *error);

typedef bool bp_gltf_change(void *user, bp_gltf_rewrite *rewrite, bp_error *error);
/* Reads a file, changes it, and finishes it. */
bool bp_gltf_rewrite_run(const bp_context *context, const char *path, bp_gltf_change *change, void *user,
                         bp_gltf_container container, bool embed, bp_file *out, bp_error *error);

/* A joint's new inverse bind matrix. */
typedef struct bp_set_bind {
    int skin, joint;
    bp_mat4 inverse;
} bp_set_bind;
/* Reads a file and makes a .glb with everything in it, where some inverse binds are others. The floats of
 * other joints' matrices stay bit for bit; a skin without matrices gets identities for them, which it meant.
 * An accessor that skins share is copied. Free `out` with bp_file_free. Errors: those of bp_gltf_read; INPUT,
 * the file has no such skin or joint. */
bool bp_gltf_set_binds(const bp_context *context, const char *path, const bp_set_bind *binds, size_t count,
                       bp_file *out, bp_error *error);

/* ---- for pack_clips.c */

/* A buffer's bytes that may be changed; at first a copy of the file's. NULL on error. */
uint8_t *bp_gltf_rewrite_buffer(bp_gltf_rewrite *rewrite, size_t index);
/* Appends zeros to it at a multiple of 4. Returns their offset; SIZE_MAX on error. */
size_t bp_gltf_rewrite_grow(bp_gltf_rewrite *rewrite, size_t index, size_t more);
/* An array at the JSON's root, added if it is missing. */
bp_rewrite_value *bp_gltf_rewrite_array(bp_gltf_rewrite *rewrite, const char *key);
