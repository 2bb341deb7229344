/* Inverse binds one by one: present, finite, affine, invertible, neither mirrored nor sheared.
 *
 * This file finds matrices that are wrong in themselves; doctor_fit.c compares the others with the nodes.
 * Each fault of a skin is one finding, which names the first joint that has it. */
#include "gltf/doctor/doctor.h"
#include <math.h>

static bool is_transposed(bp_mat4 m) {
    const float *f = m.m;
    double column = fabs((double)f[3]) + fabs((double)f[7]) + fabs((double)f[11]);
    double row = fabs((double)f[12]) + fabs((double)f[13]) + fabs((double)f[14]);
    return column > 1e-5 && row <= 1e-4 * column && fabs((double)f[15] - 1.0) < 1e-5;
}

static bool has_last_row(bp_mat4 m) {
    const float *f = m.m;
    return fabs((double)f[3]) < 1e-4 && fabs((double)f[7]) < 1e-4 && fabs((double)f[11]) < 1e-4 &&
           fabs((double)f[15] - 1.0) < 1e-4;
}

static bp_doctor_id fault_of(bp_mat4 bind, bp_mat4 world) {
    if (!bp_doctor_is_finite(bind)) return BP_DOCTOR_IBM_NAN;
    if (is_transposed(bind)) return BP_DOCTOR_IBM_TRANSPOSED;
    if (!has_last_row(bind)) return BP_DOCTOR_IBM_LAST_ROW;
    double determinant = bp_doctor_unit_determinant(bind);
    if (fabs(determinant) < 1e-6) return BP_DOCTOR_IBM_SINGULAR;
    if (determinant < 0.0 && bp_doctor_unit_determinant(world) > 0.0) return BP_DOCTOR_IBM_MIRRORED;
    if (bp_doctor_shear(bind) > 0.01 && bp_doctor_shear(world) < 0.002) return BP_DOCTOR_IBM_SHEARED;
    return BP_DOCTOR_NONE;
}

/* A fault as the end of "the matrix is ...". */
static const char *const FAULT_TEXTS[BP_DOCTOR_ID_COUNT] = {
    [BP_DOCTOR_IBM_NAN] = "not finite",
    [BP_DOCTOR_IBM_TRANSPOSED] = "transposed: the translation is in elements 3, 7 and 11",
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
    for (size_t i = 0; i < skin->joint_count && i < skin->bind_count; i++) {
        if (skin->bad_bind[i] || skin->joints[i] < 0) continue;
        bp_doctor_id id = fault_of(skin->binds[i], doctor->nodes[skin->joints[i]].world);
        skin->bad_bind[i] = id != BP_DOCTOR_NONE;
        if (id == BP_DOCTOR_IBM_TRANSPOSED) bp_doctor_know_bind(skin, i, bp_mat4_transpose(skin->binds[i]));
        used[id] = used[id] || skin->used[i] || skin->diagonal == 0.0;
        if (counts[id]++ == 0) firsts[id] = i;
    }
    for (int id = BP_DOCTOR_NONE + 1; id < BP_DOCTOR_ID_COUNT; id++) {
        if (counts[id] == 0) continue;
        bp_doctor_severity severity =
            id == BP_DOCTOR_IBM_SHEARED || !used[id] ? BP_DOCTOR_WARNING : BP_DOCTOR_ERROR;
        bp_doctor_add(
            doctor, (bp_doctor_id)id, severity,
            bp_doctor_at_joint(doctor, index, (int)firsts[id], "skins[%zu].inverseBindMatrices", index),
            "the matrix of joint %zu, %s, is %s; %zu of %zu matrices are", firsts[id],
            bp_doctor_node_text(doctor, skin->joints[firsts[id]]).text, FAULT_TEXTS[id], counts[id],
            skin->joint_count);
    }
}

static void check_count(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_place place = bp_doctor_at_joint(doctor, index, -1, "skins[%zu].inverseBindMatrices", index);
    if (skin->bind_count < skin->joint_count)
        bp_doctor_add(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_ERROR, place,
                      "there are only %zu matrices for %zu joints", skin->bind_count, skin->joint_count);
    if (skin->bind_count > skin->joint_count)
        bp_doctor_add_coded(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_WARNING, BP_DOCTOR_NONE, NULL, place,
                            "there are %zu matrices for %zu joints; the first ones are used",
                            skin->bind_count, skin->joint_count);
    for (size_t i = skin->bind_count; i < skin->joint_count; i++) skin->bad_bind[i] = true;
}

/* A vertex skinned with identities as inverse binds. */
static bp_vec3 skin_without_binds(const bp_doctor *doctor, const bp_doctor_primitive *primitive,
                                  uint32_t vertex) {
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    bp_vec3 sum = {0};
    for (size_t i = 0; i < primitive->influences; i++) {
        size_t from = vertex * primitive->influences + i;
        size_t joint = primitive->joints[from];
        if (joint >= skin->joint_count || skin->joints[joint] < 0) continue;
        bp_mat4 world = doctor->nodes[skin->joints[joint]].world;
        bp_vec3 moved = bp_mat4_point(world, primitive->positions[vertex]);
        sum = bp_vec3_add(sum, bp_vec3_scale(moved, primitive->weights[from]));
    }
    return sum;
}

/* The joint with the largest weight on a vertex. */
static uint16_t main_joint(const bp_doctor_primitive *primitive, uint32_t vertex) {
    size_t first = vertex * primitive->influences, best = first;
    for (size_t i = first + 1; i < first + primitive->influences; i++)
        if (primitive->weights[i] > primitive->weights[best]) best = i;
    return primitive->joints[best];
}

/* How much worse, and how much longer, edges must be to be torn. */
static const double TORN = 1.5;

/* 1 or more: how far a ratio is from 1, up or down. */
static double spread(double ratio) { return ratio > 1.0 ? ratio : 1.0 / ratio; }

/* If all inverse binds are identities: how many times as long edges between two joints become at rest. 1 if
 * the mesh then looks no worse than as it is modelled. It looks worse if those edges fit those within one
 * joint worse: vertices that were modelled at their joints' origins lie in a heap, and spread out at rest;
 * others are torn apart. */
static double stretch_of(const bp_doctor *doctor, int skin) {
    double before[2] = {0.0, 0.0}, after[2] = {0.0, 0.0}; /* within one joint, between two */
    size_t edges[2] = {0, 0};
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin != skin || primitive->sets == 0) continue;
        for (size_t j = 0; j + 2 < primitive->index_count && j < 60000; j++) {
            uint32_t a = primitive->indices[j], b = primitive->indices[j / 3 * 3 + (j + 1) % 3];
            bool two = main_joint(primitive, a) != main_joint(primitive, b);
            edges[two]++;
            before[two] += (double)bp_vec3_distance(primitive->positions[a], primitive->positions[b]);
            after[two] += (double)bp_vec3_distance(skin_without_binds(doctor, primitive, a),
                                                   skin_without_binds(doctor, primitive, b));
        }
    }
    if (!(before[1] > 0.0 && after[1] > 0.0)) return 1.0;
    double stretch = after[1] / before[1];
    if (edges[0] == 0 || !(before[0] > 0.0 && after[0] > 0.0)) return stretch;
    double counts = (double)edges[0] / (double)edges[1];
    bool worse = spread(after[1] / after[0] * counts) > TORN * spread(before[1] / before[0] * counts);
    return worse ? stretch : 1.0;
}

/* Inverse binds that are left out are identities, which is valid if each vertex was modelled at its joint's
 * origin. If edges then tear at rest, it wasn't. */

static void check_missing(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    int first = skin->joints[0];
    bool same = true;
    for (size_t i = 0; i < skin->joint_count; i++) {
        skin->bad_bind[i] = true;
        if (first < 0 || skin->joints[i] < 0) continue;
        bp_mat4 world = doctor->nodes[skin->joints[i]].world;
        if (!(bp_doctor_distance(skin, world, doctor->nodes[first].world) < BP_DOCTOR_TOLERANCE))
            same = false;
    }
    if (same) return;
    double stretch = stretch_of(doctor, (int)index);
    if (stretch > TORN)
        bp_doctor_add(
            doctor, BP_DOCTOR_IBM_MISSING, BP_DOCTOR_ERROR,
            bp_doctor_at_joint(doctor, index, -1, "skins[%zu]", index),
            "%zu joints in different poses have no inverse binds, and at rest the edges between them are "
            "%.3g times as long as modelled",
            skin->joint_count, stretch);
}

bool bp_doctor_check_binds(bp_doctor *doctor, bp_error *error) {
    for (size_t i = 0; i < doctor->skin_count; i++) {
        bp_doctor_skin *skin = &doctor->skins[i];
        skin->fit_transform = bp_mat4_identity();
        if (skin->joint_count == 0) continue;
        if (!skin->has_binds) {
            check_missing(doctor, i);
            continue;
        }
        check_count(doctor, i);
        check_matrices(doctor, i);
        if (!bp_doctor_fit_binds(doctor, i, error)) return false;
    }
    return true;
}
