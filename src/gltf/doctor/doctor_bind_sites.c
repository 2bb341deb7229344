/* Bind sites, the nodes that skinned meshes are attached to: their transforms have no effect, and their skins
 * may be missing. */
#include "gltf/doctor/doctor.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bp_doctor_place place_of(const bp_doctor_node *node, int index) {
    bp_doctor_place place = bp_doctor_at_node(index, "nodes[%d]", index);
    place.mesh = node->mesh;
    place.skin = node->skin;
    return place;
}

static void check_skin(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bool influences = node->mesh >= 0 && doctor->meshes[node->mesh].has_influences;
    bp_doctor_place place = place_of(node, index);
    bp_doctor_id cause = bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_UNREADABLE);
    if (cause == BP_DOCTOR_NONE)
        cause = bp_doctor_first(doctor, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED);
    if (influences && node->skin < 0)
        bp_doctor_add_caused(doctor, BP_DOCTOR_SKIN_MISSING,
                             doctor->meshes[node->mesh].skin >= 0 ? BP_DOCTOR_WARNING : BP_DOCTOR_ERROR,
                             cause, place, "meshes[%d] has joints and weights, but the node has no skin",
                             node->mesh);
    if (node->mesh < 0 && node->skin >= 0)
        bp_doctor_add_coded(doctor, BP_DOCTOR_SKIN_MISSING, BP_DOCTOR_ERROR, cause, "UNSATISFIED_DEPENDENCY",
                            place, "the node has skins[%d], but no mesh", node->skin);
    if (!influences && node->mesh >= 0 && node->skin >= 0)
        bp_doctor_add_coded(
            doctor, BP_DOCTOR_SKIN_MISSING, BP_DOCTOR_ERROR, cause, "NODE_SKIN_WITH_NON_SKINNED_MESH", place,
            "the node has skins[%d], but meshes[%d] has no joints and weights", node->skin, node->mesh);
}

/* What the specification ignores of a transform: "a scale of 100, a rotation of 90 degrees". */
static bp_formatted describe(bp_mat4 m) {
    bp_trs trs;
    char scale[80] = "", rotation[80] = "", translation[120] = "";
    if (!bp_mat4_decompose(m, &trs)) return bp_format("a matrix that flattens");
    double x = (double)trs.scale.x, y = (double)trs.scale.y, z = (double)trs.scale.z;
    double degrees = 2.0 * (double)bp_acos(fabsf(trs.rotation.w)) * 57.29577951308232;
    bp_vec3 t = trs.translation;
    bool even = fabs(x - y) <= 1e-4 * fabs(x) && fabs(x - z) <= 1e-4 * fabs(x);
    if (even && fabs(x - 1.0) > 1e-5) snprintf(scale, sizeof scale, ", a scale of %.4g", x);
    if (!even) snprintf(scale, sizeof scale, ", a scale of (%.3g, %.3g, %.3g)", x, y, z);
    if (degrees > 1e-2) snprintf(rotation, sizeof rotation, ", a rotation of %.4g degrees", degrees);
    if (bp_vec3_length(t) > 1e-5f)
        snprintf(translation, sizeof translation, ", a translation of (%.4g, %.4g, %.4g)", (double)t.x,
                 (double)t.y, (double)t.z);
    bp_formatted out = bp_format("%.40s%.40s%.60s", scale, rotation, translation);
    if (strlen(out.text) < 3) return bp_format("a transform");
    return bp_format("%s", out.text + 2);
}

/* Whether the nodes above the mesh are above its joints too, as in Mixamo's armatures. */
static bool is_shared(const bp_doctor *doctor, const bp_doctor_node *node) {
    const bp_doctor_skin *skin = &doctor->skins[node->skin];
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->joints[i] >= 0 && !bp_doctor_is_above(doctor, node->parent, skin->joints[i])) return false;
    return true;
}

/* An ancestor that moves mesh and joints alike does no harm, even in an engine that doesn't ignore it. */
static void check_transform(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bp_doctor_place place = place_of(node, index);
    if (node->joint_above >= 0)
        bp_doctor_add(doctor, BP_DOCTOR_MESH_UNDER_SKELETON, BP_DOCTOR_WARNING, place,
                      "the skinned mesh's node is a descendant of the joint %s",
                      bp_doctor_node_text(doctor, node->joint_above).text);
    if (!bp_doctor_is_identity(node->local))
        bp_doctor_add(doctor, BP_DOCTOR_MESH_TRANSFORM_IGNORED, BP_DOCTOR_WARNING, place,
                      "the skinned mesh's node has %s, which glTF ignores", describe(node->local).text);
    else if (node->joint_above < 0 && !bp_doctor_is_identity(node->world) && !is_shared(doctor, node))
        bp_doctor_add_coded(doctor, BP_DOCTOR_MESH_TRANSFORM_IGNORED, BP_DOCTOR_NOTE, BP_DOCTOR_NONE,
                            "NODE_SKINNED_MESH_NON_ROOT", place,
                            "the nodes above the skinned mesh's node have %s, which glTF ignores",
                            describe(node->world).text);
}

void bp_doctor_check_bind_sites(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        check_skin(doctor, (int)i);
        if (node->mesh >= 0 && node->skin >= 0) check_transform(doctor, (int)i);
    }
}
