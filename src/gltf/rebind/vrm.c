/* Finding what VRM's extensions define in bones' spaces. Values of a wrong type are passed over: readers of
 * VRM do so, too. */
#include "gltf/rebind/vrm.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int bp_vrm_node(const bp_gltf_document *document, const bp_json *value) {
    long long node;
    bool known = bp_json_integer(value, &node) && node >= 0 &&
                 (unsigned long long)node < document->counts[BP_GLTF_NODES];
    return known ? (int)node : -1;
}

const bp_json *bp_vrm_extension(const bp_gltf_document *document, const char *name, const char *key) {
    const bp_json *extensions = bp_json_member(document->root.json, "extensions");
    return bp_json_member(bp_json_member(extensions, name), key);
}

/* VRM 0.x has a list of {bone, node}, VRM 1.0 an object of {node} by bone. */
int bp_vrm_bone(const bp_gltf_document *document, const char *name) {
    const bp_json *bones = bp_json_member(bp_vrm_extension(document, "VRMC_vrm", "humanoid"), "humanBones");
    if (bones) return bp_vrm_node(document, bp_json_member(bp_json_member(bones, name), "node"));
    bones = bp_json_member(bp_vrm_extension(document, "VRM", "humanoid"), "humanBones");
    for (size_t i = 0; i < bp_json_count(bones); i++) {
        const bp_json *bone = bp_json_item(bones, i);
        if (strcmp(bp_json_text_or(bp_json_member(bone, "bone"), ""), name) == 0)
            return bp_vrm_node(document, bp_json_member(bone, "node"));
    }
    return -1;
}

/* The way of a vector to the visitor. */
typedef struct vector_walk {
    const bp_gltf_document *document;
    bp_vrm_visit *visit;
    void *user;
    bp_error *error;
    bool ok;
} vector_walk;

static bp_dvec3 read_array(const bp_json *array) {
    double v[3];
    for (size_t i = 0; i < 3; i++) v[i] = bp_json_number_or(bp_json_item(array, i), 0);
    return (bp_dvec3){v[0], v[1], v[2]};
}

/* Visits member `key` of an object, whose path is the format. */
static void visit(vector_walk *walk, int node, const bp_json *object, const char *key, bool is_unity,
                  const char *format, ...) BP_PRINTF(6, 7);
static void visit(vector_walk *walk, int node, const bp_json *object, const char *key, bool is_unity,
                  const char *format, ...) {
    const bp_json *json = bp_json_member(object, key);
    bp_vrm_vector vector = {.node = node, .is_unity = is_unity, .key = key};
    vector.is_direction = strcmp(key, "normal") == 0;
    if (!walk->ok || node < 0 || !object || (!json && !vector.is_direction)) return;
    if (is_unity)
        vector.value = (bp_dvec3){bp_json_number_or(bp_json_member(json, "x"), 0),
                                  bp_json_number_or(bp_json_member(json, "y"), 0),
                                  -bp_json_number_or(bp_json_member(json, "z"), 0)};
    else
        vector.value = json ? read_array(json) : (bp_dvec3){0, 0, 1}; /* a plane's default */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(vector.parent, sizeof vector.parent, format, arguments);
    va_end(arguments);
    walk->ok = walk->visit(walk->user, &vector, walk->error);
}

static void walk_vrm_0(vector_walk *walk) {
    const bp_json *groups =
        bp_json_member(bp_vrm_extension(walk->document, "VRM", "secondaryAnimation"), "colliderGroups");
    const bp_json *first = bp_vrm_extension(walk->document, "VRM", "firstPerson");
    int eyes = bp_vrm_node(walk->document, bp_json_member(first, "firstPersonBone"));
    for (size_t i = 0; i < bp_json_count(groups); i++) {
        const bp_json *group = bp_json_item(groups, i), *colliders = bp_json_member(group, "colliders");
        int node = bp_vrm_node(walk->document, bp_json_member(group, "node"));
        for (size_t j = 0; j < bp_json_count(colliders); j++)
            visit(walk, node, bp_json_item(colliders, j), "offset", true,
                  "extensions.VRM.secondaryAnimation.colliderGroups[%zu].colliders[%zu]", i, j);
    }
    visit(walk, eyes >= 0 ? eyes : bp_vrm_bone(walk->document, "head"), first, "firstPersonBoneOffset", true,
          "extensions.VRM.firstPerson");
}

/* The shapes of a collider below the path; with planes by the extension. */
static void walk_shape(vector_walk *walk, int node, const bp_json *shape, const char *path) {
    const bp_json *sphere = bp_json_member(shape, "sphere"), *capsule = bp_json_member(shape, "capsule"),
                  *plane = bp_json_member(shape, "plane");
    visit(walk, node, sphere, "offset", false, "%s.sphere", path);
    visit(walk, node, capsule, "offset", false, "%s.capsule", path);
    visit(walk, node, capsule, "tail", false, "%s.capsule", path);
    visit(walk, node, plane, "offset", false, "%s.plane", path);
    visit(walk, node, plane, "normal", false, "%s.plane", path);
}

static void walk_vrm_1(vector_walk *walk) {
    static const char extended[] = "VRMC_springBone_extended_collider";
    const bp_json *colliders = bp_vrm_extension(walk->document, "VRMC_springBone", "colliders");
    for (size_t i = 0; i < bp_json_count(colliders); i++) {
        const bp_json *collider = bp_json_item(colliders, i);
        const bp_json *more = bp_json_member(bp_json_member(collider, "extensions"), extended);
        int node = bp_vrm_node(walk->document, bp_json_member(collider, "node"));
        char path[128];
        snprintf(path, sizeof path, "extensions.VRMC_springBone.colliders[%zu].shape", i);
        walk_shape(walk, node, bp_json_member(collider, "shape"), path);
        snprintf(path, sizeof path, "extensions.VRMC_springBone.colliders[%zu].extensions.%s.shape", i,
                 extended);
        walk_shape(walk, node, bp_json_member(more, "shape"), path);
    }
    visit(walk, bp_vrm_bone(walk->document, "head"), bp_vrm_extension(walk->document, "VRMC_vrm", "lookAt"),
          "offsetFromHeadBone", false, "extensions.VRMC_vrm.lookAt");
}

bool bp_vrm_each_vector(const bp_gltf_document *document, bp_vrm_visit *visit_one, void *user,
                        bp_error *error) {
    vector_walk walk = {document, visit_one, user, error, true};
    walk_vrm_0(&walk);
    walk_vrm_1(&walk);
    return walk.ok;
}
