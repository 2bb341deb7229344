/* The pose in which the nodes stand: scales and rotations that deform what joints carry. */
#include "gltf/doctor/doctor.h"
#include <math.h>
#include <stdio.h>

bp_doctor_id bp_doctor_pose_cause(const bp_doctor *doctor) {
    bp_doctor_id cause = bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_NO_COMMON_ROOT);
    if (cause != BP_DOCTOR_NO_CAUSE) return cause;
    return bp_doctor_first(doctor, BP_DOCTOR_IBM_COUNT, BP_DOCTOR_SCALE_NON_UNIFORM);
}

static bool is_unequal(bp_vec3 scale) {
    double x = fabs((double)scale.x), y = fabs((double)scale.y), z = fabs((double)scale.z);
    double least = x < y ? (x < z ? x : z) : (y < z ? y : z),
           most = x > y ? (x > z ? x : z) : (y > z ? y : z);
    return most > 1.01 * least;
}

static bool has_zero(bp_vec3 scale) {
    return fabs((double)scale.x) < 1e-6 || fabs((double)scale.y) < 1e-6 || fabs((double)scale.z) < 1e-6;
}

static void check_scale(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bp_vec3 s = node->scale;
    char place[64], text[64];
    snprintf(place, sizeof place, "nodes[%d].%s", index, node->has_matrix ? "matrix" : "scale");
    bp_doctor_node_text(doctor, index, text, sizeof text);
    if (has_zero(s))
        bp_doctor_add(doctor, BP_DOCTOR_SCALE_ZERO, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
                      "%s is scaled by (%g, %g, %g)", text, (double)s.x, (double)s.y, (double)s.z);
    else if (s.x < 0.0f || s.y < 0.0f || s.z < 0.0f)
        bp_doctor_add(doctor, BP_DOCTOR_SCALE_NEGATIVE, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
                      "%s is scaled by (%g, %g, %g)", text, (double)s.x, (double)s.y, (double)s.z);
}

static void tell_stretched(bp_doctor *doctor, int index, int child) {
    bp_vec3 s = doctor->nodes[index].scale;
    char place[64], text[64], other[64];
    snprintf(place, sizeof place, "nodes[%d].%s", index,
             doctor->nodes[index].has_matrix ? "matrix" : "scale");
    bp_doctor_add(doctor, BP_DOCTOR_SCALE_NON_UNIFORM, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
                  "%s is scaled by (%g, %g, %g), and %s below it is turned",
                  bp_doctor_node_text(doctor, index, text, sizeof text), (double)s.x, (double)s.y,
                  (double)s.z, bp_doctor_node_text(doctor, child, other, sizeof other));
}

static bool is_turned(bp_quat q) { return fabs((double)q.x) + fabs((double)q.y) + fabs((double)q.z) > 1e-3; }

/* Each node with unequal scales is told of once, with the first turned one below it. */
static void check_stretches(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = 0; i < doctor->node_count; i++) {
        int index = doctor->order[i], parent = nodes[index].parent;
        int above = parent >= 0 ? nodes[parent].stretched : -1;
        bool matters = nodes[index].is_joint || nodes[index].carries;
        if (above >= 0 && nodes[above].stretched < 0) above = -1;
        if (matters && above >= 0 && is_turned(nodes[index].rotation)) {
            tell_stretched(doctor, above, index);
            nodes[above].stretched = -1;
            above = -1;
        }
        bool unequal = matters && is_unequal(nodes[index].scale) && !has_zero(nodes[index].scale);
        nodes[index].stretched = unequal ? index : above;
    }
}

static void check_rotation(bp_doctor *doctor, int index) {
    bp_quat q = doctor->nodes[index].rotation;
    double length = sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    char place[64];
    if (doctor->nodes[index].has_matrix || fabs(length - 1.0) <= 0.005) return;
    snprintf(place, sizeof place, "nodes[%d].rotation", index);
    bp_doctor_add_coded(doctor, BP_DOCTOR_ROTATION_NOT_UNIT, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE,
                        "ROTATION_NON_UNIT", place, "the quaternion's length is %g", length);
}

void bp_doctor_check_scales(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->node_count; i++) {
        if (doctor->nodes[i].is_joint || doctor->nodes[i].carries) check_scale(doctor, (int)i);
        check_rotation(doctor, (int)i);
    }
    check_stretches(doctor);
}
