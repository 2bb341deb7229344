/* The skins of the file under examination: joints and inverse binds as they are, wrong ones included. */
#include "gltf/doctor/doctor.h"
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

/* A skin without joints stays empty. */
static bool load_joints(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value,
                        bp_error *error) {
    bp_gltf_value joints;
    bp_error fault = {0};
    size_t count;
    if (!bp_gltf_array(value, "joints", &joints, &count, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    if (count == 0) {
        bp_gltf_fail(&joints, &fault, "is empty; a skin needs at least one joint");
        return bp_doctor_add_unreadable(doctor, &fault, error);
    }
    if (!(skin->joints = bp_doctor_alloc(doctor, value, count, sizeof *skin->joints, &fault)) ||
        !(skin->binds = bp_doctor_alloc(doctor, value, count, sizeof *skin->binds, &fault)) ||
        !(skin->bad_bind = bp_doctor_alloc(doctor, value, count, sizeof *skin->bad_bind, &fault)) ||
        !(skin->used = bp_doctor_alloc(doctor, value, count, sizeof *skin->used, &fault)))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    skin->joint_count = count;
    return read_joints(doctor, skin, &joints, error);
}

/* If the matrices can't be read, they count as wrong, and no check says more about them. */
static bool load_binds(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value, bp_error *error) {
    bp_gltf_accessor accessor;
    bp_error fault = {0};
    bool ok = bp_gltf_inverse_binds_open(&doctor->document, value, &accessor, &skin->has_binds, &fault);
    if (!ok && !bp_doctor_add_unreadable(doctor, &fault, error)) return false;
    if (!ok && !skin->has_binds) {
        skin->has_binds = true;
        skin->bind_count = skin->joint_count;
        memset(skin->bad_bind, 1, skin->joint_count);
        return true;
    }
    if (!skin->has_binds) return true;
    skin->bind_count = accessor.count;
    bp_mat4 *matrices = bp_doctor_alloc(doctor, value, accessor.count, sizeof *matrices, &fault);
    if (!matrices) return bp_doctor_add_unreadable(doctor, &fault, error);
    bp_gltf_accessor_floats(&accessor, (float *)matrices, 0);
    for (size_t i = 0; i < skin->joint_count && i < accessor.count; i++) skin->binds[i] = matrices[i];
    return true;
}

/* Finds the joints above and below each node. */
static void find_joints_around(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = doctor->node_count; i-- > 0;) {
        const bp_doctor_node *node = &nodes[doctor->order[i]];
        if ((node->is_joint || node->has_joint_below) && node->parent >= 0)
            nodes[node->parent].has_joint_below = true;
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
        bp_doctor_alloc(doctor, &document->collections[BP_GLTF_SKINS], count, sizeof *doctor->skins, &fault);
    if (!doctor->skins) return bp_doctor_add_unreadable(doctor, &fault, error);
    doctor->skin_count = count;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value value = bp_gltf_element(document, BP_GLTF_SKINS, i);
        bp_doctor_skin *skin = &doctor->skins[i];
        skin->skeleton = -1;
        fault = (bp_error){0};
        if (!load_joints(doctor, skin, &value, error)) return false;
        if (skin->joint_count > 0 && !load_binds(doctor, skin, &value, error)) return false;
        if (!bp_gltf_reference(document, &value, "skeleton", BP_GLTF_NODES, &skin->skeleton, &fault) &&
            !bp_doctor_add_unreadable(doctor, &fault, error))
            return false;
    }
    bp_doctor_mark_moved(doctor);
    find_joints_around(doctor);
    return true;
}
