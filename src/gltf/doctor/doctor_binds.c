/* Inverse binds one by one: present, finite, affine, invertible, neither mirrored nor sheared.
 *
 * This file finds matrices that are wrong in themselves; doctor_hypotheses.c compares the others with the
 * nodes. Each fault of a skin is one finding, which names the first joint that has it. */
#include "gltf/doctor/doctor_search.h"
#include <math.h>
#include <string.h>

/* One that looks transposed is judged with the others: doctor_hypotheses.c. */
static bool is_transposed(bp_mat4 m) {
    const float *f = m.m;
    double column = fabs((double)f[3]) + fabs((double)f[7]) + fabs((double)f[11]);
    double row = fabs((double)f[12]) + fabs((double)f[13]) + fabs((double)f[14]);
    return column > 1e-5 && row <= 1e-4 * column && fabs((double)f[15] - 1.0) < 1e-5;
}

static bp_doctor_id fault_of(bp_mat4 bind, bp_mat4 world) {
    if (!bp_doctor_is_finite(bind)) return BP_DOCTOR_IBM_NAN;
    if (is_transposed(bind)) return BP_DOCTOR_NONE;
    if (!bp_doctor_is_affine(bind)) return BP_DOCTOR_IBM_LAST_ROW;
    double determinant = bp_doctor_unit_determinant(bind);
    if (fabs(determinant) < 1e-6) return BP_DOCTOR_IBM_SINGULAR;
    if (determinant < 0.0 && bp_doctor_unit_determinant(world) > 0.0) return BP_DOCTOR_IBM_MIRRORED;
    if (bp_doctor_shear(bind) > 0.01 && bp_doctor_shear(world) < 0.002) return BP_DOCTOR_IBM_SHEARED;
    return BP_DOCTOR_NONE;
}

/* A fault as the end of "the matrix is ...". */
static const char *const FAULT_TEXTS[BP_DOCTOR_ID_COUNT] = {
    [BP_DOCTOR_IBM_NAN] = "not finite",
    [BP_DOCTOR_IBM_LAST_ROW] = "not affine: elements 3, 7, 11 and 15 are not 0, 0, 0 and 1",
    [BP_DOCTOR_IBM_SINGULAR] = "singular: its determinant is 0",
    [BP_DOCTOR_IBM_MIRRORED] = "mirrored: its determinant is negative, and its node's is not",
    [BP_DOCTOR_IBM_SHEARED] = "sheared: its axes are not perpendicular, and its node's are",
};

static void check_matrices(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t counts[BP_DOCTOR_ID_COUNT] = {0}, firsts[BP_DOCTOR_ID_COUNT] = {0};
    bool used[BP_DOCTOR_ID_COUNT] = {
        false}; /* some joint with the fault moves a vertex, or nothing is skinned */
    uint8_t *faults = bp_doctor_memory(doctor, skin->joint_count, 1); /* ids, by joint */
    for (size_t i = 0; faults && i < skin->joint_count && i < skin->bind_count; i++) {
        if (skin->bad_bind[i] || skin->joints[i] < 0) continue;
        bp_doctor_id id = fault_of(skin->binds[i], doctor->nodes[skin->joints[i]].world);
        skin->bad_bind[i] = id != BP_DOCTOR_NONE;
        faults[i] = (uint8_t)id;
        used[id] = used[id] || skin->used[i] || skin->diagonal == 0.0;
        if (counts[id]++ == 0) firsts[id] = i;
    }
    for (int id = BP_DOCTOR_NONE + 1; id < BP_DOCTOR_ID_COUNT; id++) {
        if (counts[id] == 0) continue;
        bp_doctor_severity severity =
            id == BP_DOCTOR_IBM_SHEARED || !used[id] ? BP_DOCTOR_WARNING : BP_DOCTOR_ERROR;
        bp_doctor_place place = bp_doctor_at_skin(doctor, index, (int)firsts[id], "inverseBindMatrices");
        for (size_t i = firsts[id]; i < skin->joint_count && i < skin->bind_count; i++)
            if (faults[i] == id) bp_doctor_concern(&place.joints, i);
        bp_doctor_add(doctor, (bp_doctor_id)id, severity, place,
                      "the matrix of joint %zu, %s, is %s; %zu of %zu matrices are", firsts[id],
                      bp_doctor_node_text(doctor, skin->joints[firsts[id]]).text, FAULT_TEXTS[id], counts[id],
                      skin->joint_count);
    }
}

static void check_count(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_place place = bp_doctor_at_skin(doctor, index, -1, "inverseBindMatrices");
    if (skin->bind_count < skin->joint_count)
        bp_doctor_add(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_ERROR, place,
                      "there are only %zu matrices for %zu joints", skin->bind_count, skin->joint_count);
    if (skin->bind_count > skin->joint_count)
        bp_doctor_add_coded(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_WARNING, BP_DOCTOR_NONE, NULL, place,
                            "there are %zu matrices for %zu joints; the first ones are used",
                            skin->bind_count, skin->joint_count);
    for (size_t i = skin->bind_count; i < skin->joint_count; i++) skin->bad_bind[i] = true;
}

/* ---- no binds, or identities ----------------------------------------------------------------------*/

static bool are_identities(const bp_doctor_skin *skin) {
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!bp_doctor_is_identity(skin->binds[i])) return false;
    return true;
}

static bool binds_of_skin(bp_doctor *doctor, const bp_doctor_skin *skin, const bp_doctor_skin *other,
                          bp_mat4 *out) {
    size_t found = 0;
    if (other == skin || !other->has_binds || other->joint_count == 0 || are_identities(other) ||
        other->remedy.verdict != BP_DOCTOR_SOUND)
        return false;
    bp_doctor_mark_joints(doctor, other);
    for (size_t i = 0; i < skin->joint_count; i++) {
        int joint = skin->joints[i] >= 0 ? doctor->joint_of[skin->joints[i]] : -1;
        if (joint < 0 || other->bad_bind[joint]) continue;
        out[i] = other->binds[joint];
        found++;
    }
    bp_doctor_unmark_joints(doctor, other);
    return found == skin->joint_count;
}

/* The mean distance of vertices from the nearest bone of all, as a fraction of the mesh's size. */
static double nearest(const bp_doctor_measure *m) {
    enum { MAX_COMPARED = 512 };
    double sum = 0.0;
    for (size_t i = 0; m->count <= MAX_COMPARED && i < m->sample_count; i++)
        sum += bp_doctor_nearest_bone(m, m->samples[i].position);
    return sum > 0.0 ? sum / ((double)m->sample_count * m->skin->diagonal) : INFINITY;
}

/* Identities are right if each vertex was modelled at its joint's origin: all vertices then lie in a heap
 * around it. They are wrong if the vertices lie along the bones as the nodes, or another skin, place them.
 * Where the bones were when the mesh was bound isn't in the file, so a remedy is never certain. */
static void judge_identities(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_measure m;
    bp_mat4 *binds = bp_doctor_alloc(doctor, &doctor->document.root, skin->joint_count, sizeof *binds);
    if (!binds || !bp_doctor_measure_open(&m, doctor, index)) return;
    const bp_doctor_skin *from = NULL;
    for (size_t i = 0; i < doctor->skin_count && !from; i++)
        if (binds_of_skin(doctor, skin, &doctor->skins[i], binds)) from = &doctor->skins[i];
    bool known = from || bp_doctor_binds_of_nodes(doctor, skin, binds);
    double origin = bp_doctor_measure_distance(&m, skin->binds, NULL);
    double near = known ? bp_doctor_measure_distance(&m, binds, NULL) : origin;
    double torn = bp_doctor_measure_torn(&m, skin->binds, NULL);
    double mended = known ? bp_doctor_measure_torn(&m, binds, NULL) : 1.0;
    /* A mesh that surrounds the bones, though its vertices may follow others. */
    bool around = known && !(near < 0.75 * origin) && bp_doctor_measure_size(&m) > 0.9;
    double any = around ? nearest(&m) : INFINITY;
    if (!(near < 0.75 * origin) && !(torn > 0.03 && near < origin) && !(any < 0.7 * origin)) return;
    skin->remedy = (bp_doctor_remedy){
        .fault = skin->has_binds ? BP_DOCTOR_IBM_IDENTITY : BP_DOCTOR_IBM_MISSING,
        .verdict = near < 0.75 * origin && mended < 0.03 ? BP_DOCTOR_PLAUSIBLE : BP_DOCTOR_UNDECIDED,
        .binds = binds,
        .text = from ? bp_format("taken from skins[%zu], which has the same joints",
                                 (size_t)(from - doctor->skins))
                     : bp_format("computed from the nodes, as if they were in the bind pose")};
    bp_doctor_add(doctor, skin->remedy.fault, BP_DOCTOR_ERROR,
                  bp_doctor_at_skin(doctor, index, -1, skin->has_binds ? "inverseBindMatrices" : NULL),
                  "%s, but the %zu joints are not at the origin: vertices lie %.3g times as near to them as "
                  "to the origin. They can only be guessed: %s",
                  skin->has_binds ? "the inverse binds are all identities" : "there are no inverse binds",
                  skin->joint_count, origin / fmin(near, any), skin->remedy.text.text);
}

/* ---- skins that share joints ----------------------------------------------------------------------*/

/* What a joint's matrix will be, if only certain remedies are applied. */
static bp_mat4 certain_bind(const bp_doctor_skin *skin, size_t joint) {
    const bp_doctor_remedy *remedy = &skin->remedy;
    return remedy->verdict == BP_DOCTOR_CERTAIN && remedy->binds ? remedy->binds[joint] : skin->binds[joint];
}

static bool is_decided(const bp_doctor_skin *skin) {
    return skin->has_binds && skin->remedy.verdict <= BP_DOCTOR_CERTAIN && !skin->remedy.joints;
}

/* The transform between a joint's matrices in two skins, the other one being marked. False: they don't share
 * the joint, or it moves no vertex of one. */
static bool between(const bp_doctor *doctor, const bp_doctor_skin *skin, const bp_doctor_skin *other,
                    size_t joint, bp_mat4 *out) {
    int shared = skin->joints[joint] >= 0 ? doctor->joint_of[skin->joints[joint]] : -1;
    if (shared < 0 || !skin->used[joint] || !other->used[shared] ||
        !bp_mat4_inverse_affine(certain_bind(other, (size_t)shared), out))
        return false;
    *out = bp_mat4_mul(certain_bind(skin, joint), *out);
    return true;
}

/* Two skins that share joints have the same transform between their matrices for each of them, that from one
 * mesh to the other. If most joints say so and others don't, one of the skins is wrong. */
static void compare_skins(bp_doctor *doctor, size_t a, size_t b) {
    bp_doctor_skin *skin = &doctor->skins[a], *other = &doctor->skins[b];
    size_t all = 0, most = 0, culprit = 0;
    bp_mat4 one, two;
    if (!is_decided(skin) || !is_decided(other)) return;
    bp_doctor_mark_joints(doctor, other);
    for (size_t i = 0; i < skin->joint_count && 2 * most <= skin->joint_count; i++) {
        size_t agreed = 0, off = 0;
        if (doctor->trials_left < skin->joint_count || !between(doctor, skin, other, i, &one)) continue;
        doctor->trials_left -= skin->joint_count;
        all = 0;
        for (size_t j = 0; j < skin->joint_count; j++) {
            if (!between(doctor, skin, other, j, &two)) continue;
            all++;
            if (bp_doctor_is_close(skin, one, two))
                agreed++;
            else
                off = j;
        }
        if (agreed > most) most = agreed, culprit = off;
    }
    bp_doctor_unmark_joints(doctor, other);
    if (most == all || 2 * most <= all) return;
    bp_doctor_add(
        doctor, BP_DOCTOR_IBM_WRONG, BP_DOCTOR_ERROR,
        bp_doctor_at_skin(doctor, a, (int)culprit, "inverseBindMatrices"),
        "skins[%zu] and skins[%zu] share %zu joints, and %zu of them have other matrices against each "
        "other than the rest; one is %s",
        a, b, all, all - most, bp_doctor_node_text(doctor, skin->joints[culprit]).text);
    skin->remedy.verdict = other->remedy.verdict = BP_DOCTOR_UNDECIDED;
    skin->remedy.fault = other->remedy.fault = BP_DOCTOR_IBM_WRONG;
}

/* Where a matrix of one skin is wrong for certain, joints of others that look posed may be wrong too. */
static void doubt_poses(bp_doctor *doctor) {
    bool posed = false;
    for (size_t i = 0; i < doctor->skin_count; i++) posed = posed || doctor->skins[i].is_posed_in_part;
    for (size_t i = 0; posed && i < doctor->skin_count; i++) {
        bp_doctor_remedy *remedy = &doctor->skins[i].remedy;
        if (remedy->fault == BP_DOCTOR_IBM_WRONG && remedy->verdict == BP_DOCTOR_CERTAIN)
            remedy->verdict = BP_DOCTOR_PLAUSIBLE;
    }
}

void bp_doctor_check_binds(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->skin_count; i++) {
        bp_doctor_skin *skin = &doctor->skins[i];
        skin->fit_transform = bp_mat4_identity();
        if (skin->joint_count == 0 || !skin->has_binds) continue;
        check_count(doctor, i);
        check_matrices(doctor, i);
        if (!are_identities(skin)) bp_doctor_judge_skin(doctor, i);
    }
    for (size_t i = 0; i < doctor->skin_count; i++) { /* they may need another skin's */
        bp_doctor_skin *skin = &doctor->skins[i];
        if (skin->joint_count == 0 || (skin->has_binds && !are_identities(skin))) continue;
        judge_identities(doctor, i);
        memset(skin->bad_bind, 1, skin->joint_count);
    }
    doubt_poses(doctor);
    for (size_t i = 0; i < doctor->skin_count; i++)
        for (size_t j = 0; j < i; j++) compare_skins(doctor, i, j);
}
