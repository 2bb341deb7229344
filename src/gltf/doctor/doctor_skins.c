/* The patient's skins: joints and inverse binds as they are, wrong ones included. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <string.h>

static bool read_joints(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *joints,
                        bp_error *error) {
    for (size_t i = 0; i < skin->joint_count; i++) {
        bp_gltf_value item = bp_gltf_item(joints, i);
        bp_error fault = {0};
        skin->joints[i] = -1;
        skin->binds[i] = bp_mat4_identity();
        int node;
        if (bp_gltf_index_value(&item, "nodes", doctor->node_count, &node, &fault))
            doctor->nodes[skin->joints[i] = node].is_joint = true;
        else if (!bp_doctor_add_unreadable(doctor, &fault, error))
            return false;
    }
    return true;
}

/* Of a skin without joints nothing is left. */
static bool take_joints(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value,
                        bp_error *error) {
    bp_gltf_value joints;
    bp_error fault = {0};
    size_t count;
    if (!bp_gltf_array(value, "joints", &joints, &count, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    if (count == 0) {
        bp_gltf_fail(&joints, &fault, "names no joint; a skin has one at least");
        return bp_doctor_add_unreadable(doctor, &fault, error);
    }
    skin->joints = bp_doctor_alloc(doctor, value, count, sizeof *skin->joints, &fault);
    if (skin->joints) skin->binds = bp_doctor_alloc(doctor, value, count, sizeof *skin->binds, &fault);
    if (skin->binds) skin->bad = bp_doctor_alloc(doctor, value, count, sizeof *skin->bad, &fault);
    if (skin->bad) skin->used = bp_doctor_alloc(doctor, value, count, sizeof *skin->used, &fault);
    if (!skin->used) return bp_doctor_add_unreadable(doctor, &fault, error);
    skin->joint_count = count;
    return read_joints(doctor, skin, &joints, error);
}

static bool read_binds(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value, bp_error *error) {
    bp_gltf_accessor accessor;
    bp_error fault = {0};
    bp_gltf_value place = bp_gltf_member(value, "inverseBindMatrices");
    if (!bp_gltf_accessor_at(&doctor->document, value, "inverseBindMatrices", BP_GLTF_MAT4, &accessor,
                             &skin->given, &fault)) {
        skin->given = true; /* but unknown: nothing more is said about them */
        memset(skin->bad, 1, skin->joint_count);
        skin->bind_count = skin->joint_count;
        return bp_doctor_add_unreadable(doctor, &fault, error);
    }
    if (!skin->given) return true;
    skin->bind_count = accessor.count;
    if (accessor.base.component != BP_GLTF_FLOAT) {
        bp_gltf_fail(&place, &fault, "has components of type %s; these matrices are floats",
                      bp_gltf_component_text(accessor.base.component));
        if (!bp_doctor_add_unreadable(doctor, &fault, error)) return false;
    }
    bp_mat4 *matrices = bp_doctor_alloc(doctor, &place, accessor.count, sizeof *matrices, &fault);
    if (!matrices) return bp_doctor_add_unreadable(doctor, &fault, error);
    bp_gltf_accessor_floats(&accessor, (float *)matrices);
    for (size_t i = 0; i < skin->joint_count && i < accessor.count; i++) skin->binds[i] = matrices[i];
    return true;
}

void bp_doctor_mark_joints(bp_doctor *doctor, const bp_doctor_skin *skin) {
    for (size_t i = skin->joint_count; i-- > 0;)
        if (skin->joints[i] >= 0) doctor->joint_of[skin->joints[i]] = (int)i;
}

void bp_doctor_unmark_joints(bp_doctor *doctor, const bp_doctor_skin *skin) {
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->joints[i] >= 0) doctor->joint_of[skin->joints[i]] = -1;
}

/* Once it is known which nodes are joints. */
static void find_joints_around(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = doctor->node_count; i-- > 0;) {
        const bp_doctor_node *node = &nodes[doctor->order[i]];
        if ((node->is_joint || node->carries) && node->parent >= 0) nodes[node->parent].carries = true;
    }
    for (size_t i = 0; i < doctor->node_count; i++) {
        bp_doctor_node *node = &nodes[doctor->order[i]];
        node->joint_above = node->parent < 0               ? -1
                            : nodes[node->parent].is_joint ? node->parent
                                                           : nodes[node->parent].joint_above;
    }
}

bool bp_doctor_load_skins(bp_doctor *doctor, bp_error *error) {
    bp_gltf_document *document = &doctor->document;
    size_t count = document->counts[BP_GLTF_SKINS];
    bp_error fault = {0};
    doctor->skins =
        bp_doctor_alloc(doctor, &document->top[BP_GLTF_SKINS], count, sizeof *doctor->skins, &fault);
    if (!doctor->skins) return bp_doctor_add_unreadable(doctor, &fault, error);
    doctor->skin_count = count;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value value = bp_gltf_element(document, BP_GLTF_SKINS, i);
        bp_doctor_skin *skin = &doctor->skins[i];
        bp_error wrong = {0};
        skin->skeleton = -1;
        if (!take_joints(doctor, skin, &value, error)) return false;
        if (skin->joint_count > 0 && !read_binds(doctor, skin, &value, error)) return false;
        if (!bp_gltf_reference(document, &value, "skeleton", BP_GLTF_NODES, &skin->skeleton, &wrong) &&
            !bp_doctor_add_unreadable(doctor, &wrong, error))
            return false;
    }
    find_joints_around(doctor);
    return true;
}
