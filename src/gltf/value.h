/* A JSON value that knows its path in the document, so that every error can name it.
 *
 * A value points to the value that contains it, and that one must outlive it: the arrays at the document's
 * root live as long as the document, all others live on the caller's stack. The path is composed only when an
 * error or a note needs it. */
#pragma once

#include "io/json.h"
#include <bindpose/io.h>

typedef struct bp_gltf_value {
    const bp_json *json;            /* borrowed from the document; NULL if the file has no such value */
    const struct bp_gltf_value *up; /* borrowed; NULL for the root */
    const char *key;                /* of a member; borrowed */
    size_t index;                   /* of an array's item, if key is NULL */
} bp_gltf_value;

/* A member of an object, an item of an array; its json is NULL if there is none. */
bp_gltf_value bp_gltf_member(const bp_gltf_value *object, const char *key);
bp_gltf_value bp_gltf_item(const bp_gltf_value *array, size_t index);

/* A member of a member: "extensions.KHR_materials_unlit". */
bp_gltf_value bp_gltf_inner(const bp_gltf_value *object, const char *keys);

/* Writes the path, as in "skins[0].joints[3]"; the root's is "". Cuts it at `size`. Returns `text`. */
const char *bp_gltf_path(const bp_gltf_value *value, char *text, size_t size);
/* Sets an error of kind INPUT with the path of the value, or of its member `key`. Returns false. */
bool bp_gltf_fail(const bp_gltf_value *value, bp_error *error, const char *format, ...) BP_PRINTF(3, 4);
bool bp_gltf_fail_member(const bp_gltf_value *object, const char *key, bp_error *error, const char *format,
                         ...) BP_PRINTF(4, 5);

/* Fails unless the value is an object; a missing value fails too. */
bool bp_gltf_require_object(const bp_gltf_value *value, bp_error *error);

/* The functions below read a member of `object`. They fail if the member has the wrong type. If it is
 * missing, they leave *out as it was; the `required` ones fail. */

/* An array and its number of items, 0 if it is missing. glTF forbids empty arrays; this accepts them. */
bool bp_gltf_array(const bp_gltf_value *object, const char *key, bp_gltf_value *out, size_t *count,
                   bp_error *error);
bool bp_gltf_text(const bp_gltf_value *object, const char *key, const char **out, bp_error *error);
bool bp_gltf_bool(const bp_gltf_value *object, const char *key, bool *out, bp_error *error);
bool bp_gltf_float(const bp_gltf_value *object, const char *key, float *out, bp_error *error);
/* An array of exactly `count` numbers. `exists` says whether the member exists; it may be NULL. */
bool bp_gltf_floats(const bp_gltf_value *object, const char *key, float *out, size_t count, bool *exists,
                    bp_error *error);
/* An integer from 0 to `max`. */
bool bp_gltf_size(const bp_gltf_value *object, const char *key, size_t max, size_t *out, bp_error *error);
bool bp_gltf_required_size(const bp_gltf_value *object, const char *key, size_t max, size_t *out,
                           bp_error *error);
/* A value that is itself an index into `collection` ("nodes"), which has `count` elements. */
bool bp_gltf_index_value(const bp_gltf_value *value, const char *collection, size_t count, int *out,
                         bp_error *error);
/* A member that is such an index. */
bool bp_gltf_required_index(const bp_gltf_value *object, const char *key, const char *collection,
                            size_t count, int *out, bp_error *error);

/* Visits all values whose path from a value on matches: "animations.*.samplers.*.input", where * is each item
 * or each member, and @ each member of an object alone. Members that an object lacks are skipped.
 *
 *     BP_GLTF_EACH(walk, &document->root, "nodes.*") use(walk.value);
 *
 * steps[1] is the value at the path's second part, steps[1].index its index. They point to each other, so a
 * walk that has begun must not move; they change with each step. */
enum { BP_GLTF_WALK_STEPS = 8 };
typedef struct bp_gltf_walk {
    const bp_gltf_value *value; /* the one that is visited */
    bp_gltf_value steps[BP_GLTF_WALK_STEPS];
    const bp_gltf_value *from;             /* borrowed */
    const char *path;                      /* borrowed */
    char text[112];                        /* the path's parts */
    const char *parts[BP_GLTF_WALK_STEPS]; /* in the text */
    void *members[BP_GLTF_WALK_STEPS];     /* iterators of objects */
    size_t count;
} bp_gltf_walk;
bp_gltf_walk bp_gltf_walk_of(const bp_gltf_value *from, const char *path);
bool bp_gltf_walk_next(bp_gltf_walk *walk);
#define BP_GLTF_EACH(walk, from, path)                                                                       \
    for (bp_gltf_walk walk = bp_gltf_walk_of(from, path); bp_gltf_walk_next(&walk);)
