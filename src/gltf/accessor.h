/* accessor: numbers in a buffer, whatever their type, stride and sparseness.
 *
 * Opening checks that every byte that will be read is there; reading then can't fail. */
#ifndef BP_GLTF_ACCESSOR_H
#define BP_GLTF_ACCESSOR_H

#include "gltf/document.h"

typedef enum bp_gltf_component {
    BP_GLTF_BYTE = 5120,
    BP_GLTF_UNSIGNED_BYTE = 5121,
    BP_GLTF_SHORT = 5122,
    BP_GLTF_UNSIGNED_SHORT = 5123,
    BP_GLTF_UNSIGNED_INT = 5125,
    BP_GLTF_FLOAT = 5126,
} bp_gltf_component;

/* The types, as bits, so that a set of them can be asked for. */
typedef enum bp_gltf_type {
    BP_GLTF_SCALAR = 1,
    BP_GLTF_VEC2 = 2,
    BP_GLTF_VEC3 = 4,
    BP_GLTF_VEC4 = 8,
    BP_GLTF_MAT2 = 16,
    BP_GLTF_MAT3 = 32,
    BP_GLTF_MAT4 = 64,
} bp_gltf_type;

/* Elements one after the other. */
typedef struct bp_gltf_strided {
    const uint8_t *data; /* borrowed from the document; NULL: all zeros */
    size_t stride;
    bp_gltf_component component;
} bp_gltf_strided;

typedef struct bp_gltf_accessor {
    size_t index; /* of the document's accessors */
    size_t count;
    size_t width; /* numbers in an element */
    bp_gltf_type shape;
    bool normalized;
    bp_gltf_strided base;
    size_t sparse_count;
    bp_gltf_strided sparse_indices, sparse_values;
} bp_gltf_accessor;

/* "MAT4"; "VEC3 or VEC4" for a set of types. */
const char *bp_gltf_type_text(unsigned shapes);
/* "float", "unsigned byte". */
const char *bp_gltf_component_text(bp_gltf_component component);

/* Opens accessor `index`, which is below the document's number of them. */
bool bp_gltf_accessor_open(bp_gltf_document *document, size_t index, bp_gltf_accessor *out, bp_error *error);
/* Everything but its bytes: no buffer is loaded. For checking those that nobody reads. */
bool bp_gltf_accessor_check(bp_gltf_document *document, size_t index, bp_error *error);
/* Opens the accessor that a member of `object` names, which must be of one of the shapes; `*given` is
 * false, and nothing else is set, where there is no such member. */
bool bp_gltf_accessor_at(bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                         unsigned shapes, bp_gltf_accessor *out, bool *given, bp_error *error);

/* Numbers as floats, count * width of them: normalized integers as -1..1 or 0..1, others as they are. */
void bp_gltf_accessor_floats(const bp_gltf_accessor *accessor, float *out);
/* Scalars and vectors of unsigned integers, count * width of them. `out` of 16 bits is for components of no
 * more. */
void bp_gltf_accessor_u32(const bp_gltf_accessor *accessor, uint32_t *out);
void bp_gltf_accessor_u16(const bp_gltf_accessor *accessor, uint16_t *out);
/* The numbers where they lie, count * width of them of that component, and as long as the document is open; NULL where
 * they are of another type, apart, sparse, zeros that lie nowhere, or not as this processor reads them. */
const void *bp_gltf_accessor_in_place(const bp_gltf_accessor *accessor, bp_gltf_component component);
/* Whether the components are unsigned integers of at most `bytes`. */
bool bp_gltf_accessor_is_unsigned(const bp_gltf_accessor *accessor, size_t bytes);

#endif
