/* A JSON value that knows where in the document it stands, so that every complaint can say so.
 *
 * A value points to the one that it was taken from, which must outlive it: the arrays at the document's
 * top live as long as the document, everything else is on the stack of a caller. Its path is put
 * together only when an error or a note needs it. */
#ifndef BP_GLTF_VALUE_H
#define BP_GLTF_VALUE_H

#include <bindpose/io.h>

typedef struct bp_gltf_value {
    const bp_json *json;            /* borrowed from the document; NULL where there is none */
    const struct bp_gltf_value *up; /* borrowed; NULL for the root */
    const char *key;                /* of a member; borrowed */
    size_t index;                   /* of an element, where key is NULL */
} bp_gltf_value;

/* The member or element; its json is NULL where there is none. */
bp_gltf_value bp_gltf_member(const bp_gltf_value *object, const char *key);
bp_gltf_value bp_gltf_item(const bp_gltf_value *array, size_t index);

/* "skins[0].joints[3]"; the root is "". Cut at `size`. Returns `text`. */
const char *bp_gltf_path(const bp_gltf_value *value, char *text, size_t size);
/* An error of kind INPUT at the value. Returns false. */
bool bp_gltf_fail(const bp_gltf_value *value, bp_error *error, const char *format, ...) BP_PRINTF(3, 4);

/* What follows reads a member of `object`. A member that is there but is not what it must be is an error;
 * one that isn't there leaves *out as it was, unless it is required. */

/* An object; false with an error for anything else, missing ones included. */
bool bp_gltf_require_object(const bp_gltf_value *value, bp_error *error);
/* An array and its number of elements (0 where it is missing); glTF has no empty ones, which are taken all
 * the same. */
bool bp_gltf_array(const bp_gltf_value *object, const char *key, bp_gltf_value *out, size_t *count,
                   bp_error *error);
bool bp_gltf_text(const bp_gltf_value *object, const char *key, const char **out, bp_error *error);
bool bp_gltf_bool(const bp_gltf_value *object, const char *key, bool *out, bp_error *error);
bool bp_gltf_float(const bp_gltf_value *object, const char *key, float *out, bp_error *error);
bool bp_gltf_floats(const bp_gltf_value *object, const char *key, float *out, size_t count, bool *given,
                    bp_error *error);
/* A whole number from 0 to `most`. */
bool bp_gltf_size(const bp_gltf_value *object, const char *key, size_t most, size_t *out, bp_error *error);
bool bp_gltf_required_size(const bp_gltf_value *object, const char *key, size_t most, size_t *out,
                           bp_error *error);
/* A value that is itself an index of something of which there are `count`, called `things`. */
bool bp_gltf_index_value(const bp_gltf_value *value, const char *things, size_t count, int *out,
                         bp_error *error);
/* The same as a member; *out is -1 where it is missing. */
bool bp_gltf_index(const bp_gltf_value *object, const char *key, const char *things, size_t count, int *out,
                   bp_error *error);
bool bp_gltf_required_index(const bp_gltf_value *object, const char *key, const char *things, size_t count,
                            int *out, bp_error *error);

#endif
