/* rig_scene: building nodes and skeletons from a recording. */
#include "rig_scene.h"
#include "rig/engine.h"
#include "support/engine_forms.h"

#include <stdlib.h>

static bool library_failed(replay *r, const bp_error *error) {
    char text[512];
    return replay_malformed(r, "the library refuses this: %s", bp_error_text(error, text, sizeof text));
}

static bool read_node(replay *r, const json_t *json, size_t count, bp_node *node, long *parent) {
    bp_vec3 t, s;
    bp_quat q;
    if (!replay_index(r, json, "parent", -1, (long)count - 1, parent)) return false;
    if (!replay_vec3(r, json, "t", &t) || !replay_quat(r, json, "q", &q)) return false;
    if (!replay_vec3(r, json, "s", &s)) return false;
    bp_node_set_position(node, t);
    bp_node_set_rotation(node, q);
    bp_node_set_scale(node, s);
    return true;
}

static bool make_nodes(replay *r, const json_t *nodes, rig_scene *scene) {
    bp_error error = {0};
    size_t count = json_array_size(nodes);
    scene->nodes = calloc(count + 1, sizeof(bp_node *));
    if (!scene->nodes) return replay_malformed(r, "no memory for %zu nodes", count);
    for (; scene->node_count < count; scene->node_count++) {
        scene->nodes[scene->node_count] = bp_node_create(NULL, NULL, NULL, &error);
        if (!scene->nodes[scene->node_count]) return library_failed(r, &error);
    }
    for (size_t i = 0; i < count; i++) {
        size_t mark = replay_enter(r, "nodes", 0);
        (void)replay_enter(r, NULL, i);
        long parent = -1;
        if (!read_node(r, json_array_get(nodes, i), count, scene->nodes[i], &parent)) return false;
        if (parent >= 0 && !bp_node_set_parent(scene->nodes[i], scene->nodes[parent], &error))
            return library_failed(r, &error);
        replay_leave(r, mark);
    }
    return true;
}

static bool optional_matrix(replay *r, const json_t *json, const char *key, bp_mat4 *m, const bp_mat4 **out) {
    if (!json_object_get(json, key)) return true;
    *out = m;
    return replay_mat4(r, json, key, m);
}

static bool read_bone(replay *r, const json_t *json, rig_scene *scene) {
    bp_mat4 local = bp_mat4_identity(), bind, rest;
    bp_bone_options options = {.local = &local};
    long parent = -1, index = 0;
    double length = 0;
    bp_error error = {0};
    const json_t *name = json_object_get(json, "name");
    if (name && !json_is_string(name)) return replay_malformed(r, "\"name\" is not a text");
    options.name = name ? json_string_value(name) : NULL;
    if (!replay_index(r, json, "parent", -1, (long)scene->bone_count - 1, &parent)) return false;
    if (!optional_matrix(r, json, "local", &local, &options.local)) return false;
    if (!optional_matrix(r, json, "bind", &bind, &options.bind)) return false;
    if (!optional_matrix(r, json, "rest", &rest, &options.rest)) return false;
    options.has_index = json_object_get(json, "index") != NULL;
    if (options.has_index && !replay_index(r, json, "index", -1, BP_INDEX_LIMIT - 1, &index)) return false;
    options.has_length = json_object_get(json, "length") != NULL;
    if (options.has_length && !replay_number(r, json, "length", &length)) return false;
    options.index = (int)index;
    options.length = (float)length;
    if (parent >= 0) options.parent = bp_skeleton_bone_by_id(scene->skeleton, (size_t)parent);
    if (!bp_skeleton_add(scene->skeleton, &options, &error)) return library_failed(r, &error);
    return true;
}

bool rig_scene_make(replay *r, const json_t *nodes, const json_t *bones, rig_scene *scene) {
    *scene = (rig_scene){0};
    bp_error error = {0};
    if (!make_nodes(r, nodes, scene)) return false;
    bp_skeleton_options options = {.name = "recorded", .rules = BP_RULES_ENGINE};
    scene->skeleton = bp_skeleton_create(NULL, &options, &error);
    if (!scene->skeleton) return library_failed(r, &error);
    if (json_array_size(bones) == 0) return replay_malformed(r, "no bones");
    for (; scene->bone_count < json_array_size(bones); scene->bone_count++) {
        size_t mark = replay_enter(r, "bones", 0);
        (void)replay_enter(r, NULL, scene->bone_count);
        if (!read_bone(r, json_array_get(bones, scene->bone_count), scene)) return false;
        replay_leave(r, mark);
    }
    return true;
}

void rig_scene_free(rig_scene *scene) {
    bp_skeleton_destroy(scene->skeleton);
    for (size_t i = 0; i < scene->node_count; i++) bp_node_destroy(scene->nodes[i]);
    free(scene->nodes);
    *scene = (rig_scene){0};
}

/* ---- reading the scene ---------------------------------------------------------------------------- */

bp_mat4 rig_scene_absolute(const rig_scene *scene, size_t bone) {
    int rules = bp_skeleton_rules(scene->skeleton);
    (void)bp_skeleton_set_rules(scene->skeleton, rules & ~BP_RULE_READING_REFRESHES, NULL);
    bp_mat4 absolute = bp_bone_absolute(bp_skeleton_bone_by_id(scene->skeleton, bone));
    (void)bp_skeleton_set_rules(scene->skeleton, rules, NULL);
    return absolute;
}

bp_mat4 rig_scene_chain(const rig_scene *scene, size_t number) {
    return bp_bone_chain(bp_skeleton_bone_by_id(scene->skeleton, number));
}

bp_mat4 rig_scene_palette(const rig_scene *scene, size_t slot) {
    return bp_skeleton_palette(scene->skeleton)[slot];
}

bool rig_scene_compare(replay *r, rig_scene *scene, const json_t *object, const char *key,
                       rig_scene_matrix *get) {
    const json_t *rows = replay_array(r, object, key, (long)scene->bone_count);
    if (!rows) return false;
    size_t mark = replay_enter(r, key, 0);
    r->place.matrix = key;
    for (size_t i = 0; i < scene->bone_count; i++) {
        size_t row = replay_enter(r, NULL, i);
        r->place.bone = (long)i;
        bp_mat4 got = get(scene, i);
        if (!replay_compare(r, json_array_get(rows, i), got.m, 16)) return false;
        replay_leave(r, row);
    }
    replay_leave(r, mark);
    return true;
}

bool rig_scene_compare_order(replay *r, const rig_scene *scene, const json_t *order) {
    if (order && json_array_size(order) != scene->bone_count)
        return replay_malformed(r, "\"order\" is not an array of %zu bones", scene->bone_count);
    r->place.matrix = "order";
    for (size_t i = 0; i < scene->bone_count; i++) {
        const json_t *want = order ? json_array_get(order, i) : NULL;
        if (want && !json_is_integer(want)) return replay_malformed(r, "order[%zu] is not an integer", i);
        json_int_t wanted = want ? json_integer_value(want) : (json_int_t)i;
        size_t got = bp_bone_id(bp_skeleton_bone(scene->skeleton, i));
        r->place.bone = (long)i;
        replay_expect(r, (json_int_t)got == wanted,
                      "bone %zu is at array index %zu, wanted %" JSON_INTEGER_FORMAT, got, i, wanted);
    }
    return true;
}
