/* Strides where glTF allows none: the numbers get a buffer view of their own, packed one after the other. */
#include "gltf/repair/repair.h"
#include <string.h>

/* Copies the accessor that `object` refers to by `key` into a new view, once for all its users. `copies`: by
 * accessor, the number of the new one and 1; 0: none yet. */
static bool pack(bp_repair_pass *pass, const bp_gltf_value *object, const char *key, const char *path,
                 size_t *copies, bp_error *error) {
    const unsigned any = BP_GLTF_SCALAR | BP_GLTF_VEC2 | BP_GLTF_VEC3 | BP_GLTF_VEC4 | BP_GLTF_MAT2 |
                         BP_GLTF_MAT3 | BP_GLTF_MAT4;
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_doctor_has_stride(pass->doctor, bp_json_member(object->json, key))) return true;
    if (!bp_gltf_accessor_member(&pass->doctor->document, object, key, any, &accessor, &exists, error))
        return false;
    if (!exists) return true;
    if (copies[accessor.index] == 0) {
        uint8_t *bytes = bp_repair_pack(pass, &accessor, error);
        const bp_rewrite_numbers numbers = {.bytes = bytes,
                                            .count = accessor.count,
                                            .width = accessor.width,
                                            .type = accessor.type,
                                            .component = accessor.base.component,
                                            .normalized = accessor.normalized,
                                            .bounds = strcmp(key, "input") == 0};
        int added = bytes ? bp_gltf_rewrite_add(&pass->rewrite, &numbers, error) : -1;
        bp_free(&pass->doctor->document.allocator, bytes);
        if (added < 0) return false;
        copies[accessor.index] = (size_t)added + 1;
    }
    bp_rewrite_set(&pass->rewrite.tree, bp_gltf_rewrite_find(&pass->rewrite, "%s.%s", path, key), "%zu",
                   copies[accessor.index] - 1);
    return true;
}

bool bp_repair_strides(bp_repair_pass *pass, bp_error *error) {
    const bp_gltf_document *document = &pass->doctor->document;
    size_t *copies =
        bp_arena_alloc(&pass->rewrite.arena, document->counts[BP_GLTF_ACCESSORS], sizeof *copies, error);
    if (!copies) return false;
    for (size_t i = 0; i < document->counts[BP_GLTF_SKINS]; i++) {
        bp_gltf_value skin = bp_gltf_element(document, BP_GLTF_SKINS, i);
        bp_doctor_text path = bp_doctor_path("skins[%zu]", i);
        if (!pack(pass, &skin, "inverseBindMatrices", path.text, copies, error)) return false;
    }
    for (size_t i = 0; i < document->counts[BP_GLTF_ANIMATIONS]; i++) {
        bp_gltf_value animation = bp_gltf_element(document, BP_GLTF_ANIMATIONS, i);
        bp_gltf_value samplers = bp_gltf_member(&animation, "samplers");
        for (size_t j = 0; j < bp_json_count(samplers.json); j++) {
            bp_gltf_value sampler = bp_gltf_item(&samplers, j);
            bp_doctor_text path = bp_doctor_path("animations[%zu].samplers[%zu]", i, j);
            if (!pack(pass, &sampler, "input", path.text, copies, error) ||
                !pack(pass, &sampler, "output", path.text, copies, error))
                return false;
        }
    }
    size_t count = 0;
    for (size_t i = 0; i < document->counts[BP_GLTF_ACCESSORS]; i++) count += copies[i] > 0;
    return bp_repair_note(pass, BP_DOCTOR_BYTE_STRIDE, "accessors", error,
                          "packed the numbers of %zu accessors in buffer views without byteStride", count);
}
