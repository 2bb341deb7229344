/* The minimum and maximum of accessors: engines cull by those of POSITION; those of times end clips. */
#include "gltf/repair/repair.h"
#include <string.h>

/* Whether the file's array says the same, as floats. */
static bool is_right(const bp_json *array, const float *values, size_t width) {
    if (bp_json_count(array) != width) return false;
    for (size_t i = 0; i < width; i++)
        if ((float)bp_json_number_or(bp_json_item(array, i), 1e30) != values[i]) return false;
    return true;
}

/* Compares with the numbers themselves: glTF's bounds are those before integers are normalized. */
static bool find_bounds(const bp_gltf_accessor *accessor, float *values, float *lo, float *hi) {
    bp_gltf_accessor raw = *accessor;
    raw.normalized = false;
    bp_gltf_accessor_floats(&raw, values, 0);
    for (size_t i = 0; i < raw.count * raw.width; i++) {
        size_t j = i % raw.width;
        if (!bp_is_finite(values[i])) return false;
        if (i < raw.width || values[i] < lo[j]) lo[j] = values[i];
        if (i < raw.width || values[i] > hi[j]) hi[j] = values[i];
    }
    return raw.count > 0;
}

static bool write_bounds(bp_repair_pass *pass, size_t index, const float *lo, const float *hi, size_t width,
                         bp_error *error) {
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    bp_doctor_text path = bp_doctor_path("accessors[%zu]", index);
    bp_rewrite_value *value = bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text);
    bp_rewrite_set_member(tree, value, "min", "%s", bp_rewrite_floats(tree, lo, width));
    bp_rewrite_set_member(tree, value, "max", "%s", bp_rewrite_floats(tree, hi, width));
    return bp_repair_note(pass, BP_DOCTOR_POSITION_BOUNDS, path.text, error,
                          "wrote the minimum and maximum that its numbers have");
}

static bool fix_accessor(bp_repair_pass *pass, size_t index, bool required, bp_error *error) {
    bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, index);
    const bp_json *min = bp_json_member(value.json, "min"), *max = bp_json_member(value.json, "max");
    bp_gltf_accessor accessor;
    bp_error fault = {0};
    float lo[16], hi[16];
    size_t charged = document->memory_charged;
    if (!required && !min && !max) return true;
    if (!bp_gltf_accessor_open(document, index, true, &accessor, &fault) || accessor.width > 16 ||
        accessor.count > pass->work_left / 16 ||
        accessor.base.component == BP_GLTF_UNSIGNED_INT || /* beyond what a float holds exactly */
        !bp_gltf_charge(document, &value, accessor.count, accessor.width * sizeof(float), &fault))
        return true;                    /* the doctor reports it */
    document->memory_charged = charged; /* it is freed below */
    pass->work_left -= accessor.count * accessor.width;
    float *values = bp_alloc(&document->allocator, accessor.count * accessor.width, sizeof *values, error);
    if (!values) return false;
    bool ok = true;
    if (find_bounds(&accessor, values, lo, hi) &&
        !(is_right(min, lo, accessor.width) && is_right(max, hi, accessor.width)))
        ok = write_bounds(pass, index, lo, hi, accessor.width, error);
    bp_free(&document->allocator, values);
    return ok;
}

static void require(const bp_repair_pass *pass, bool *required, const bp_json *reference) {
    long long index;
    if (bp_json_integer(reference, &index) && index >= 0 &&
        (size_t)index < pass->doctor->document.counts[BP_GLTF_ACCESSORS])
        required[index] = true;
}

/* glTF requires bounds of positions, those of morph targets too, and of times. */
static void find_required(const bp_repair_pass *pass, bool *required) {
    const bp_gltf_document *document = &pass->doctor->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_MESHES]; i++) {
        const bp_json *list = bp_json_member(bp_gltf_element(document, BP_GLTF_MESHES, i).json, "primitives");
        for (size_t j = 0; j < bp_json_count(list); j++) {
            const bp_json *primitive = bp_json_item(list, j), *targets = bp_json_member(primitive, "targets");
            require(pass, required, bp_json_member(bp_json_member(primitive, "attributes"), "POSITION"));
            for (size_t k = 0; k < bp_json_count(targets); k++)
                require(pass, required, bp_json_member(bp_json_item(targets, k), "POSITION"));
        }
    }
    for (size_t i = 0; i < document->counts[BP_GLTF_ANIMATIONS]; i++) {
        const bp_json *samplers =
            bp_json_member(bp_gltf_element(document, BP_GLTF_ANIMATIONS, i).json, "samplers");
        for (size_t j = 0; j < bp_json_count(samplers); j++)
            require(pass, required, bp_json_member(bp_json_item(samplers, j), "input"));
    }
}

bool bp_repair_bounds(bp_repair_pass *pass, bp_error *error) {
    size_t count = pass->doctor->document.counts[BP_GLTF_ACCESSORS];
    bool *required = bp_alloc(&pass->doctor->document.allocator, count, sizeof *required, error);
    bool ok = required != NULL;
    if (ok) find_required(pass, required);
    for (size_t i = 0; ok && i < count; i++) ok = fix_accessor(pass, i, required[i], error);
    bp_free(&pass->doctor->document.allocator, required);
    return ok;
}
