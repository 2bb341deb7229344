/* The nodes that skinned meshes hang on: their transforms move nothing, and their skins may be missing. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>

static bool is_identity(bp_mat4 m) {
    bp_mat4 identity = bp_mat4_identity();
    for (int i = 0; i < 16; i++)
        if (!(m.m[i] - identity.m[i] <= 1e-5f && m.m[i] - identity.m[i] >= -1e-5f)) return false;
    return true;
}

/* ---- skins --------------------------------------------------------------------------------------*/

static void check_skin(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bool influences = node->mesh >= 0 && doctor->meshes[node->mesh].has_influences;
    char place[64];
    snprintf(place, sizeof place, "nodes[%d]", index);
    if (influences && node->skin < 0)
        bp_doctor_add(doctor, BP_DOCTOR_SKIN_MISSING,
                      doctor->meshes[node->mesh].skin >= 0 ? BP_DOCTOR_WARNING : BP_DOCTOR_ERROR,
                      bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_UNREADABLE), place,
                      "meshes[%d] has joints and weights, but the node has no skin", node->mesh);
    if (!influences && node->mesh >= 0 && node->skin >= 0)
        bp_doctor_add_coded(doctor, BP_DOCTOR_SKIN_MISSING, BP_DOCTOR_ERROR,
                            bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_UNREADABLE),
                            "NODE_SKIN_WITH_NON_SKINNED_MESH", place,
                            "the node has skins[%d], but meshes[%d] has no joints and weights", node->skin,
                            node->mesh);
}

/* ---- transforms ---------------------------------------------------------------------------------*/

/* An ancestor that moves mesh and joints alike is harmless where engines don't ignore it either. */
static void check_transform(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    int joint = node->joint_above;
    char place[64], text[64];
    snprintf(place, sizeof place, "nodes[%d]", index);
    if (joint >= 0)
        bp_doctor_add(doctor, BP_DOCTOR_MESH_UNDER_SKELETON, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
                      "the skinned mesh's node hangs below the joint %s",
                      bp_doctor_node_text(doctor, joint, text, sizeof text));
    if (!is_identity(node->local)) {
        const float *m = node->local.m;
        bp_doctor_add(doctor, BP_DOCTOR_MESH_TRANSFORM_IGNORED, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
                      "the skinned mesh's node has a transform of its own, which moves nothing: it lies at "
                      "(%g, %g, %g)",
                      (double)m[12], (double)m[13], (double)m[14]);
    } else if (joint < 0 && !is_identity(node->world)) {
        bp_doctor_add_coded(doctor, BP_DOCTOR_MESH_TRANSFORM_IGNORED, BP_DOCTOR_NOTE, BP_DOCTOR_NO_CAUSE,
                            "NODE_SKINNED_MESH_NON_ROOT", place,
                            "nodes above the skinned mesh's node have transforms, which don't move the mesh");
    }
}

void bp_doctor_check_bind_sites(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        check_skin(doctor, (int)i);
        if (node->mesh >= 0 && node->skin >= 0) check_transform(doctor, (int)i);
    }
}
