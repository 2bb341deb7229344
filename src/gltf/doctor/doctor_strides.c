/* Strides: glTF allows them in buffer views of vertices alone, not for the samplers of clips and inverse
 * binds.
 */
#include "gltf/doctor/doctor.h"

/* The view that accessor `index` is in, as JSON; NULL: none. */
static const bp_json *view_of(const bp_doctor *doctor, const bp_json *index) {
    long long accessor = -1, view = -1;
    if (!bp_json_integer(index, &accessor) || accessor < 0 ||
        (unsigned long long)accessor >= doctor->document.counts[BP_GLTF_ACCESSORS])
        return NULL;
    bp_gltf_value value = bp_gltf_element(&doctor->document, BP_GLTF_ACCESSORS, (size_t)accessor);
    if (!bp_json_integer(bp_json_member(value.json, "bufferView"), &view) || view < 0 ||
        (unsigned long long)view >= doctor->document.counts[BP_GLTF_BUFFER_VIEWS])
        return NULL;
    return bp_gltf_element(&doctor->document, BP_GLTF_BUFFER_VIEWS, (size_t)view).json;
}

bool bp_doctor_has_stride(const bp_doctor *doctor, const bp_json *index) {
    return bp_json_member(view_of(doctor, index), "byteStride") != NULL;
}

static void report(bp_doctor *doctor, const char *code, const char *what, size_t count, size_t all,
                   const char *first) {
    if (count > 0)
        bp_doctor_add_coded(doctor, BP_DOCTOR_BYTE_STRIDE, BP_DOCTOR_ERROR, BP_DOCTOR_NONE, code,
                            bp_doctor_at("%s", first),
                            "%zu of %zu accessors of %s are in buffer views with byteStride, which is only "
                            "for vertices; the first is at %s",
                            count, all, what, first);
}

void bp_doctor_check_strides(bp_doctor *doctor) {
    const bp_gltf_document *document = &doctor->document;
    bp_doctor_text first = {""};
    size_t count = 0, all = 0;
    for (size_t i = 0; i < document->counts[BP_GLTF_ANIMATIONS]; i++) {
        bp_gltf_value animation = bp_gltf_element(document, BP_GLTF_ANIMATIONS, i);
        const bp_json *samplers = bp_json_member(animation.json, "samplers");
        for (size_t j = 0; j < 2 * bp_json_count(samplers); j++) {
            const char *key = j % 2 == 0 ? "input" : "output";
            all++;
            if (!bp_doctor_has_stride(doctor, bp_json_member(bp_json_item(samplers, j / 2), key))) continue;
            if (count++ == 0) first = bp_doctor_path("animations[%zu].samplers[%zu].%s", i, j / 2, key);
        }
    }
    report(doctor, "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE", "clips", count, all, first.text);
    count = 0;
    for (size_t i = 0; i < doctor->skin_count; i++) {
        bp_gltf_value skin = bp_gltf_element(document, BP_GLTF_SKINS, i);
        if (!bp_doctor_has_stride(doctor, bp_json_member(skin.json, "inverseBindMatrices"))) continue;
        if (count++ == 0) first = bp_doctor_path("skins[%zu].inverseBindMatrices", i);
    }
    report(doctor, "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", "inverse binds", count, doctor->skin_count,
           first.text);
}
