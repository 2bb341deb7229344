/* accessor: numbers in a buffer, of any type and stride, dense or sparse.
 *
 * Opening an accessor checks that the buffer holds every byte it needs, so decoding can't fail. */
#pragma once

#include "gltf/document.h"

typedef enum bp_gltf_component {
    BP_GLTF_BYTE = 5120,
    BP_GLTF_UNSIGNED_BYTE = 5121,
    BP_GLTF_SHORT = 5122,
    BP_GLTF_UNSIGNED_SHORT = 5123,
    BP_GLTF_UNSIGNED_INT = 5125,
    BP_GLTF_FLOAT = 5126,
} bp_gltf_component;

/* The types of elements, as bits, so that a caller can accept several. */
typedef enum bp_gltf_type {
    BP_GLTF_SCALAR = 1,
    BP_GLTF_VEC2 = 2,
    BP_GLTF_VEC3 = 4,
    BP_GLTF_VEC4 = 8,
    BP_GLTF_MAT2 = 16,
    BP_GLTF_MAT3 = 32,
    BP_GLTF_MAT4 = 64,
    BP_GLTF_ANY_TYPE = 127,
} bp_gltf_type;

/* Elements at a fixed distance from each other. */
typedef struct bp_gltf_strided {
    const uint8_t *data; /* borrowed from the document; NULL: all zeros */
    size_t stride;       /* in bytes */
    bp_gltf_component component;
} bp_gltf_strided;

typedef struct bp_gltf_accessor {
    size_t index; /* in the document's accessors */
    size_t count;
    size_t width; /* numbers in an element, up to 16 */
    bp_gltf_type type;
    bool normalized;
    bp_gltf_strided base;
    size_t sparse_count;
    bp_gltf_strided sparse_indices, sparse_values;
} bp_gltf_accessor;

/* "float", "unsigned byte". */
const char *bp_gltf_component_text(bp_gltf_component component);

size_t bp_gltf_component_size(bp_gltf_component component);
/* "MAT4"; "VEC3 or VEC4" for a set of types. */
const char *bp_gltf_type_text(unsigned types);
/* Numbers in an element. */
size_t bp_gltf_type_width(bp_gltf_type type);

/* Reads what the JSON says about the elements of accessor `index`, which must exist; nothing is located. */
bool bp_gltf_accessor_shape(const bp_gltf_document *document, size_t index, bp_gltf_accessor *out,
                            bp_error *error);
/* Reads the member "componentType". */
bool bp_gltf_accessor_component(const bp_gltf_value *value, bp_gltf_component *out, bp_error *error);

/* Opens accessor `index`, which must exist. Without `load` it loads no buffer, and the accessor can't be
 * decoded: to check accessors that may be unused. */
bool bp_gltf_accessor_open(bp_gltf_document *document, size_t index, bool load, bp_gltf_accessor *out,
                           bp_error *error);
/* Opens the accessor that a member of `object` refers to; its type must be one of `types`. If there is no
 * such member, *exists is false and *out stays as it was. */
bool bp_gltf_accessor_member(bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                             unsigned types, bp_gltf_accessor *out, bool *exists, bp_error *error);
/* Whether the components are unsigned integers of at most `bytes`. */
bool bp_gltf_accessor_is_unsigned(const bp_gltf_accessor *accessor, size_t bytes);

/* ---- decoding (accessor_values.c) ---- */

uint32_t bp_gltf_sparse_index(const bp_gltf_accessor *accessor, size_t i);
/* Decodes all elements. `stride` is the distance of elements in `out`, in numbers; 0: `width`. Floats:
 * normalized integers become -1..1 or 0..1, others keep their value. u32, u16: for unsigned components that
 * fit. */
void bp_gltf_accessor_floats(const bp_gltf_accessor *accessor, float *out, size_t stride);
void bp_gltf_accessor_u32(const bp_gltf_accessor *accessor, uint32_t *out);
void bp_gltf_accessor_u16(const bp_gltf_accessor *accessor, uint16_t *out, size_t stride);
/* Decodes floats and fails, at the accessor, if one is NaN or infinite. */
bool bp_gltf_finite_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out,
                           size_t stride, bp_error *error);
/* Decodes floats, replaces NaN and infinity by 0, and adds a note: for data that only shading uses. */
void bp_gltf_sanitized_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out);
/* The least and the largest of each of an element's numbers, as the buffer has them: not normalized. False if
 * there are no elements, or one isn't finite. */
bool bp_gltf_accessor_bounds(const bp_gltf_accessor *accessor, float lo[16], float hi[16]);
/* Decodes floats into a block for a short time: it doesn't stay charged to the memory limit. Errors are at
 * `value`. Free it with bp_free. */
float *bp_gltf_accessor_copy(bp_gltf_document *document, const bp_gltf_value *value,
                             const bp_gltf_accessor *accessor, bp_error *error);
/* The numbers in the buffer itself, count * width of them, borrowed while the document is open. NULL if they
 * must be decoded: another component type, strided, sparse, misaligned, or a big-endian processor. */
const void *bp_gltf_accessor_in_place(const bp_gltf_accessor *accessor, bp_gltf_component component);

/* ---- writing ---- */

enum { BP_GLTF_VERTICES = 34962, BP_GLTF_INDICES = 34963 };

/* Numbers for an accessor of a file that is written: tightly packed, little-endian. */
typedef struct bp_gltf_numbers {
    const void *bytes;
    size_t count; /* of elements */
    bp_gltf_type type;
    bp_gltf_component component;
    bool normalized;
    bool bounds; /* write the minimum and the maximum of each number */
    int target;  /* of the buffer view: BP_GLTF_VERTICES, BP_GLTF_INDICES, or 0 */
} bp_gltf_numbers;

static inline bp_gltf_numbers bp_gltf_float_numbers(const void *floats, size_t count, bp_gltf_type type) {
    return (bp_gltf_numbers){.bytes = floats, .count = count, .type = type, .component = BP_GLTF_FLOAT};
}
/* They as an accessor. */
bp_gltf_accessor bp_gltf_numbers_accessor(const bp_gltf_numbers *numbers);
