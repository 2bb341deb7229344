/* The skins of the file under examination: joints and inverse binds as they are, wrong ones included. */
#include "gltf/doctor/doctor.h"
#include <string.h>

static void read_joints(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *joints) {
    for (size_t i = 0; i < skin->joint_count; i++) {
        bp_gltf_value item = bp_gltf_item(joints, i);
        skin->joints[i] = -1;
        skin->binds[i] = bp_mat4_identity();
        int node;
        if (bp_doctor_read(doctor,
                           bp_gltf_index_value(&item, "nodes", doctor->node_count, &node, &doctor->fault)))
            doctor->nodes[skin->joints[i] = node].is_joint = true;
    }
}

/* A skin without joints stays empty. */
static void load_joints(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value) {
    bp_gltf_value joints;
    size_t count;
    if (!bp_doctor_read(doctor, bp_gltf_array(value, "joints", &joints, &count, &doctor->fault) &&
                                    (count > 0 || bp_gltf_fail(&joints, &doctor->fault,
                                                               "is empty; a skin needs at least one joint"))))
        return;
    if (!(skin->joints = bp_doctor_alloc(doctor, value, count, sizeof *skin->joints)) ||
        !(skin->binds = bp_doctor_alloc(doctor, value, count, sizeof *skin->binds)) ||
        !(skin->bad_bind = bp_doctor_alloc(doctor, value, count, sizeof *skin->bad_bind)) ||
        !(skin->used = bp_doctor_alloc(doctor, value, count, sizeof *skin->used)))
        return;
    skin->joint_count = count;
    read_joints(doctor, skin, &joints);
}

/* If the matrices can't be read, they count as wrong, and no check says more about them. */
static void load_binds(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value) {
    bp_gltf_accessor accessor;
    bool ok = bp_doctor_read(doctor, bp_gltf_inverse_binds_open(&doctor->document, value, &accessor,
                                                                &skin->has_binds, &doctor->fault));
    if (!ok && !skin->has_binds) {
        skin->has_binds = true;
        skin->bind_count = skin->joint_count;
        memset(skin->bad_bind, 1, skin->joint_count);
        return;
    }
    if (!skin->has_binds) return;
    skin->bind_count = accessor.count;
    bp_mat4 *matrices = bp_doctor_alloc(doctor, value, accessor.count, sizeof *matrices);
    if (!matrices) return;
    bp_gltf_accessor_floats(&accessor, (float *)matrices, 0);
    for (size_t i = 0; i < skin->joint_count && i < accessor.count; i++) skin->binds[i] = matrices[i];
}

/* Notes which nodes clips move. In a file without skins they count as joints. */
static void mark_moved(bp_doctor *doctor) {
    for (bp_gltf_walk walk = bp_gltf_walk_of(&doctor->document.root, "animations.*.channels.*.target");
         bp_gltf_walk_next(&walk);) {
        bp_gltf_target target = bp_gltf_target_of(&doctor->document, walk.value->json);
        if (target.node < 0) continue;
        doctor->nodes[target.node].moved |= 1 << target.kind;
        if (doctor->skin_count == 0) doctor->nodes[target.node].is_joint = true;
    }
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

void bp_doctor_load_skins(bp_doctor *doctor) {
    bp_gltf_document *document = &doctor->document;
    size_t count = document->counts[BP_GLTF_SKINS];
    doctor->skins =
        bp_doctor_alloc(doctor, &document->collections[BP_GLTF_SKINS], count, sizeof *doctor->skins);
    if (!doctor->skins) return;
    doctor->skin_count = count;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value value = bp_gltf_element(document, BP_GLTF_SKINS, i);
        bp_doctor_skin *skin = &doctor->skins[i];
        skin->skeleton = -1;
        load_joints(doctor, skin, &value);
        if (skin->joint_count > 0) load_binds(doctor, skin, &value);
        bp_doctor_read(doctor, bp_gltf_reference(document, &value, "skeleton", BP_GLTF_NODES, &skin->skeleton,
                                                 &doctor->fault));
    }
    mark_moved(doctor);
    find_joints_around(doctor);
}
