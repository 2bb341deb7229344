/* Strides: glTF allows them in buffer views of vertices alone, not for the samplers of clips and inverse
 * binds. */
#include "gltf/doctor/doctor.h"
#include <string.h>

bool bp_doctor_has_stride(const bp_doctor *doctor, const bp_json *index) {
    const bp_gltf_document *document = &doctor->document;
    int accessor = bp_gltf_index_of(document, index, BP_GLTF_ACCESSORS);
    if (accessor < 0) return false;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, (size_t)accessor);
    int view = bp_gltf_index_of(document, bp_json_member(value.json, "bufferView"), BP_GLTF_BUFFER_VIEWS);
    if (view < 0) return false;
    return bp_json_member(bp_gltf_element(document, BP_GLTF_BUFFER_VIEWS, (size_t)view).json, "byteStride");
}

/* Reports the accessors that values at a path refer to; of a sampler, these are its input and output. */
static void check_users(bp_doctor *doctor, const char *path, const char *what, const char *code) {
    bp_doctor_text first;
    size_t count = 0, all = 0;
    for (bp_gltf_walk walk = bp_gltf_walk_of(&doctor->document.root, path); bp_gltf_walk_next(&walk);) {
        if (bp_gltf_index_of(&doctor->document, walk.value->json, BP_GLTF_ACCESSORS) < 0) continue;
        all++;
        if (bp_doctor_has_stride(doctor, walk.value->json) && count++ == 0)
            first = bp_doctor_path_of(walk.value);
    }
    if (count > 0)
        bp_doctor_add_coded(doctor, BP_DOCTOR_BYTE_STRIDE, BP_DOCTOR_ERROR, BP_DOCTOR_NONE, code,
                            bp_doctor_at("%s", first.text),
                            "%zu of %zu accessors of %s are in buffer views with byteStride, which is only "
                            "for vertices; the first is at %s",
                            count, all, what, first.text);
}

void bp_doctor_check_strides(bp_doctor *doctor) {
    check_users(doctor, "animations.*.samplers.*.*", "clips", "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE");
    check_users(doctor, "skins.*.inverseBindMatrices", "inverse binds", "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE");
}
