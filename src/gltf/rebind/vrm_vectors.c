/* Finding what VRM's extensions define in bones' spaces. Values of a wrong type are passed over: readers of
 * VRM do so, too. */
#include "gltf/rebind/vrm_vectors.h"
#include <string.h>

/* VRM 0.x has a list of {bone, node}, VRM 1.0 an object of {node} by bone. */
int bp_vrm_bone(const bp_gltf_document *document, const char *name) {
    static const char *const lists[] = {"extensions.VRMC_vrm.humanoid.humanBones.*",
                                        "extensions.VRM.humanoid.humanBones.*"};
    for (size_t i = 0; i < BP_COUNT(lists); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&document->root, lists[i]); bp_gltf_walk_next(&walk);) {
            const char *bone = bp_json_text_or(bp_json_member(walk.value->json, "bone"), walk.value->key);
            if (bone && strcmp(bone, name) == 0) return bp_vrm_node(document, walk.value->json, "node");
        }
    return -1;
}

/* The way of a vector to the visitor. */
typedef struct vector_walk {
    bp_vrm_visit *visit;
    void *user;
    bp_error *error;
    bool ok;
} vector_walk;

static double number(const bp_json *vector, size_t i, bool is_unity) {
    static const char *const axes[] = {"x", "y", "z"};
    return bp_json_number_or(is_unity ? bp_json_member(vector, axes[i]) : bp_json_item(vector, i), 0);
}

static void visit(vector_walk *walk, int node, const bp_gltf_value *object, const char *key, bool is_unity) {
    const bp_json *json = bp_json_member(object->json, key);
    bp_vrm_vector vector = {.node = node, .is_unity = is_unity, .object = object, .key = key};
    vector.is_direction = strcmp(key, "normal") == 0;
    if (!walk->ok || node < 0 || (!json && !vector.is_direction)) return;
    vector.value =
        (bp_dvec3){number(json, 0, is_unity), number(json, 1, is_unity), number(json, 2, is_unity)};
    if (is_unity) vector.value.z = -vector.value.z;
    if (!json) vector.value = (bp_dvec3){0, 0, 1}; /* a plane's default */
    walk->ok = walk->visit(walk->user, &vector, walk->error);
}

bool bp_vrm_each_vector(const bp_gltf_document *document, bp_vrm_visit *visit_one, void *user,
                        bp_error *error) {
    static const char colliders[] = "extensions.VRM.secondaryAnimation.colliderGroups.*.colliders.*";
    static const char *const shapes[] = {
        "extensions.VRMC_springBone.colliders.*.shape.*",
        "extensions.VRMC_springBone.colliders.*.extensions.VRMC_springBone_extended_collider.shape.*"};
    vector_walk walk = {visit_one, user, error, true};
    const bp_gltf_value *root = &document->root;
    for (bp_gltf_walk at = bp_gltf_walk_of(root, colliders); bp_gltf_walk_next(&at);)
        visit(&walk, bp_vrm_node(document, at.steps[4].json, "node"), at.value, "offset", true);
    for (bp_gltf_walk at = bp_gltf_walk_of(root, "extensions.VRM.firstPerson"); bp_gltf_walk_next(&at);) {
        int eyes = bp_vrm_node(document, at.value->json, "firstPersonBone");
        visit(&walk, eyes >= 0 ? eyes : bp_vrm_bone(document, "head"), at.value, "firstPersonBoneOffset",
              true);
    }
    for (size_t i = 0; i < BP_COUNT(shapes); i++)
        for (bp_gltf_walk at = bp_gltf_walk_of(root, shapes[i]); bp_gltf_walk_next(&at);) {
            int node = bp_vrm_node(document, at.steps[3].json, "node");
            visit(&walk, node, at.value, "offset", false);
            visit(&walk, node, at.value, "tail", false);
            if (at.value->key && strcmp(at.value->key, "plane") == 0)
                visit(&walk, node, at.value, "normal", false);
        }
    for (bp_gltf_walk at = bp_gltf_walk_of(root, "extensions.VRMC_vrm.lookAt"); bp_gltf_walk_next(&at);)
        visit(&walk, bp_vrm_bone(document, "head"), at.value, "offsetFromHeadBone", false);
    return walk.ok;
}
