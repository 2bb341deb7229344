/* What the doctor's hypotheses change: inverse binds, the list of joints, and a mesh in another unit than its
 * joints. */
#include "gltf/repair/repair.h"
#include <string.h>

/* Writes a skin's matrices: in the accessor that it has, or in a new one. */
static bool write_binds(bp_repair_pass *pass, size_t index, const bp_mat4 *binds, size_t count,
                        bp_error *error) {
    bp_gltf_value skin = bp_gltf_element(&pass->doctor->document, BP_GLTF_SKINS, index);
    bp_gltf_accessor accessor;
    bp_error fault = {0};
    bool exists = false;
    bp_rewrite_numbers numbers = {
        .bytes = binds, .count = count, .width = 16, .type = BP_GLTF_MAT4, .component = BP_GLTF_FLOAT};
    bool open = bp_gltf_inverse_binds_open(&pass->doctor->document, &skin, &accessor, &exists, &fault);
    if (open && exists)
        return bp_gltf_rewrite_accessor(
            &pass->rewrite, bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].inverseBindMatrices", index),
            accessor.index, &numbers, error);
    int added = bp_gltf_rewrite_add(&pass->rewrite, &numbers, error);
    bp_rewrite_set_member(&pass->rewrite.tree, bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu]", index),
                          "inverseBindMatrices", "%d", added);
    return added >= 0;
}

/* The list of joints alone is in the wrong order: then the matrices stay. */
static bool write_joints(bp_repair_pass *pass, size_t index, bp_error *error) {
    const bp_doctor_skin *skin = &pass->doctor->skins[index];
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->remedy.joints[i] != skin->joints[i])
            bp_rewrite_set(&pass->rewrite.tree,
                           bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%zu]", index, i), "%d",
                           skin->remedy.joints[i]);
    return bp_repair_note(pass, skin->remedy.fault, bp_doctor_path("skins[%zu].joints", index).text, error,
                          "put the joints in the order of the matrices, which is that of the vertices");
}

static bool fix_skin(bp_repair_pass *pass, size_t index, bp_error *error) {
    const bp_doctor_skin *skin = &pass->doctor->skins[index];
    const bp_doctor_remedy *remedy = &skin->remedy;
    const bp_mat4 *binds = remedy->binds ? remedy->binds : skin->binds;
    size_t changed = 0;
    bp_doctor_text path = bp_doctor_path("skins[%zu].inverseBindMatrices", index);
    for (size_t i = 0; i < skin->joint_count; i++)
        changed += memcmp(&binds[i], &skin->binds[i], sizeof *binds) != 0;
    if (remedy->joints && !write_joints(pass, index, error)) return false;
    if (skin->bind_count > skin->joint_count &&
        !bp_repair_note(pass, BP_DOCTOR_IBM_COUNT, path.text, error,
                        "removed %zu of the matrices, behind the last joint's",
                        skin->bind_count - skin->joint_count))
        return false;
    if (changed > 0 &&
        !bp_repair_note(pass, remedy->fault, path.text, error, "rewrote %zu of %zu matrices: %s", changed,
                        skin->joint_count, remedy->text.text))
        return false;
    if (changed == 0 && skin->bind_count == skin->joint_count) return true;
    return !skin->has_binds && changed == 0 ? true
                                            : write_binds(pass, index, binds, skin->joint_count, error);
}

bool bp_repair_may(bp_repair_pass *pass, const bp_doctor_skin *skin) {
    pass->guessing = skin->remedy.verdict == BP_DOCTOR_PLAUSIBLE;
    return skin->joint_count > 0 &&
           (skin->remedy.verdict <= BP_DOCTOR_CERTAIN || (pass->guessing && pass->options->guess));
}

bool bp_repair_binds(bp_repair_pass *pass, bp_error *error) {
    for (size_t i = 0; i < pass->doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &pass->doctor->skins[i];
        if (bp_repair_may(pass, skin) && !fix_skin(pass, i, error)) return false;
    }
    return true;
}

/* ---- units --------------------------------------------------------------------------------------*/

/* Scales the positions that one attribute refers to; floats only. */
static bool scale(bp_repair_pass *pass, const bp_gltf_value *attributes, const char *path, float factor,
                  bp_error *error) {
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_accessor_member(&pass->doctor->document, attributes, "POSITION", BP_GLTF_VEC3, &accessor,
                                 &exists, error))
        return false;
    if (!exists || accessor.base.component != BP_GLTF_FLOAT) return true;
    uint8_t *bytes = bp_repair_pack(pass, &accessor, error);
    if (!bytes) return false;
    for (size_t i = 0; i < 3 * accessor.count; i++) {
        float value;
        memcpy(&value, bytes + 4 * i, sizeof value);
        value = factor < 1.0f ? value / 100.0f : value * 100.0f;
        memcpy(bytes + 4 * i, &value, sizeof value);
    }
    bool ok = bp_repair_replace(pass, bp_gltf_rewrite_find(&pass->rewrite, "%s.POSITION", path), &accessor,
                                bytes, accessor.count, 34962, error);
    bp_free(&pass->doctor->document.allocator, bytes);
    return ok;
}

static bool scale_primitive(bp_repair_pass *pass, const bp_doctor_primitive *primitive, float factor,
                            bp_error *error) {
    bp_repair_primitive value;
    bp_doctor_text path = bp_doctor_path("meshes[%zu].primitives[%zu]", primitive->mesh, primitive->index);
    bp_repair_find_primitive(pass, primitive->mesh, primitive->index, &value);
    if (!scale(pass, &value.attributes, bp_doctor_path("%s.attributes", path.text).text, factor, error))
        return false;
    bp_gltf_value targets = bp_gltf_member(&value.primitive, "targets");
    for (size_t i = 0; i < bp_json_count(targets.json); i++) {
        bp_gltf_value target = bp_gltf_item(&targets, i);
        if (!scale(pass, &target, bp_doctor_path("%s.targets[%zu]", path.text, i).text, factor, error))
            return false;
    }
    return bp_repair_note(pass, BP_DOCTOR_UNIT_MIXUP, path.text, error,
                          "scaled the vertices by %g: they then surround their joints", (double)factor);
}

bool bp_repair_units(bp_repair_pass *pass, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin < 0 || !primitive->positions) continue;
        const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
        if (skin->remedy.size > 0.0f && bp_repair_may(pass, skin) &&
            !scale_primitive(pass, primitive, skin->remedy.size, error))
            return false;
    }
    return true;
}
