/* Writing nodes and skins. */
#include "gltf/decode.h"
#include "gltf/rebind/rebind.h"
#include <string.h>

static void set_floats(bp_rewrite_tree *tree, bp_rewrite_value *node, const char *key, const double *numbers,
                       size_t count) {
    float floats[16];
    for (size_t i = 0; i < count; i++) floats[i] = (float)numbers[i];
    bp_rewrite_set_member(tree, node, key, "%s", bp_rewrite_floats(tree, floats, count));
}

static void write_node(bp_rebind_job *job, size_t index) {
    bp_rewrite_tree *tree = &job->rewrite.tree;
    bp_rewrite_value *value = bp_gltf_rewrite_find(&job->rewrite, "nodes[%zu]", index);
    bp_dtrs old = job->nodes[index].rest, trs = bp_rebind_local(job, index, old);
    bp_dmat4 matrix = bp_dmat4_from_dtrs(trs);
    if (job->nodes[index].reshaped) {
        for (int i = BP_TRACK_POSITION; i <= BP_TRACK_SCALE; i++)
            bp_rewrite_remove(bp_rewrite_member(tree, value, bp_gltf_paths[i]));
        matrix = bp_dmat4_mul(job->nodes[index].change, matrix);
    }
    if (job->nodes[index].reshaped || bp_rewrite_member(tree, value, "matrix")) {
        set_floats(tree, value, "matrix", matrix.m, 16);
        return;
    }
    /* Members whose value is the same keep their text. */
    if (memcmp(&old.position, &trs.position, sizeof trs.position) != 0)
        set_floats(tree, value, "translation", &trs.position.x, 3);
    if (memcmp(&old.rotation, &trs.rotation, sizeof trs.rotation) != 0)
        set_floats(tree, value, "rotation", &trs.rotation.x, 4);
    if (memcmp(&old.scale, &trs.scale, sizeof trs.scale) != 0)
        set_floats(tree, value, "scale", &trs.scale.x, 3);
}

/* Adds a node with the matrix below the joint's node, and makes it the joint. */
static void add_helper(bp_rebind_job *job, size_t skin, size_t joint, size_t *node_count) {
    bp_rewrite_tree *tree = &job->rewrite.tree;
    int above = job->skins[skin].nodes[joint];
    bp_rewrite_value *parent = bp_gltf_rewrite_find(&job->rewrite, "nodes[%d]", above);
    bp_rewrite_value *name = bp_rewrite_member(tree, parent, "name");
    bp_rewrite_value *children = bp_rewrite_member(tree, parent, "children");
    const char *text = name ? bp_rewrite_text_of(tree, name) : "\"joint\"";
    if (!children) children = bp_rewrite_set_member(tree, parent, "children", "[]");
    bp_rewrite_value *node = bp_rewrite_add(tree, bp_gltf_rewrite_find(&job->rewrite, "nodes"),
                                            "{\"name\":\"" BP_REBIND_HELPER "%s}", text + 1);
    set_floats(tree, node, "matrix", job->skins[skin].helpers[joint].m, 16);
    bp_rewrite_add(tree, children, "%zu", *node_count);
    bp_rewrite_set(tree, bp_gltf_rewrite_find(&job->rewrite, "skins[%zu].joints[%zu]", skin, joint), "%zu",
                   *node_count);
    ++*node_count;
}

static bool write_skin(bp_rebind_job *job, size_t index, size_t *node_count, bp_error *error) {
    const bp_rebind_skin *skin = &job->skins[index];
    bp_gltf_value value = bp_gltf_element(&job->document, BP_GLTF_SKINS, index);
    bp_gltf_accessor accessor;
    bool exists, same = true;
    bp_mat4 *binds = bp_arena_alloc(&job->arena, skin->joint_count, sizeof *binds, error);
    if (!binds || !bp_gltf_inverse_binds_open(&job->document, &value, &accessor, &exists, error))
        return false;
    for (size_t i = 0; i < skin->joint_count; i++) {
        binds[i] = bp_dmat4_to_mat4(skin->new_binds[i]);
        bp_mat4 old = bp_dmat4_to_mat4(skin->binds[i]);
        same = same && memcmp(&binds[i], &old, sizeof old) == 0;
        if (skin->ways[i] == BP_REBIND_NODE) add_helper(job, index, i, node_count);
    }
    if (!same)
        bp_gltf_rewrite_binds(&job->rewrite, index, exists ? &accessor : NULL, binds, skin->joint_count);
    return true;
}

bool bp_rebind_write_skins(bp_rebind_job *job, bp_error *error) {
    size_t node_count = job->document.counts[BP_GLTF_NODES];
    for (size_t i = 0; i < job->node_count; i++) {
        const bp_rebind_node *node = &job->nodes[i];
        if (node->changed || node->reshaped || (node->parent >= 0 && job->nodes[node->parent].changed))
            write_node(job, i);
    }
    for (size_t i = 0; i < job->skin_count; i++)
        if (!write_skin(job, i, &node_count, error)) return false;
    return true;
}
