/* The hierarchy: one root above a skin's joints, no skinned mesh below a joint, a name for each joint; and
 * one channel for each target of a clip. */
#include "gltf/doctor/doctor_profiles.h"
#include "gltf/repair/repair.h"
#include <stdio.h>
#include <string.h>

/* ---- roots and meshes ---------------------------------------------------------------------------*/

/* Adds a node to the scenes that show one of the roots, and removes these if `instead`. */
static void add_to_scenes(bp_repair_pass *pass, const int *roots, size_t count, size_t node, bool instead) {
    const bp_gltf_document *document = &pass->doctor->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_SCENES]; i++) {
        bp_gltf_value scene = bp_gltf_element(document, BP_GLTF_SCENES, i);
        bp_gltf_value list = bp_gltf_member(&scene, "nodes");
        bool shown = false, has = false;
        for (bp_gltf_walk walk = bp_gltf_walk_of(&list, "*"); bp_gltf_walk_next(&walk);) {
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

/* Puts the roots of a skin's joints below one new node, at the place of the first in the scenes. */
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
        bp_repair_note(pass, BP_DOCTOR_NO_COMMON_ROOT, bp_doctor_path("skins[%zu].joints", i).text,
                       "added nodes[%zu], which doesn't move, above the %zu roots of its joints", node++,
                       count);
    }
}

/* Moves a skinned mesh from below a joint to the scene's root, without its transform, which glTF ignores. */
static void fix_mesh(bp_repair_pass *pass, size_t index) {
    static const char *const transform[] = {"matrix", "translation", "rotation", "scale"};
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_node *node = &doctor->nodes[index];
    bp_gltf_value parent = bp_gltf_element(&doctor->document, BP_GLTF_NODES, (size_t)node->parent);
    size_t left = 0;
    for (bp_gltf_walk walk = bp_gltf_walk_of(&parent, "children.*"); bp_gltf_walk_next(&walk);) {
        bool own = bp_gltf_index_of(&doctor->document, walk.value->json, BP_GLTF_NODES) == (int)index;
        left += !own;
        if (own) bp_rewrite_remove(bp_gltf_rewrite_at(&pass->rewrite, walk.value));
    }
    if (left == 0)
        bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "nodes[%d].children", node->parent));
    for (size_t i = 0; i < BP_COUNT(transform); i++)
        bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "nodes[%zu].%s", index, transform[i]));
    add_to_scenes(pass, &node->root, 1, index, false);
    bp_repair_note(pass, BP_DOCTOR_MESH_UNDER_SKELETON, bp_doctor_path("nodes[%zu]", index).text,
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

/* ---- names --------------------------------------------------------------------------------------*/

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
                       bp_doctor_path("nodes[%zu].name", i).text, "named the joint \"%.100s\"", name);
    }
}

/* ---- channels -----------------------------------------------------------------------------------*/

/* Whether the samplers of two channels read the same numbers in the same way. */
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
    for (bp_gltf_walk walk = bp_gltf_walk_of(&pass->doctor->document.root, "animations.*.channels.*");
         bp_gltf_walk_next(&walk);)
        if (bp_json_count(walk.steps[2].json) <= MOST) fix_channel(pass, walk.value);
}
