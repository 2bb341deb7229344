/* The hierarchy: one root above a skin's joints, no skinned mesh below a joint, a name for each joint; and
 * one channel for each target of a clip. */
#include "gltf/doctor/doctor_profiles.h"
#include "gltf/repair/repair.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nodes: a skeleton that is no ancestor, joints outside the scene, matrices of animated nodes. */

static void fix_skeleton(bp_repair_pass *pass, size_t index) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    bool right = true;
    for (size_t i = 0; skin->skeleton >= 0 && i < skin->joint_count; i++)
        right = right && (skin->joints[i] < 0 || bp_doctor_is_above(doctor, skin->skeleton, skin->joints[i]));
    if (right) return;
    bp_formatted path = bp_format("skins[%zu].skeleton", index);
    bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text));
    bp_repair_note(pass, BP_DOCTOR_SKELETON_NOT_ANCESTOR, path.text,
                   "removed it: the node is no ancestor of all joints, and glTF doesn't need one");
}

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
    bp_repair_note(pass, BP_DOCTOR_JOINT_NOT_IN_SCENE, bp_format("scenes[%lld].nodes", number).text,
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
    bp_rewrite_set_member(tree, value, "translation", "%s", bp_rewrite_floats(tree, &trs.position.x, 3));
    bp_rewrite_set_member(tree, value, "rotation", "%s", bp_rewrite_floats(tree, &trs.rotation.x, 4));
    bp_rewrite_set_member(tree, value, "scale", "%s", bp_rewrite_floats(tree, &trs.scale.x, 3));
    bp_repair_note(pass, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE, bp_format("nodes[%zu]", index).text,
                   "replaced the matrix by the translation, rotation and scale it is made of");
}

void bp_repair_nodes(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->skin_count; i++) fix_skeleton(pass, i);
    for (size_t i = 0; i < doctor->node_count; i++) {
        if (doctor->nodes[i].mesh >= 0 || doctor->nodes[i].skin < 0) continue;
        bp_formatted path = bp_format("nodes[%zu].skin", i);
        bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text));
        bp_repair_note(pass, BP_DOCTOR_SKIN_MISSING, path.text,
                       "removed it: the node has no mesh that the skin could move");
    }
    fix_scene(pass);
    for (size_t i = 0; i < doctor->node_count; i++)
        if (doctor->nodes[i].has_matrix && bp_doctor_is_moved(&doctor->nodes[i])) fix_matrix(pass, i);
}

/* A skin's joints as a tree that importers take: one root, no plain nodes between joints, parents first.
 * Nodes that are missing become joints that move no vertex, so the motion stays. */

typedef struct new_joint {
    size_t preorder; /* of its node: the place in the list */
    int node, old;   /* old: its number before; -1: it is new */
} new_joint;

static int by_preorder(const void *a, const void *b) {
    const new_joint *one = a, *two = b;
    return (one->preorder > two->preorder) - (one->preorder < two->preorder);
}

/* The lowest node that is above all joints, or is one of them; -1: there is none. */
static int common_root(const bp_doctor *doctor, const bp_doctor_skin *skin) {
    int root = skin->joints[0];
    for (size_t i = 1; i < skin->joint_count && root >= 0; i++)
        while (root >= 0 && !bp_doctor_is_above(doctor, root, skin->joints[i]))
            root = doctor->nodes[root].parent;
    return root;
}

/* The old joints, and every node between them and their common root. Returns how many there are; 0: a joint
 * is missing, or they have no common root. The skin's joints are marked, and afterwards the new ones too. */
static size_t list_joints(bp_repair_pass *pass, const bp_doctor_skin *skin, new_joint *list) {
    const bp_doctor *doctor = pass->doctor;
    size_t count = 0;
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->joints[i] < 0 || doctor->joint_of[skin->joints[i]] != (int)i) return 0;
    int root = common_root(doctor, skin);
    for (size_t i = 0; i < skin->joint_count && root >= 0; i++) {
        int node = skin->joints[i];
        list[count++] = (new_joint){doctor->nodes[node].preorder, node, (int)i};
        while (node != root && doctor->joint_of[doctor->nodes[node].parent] < 0) {
            node = doctor->nodes[node].parent;
            doctor->joint_of[node] = (int)skin->joint_count;
            list[count++] = (new_joint){doctor->nodes[node].preorder, node, -1};
        }
    }
    return count;
}

/* Writes the inverse binds in the new order; a new joint's is the inverse of its node. */
static bool write_binds(bp_repair_pass *pass, size_t index, const new_joint *list, size_t count) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_gltf_value value = bp_gltf_element(&doctor->document, BP_GLTF_SKINS, index);
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_inverse_binds_open(&pass->doctor->document, &value, &accessor, &exists,
                                    bp_gltf_rewrite_error(&pass->rewrite)))
        return false;
    if (!exists) return true; /* all are identities, and new ones move nothing */
    bp_mat4 *binds = bp_repair_alloc(pass, count, sizeof *binds);
    for (size_t i = 0; binds && i < count; i++) {
        if (list[i].old >= 0)
            binds[i] = skin->binds[list[i].old];
        else if (!bp_mat4_inverse_affine(doctor->nodes[list[i].node].world, &binds[i]))
            binds[i] = bp_mat4_identity();
    }
    if (binds) bp_repair_replace(pass, &value, "inverseBindMatrices", &accessor, (uint8_t *)binds, count, 0);
    return binds != NULL;
}

static void fix_skin(bp_repair_pass *pass, size_t index, bool own) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    new_joint *list = bp_repair_alloc(pass, doctor->node_count, sizeof *list);
    int *numbers = bp_repair_alloc(pass, skin->joint_count, sizeof *numbers);
    size_t count = list && numbers ? list_joints(pass, skin, list) : 0, moved = 0;
    for (size_t i = 0; i < count; i++) pass->doctor->joint_of[list[i].node] = -1;
    if (count == 0 || count > UINT16_MAX) return;
    qsort(list, count, sizeof *list, by_preorder);
    for (size_t i = 0; i < count; i++)
        if (list[i].old >= 0 && (numbers[list[i].old] = (int)i) != list[i].old) moved++;
    if (count == skin->joint_count && moved == 0) return;
    if ((moved > 0 && !own) || !write_binds(pass, index, list, count)) return;
    for (size_t i = 0; i < count; i++) {
        bp_rewrite_value *joints = bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints", index);
        if (i < skin->joint_count)
            bp_rewrite_set(&pass->rewrite.tree,
                           bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%zu]", index, i), "%d",
                           list[i].node);
        else
            bp_rewrite_add(&pass->rewrite.tree, joints, "%d", list[i].node);
    }
    if (moved > 0) bp_repair_renumber(pass, index, numbers, skin->joint_count);
    bp_repair_note(pass, count > skin->joint_count ? BP_DOCTOR_PROFILE_ROOTS : BP_DOCTOR_PROFILE_ORDER,
                   bp_format("skins[%zu].joints", index).text,
                   "sorted the joints, parents first, with %zu nodes more, which move no vertex: one root, "
                   "%s, and no plain nodes between joints",
                   count - skin->joint_count, bp_doctor_node_text(doctor, list[0].node).text);
}

void bp_repair_skeleton(bp_repair_pass *pass) {
    bp_doctor *doctor = pass->doctor;
    const bool *own = bp_repair_own_meshes(pass);
    for (size_t i = 0; own && i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        if (skin->joint_count == 0 || doctor->has_cycle || skin->remedy.verdict != BP_DOCTOR_SOUND) continue;
        bp_doctor_mark_joints(doctor, skin);
        fix_skin(pass, i, own[i]);
        bp_doctor_unmark_joints(doctor, skin);
    }
}

/* Adds a node to the scenes that show one of the roots, and removes these if `instead`. */
static void add_to_scenes(bp_repair_pass *pass, const int *roots, size_t count, size_t node, bool instead) {
    const bp_gltf_document *document = &pass->doctor->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_SCENES]; i++) {
        bp_gltf_value scene = bp_gltf_element(document, BP_GLTF_SCENES, i);
        bp_gltf_value list = bp_gltf_member(&scene, "nodes");
        bool shown = false, has = false;
        BP_GLTF_EACH(walk, &list, "*") {
            int index = bp_gltf_index_of(document, walk.value->json, BP_GLTF_NODES);
            bool is_root = false;
            for (size_t j = 0; j < count; j++) is_root = is_root || roots[j] == index;
            has = has || index == (int)node;
            shown = shown || is_root;
            if (is_root && instead) bp_rewrite_remove(bp_gltf_rewrite_at(&pass->rewrite, walk.value));
        }
        if (shown && !has)
            bp_rewrite_add(&pass->rewrite.tree, bp_gltf_rewrite_at(&pass->rewrite, &list), "%zu", node);
    }
}

/* The roots of a skin's joints, each once, in the order of the joints. */
static size_t find_roots(const bp_doctor *doctor, const bp_doctor_skin *skin, int *roots) {
    size_t count = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        int root = skin->joints[i] >= 0 ? doctor->nodes[skin->joints[i]].root : -1;
        bool seen = root < 0;
        for (size_t j = 0; j < count; j++) seen = seen || roots[j] == root;
        if (!seen) roots[count++] = root;
    }
    return count;
}

static void fix_roots(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    int *roots = bp_repair_alloc(pass, doctor->node_count, sizeof *roots);
    bool *taken = bp_repair_alloc(pass, doctor->node_count, sizeof *taken);
    size_t node = doctor->node_count;
    for (size_t i = 0; roots && taken && i < doctor->skin_count && !doctor->has_cycle; i++) {
        size_t count = find_roots(doctor, &doctor->skins[i], roots);
        bool any = false;
        for (size_t j = 0; j < count; j++) any = any || taken[roots[j]];
        if (count < 2 || any) continue;
        bp_rewrite_value *added =
            bp_rewrite_add(tree, bp_gltf_rewrite_find(&pass->rewrite, "nodes"),
                           "{\"name\": \"common root of skin %zu\", \"children\": []}", i);
        bp_rewrite_value *children = bp_rewrite_member(tree, added, "children");
        for (size_t j = 0; j < count; j++) {
            taken[roots[j]] = true;
            bp_rewrite_add(tree, children, "%d", roots[j]);
        }
        add_to_scenes(pass, roots, count, node, true);
        bp_repair_note(pass, BP_DOCTOR_NO_COMMON_ROOT, bp_format("skins[%zu].joints", i).text,
                       "added nodes[%zu], which doesn't move, above the %zu roots of its joints", node++,
                       count);
    }
}

static void fix_mesh(bp_repair_pass *pass, size_t index) {
    static const char *const transform[] = {"matrix", "translation", "rotation", "scale"};
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_node *node = &doctor->nodes[index];
    bp_gltf_value parent = bp_gltf_element(&doctor->document, BP_GLTF_NODES, (size_t)node->parent);
    size_t left = 0;
    BP_GLTF_EACH(walk, &parent, "children.*") {
        bool own = bp_gltf_index_of(&doctor->document, walk.value->json, BP_GLTF_NODES) == (int)index;
        left += !own;
        if (own) bp_rewrite_remove(bp_gltf_rewrite_at(&pass->rewrite, walk.value));
    }
    if (left == 0)
        bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "nodes[%d].children", node->parent));
    for (size_t i = 0; i < BP_COUNT(transform); i++)
        bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "nodes[%zu].%s", index, transform[i]));
    add_to_scenes(pass, &node->root, 1, index, false);
    bp_repair_note(pass, BP_DOCTOR_MESH_UNDER_SKELETON, bp_format("nodes[%zu]", index).text,
                   "moved the node to the root of its scene, and removed its transform, which glTF ignores");
}

void bp_repair_tree(bp_repair_pass *pass) {
    fix_roots(pass);
    for (size_t i = 0; i < pass->doctor->node_count; i++) {
        const bp_doctor_node *node = &pass->doctor->nodes[i];
        if (node->mesh >= 0 && node->skin >= 0 && node->joint_above >= 0 && node->subtree_size == 1 &&
            !node->is_joint && !bp_doctor_is_moved(node))
            fix_mesh(pass, i);
    }
}

static bool is_name_used(const bp_doctor *doctor, const char *name) {
    for (size_t i = 0; i < doctor->node_count; i++)
        if (strcmp(doctor->nodes[i].name, name) == 0) return true;
    return false;
}

/* Joints with the name of an earlier node, and, if asked for, those without a name, get their number
 * behind it. */
void bp_repair_names(bp_repair_pass *pass) {
    const bp_doctor *doctor = pass->doctor;
    enum { MOST = 4096 }; /* each name is compared with all others */
    const char *between = doctor->limits && strchr(doctor->limits->characters, '.') ? "_" : ".";
    for (size_t i = 0; i < doctor->node_count && doctor->node_count <= MOST; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        char name[256];
        bool missing = *node->name == '\0', joint = false;
        for (size_t j = 0; j < i && !joint && !missing; j++)
            joint = doctor->nodes[j].is_joint && strcmp(doctor->nodes[j].name, node->name) == 0;
        if (!node->is_joint || doctor->skin_count == 0 || !(missing ? pass->options->names : joint)) continue;
        if (strcspn(node->name, "\"\\") < strlen(node->name) || strlen(node->name) > 200) continue;
        snprintf(name, sizeof name, "%s%s%zu", missing ? "joint" : node->name, missing ? "" : between, i);
        if (is_name_used(doctor, name)) continue;
        bp_rewrite_set_member(&pass->rewrite.tree, bp_gltf_rewrite_find(&pass->rewrite, "nodes[%zu]", i),
                              "name", "\"%s\"", name);
        bp_repair_note(pass, missing ? BP_DOCTOR_NAMES_MISSING : BP_DOCTOR_NAMES_DUPLICATED,
                       bp_format("nodes[%zu].name", i).text, "named the joint \"%.100s\"", name);
    }
}

static bool are_keys_equal(const bp_json *samplers, const bp_json *a, const bp_json *b) {
    static const char *const keys[] = {"input", "output"};
    const bp_json *one = bp_json_item(samplers, (size_t)bp_json_number_or(bp_json_member(a, "sampler"), 1e9));
    const bp_json *two = bp_json_item(samplers, (size_t)bp_json_number_or(bp_json_member(b, "sampler"), 1e9));
    for (int i = 0; i < 2; i++)
        if (bp_json_number_or(bp_json_member(one, keys[i]), -1.0) !=
            bp_json_number_or(bp_json_member(two, keys[i]), -2.0))
            return false;
    return strcmp(bp_json_text_or(bp_json_member(one, "interpolation"), "LINEAR"),
                  bp_json_text_or(bp_json_member(two, "interpolation"), "LINEAR")) == 0;
}

/* Removes a channel for the target of an earlier one. Which of the two was meant is a guess, unless their
 * keys are the same. */
static void fix_channel(bp_repair_pass *pass, const bp_gltf_value *channel) {
    const bp_json *target = bp_json_member(channel->json, "target"), *channels = channel->up->json,
                  *samplers = bp_json_member(channel->up->up->json, "samplers");
    const bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_target of = bp_gltf_target_of(document, target);
    size_t i = 0;
    for (; i < channel->index; i++) {
        bp_gltf_target first =
            bp_gltf_target_of(document, bp_json_member(bp_json_item(channels, i), "target"));
        if (first.node == of.node && first.kind == of.kind) break;
    }
    if (i == channel->index || of.node < 0) return;
    pass->guessing = !are_keys_equal(samplers, channel->json, bp_json_item(channels, i));
    if (pass->guessing && !pass->options->guess) return;
    bp_rewrite_remove(bp_gltf_rewrite_at(&pass->rewrite, channel));
    bp_repair_note(pass, BP_DOCTOR_CHANNEL_DUPLICATED, bp_doctor_path_of(channel).text,
                   "removed it: channel %zu moves the %s of nodes[%d] too%s", i, bp_gltf_paths[of.kind],
                   of.node, pass->guessing ? ", by other keys" : ", by the same keys");
}

void bp_repair_channels(bp_repair_pass *pass) {
    enum { MOST = 4096 }; /* each is compared with all others */
    BP_GLTF_EACH(walk, &pass->doctor->document.root, "animations.*.channels.*")
        if (bp_json_count(walk.steps[2].json) <= MOST) fix_channel(pass, walk.value);
}
