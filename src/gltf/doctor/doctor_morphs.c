/* Normals of morph targets: differences, with which the mesh's normals keep about their length. */
#include "gltf/doctor/doctor.h"
#include <math.h>

/* Lengths outside this range are wrong, if so many vertices have them. */
static const double SHORT = 0.5, LONG = 1.5, MANY = 0.1;

static void check_target(bp_doctor *doctor, const bp_doctor_primitive *primitive,
                         const bp_gltf_value *target) {
    bp_gltf_accessor accessor;
    size_t moved = 0, wrong = 0;
    float *normals = bp_doctor_floats(doctor, target, "NORMAL", BP_GLTF_VEC3, &accessor);
    for (size_t i = 0; normals && accessor.count == primitive->vertex_count && i < accessor.count; i++) {
        bp_vec3 change = {normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]};
        double length = (double)bp_vec3_length(bp_vec3_add(change, primitive->normals[i]));
        if (!(bp_vec3_length(change) > 1e-3f)) continue;
        moved++;
        wrong += !(length > SHORT && length < LONG);
    }
    bp_free(&doctor->document.allocator, normals);
    if (wrong > 0 && (double)wrong > MANY * (double)moved)
        bp_doctor_add(
            doctor, BP_DOCTOR_MORPH_NORMALS, BP_DOCTOR_WARNING,
            bp_doctor_at_primitive(primitive, bp_format("targets[%zu].NORMAL", target->index).text),
            "with the morph target, %zu of %zu normals that it changes are shorter than %g or longer "
            "than %g instead of 1",
            wrong, moved, SHORT, LONG);
}

void bp_doctor_check_morphs(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        bp_gltf_primitive value;
        if (primitive->skin < 0 || !primitive->normals) continue;
        bp_gltf_primitive_find(&doctor->document, primitive->mesh, primitive->index, &value);
        for (bp_gltf_walk walk = bp_gltf_walk_of(&value.primitive, "targets.*"); bp_gltf_walk_next(&walk);)
            check_target(doctor, primitive, walk.value);
    }
}
