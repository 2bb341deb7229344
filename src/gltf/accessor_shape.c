/* What an accessor's JSON says about its elements: their type, their number and their size. */
#include "gltf/accessor.h"
#include <string.h>

typedef struct type_info {
    const char *name;
    bp_gltf_type type;
    size_t rows, columns;
} type_info;

static const type_info TYPES[] = {
    {"SCALAR", BP_GLTF_SCALAR, 1, 1}, {"VEC2", BP_GLTF_VEC2, 2, 1}, {"VEC3", BP_GLTF_VEC3, 3, 1},
    {"VEC4", BP_GLTF_VEC4, 4, 1},     {"MAT2", BP_GLTF_MAT2, 2, 2}, {"MAT3", BP_GLTF_MAT3, 3, 3},
    {"MAT4", BP_GLTF_MAT4, 4, 4},
};

const char *bp_gltf_type_text(unsigned types) {
    if (types == (BP_GLTF_VEC3 | BP_GLTF_VEC4)) return "VEC3 or VEC4";
    for (size_t i = 0; i < BP_COUNT(TYPES); i++)
        if (types == (unsigned)TYPES[i].type) return TYPES[i].name;
    return "of another type";
}

size_t bp_gltf_type_width(bp_gltf_type type) {
    size_t i = 0;
    while (TYPES[i].type != type) i++;
    return TYPES[i].rows * TYPES[i].columns;
}

const char *bp_gltf_component_text(bp_gltf_component component) {
    static const char *const names[] = {"byte", "unsigned byte", "short", "unsigned short",
                                        "?",    "unsigned int",  "float"};
    return names[component - BP_GLTF_BYTE];
}

size_t bp_gltf_component_size(bp_gltf_component component) {
    static const uint8_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
    return sizes[component - BP_GLTF_BYTE];
}

bool bp_gltf_accessor_component(const bp_gltf_value *value, bp_gltf_component *out, bp_error *error) {
    size_t number = 0;
    if (!bp_gltf_required_size(value, "componentType", 1 << 20, &number, error)) return false;
    if (number >= BP_GLTF_BYTE && number <= BP_GLTF_FLOAT && number != 5124) {
        *out = (bp_gltf_component)number;
        return true;
    }
    return bp_gltf_fail_member(value, "componentType", error, "is %zu; it must be 5120 to 5123, 5125 or 5126",
                               number);
}

bool bp_gltf_accessor_shape(const bp_gltf_document *document, size_t index, bp_gltf_accessor *out,
                            bp_error *error) {
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, index);
    const type_info *type = TYPES;
    const char *name = NULL;
    *out = (bp_gltf_accessor){.index = index};
    if (!bp_gltf_accessor_component(&value, &out->base.component, error) ||
        !bp_gltf_text(&value, "type", &name, error))
        return false;
    if (!name)
        return bp_gltf_fail_member(&value, "type", error, "is missing; write SCALAR, VEC3 or another type");
    while (type < TYPES + BP_COUNT(TYPES) && strcmp(name, type->name) != 0) type++;
    if (type == TYPES + BP_COUNT(TYPES))
        return bp_gltf_fail_member(&value, "type", error,
                                   "is \"%.40s\"; it must be SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4",
                                   name);
    if (!bp_gltf_required_size(&value, "count", UINT32_MAX, &out->count, error) ||
        !bp_gltf_bool(&value, "normalized", &out->normalized, error))
        return false;
    if (out->normalized &&
        (out->base.component == BP_GLTF_FLOAT || out->base.component == BP_GLTF_UNSIGNED_INT))
        return bp_gltf_fail_member(&value, "normalized", error, "can't be true for components of type %s",
                                   bp_gltf_component_text(out->base.component));
    size_t column = type->rows * bp_gltf_component_size(out->base.component);
    out->type = type->type;
    out->width = type->rows * type->columns;
    /* Each column of a matrix starts at a multiple of 4 bytes. */
    out->base.stride = type->columns == 1 ? column : (column + 3) / 4 * 4 * type->columns;
    return true;
}
