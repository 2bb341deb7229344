/* Rest pose against bind pose: how far the nodes' own pose moves the mesh from its modelled shape, and which
 * joint is responsible. */
#include "gltf/doctor/doctor.h"

enum { MAX_STEPS = 256 };

/* As a fraction of the mesh's size. */
static const double REST_WARNING = 0.01;

/* Of a joint and its ancestors, the one whose joint matrix differs most from its parent's. */
static size_t find_culprit(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint) {
    size_t culprit = joint;
    double max = -1.0;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
        int above = bp_doctor_parent_joint(doctor, skin->joints[joint]);
        bp_mat4 here = bp_doctor_joint_matrix(doctor, skin, joint), there = skin->fit_transform;
        if (above >= 0) there = bp_doctor_joint_matrix(doctor, skin, (size_t)above);
        double change = bp_doctor_distance(skin, here, there);
        if (change > max) {
            max = change;
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
        double distance =
            bp_doctor_distance(skin, bp_doctor_joint_matrix(doctor, skin, i), skin->fit_transform);
        if (distance <= worst) continue;
        worst = distance;
        joint = i;
    }
    if (worst < REST_WARNING) return;
    bp_doctor_mark_joints(doctor, skin);
    size_t culprit = find_culprit(doctor, skin, joint);
    bp_doctor_unmark_joints(doctor, skin);
    bp_doctor_add_caused(
        doctor, BP_DOCTOR_REST_NOT_BIND, BP_DOCTOR_WARNING, bp_doctor_pose_cause(doctor),
        bp_doctor_path("skins[%zu].joints[%zu]", index, culprit).text,
        "at rest, %s moves its vertices by up to %.3g of the mesh's size from the bind pose; most of "
        "that comes from %s",
        bp_doctor_node_text(doctor, skin->joints[joint]).text, worst,
        bp_doctor_node_text(doctor, skin->joints[culprit]).text);
}

void bp_doctor_check_rest(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->skin_count; i++)
        if (doctor->skins[i].has_binds && doctor->skins[i].diagonal > 0.0) check_skin(doctor, i);
}
