/* Inverse binds one by one: there, finite, affine, invertible, neither mirrored nor sheared.
 *
 * What is wrong with a matrix by itself is said here; doctor_fit.c compares the others with the nodes. One
 * finding for each skin and fault, with the first joint that has it. */
#include "gltf/doctor/doctor.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

bool bp_doctor_is_finite_mat4(bp_mat4 m) {
    for (int i = 0; i < 16; i++)
        if (!bp_doctor_is_finite(m.m[i])) return false;
    return true;
}

/* ---- the upper 3x3 ------------------------------------------------------------------------------*/

static double dot3(const float *a, const float *b) {
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2];
}

double bp_doctor_unit_determinant(bp_mat4 m) {
    const float *a = m.m, *b = m.m + 4, *c = m.m + 8;
    double lengths = sqrt(dot3(a, a)) * sqrt(dot3(b, b)) * sqrt(dot3(c, c));
    double volume = a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) -
                    a[1] * ((double)b[0] * c[2] - (double)b[2] * c[0]) +
                    a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
    return lengths > 0.0 ? volume / lengths : 0.0;
}

static double cosine(const float *a, const float *b) {
    double lengths = sqrt(dot3(a, a)) * sqrt(dot3(b, b));
    return lengths > 0.0 ? fabs(dot3(a, b)) / lengths : 0.0;
}

double bp_doctor_shear(bp_mat4 m) {
    double xy = cosine(m.m, m.m + 4), xz = cosine(m.m, m.m + 8), yz = cosine(m.m + 4, m.m + 8);
    double most = xy > xz ? xy : xz;
    return most > yz ? most : yz;
}

/* ---- one matrix ---------------------------------------------------------------------------------*/

static bool is_transposed(bp_mat4 m) {
    const float *f = m.m;
    double column = fabs((double)f[3]) + fabs((double)f[7]) + fabs((double)f[11]);
    double row = fabs((double)f[12]) + fabs((double)f[13]) + fabs((double)f[14]);
    return column > 1e-5 && row <= 1e-4 * column && fabs((double)f[15] - 1.0) < 1e-5;
}

static bool has_last_row(bp_mat4 m) {
    const float *f = m.m;
    return fabs((double)f[3]) < 1e-5 && fabs((double)f[7]) < 1e-5 && fabs((double)f[11]) < 1e-5 &&
           fabs((double)f[15] - 1.0) < 1e-5;
}

/* What is wrong with one matrix; NO_CAUSE: nothing. */
static bp_doctor_id fault_of(bp_mat4 bind, bp_mat4 world) {
    if (!bp_doctor_is_finite_mat4(bind)) return BP_DOCTOR_IBM_NAN;
    if (is_transposed(bind)) return BP_DOCTOR_IBM_TRANSPOSED;
    if (!has_last_row(bind)) return BP_DOCTOR_IBM_LAST_ROW;
    double volume = bp_doctor_unit_determinant(bind);
    if (fabs(volume) < 1e-6) return BP_DOCTOR_IBM_SINGULAR;
    if (volume < 0.0 && bp_doctor_unit_determinant(world) > 0.0) return BP_DOCTOR_IBM_MIRRORED;
    if (bp_doctor_shear(bind) > 0.01 && bp_doctor_shear(world) < 0.002) return BP_DOCTOR_IBM_SHEARED;
    return BP_DOCTOR_NO_CAUSE;
}

static const char *describe(bp_doctor_id id) {
    switch (id) {
    case BP_DOCTOR_IBM_NAN: return "not finite";
    case BP_DOCTOR_IBM_TRANSPOSED: return "transposed: the translation stands in the elements 3, 7 and 11";
    case BP_DOCTOR_IBM_LAST_ROW: return "not affine: the elements 3, 7, 11 and 15 are not 0, 0, 0 and 1";
    case BP_DOCTOR_IBM_SINGULAR: return "singular: the determinant is 0";
    case BP_DOCTOR_IBM_MIRRORED: return "mirrored: the determinant is negative, and that of its node is not";
    default: return "sheared: its axes are not at right angles, and those of its node are";
    }
}

static const char *code_of(bp_doctor_id id) {
    if (id == BP_DOCTOR_IBM_NAN) return "ACCESSOR_INVALID_FLOAT";
    return id == BP_DOCTOR_IBM_TRANSPOSED || id == BP_DOCTOR_IBM_LAST_ROW ? "ACCESSOR_INVALID_IBM" : NULL;
}

static void check_matrices(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t counts[BP_DOCTOR_ID_COUNT + 1] = {0}, firsts[BP_DOCTOR_ID_COUNT + 1] = {0};
    for (size_t i = 0; i < skin->joint_count && i < skin->bind_count; i++) {
        if (skin->bad[i] || skin->joints[i] < 0) continue;
        bp_doctor_id id = fault_of(skin->binds[i], doctor->nodes[skin->joints[i]].world);
        skin->bad[i] = id != BP_DOCTOR_NO_CAUSE;
        if (counts[id]++ == 0) firsts[id] = i;
    }
    for (int id = 0; id < BP_DOCTOR_ID_COUNT; id++) {
        char place[64], text[64];
        if (counts[id] == 0) continue;
        snprintf(place, sizeof place, "skins[%zu].inverseBindMatrices", index);
        bp_doctor_add_coded(doctor, (bp_doctor_id)id, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE,
                            code_of((bp_doctor_id)id), place,
                            "the matrix of joint %zu, %s, is %s; %zu of %zu are", firsts[id],
                            bp_doctor_node_text(doctor, skin->joints[firsts[id]], text, sizeof text),
                            describe((bp_doctor_id)id), counts[id], skin->joint_count);
    }
}

static void check_count(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    char place[64];
    snprintf(place, sizeof place, "skins[%zu].inverseBindMatrices", index);
    if (skin->bind_count < skin->joint_count)
        bp_doctor_add(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                      "there are %zu matrices for %zu joints", skin->bind_count, skin->joint_count);
    if (skin->bind_count > skin->joint_count)
        bp_doctor_add_coded(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, NULL, place,
                            "there are %zu matrices for %zu joints; the first ones are used",
                            skin->bind_count, skin->joint_count);
    for (size_t i = skin->bind_count; i < skin->joint_count; i++) skin->bad[i] = true;
}

/* ---- none ---------------------------------------------------------------------------------------*/

static bp_vec3 moved(const bp_doctor *doctor, const bp_doctor_primitive *primitive, uint32_t vertex) {
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    const float *p = primitive->positions + 3 * (size_t)vertex;
    bp_vec3 at = {p[0], p[1], p[2]}, sum = {0};
    for (size_t i = 0; i < primitive->influences; i++) {
        size_t from = vertex * primitive->influences + i;
        size_t joint = primitive->joints[from];
        if (joint >= skin->joint_count || skin->joints[joint] < 0) continue;
        bp_vec3 part = bp_mat4_point(doctor->nodes[skin->joints[joint]].world, at);
        sum = bp_vec3_add(sum, bp_vec3_scale(part, primitive->weights[from]));
    }
    return sum;
}

/* How much longer edges are where the nodes stand, if all inverse binds are identities. */
static double stretch_of(const bp_doctor *doctor, int skin) {
    double before = 0.0, after = 0.0;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin != skin || primitive->sets == 0) continue;
        for (size_t j = 0; j + 2 < primitive->index_count && j < 60000; j += 3) {
            uint32_t a = primitive->indices[j], b = primitive->indices[j + 1];
            const float *p = primitive->positions + 3 * (size_t)a, *q = primitive->positions + 3 * (size_t)b;
            before += (double)bp_vec3_distance((bp_vec3){p[0], p[1], p[2]}, (bp_vec3){q[0], q[1], q[2]});
            after += (double)bp_vec3_distance(moved(doctor, primitive, a), moved(doctor, primitive, b));
        }
    }
    return before > 0.0 ? after / before : 0.0;
}

/* Leaving them out is allowed, for vertices that were modelled at each joint's own origin. Where joints
 * then tear edges apart, that isn't so. */
static void check_missing(bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    int first = skin->joints[0];
    bool same = true;
    for (size_t i = 0; i < skin->joint_count; i++) {
        skin->bad[i] = true;
        if (first < 0 || skin->joints[i] < 0) continue;
        bp_mat4 world = doctor->nodes[skin->joints[i]].world;
        if (!(bp_doctor_distance(skin, world, doctor->nodes[first].world) < BP_DOCTOR_TOLERANCE)) same = false;
    }
    if (same) return;
    double stretch = stretch_of(doctor, (int)index);
    char place[64];
    snprintf(place, sizeof place, "skins[%zu]", index);
    bp_doctor_add(
        doctor, BP_DOCTOR_IBM_MISSING, stretch > 1.02 ? BP_DOCTOR_ERROR : BP_DOCTOR_WARNING,
        BP_DOCTOR_NO_CAUSE, place,
        "there are no inverse binds for %zu joints that stand at different places; edges are %.3g times "
        "as long as modelled where the nodes stand",
        skin->joint_count, stretch);
}

bool bp_doctor_check_binds(bp_doctor *doctor, bp_error *error) {
    for (size_t i = 0; i < doctor->skin_count; i++) {
        bp_doctor_skin *skin = &doctor->skins[i];
        skin->whole = bp_mat4_identity();
        if (skin->joint_count == 0) continue;
        if (!skin->given) {
            check_missing(doctor, i);
            continue;
        }
        check_count(doctor, i);
        check_matrices(doctor, i);
        if (!bp_doctor_fit_binds(doctor, i, error)) return false;
    }
    return true;
}
