/* Inverse binds that the doctor knows to be wrong, and a mesh in another unit than its joints. */
#include "gltf/repair/repair.h"
#include <math.h>
#include <string.h>

/* ---- inverse binds ------------------------------------------------------------------------------*/

/* Whether more than half of the joints, with right inverse binds where they are known, have the fit
 * transform as their joint matrix: the nodes are in the bind pose then. */
static bool nodes_are_bound(const bp_doctor *doctor, const bp_doctor_skin *skin) {
    size_t close = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        bp_mat4 bind = skin->has_right_bind[i] ? skin->right_binds[i] : skin->binds[i];
        if (skin->joints[i] < 0 || (skin->bad_bind[i] && !skin->has_right_bind[i])) continue;
        bp_mat4 matrix = bp_mat4_mul(bind, doctor->nodes[skin->joints[i]].world);
        close += bp_doctor_is_close(skin, matrix, skin->fit_transform);
    }
    return 2 * close > skin->joint_count;
}

/* The inverse bind that gives the joint the fit transform where its node stands. */
static bool bind_of_node(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint, bp_mat4 *out) {
    bp_mat4 inverse;
    if (skin->joints[joint] < 0) return false;
    if (!bp_mat4_inverse_affine(doctor->nodes[skin->joints[joint]].world, &inverse)) return false;
    *out = bp_mat4_mul(skin->fit_transform, inverse);
    for (int i = 3; i < 16; i += 4) out->m[i] = i == 15 ? 1.0f : 0.0f;
    return bp_doctor_is_finite(*out);
}

/* ---- order --------------------------------------------------------------------------------------*/

/* Whether the joints with exchanged matrices exchange them among themselves. */
static bool is_permutation(const bp_doctor_skin *skin) {
    for (size_t i = 0; i < skin->joint_count; i++) {
        size_t at = i, steps = 0;
        while (skin->bind_from[i] > 0 && steps++ <= skin->joint_count) {
            if (skin->bind_from[at] == 0) return false;
            at = (size_t)skin->bind_from[at] - 1;
            if (at == i) break;
        }
        if (skin->bind_from[i] > 0 && at != i) return false;
    }
    return true;
}

/* How far the vertices of the joints with exchanged matrices are from the joints' bind positions, by the
 * matrices as they are, and by the right ones. Weighted means. */
static void measure_order(const bp_doctor *doctor, size_t index, double *as_they_are, double *exchanged) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    for (size_t p = 0; p < doctor->primitive_count; p++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[p];
        if (primitive->skin != (int)index) continue;
        for (size_t i = 0; i < primitive->vertex_count * primitive->influences; i++) {
            size_t joint = primitive->joints[i];
            bp_mat4 now, right;
            if (!(primitive->weights[i] > 0.0f) || joint >= skin->joint_count || !skin->bind_from[joint] ||
                !bp_mat4_inverse_affine(skin->binds[joint], &now) ||
                !bp_mat4_inverse_affine(skin->right_binds[joint], &right))
                continue;
            bp_vec3 at = primitive->positions[i / primitive->influences];
            double weight = (double)primitive->weights[i];
            *as_they_are += weight * (double)bp_vec3_distance(at, bp_mat4_position(now));
            *exchanged += weight * (double)bp_vec3_distance(at, bp_mat4_position(right));
        }
    }
}

/* If the vertices are nearer to their joints by the matrices as they are, the list of joints is in the wrong
 * order, and not the matrices. Then *done says that it was put right. */
static bool fix_joint_order(bp_repair_pass *pass, size_t index, bool *done, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    double as_they_are = 0.0, exchanged = 0.0;
    size_t count = 0;
    *done = false;
    for (size_t i = 0; i < skin->joint_count; i++) {
        count += skin->bind_from[i] > 0;
        if (skin->bad_bind[i] && !skin->bind_from[i]) return true;
    }
    if (count == 0 || !is_permutation(skin)) return true;
    measure_order(doctor, index, &as_they_are, &exchanged);
    if (!(as_they_are < 0.95 * exchanged)) return true;
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->bind_from[i] > 0)
            bp_rewrite_set(
                &pass->rewrite.tree,
                bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%d]", index, skin->bind_from[i] - 1),
                "%d", skin->joints[i]);
    *done = true;
    return bp_repair_note(pass, BP_DOCTOR_IBM_ORDER, bp_doctor_path("skins[%zu].joints", index).text, error,
                          "put %zu joints in the order of the matrices, which is that of the vertices",
                          count);
}

/* ---- writing ------------------------------------------------------------------------------------*/

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

static bool fix_skin(bp_repair_pass *pass, size_t index, bp_mat4 *binds, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    bool missing = !skin->has_binds, bound = missing || nodes_are_bound(doctor, skin);
    size_t known = 0, computed = 0, left = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        binds[i] = skin->binds[i];
        if (!skin->bad_bind[i] && !missing) continue;
        if (skin->has_right_bind[i]) {
            binds[i] = skin->right_binds[i];
            known++;
        } else if (bound && bind_of_node(doctor, skin, i, &binds[i])) {
            computed++;
        } else {
            left++;
        }
    }
    bool surplus = skin->bind_count > skin->joint_count;
    if (known + computed == 0 && !surplus) return true;
    if (left > 0 && skin->bind_count < skin->joint_count) return true; /* a list with gaps can't be written */
    bp_doctor_text path = bp_doctor_path("skins[%zu].inverseBindMatrices", index);
    bp_doctor_id id = bp_doctor_first(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_UNIT_MIXUP);
    if (id == BP_DOCTOR_NONE) id = missing ? BP_DOCTOR_IBM_MISSING : BP_DOCTOR_IBM_COUNT;
    if (known > 0 && !bp_repair_note(pass, id, path.text, error,
                                     "corrected %zu of %zu matrices from their own numbers: transposed, "
                                     "inverted, reordered or in another unit",
                                     known, skin->joint_count))
        return false;
    if (computed > 0 && !bp_repair_note(pass, missing ? BP_DOCTOR_IBM_MISSING : id, path.text, error,
                                        "computed %zu of %zu matrices from their nodes, which are in the "
                                        "bind pose",
                                        computed, skin->joint_count))
        return false;
    if (surplus && !bp_repair_note(pass, BP_DOCTOR_IBM_COUNT, path.text, error,
                                   "removed %zu of the matrices, behind the last joint's",
                                   skin->bind_count - skin->joint_count))
        return false;
    return write_binds(pass, index, binds, skin->joint_count, error);
}

/* Whether the doctor reports the skin's missing matrices as an error: edges tear at rest. */
static bool is_torn(const bp_doctor *doctor, size_t index) {
    for (size_t i = 0; i < doctor->report->count; i++) {
        const bp_doctor_finding *finding = &doctor->report->findings[i];
        if (finding->severity == BP_DOCTOR_ERROR && finding->id == BP_DOCTOR_IBM_MISSING &&
            finding->skin == (int)index)
            return true;
    }
    return false;
}

bool bp_repair_binds(bp_repair_pass *pass, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    bool ok = true;
    for (size_t i = 0; ok && i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        if (skin->joint_count == 0 || (!skin->has_binds && !is_torn(doctor, i))) continue;
        bool done;
        if (!fix_joint_order(pass, i, &done, error)) return false;
        if (done) continue;
        bp_mat4 *binds = bp_alloc(&doctor->document.allocator, skin->joint_count, sizeof *binds, error);
        ok = binds && fix_skin(pass, i, binds, error);
        bp_free(&doctor->document.allocator, binds);
    }
    return ok;
}

/* ---- units --------------------------------------------------------------------------------------*/

/* How much of the joints, in the bind pose, lies in the bounds that the mesh has after scaling; a margin of
 * a tenth is allowed. */
static double inside(const bp_doctor_skin *skin, float factor) {
    size_t in = 0, all = 0;
    float margin = 0.1f * factor * (float)skin->diagonal;
    for (size_t i = 0; i < skin->joint_count; i++) {
        bp_mat4 absolute;
        if (skin->bad_bind[i] || !bp_mat4_inverse_affine(skin->binds[i], &absolute)) continue;
        bp_vec3 p = bp_mat4_position(absolute), lo = bp_vec3_scale(skin->bounds.lo, factor),
                hi = bp_vec3_scale(skin->bounds.hi, factor);
        all++;
        in += p.x >= lo.x - margin && p.x <= hi.x + margin && p.y >= lo.y - margin && p.y <= hi.y + margin &&
              p.z >= lo.z - margin && p.z <= hi.z + margin;
    }
    return all > 1 ? (double)in / (double)all : 0.0;
}

/* 0.01 or 100 if the mesh then surrounds its joints, and doesn't now; else 0. */
static float factor_of(const bp_doctor_skin *skin) {
    double reach = 0.0;
    bp_mat4 first, other;
    if (skin->joint_count < 2 || !(skin->diagonal > 0.0) || !bp_mat4_inverse_affine(skin->binds[0], &first))
        return 0.0f;
    for (size_t i = 1; i < skin->joint_count; i++) {
        if (!bp_mat4_inverse_affine(skin->binds[i], &other)) return 0.0f;
        reach = fmax(reach, (double)bp_vec3_distance(bp_mat4_position(first), bp_mat4_position(other)));
    }
    double ratio = reach > 0.0 ? skin->diagonal / reach : 1.0;
    float factor = ratio >= 40.0 ? 0.01f : ratio <= 1.0 / 40.0 ? 100.0f : 0.0f;
    return factor > 0.0f && inside(skin, factor) > 0.9 ? factor : 0.0f;
}

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
        float factor = factor_of(&doctor->skins[primitive->skin]);
        if (factor > 0.0f && !scale_primitive(pass, primitive, factor, error)) return false;
    }
    return true;
}
