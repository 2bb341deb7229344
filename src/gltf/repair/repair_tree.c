/* The hierarchy: one root above a skin's joints, no skinned mesh below a joint, a name for each joint; and
 * one channel for each target of a clip. */
#include "gltf/repair/repair.h"
#include <stdio.h>
#include <string.h>

/* ---- roots and meshes ---------------------------------------------------------------------------*/

/* Calls for every scene that shows `root`: adds `node` to its roots, and removes `root` if `instead`. */
static void add_to_scenes(bp_repair_pass *pass, int root, size_t node, bool instead) {
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    const bp_gltf_document *document = &pass->doctor->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_SCENES]; i++) {
        const bp_json *list = bp_json_member(bp_gltf_element(document, BP_GLTF_SCENES, i).json, "nodes");
        bool shown = false, has = false;
        for (size_t j = 0; j < bp_json_count(list); j++) {
            double index = bp_json_number_or(bp_json_item(list, j), -1.0);
            has = has || index == (double)node;
            if (index != (double)root) continue;
            shown = true;
            if (instead)
                bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "scenes[%zu].nodes[%zu]", i, j));
        }
        if (shown && !has)
            bp_rewrite_add(tree, bp_gltf_rewrite_find(&pass->rewrite, "scenes[%zu].nodes", i), "%zu", node);
    }
}

/* Puts the roots of a skin's joints below one new node, at the place of the first in the scenes. */
static bool fix_roots(bp_repair_pass *pass, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    bool *taken = bp_arena_alloc(&pass->rewrite.arena, doctor->node_count, sizeof *taken, error);
    size_t added = 0;
    if (!taken) return false;
    for (size_t i = 0; i < doctor->skin_count && !doctor->has_cycle; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        size_t roots = 0, used = 0;
        char list[512] = "";
        bool fits = true;
        int first = -1;
        for (size_t j = 0; j < skin->joint_count; j++) {
            int root = skin->joints[j] >= 0 ? doctor->nodes[skin->joints[j]].root : -1;
            bool seen = root < 0;
            for (size_t k = 0; k < j && !seen; k++)
                seen = skin->joints[k] >= 0 && doctor->nodes[skin->joints[k]].root == root;
            if (seen) continue;
            fits = fits && !taken[root] && used + 16 < sizeof list;
            if (first < 0) first = root;
            if (fits)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%d", roots ? ", " : "", root);
            roots++;
        }
        if (roots < 2 || !fits) continue;
        size_t node = doctor->node_count + added++;
        bp_rewrite_add(tree, bp_gltf_rewrite_find(&pass->rewrite, "nodes"),
                       "{\"name\": \"common root of skin %zu\", \"children\": [%s]}", i, list);
        for (size_t j = 0; j < skin->joint_count; j++) {
            int root = skin->joints[j] >= 0 ? doctor->nodes[skin->joints[j]].root : -1;
            if (root < 0 || taken[root]) continue;
            taken[root] = true;
            add_to_scenes(pass, root, root == first ? node : (size_t)first, true);
        }
        if (!bp_repair_note(pass, BP_DOCTOR_NO_COMMON_ROOT, bp_doctor_path("skins[%zu].joints", i).text,
                            error, "added nodes[%zu], which doesn't move, above the %zu roots of its joints",
                            node, roots))
            return false;
    }
    return true;
}

static bool is_animated(const bp_doctor *doctor, size_t node) {
    for (size_t i = 0; i < doctor->document.counts[BP_GLTF_ANIMATIONS]; i++) {
        const bp_json *list =
            bp_json_member(bp_gltf_element(&doctor->document, BP_GLTF_ANIMATIONS, i).json, "channels");
        for (size_t j = 0; j < bp_json_count(list); j++) {
            const bp_json *target = bp_json_member(bp_json_item(list, j), "target");
            if (bp_json_number_or(bp_json_member(target, "node"), -1.0) == (double)node &&
                strcmp(bp_json_text_or(bp_json_member(target, "path"), ""), "weights") != 0)
                return true;
        }
    }
    return false;
}

/* Moves skinned meshes from below joints to the scene's root, without their transform, which glTF ignores. */
static bool fix_meshes(bp_repair_pass *pass, bp_error *error) {
    static const char *const transform[] = {"matrix", "translation", "rotation", "scale"};
    const bp_doctor *doctor = pass->doctor;
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (node->mesh < 0 || node->skin < 0 || node->joint_above < 0 || node->subtree_size > 1 ||
            node->is_joint || is_animated(doctor, i))
            continue;
        const bp_json *list = bp_json_member(
            bp_gltf_element(&doctor->document, BP_GLTF_NODES, (size_t)node->parent).json, "children");
        size_t left = 0;
        for (size_t j = 0; j < bp_json_count(list); j++) {
            bool own = bp_json_number_or(bp_json_item(list, j), -1.0) == (double)i;
            left += !own;
            if (own)
                bp_rewrite_remove(
                    bp_gltf_rewrite_find(&pass->rewrite, "nodes[%d].children[%zu]", node->parent, j));
        }
        if (left == 0)
            bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "nodes[%d].children", node->parent));
        for (size_t j = 0; j < BP_COUNT(transform); j++)
            bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "nodes[%zu].%s", i, transform[j]));
        add_to_scenes(pass, node->root, i, false);
        if (!bp_repair_note(
                pass, BP_DOCTOR_MESH_UNDER_SKELETON, bp_doctor_path("nodes[%zu]", i).text, error,
                "moved the node to the root of its scene, and removed its transform, which glTF ignores"))
            return false;
    }
    return true;
}

/* ---- names --------------------------------------------------------------------------------------*/

static bool is_name_used(const bp_doctor *doctor, const char *name, size_t before) {
    for (size_t i = 0; i < before; i++)
        if (strcmp(doctor->nodes[i].name, name) == 0) return true;
    return false;
}

/* Joints with the name of an earlier node, and, if asked for, those without a name, get their number
 * behind it.
 */
bool bp_repair_names(bp_repair_pass *pass, bp_error *error) {
    const bp_doctor *doctor = pass->doctor;
    enum { MOST = 4096 }; /* each name is compared with all others */
    for (size_t i = 0; i < doctor->node_count && doctor->node_count <= MOST; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        char name[256];
        bool missing = *node->name == '\0', joint = false;
        for (size_t j = 0; j < i && !joint && !missing; j++)
            joint = doctor->nodes[j].is_joint && strcmp(doctor->nodes[j].name, node->name) == 0;
        if (!node->is_joint || doctor->skin_count == 0 || !(missing ? pass->options->names : joint)) continue;
        if (strcspn(node->name, "\"\\") < strlen(node->name) || strlen(node->name) > 200) continue;
        snprintf(name, sizeof name, "%s%s%zu", missing ? "joint" : node->name, missing ? "" : ".", i);
        if (is_name_used(doctor, name, doctor->node_count)) continue;
        bp_rewrite_set_member(&pass->rewrite.tree, bp_gltf_rewrite_find(&pass->rewrite, "nodes[%zu]", i),
                              "name", "\"%s\"", name);
        if (!bp_repair_note(pass, missing ? BP_DOCTOR_NAMES_MISSING : BP_DOCTOR_NAMES_DUPLICATED,
                            bp_doctor_path("nodes[%zu].name", i).text, error, "named the joint \"%.100s\"",
                            name))
            return false;
    }
    return true;
}

bool bp_repair_tree(bp_repair_pass *pass, bp_error *error) {
    return fix_roots(pass, error) && fix_meshes(pass, error);
}

/* ---- channels -----------------------------------------------------------------------------------*/

/* Whether two samplers read the same numbers in the same way. */
static bool are_samplers_equal(const bp_json *samplers, size_t a, size_t b) {
    const bp_json *one = bp_json_item(samplers, a), *two = bp_json_item(samplers, b);
    static const char *const keys[] = {"input", "output"};
    for (int i = 0; i < 2; i++)
        if (bp_json_number_or(bp_json_member(one, keys[i]), -1.0) !=
            bp_json_number_or(bp_json_member(two, keys[i]), -2.0))
            return false;
    return strcmp(bp_json_text_or(bp_json_member(one, "interpolation"), "LINEAR"),
                  bp_json_text_or(bp_json_member(two, "interpolation"), "LINEAR")) == 0;
}

/* Removes a channel for the target of an earlier one. Which of the two was meant is a guess, unless their
 * keys are the same. */
static bool fix_channels(bp_repair_pass *pass, size_t animation, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&pass->doctor->document, BP_GLTF_ANIMATIONS, animation);
    const bp_json *channels = bp_json_member(value.json, "channels"),
                  *samplers = bp_json_member(value.json, "samplers");
    enum { MOST = 4096 };
    size_t count = bp_json_count(channels);
    for (size_t i = 1; i < count && count <= MOST; i++) {
        const bp_json *channel = bp_json_item(channels, i), *target = bp_json_member(channel, "target");
        const char *path = bp_json_text_or(bp_json_member(target, "path"), "");
        for (size_t j = 0; j < i; j++) {
            const bp_json *other = bp_json_item(channels, j), *first = bp_json_member(other, "target");
            double node = bp_json_number_or(bp_json_member(target, "node"), -1.0);
            if (bp_doctor_path_bit(path) == 0 || node < 0.0 ||
                bp_json_number_or(bp_json_member(first, "node"), -1.0) != node ||
                strcmp(bp_json_text_or(bp_json_member(first, "path"), ""), path) != 0)
                continue;
            pass->guessing = !are_samplers_equal(
                samplers, (size_t)bp_json_number_or(bp_json_member(channel, "sampler"), 1e9),
                (size_t)bp_json_number_or(bp_json_member(other, "sampler"), 1e9));
            if (pass->guessing && !pass->options->guess) break;
            bp_doctor_text text = bp_doctor_path("animations[%zu].channels[%zu]", animation, i);
            bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite, "%s", text.text));
            if (!bp_repair_note(pass, BP_DOCTOR_CHANNEL_DUPLICATED, text.text, error,
                                "removed it: channel %zu moves the %s of nodes[%d] too%s", j, path, (int)node,
                                pass->guessing ? ", by other keys" : ", by the same keys"))
                return false;
            break;
        }
    }
    return true;
}

bool bp_repair_channels(bp_repair_pass *pass, bp_error *error) {
    for (size_t i = 0; i < pass->doctor->document.counts[BP_GLTF_ANIMATIONS]; i++)
        if (!fix_channels(pass, i, error)) return false;
    return true;
}
