/* Normals of morph targets: differences, with which the mesh's normals keep about their length. */
#include "gltf/doctor/doctor.h"
#include <math.h>

/* Lengths outside this range are wrong, if so many vertices have them. */
static const double SHORT = 0.5, LONG = 1.5, MANY = 0.1;

static bool check_target(bp_doctor *doctor, const bp_doctor_primitive *primitive, const bp_gltf_value *target,
                         size_t index, bp_error *error) {
    bp_gltf_document *document = &doctor->document;
    bp_gltf_accessor accessor;
    bp_error fault = {0};
    bool exists;
    size_t charged = document->memory_charged, moved = 0, wrong = 0;
    if (!bp_gltf_accessor_member(document, target, "NORMAL", BP_GLTF_VEC3, &accessor, &exists, &fault) ||
        (exists && !bp_gltf_charge(document, target, accessor.count, sizeof(bp_vec3), &fault)))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    if (!exists || accessor.count != primitive->vertex_count) return true;
    document->memory_charged = charged; /* it is freed below */
    bp_vec3 *normals = bp_alloc(&document->allocator, accessor.count, sizeof *normals, error);
    if (!normals) return false;
    bp_gltf_accessor_floats(&accessor, &normals[0].x, 0);
    for (size_t i = 0; i < accessor.count; i++) {
        double length = (double)bp_vec3_length(bp_vec3_add(normals[i], primitive->normals[i]));
        if (!(bp_vec3_length(normals[i]) > 1e-3f)) continue;
        moved++;
        wrong += !(length > SHORT && length < LONG);
    }
    bp_free(&document->allocator, normals);
    if (wrong > 0 && (double)wrong > MANY * (double)moved)
        bp_doctor_add(
            doctor, BP_DOCTOR_MORPH_NORMALS, BP_DOCTOR_WARNING,
            bp_doctor_at_primitive(primitive, bp_doctor_path("targets[%zu].NORMAL", index).text),
            "with the morph target, %zu of %zu normals that it changes are shorter than %g or longer "
            "than %g instead of 1",
            wrong, moved, SHORT, LONG);
    return true;
}

bool bp_doctor_check_morphs(bp_doctor *doctor, bp_error *error) {
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        bp_gltf_value mesh = bp_gltf_element(&doctor->document, BP_GLTF_MESHES, primitive->mesh);
        bp_gltf_value primitives = bp_gltf_member(&mesh, "primitives");
        bp_gltf_value value = bp_gltf_item(&primitives, primitive->index);
        bp_gltf_value targets = bp_gltf_member(&value, "targets");
        if (primitive->skin < 0 || !primitive->normals) continue;
        for (size_t j = 0; j < bp_json_count(targets.json); j++) {
            bp_gltf_value target = bp_gltf_item(&targets, j);
            if (!check_target(doctor, primitive, &target, j, error)) return false;
        }
    }
    return true;
}
