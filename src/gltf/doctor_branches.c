/* Influences from unrelated branches: a vertex that follows a joint which has nothing to do with it.
 *
 * Two of a vertex's joints belong together where few steps through the tree lie between them. Where there are
 * many, the one that is much farther away (as bound) than the nearer one is the stranger. */
#include "gltf/doctor.h"
#include <math.h>
#include <stdio.h>

enum { MANY_STEPS = 5, MOST_STEPS = 512 };

/* Weights below this are hardly seen. */
static const float LEAST_WEIGHT = 0.05f;
/* The stranger is this many times as far as the nearer joint, and this part of the mesh's size. */
static const double FARTHER = 2.5, FAR = 0.2;

/* Steps between two nodes through the tree; MOST_STEPS where they aren't connected. */
static int steps_between(const bp_doctor *doctor, int a, int b) {
    const bp_doctor_node *nodes = doctor->nodes;
    int steps = 0;
    for (; a != b && steps < MOST_STEPS; steps++) {
        if (nodes[a].depth < nodes[b].depth) {
            b = nodes[b].parent;
        } else {
            a = nodes[a].parent;
        }
        if (a < 0 || b < 0) return MOST_STEPS;
    }
    return steps;
}

/* How far a vertex is from where a joint was when it was bound. */
static double distance_to(const bp_doctor_skin *skin, size_t joint, bp_vec3 vertex) {
    bp_mat4 absolute;
    if (skin->bad[joint] || !bp_mat4_inverse_affine(skin->binds[joint], &absolute)) return -1.0;
    return (double)bp_vec3_distance(bp_mat4_position(absolute), vertex);
}

static bool is_stranger(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t near, size_t far,
                        bp_vec3 p) {
    double one = distance_to(skin, near, p), other = distance_to(skin, far, p);
    if (one < 0.0 || other < FAR * skin->size || other < FARTHER * one) return false;
    return steps_between(doctor, skin->joints[near], skin->joints[far]) >= MANY_STEPS;
}

/* The places among a vertex's influences of a pair that don't belong together. */
static bool find_strangers(const bp_doctor *doctor, const bp_doctor_primitive *primitive, size_t vertex,
                           size_t pair[2]) {
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    const uint16_t *joints = primitive->joints + vertex * primitive->influences;
    const float *weights = primitive->weights + vertex * primitive->influences;
    const float *p = primitive->positions + 3 * vertex;
    for (size_t i = 0; i < primitive->influences; i++)
        for (size_t j = 0; j < primitive->influences; j++) {
            if (i == j || joints[i] >= skin->joint_count || joints[j] >= skin->joint_count) continue;
            if (skin->joints[joints[i]] < 0 || skin->joints[joints[j]] < 0) continue;
            if (!(weights[i] >= LEAST_WEIGHT && weights[j] >= LEAST_WEIGHT) || joints[i] == joints[j])
                continue;
            if (!is_stranger(doctor, skin, joints[i], joints[j], (bp_vec3){p[0], p[1], p[2]})) continue;
            pair[0] = joints[i];
            pair[1] = joints[j];
            return true;
        }
    return false;
}

static void check_primitive(bp_doctor *doctor, const bp_doctor_primitive *primitive) {
    size_t strange = 0, first = 0, pair[2] = {0}, found[2];
    for (size_t i = 0; i < primitive->vertex_count; i++) {
        if (!find_strangers(doctor, primitive, i, found) || strange++ > 0) continue;
        first = i;
        pair[0] = found[0];
        pair[1] = found[1];
    }
    if (strange == 0) return;
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    char place[96], near[64], far[64];
    snprintf(place, sizeof place, "meshes[%zu].primitives[%zu].attributes.JOINTS_0", primitive->mesh,
             primitive->number);
    bp_doctor_add(
        doctor, BP_DOCTOR_INFLUENCES_UNRELATED, BP_DOCTOR_WARNING, bp_doctor_pose_cause(doctor), place,
        "%zu of %zu vertices follow a joint of another branch, far from them; the first is vertex %zu, "
        "which follows %s and %s",
        strange, primitive->vertex_count, first,
        bp_doctor_node_text(doctor, skin->joints[pair[0]], near, sizeof near),
        bp_doctor_node_text(doctor, skin->joints[pair[1]], far, sizeof far));
}

void bp_doctor_check_branches(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin >= 0 && primitive->sets > 0 && doctor->skins[primitive->skin].size > 0.0)
            check_primitive(doctor, primitive);
    }
}
