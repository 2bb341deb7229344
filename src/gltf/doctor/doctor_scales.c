/* The nodes' own pose: scales and rotations that deform the vertices below. */
#include "gltf/doctor/doctor.h"
#include <math.h>

static bool is_unequal(bp_vec3 scale) {
    double x = fabs((double)scale.x), y = fabs((double)scale.y), z = fabs((double)scale.z);
    double min = x < y ? (x < z ? x : z) : (y < z ? y : z), max = x > y ? (x > z ? x : z) : (y > z ? y : z);
    return max > 1.01 * min;
}

static bool has_zero(bp_vec3 scale) {
    return fabs((double)scale.x) < 1e-6 || fabs((double)scale.y) < 1e-6 || fabs((double)scale.z) < 1e-6;
}

static bp_doctor_text scale_path(const bp_doctor *doctor, int index) {
    return bp_doctor_path("nodes[%d].%s", index, doctor->nodes[index].has_matrix ? "matrix" : "scale");
}

static void check_scale(bp_doctor *doctor, int index) {
    bp_vec3 s = doctor->nodes[index].scale;
    bool zero = has_zero(s);
    if (!zero && !(s.x < 0.0f || s.y < 0.0f || s.z < 0.0f)) return;
    bp_doctor_add(doctor, zero ? BP_DOCTOR_SCALE_ZERO : BP_DOCTOR_SCALE_NEGATIVE, BP_DOCTOR_WARNING,
                  scale_path(doctor, index).text, "%s is scaled by (%g, %g, %g)",
                  bp_doctor_node_text(doctor, index).text, (double)s.x, (double)s.y, (double)s.z);
}

static void report_stretched(bp_doctor *doctor, int index, int child) {
    bp_vec3 s = doctor->nodes[index].scale;
    bp_doctor_add(doctor, BP_DOCTOR_SCALE_NON_UNIFORM, BP_DOCTOR_WARNING, scale_path(doctor, index).text,
                  "%s is scaled by (%g, %g, %g), and its descendant %s is rotated",
                  bp_doctor_node_text(doctor, index).text, (double)s.x, (double)s.y, (double)s.z,
                  bp_doctor_node_text(doctor, child).text);
}

static bool is_rotated(bp_quat q) { return fabs((double)q.x) + fabs((double)q.y) + fabs((double)q.z) > 1e-3; }

/* Reports each node with unequal scales once, with its first rotated descendant. */
static void check_unequal_scales(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = 0; i < doctor->node_count; i++) {
        int index = doctor->order[i], parent = nodes[index].parent;
        int above = parent >= 0 ? nodes[parent].stretched_above : -1;
        bool matters = nodes[index].is_joint || nodes[index].has_joint_below;
        if (above >= 0 && nodes[above].stretched_above < 0) above = -1;
        if (matters && above >= 0 && is_rotated(nodes[index].rotation)) {
            report_stretched(doctor, above, index);
            nodes[above].stretched_above = -1;
            above = -1;
        }
        bool unequal = matters && is_unequal(nodes[index].scale) && !has_zero(nodes[index].scale);
        nodes[index].stretched_above = unequal ? index : above;
    }
}

static void check_rotation(bp_doctor *doctor, int index) {
    bp_quat q = doctor->nodes[index].rotation;
    double length = sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    if (doctor->nodes[index].has_matrix || fabs(length - 1.0) <= 0.005) return;
    bp_doctor_add_coded(doctor, BP_DOCTOR_ROTATION_NOT_UNIT, BP_DOCTOR_ERROR, BP_DOCTOR_NONE,
                        "ROTATION_NON_UNIT", bp_doctor_path("nodes[%d].rotation", index).text,
                        "the quaternion's length is %g, not 1", length);
}

void bp_doctor_check_scales(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->node_count; i++) {
        if (doctor->nodes[i].is_joint || doctor->nodes[i].has_joint_below) check_scale(doctor, (int)i);
        check_rotation(doctor, (int)i);
    }
    check_unequal_scales(doctor);
}
