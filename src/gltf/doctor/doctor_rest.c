/* Rest against bind: how far the mesh is from what was modelled, as the nodes stand, and by which joint. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>

enum { MOST_STEPS = 256 };

/* Farther than this part of the mesh's size is told. */
static const double REST_WARNING = 0.01;

/* The nearest joint of the skin above one of them, -1: none. joint_of is the skin's. */
static int joint_above(const bp_doctor *doctor, int node) {
    int at = doctor->nodes[node].joint_above;
    for (int steps = 0; at >= 0 && doctor->joint_of[at] < 0 && steps < MOST_STEPS; steps++)
        at = doctor->nodes[at].joint_above;
    return at >= 0 ? doctor->joint_of[at] : -1;
}

/* Up from a joint: the one between which and its parent most is changed. */
static size_t find_culprit(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint) {
    size_t culprit = joint;
    double most = -1.0;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        int above = joint_above(doctor, skin->joints[joint]);
        bp_mat4 here = bp_doctor_joint_matrix(doctor, skin, joint), there = skin->whole;
        if (above >= 0) there = bp_doctor_joint_matrix(doctor, skin, (size_t)above);
        double change = bp_doctor_distance(skin, here, there);
        if (change > most) {
            most = change;
            culprit = joint;
        }
        if (above < 0) break;
        joint = (size_t)above;
    }
    return culprit;
}

static void check_skin(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    double worst = 0.0;
    size_t joint = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (skin->joints[i] < 0 || !skin->used[i]) continue;
        double apart = bp_doctor_distance(skin, bp_doctor_joint_matrix(doctor, skin, i), skin->whole);
        if (apart <= worst) continue;
        worst = apart;
        joint = i;
    }
    if (worst < REST_WARNING) return;
    bp_doctor_mark_joints(doctor, skin);
    size_t culprit = find_culprit(doctor, skin, joint);
    bp_doctor_unmark_joints(doctor, skin);
    char place[64], text[64], other[64];
    snprintf(place, sizeof place, "skins[%zu].joints[%zu]", index, culprit);
    bp_doctor_add(
        doctor, BP_DOCTOR_REST_NOT_BIND, BP_DOCTOR_WARNING, bp_doctor_pose_cause(doctor), place,
        "as the nodes stand, %s moves by up to %.3g of the mesh's size from where it was bound; most of it "
        "comes from %s",
        bp_doctor_node_text(doctor, skin->joints[joint], text, sizeof text), worst,
        bp_doctor_node_text(doctor, skin->joints[culprit], other, sizeof other));
}

void bp_doctor_check_rest(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->skin_count; i++)
        if (doctor->skins[i].given && doctor->skins[i].size > 0.0) check_skin(doctor, i);
}
