/* What the doctor's hypotheses change: inverse binds, the list of joints, and a mesh in another unit than its
 * joints. */
#include "gltf/repair/repair.h"
#include <string.h>

/* The list of joints alone is in the wrong order: then the matrices stay. */
static void write_joints(bp_repair_pass *pass, size_t index) {
    const bp_doctor_skin *skin = &pass->doctor->skins[index];
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->remedy.joints[i] != skin->joints[i])
            bp_rewrite_set(&pass->rewrite.tree,
                           bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%zu]", index, i), "%d",
                           skin->remedy.joints[i]);
    bp_repair_note(pass, skin->remedy.fault, bp_doctor_path("skins[%zu].joints", index).text,
                   "put the joints in the order of the matrices, which is that of the vertices");
}

static void fix_skin(bp_repair_pass *pass, size_t index) {
    const bp_doctor_skin *skin = &pass->doctor->skins[index];
    const bp_doctor_remedy *remedy = &skin->remedy;
    const bp_mat4 *binds = remedy->binds ? remedy->binds : skin->binds;
    bp_gltf_value value = bp_gltf_element(&pass->doctor->document, BP_GLTF_SKINS, index);
    bp_doctor_text path = bp_doctor_path("skins[%zu].inverseBindMatrices", index);
    bp_gltf_accessor accessor;
    bool exists;
    size_t changed = 0;
    for (size_t i = 0; i < skin->joint_count; i++)
        changed += memcmp(&binds[i], &skin->binds[i], sizeof *binds) != 0;
    if (remedy->joints) write_joints(pass, index);
    if (skin->bind_count > skin->joint_count)
        bp_repair_note(pass, BP_DOCTOR_IBM_COUNT, path.text,
                       "removed %zu of the matrices, behind the last joint's",
                       skin->bind_count - skin->joint_count);
    if (changed > 0)
        bp_repair_note(pass, remedy->fault, path.text, "rewrote %zu of %zu matrices: %s", changed,
                       skin->joint_count, remedy->text.text);
    if (changed == 0 && (skin->bind_count == skin->joint_count || !skin->has_binds)) return;
    bool open = bp_gltf_inverse_binds_open(&pass->doctor->document, &value, &accessor, &exists, NULL);
    bp_gltf_rewrite_binds(&pass->rewrite, index, open && exists ? &accessor : NULL, binds, skin->joint_count);
}

void bp_repair_binds(bp_repair_pass *pass) {
    for (size_t i = 0; i < pass->doctor->skin_count; i++)
        if (bp_repair_may(pass, &pass->doctor->skins[i])) fix_skin(pass, i);
}

/* ---- units --------------------------------------------------------------------------------------*/

/* Scales the positions that one attribute refers to; floats only. */
static void scale(bp_repair_pass *pass, const bp_gltf_value *attributes, float factor) {
    bp_gltf_accessor accessor;
    if (!bp_repair_find(pass, attributes, "POSITION", BP_GLTF_VEC3, &accessor) ||
        accessor.base.component != BP_GLTF_FLOAT)
        return;
    uint8_t *bytes = bp_repair_pack(pass, &accessor);
    if (!bytes) return;
    for (size_t i = 0; i < 3 * accessor.count; i++) {
        float value;
        memcpy(&value, bytes + 4 * i, sizeof value);
        value = factor < 1.0f ? value / 100.0f : value * 100.0f;
        memcpy(bytes + 4 * i, &value, sizeof value);
    }
    bp_repair_replace(pass, attributes, "POSITION", &accessor, bytes, accessor.count, BP_GLTF_VERTICES);
}

static void scale_primitive(bp_repair_pass *pass, const bp_doctor_primitive *primitive, float factor) {
    bp_gltf_primitive value;
    bp_gltf_primitive_find(&pass->doctor->document, primitive->mesh, primitive->index, &value);
    scale(pass, &value.attributes, factor);
    for (bp_gltf_walk walk = bp_gltf_walk_of(&value.primitive, "targets.*"); bp_gltf_walk_next(&walk);)
        scale(pass, walk.value, factor);
    bp_repair_note(pass, BP_DOCTOR_UNIT_MIXUP,
                   bp_doctor_path("meshes[%zu].primitives[%zu]", primitive->mesh, primitive->index).text,
                   "scaled the vertices by %g: they then surround their joints", (double)factor);
}

void bp_repair_units(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin < 0 || !primitive->positions) continue;
        const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
        if (skin->remedy.size > 0.0f && bp_repair_may(pass, skin))
            scale_primitive(pass, primitive, skin->remedy.size);
    }
}
