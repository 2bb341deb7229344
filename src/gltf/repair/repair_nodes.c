/* Nodes: a skeleton that is no ancestor, joints outside the scene, matrices of animated nodes. */
#include "gltf/repair/repair.h"
#include <string.h>

static bool fix_skeleton(bp_repair_pass *pass, size_t index, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    bool right = true;
    for (size_t i = 0; skin->skeleton >= 0 && i < skin->joint_count; i++)
        right = right && (skin->joints[i] < 0 || bp_doctor_is_above(doctor, skin->skeleton, skin->joints[i]));
    if (right) return true;
    bp_doctor_text path = bp_doctor_path("skins[%zu].skeleton", index);
    bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text));
    return bp_repair_note(pass, BP_DOCTOR_SKELETON_NOT_ANCESTOR, path.text, error,
                          "removed it: the node is no ancestor of all joints, and glTF doesn't need one");
}

/* Adds the root of a joint to the scene that shows its mesh. */
static bool add_to_scene(bp_repair_pass *pass, int joint, bp_error *error) {
    bp_doctor *doctor = pass->doctor;
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    int root = doctor->nodes[joint].root;
    long long number = 0;
    if (doctor->nodes[root].in_scene || doctor->nodes[root].in_cycle) return true;
    (void)bp_json_integer(bp_json_member(doctor->document.root.json, "scene"), &number);
    bp_rewrite_value *scene = bp_gltf_rewrite_find(&pass->rewrite, "scenes[%lld]", number);
    bp_rewrite_value *nodes = bp_rewrite_member(tree, scene, "nodes");
    if (!scene) return true;
    if (!nodes) nodes = bp_rewrite_set_member(tree, scene, "nodes", "[]");
    bp_rewrite_add(tree, nodes, "%d", root);
    doctor->nodes[root].in_scene = true;
    return bp_repair_note(pass, BP_DOCTOR_JOINT_NOT_IN_SCENE,
                          bp_doctor_path("scenes[%lld].nodes", number).text, error,
                          "added %s, the root of the joints", bp_doctor_node_text(doctor, root).text);
}

static bool fix_scene(bp_repair_pass *pass, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (!node->in_scene || node->mesh < 0 || node->skin < 0) continue;
        const bp_doctor_skin *skin = &doctor->skins[node->skin];
        for (size_t j = 0; j < skin->joint_count; j++)
            if (skin->joints[j] >= 0 && !doctor->nodes[skin->joints[j]].in_scene &&
                !add_to_scene(pass, skin->joints[j], error))
                return false;
    }
    return true;
}

/* Writes translation, rotation and scale instead of the matrix, if they say the same. */
static bool fix_matrix(bp_repair_pass *pass, int index, bp_error *error) {
    const bp_doctor_node *node = &pass->doctor->nodes[index];
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    bp_trs trs;
    bp_mat4_decompose(node->local, &trs);
    bp_mat4 again = bp_mat4_from_trs(trs);
    for (int i = 0; i < 16; i++) {
        float off = again.m[i] - node->local.m[i], size = 1.0f + (i < 12 ? bp_vec3_length(trs.scale) : 0.0f);
        if (!(off < 1e-5f * size && off > -1e-5f * size)) return true;
    }
    bp_rewrite_value *value = bp_gltf_rewrite_find(&pass->rewrite, "nodes[%d]", index);
    if (!bp_rewrite_member(tree, value, "matrix")) return true; /* done for another channel */
    const float t[3] = {trs.translation.x, trs.translation.y, trs.translation.z};
    const float r[4] = {trs.rotation.x, trs.rotation.y, trs.rotation.z, trs.rotation.w};
    const float s[3] = {trs.scale.x, trs.scale.y, trs.scale.z};
    bp_rewrite_remove(bp_rewrite_member(tree, value, "matrix"));
    bp_rewrite_set_member(tree, value, "translation", "%s", bp_rewrite_floats(tree, t, 3));
    bp_rewrite_set_member(tree, value, "rotation", "%s", bp_rewrite_floats(tree, r, 4));
    bp_rewrite_set_member(tree, value, "scale", "%s", bp_rewrite_floats(tree, s, 3));
    return bp_repair_note(pass, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE, bp_doctor_path("nodes[%d]", index).text,
                          error, "replaced the matrix by the translation, rotation and scale it is made of");
}

static bool fix_matrices(bp_repair_pass *pass, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    const bp_gltf_document *document = &doctor->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_ANIMATIONS]; i++) {
        const bp_json *channels =
            bp_json_member(bp_gltf_element(document, BP_GLTF_ANIMATIONS, i).json, "channels");
        for (size_t j = 0; j < bp_json_count(channels); j++) {
            const bp_json *target = bp_json_member(bp_json_item(channels, j), "target");
            long long node;
            if (!bp_json_integer(bp_json_member(target, "node"), &node) || node < 0 ||
                (size_t)node >= doctor->node_count || !doctor->nodes[node].has_matrix ||
                strcmp(bp_json_text_or(bp_json_member(target, "path"), ""), "weights") == 0)
                continue;
            if (!fix_matrix(pass, (int)node, error)) return false;
        }
    }
    return true;
}

/* A skin without a mesh does nothing. */
static bool fix_skins(bp_repair_pass *pass, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->node_count; i++) {
        bp_doctor_text path = bp_doctor_path("nodes[%zu].skin", i);
        if (doctor->nodes[i].mesh >= 0 || doctor->nodes[i].skin < 0) continue;
        bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text));
        if (!bp_repair_note(pass, BP_DOCTOR_SKIN_MISSING, path.text, error,
                            "removed it: the node has no mesh that the skin could move"))
            return false;
    }
    return true;
}

bool bp_repair_nodes(bp_repair_pass *pass, bp_error *error) {
    for (size_t i = 0; i < pass->doctor->skin_count; i++)
        if (!fix_skeleton(pass, i, error)) return false;
    return fix_skins(pass, error) && fix_scene(pass, error) && fix_matrices(pass, error);
}
