/* Nodes: a skeleton that is no ancestor, joints outside the scene, matrices of animated nodes. */
#include "gltf/repair/repair.h"

static void fix_skeleton(bp_repair_pass *pass, size_t index) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    bool right = true;
    for (size_t i = 0; skin->skeleton >= 0 && i < skin->joint_count; i++)
        right = right && (skin->joints[i] < 0 || bp_doctor_is_above(doctor, skin->skeleton, skin->joints[i]));
    if (right) return;
    bp_doctor_text path = bp_doctor_path("skins[%zu].skeleton", index);
    bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text));
    bp_repair_note(pass, BP_DOCTOR_SKELETON_NOT_ANCESTOR, path.text,
                   "removed it: the node is no ancestor of all joints, and glTF doesn't need one");
}

/* Adds the root of a joint to the scene that shows its mesh. */
static void add_to_scene(bp_repair_pass *pass, int joint) {
    bp_doctor *doctor = pass->doctor;
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    int root = doctor->nodes[joint].root;
    long long number = 0;
    if (doctor->nodes[root].in_scene || doctor->nodes[root].in_cycle) return;
    (void)bp_json_integer(bp_json_member(doctor->document.root.json, "scene"), &number);
    bp_rewrite_value *scene = bp_gltf_rewrite_find(&pass->rewrite, "scenes[%lld]", number);
    bp_rewrite_value *nodes = bp_rewrite_member(tree, scene, "nodes");
    if (!scene) return;
    if (!nodes) nodes = bp_rewrite_set_member(tree, scene, "nodes", "[]");
    bp_rewrite_add(tree, nodes, "%d", root);
    doctor->nodes[root].in_scene = true;
    bp_repair_note(pass, BP_DOCTOR_JOINT_NOT_IN_SCENE, bp_doctor_path("scenes[%lld].nodes", number).text,
                   "added %s, the root of the joints", bp_doctor_node_text(doctor, root).text);
}

static void fix_scene(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (!node->in_scene || node->mesh < 0 || node->skin < 0) continue;
        const bp_doctor_skin *skin = &doctor->skins[node->skin];
        for (size_t j = 0; j < skin->joint_count; j++)
            if (skin->joints[j] >= 0 && !doctor->nodes[skin->joints[j]].in_scene)
                add_to_scene(pass, skin->joints[j]);
    }
}

/* Writes translation, rotation and scale instead of the matrix, if they say the same. */
static void fix_matrix(bp_repair_pass *pass, size_t index) {
    const bp_doctor_node *node = &pass->doctor->nodes[index];
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    bp_rewrite_value *value = bp_gltf_rewrite_find(&pass->rewrite, "nodes[%zu]", index);
    bp_trs trs;
    bp_mat4_decompose(node->local, &trs);
    bp_mat4 again = bp_mat4_from_trs(trs);
    for (int i = 0; i < 16; i++) {
        float off = again.m[i] - node->local.m[i], size = 1.0f + (i < 12 ? bp_vec3_length(trs.scale) : 0.0f);
        if (!(off < 1e-5f * size && off > -1e-5f * size)) return;
    }
    bp_rewrite_remove(bp_rewrite_member(tree, value, "matrix"));
    bp_rewrite_set_member(tree, value, "translation", "%s", bp_rewrite_floats(tree, &trs.translation.x, 3));
    bp_rewrite_set_member(tree, value, "rotation", "%s", bp_rewrite_floats(tree, &trs.rotation.x, 4));
    bp_rewrite_set_member(tree, value, "scale", "%s", bp_rewrite_floats(tree, &trs.scale.x, 3));
    bp_repair_note(pass, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE, bp_doctor_path("nodes[%zu]", index).text,
                   "replaced the matrix by the translation, rotation and scale it is made of");
}

/* A skin without a mesh does nothing. */
static void fix_skin(bp_repair_pass *pass, size_t index) {
    bp_doctor_text path = bp_doctor_path("nodes[%zu].skin", index);
    bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text));
    bp_repair_note(pass, BP_DOCTOR_SKIN_MISSING, path.text,
                   "removed it: the node has no mesh that the skin could move");
}

void bp_repair_nodes(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->skin_count; i++) fix_skeleton(pass, i);
    for (size_t i = 0; i < doctor->node_count; i++)
        if (doctor->nodes[i].mesh < 0 && doctor->nodes[i].skin >= 0) fix_skin(pass, i);
    fix_scene(pass);
    for (size_t i = 0; i < doctor->node_count; i++)
        if (doctor->nodes[i].has_matrix && bp_doctor_is_moved(&doctor->nodes[i])) fix_matrix(pass, i);
}
