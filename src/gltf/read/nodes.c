/* Nodes: first their tree and the nodes of the scene, then the transform of each node, which the file gives
 * as translation, rotation and scale or as a matrix.
 *
 * A node has at most one parent and is not its own ancestor. No function recurses, since a chain may have any
 * length. The order with parents first is breadth-first: a queue that starts with the roots. Nodes of a cycle
 * never enter the queue, which is how cycles are found. */
#include "gltf/read/reader.h"

static bool adopt(bp_gltf_reader *reader, const bp_gltf_value *children, size_t position, int parent,
                  bp_error *error) {
    bp_gltf_value item = bp_gltf_item(children, position);
    int child, *parents = reader->tree.parents;
    if (!bp_gltf_index_value(&item, "nodes", reader->document.counts[BP_GLTF_NODES], &child, error))
        return false;
    if (child == parent)
        return bp_gltf_fail(&item, error, "makes nodes[%d] its own child; remove it from children", child);
    if (parents[child] >= 0)
        return bp_gltf_fail(&item, error,
                            "nodes[%d] is already a child of nodes[%d]; a node has one parent, so remove it "
                            "from one of them",
                            child, parents[child]);
    parents[child] = parent;
    return true;
}

static bool read_children(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_value node = bp_gltf_element(&reader->document, BP_GLTF_NODES, index), children;
    size_t count = 0;
    bp_error fault = {0};
    if (!bp_gltf_array(&node, "children", &children, &count, &fault))
        return bp_gltf_forgive(&reader->document, &fault, "it is left out", error);
    for (size_t i = 0; i < count; i++)
        if (!adopt(reader, &children, i, (int)index, &fault) &&
            !bp_gltf_forgive(&reader->document, &fault, "this child is left out", error))
            return false;
    return true;
}

static void queue_children(bp_gltf_reader *reader, int index, size_t *end) {
    bp_gltf_value node = bp_gltf_element(&reader->document, BP_GLTF_NODES, (size_t)index);
    bp_gltf_value children = bp_gltf_member(&node, "children");
    bp_gltf_tree *tree = &reader->tree;
    size_t count = bp_json_count(children.json);
    for (size_t i = 0; i < count; i++) {
        long long child = -1;
        if (!bp_json_integer(bp_json_item(children.json, i), &child) || child < 0 ||
            (size_t)child >= reader->document.counts[BP_GLTF_NODES] || tree->parents[child] != index ||
            tree->order_index[child] >= 0)
            continue; /* left out before */
        tree->order_index[child] = (int)*end;
        tree->order[(*end)++] = (int)child;
    }
}

/* Appends all nodes below those from *next on. */
static void order_below(bp_gltf_reader *reader, size_t *next, size_t *end) {
    while (*next < *end) queue_children(reader, reader->tree.order[(*next)++], end);
}

static void add_root(bp_gltf_tree *tree, size_t node, size_t *end) {
    tree->order_index[node] = (int)*end;
    tree->order[(*end)++] = (int)node;
}

static bool order_nodes(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_tree *tree = &reader->tree;
    size_t count = reader->document.counts[BP_GLTF_NODES], next = 0, end = 0;
    for (size_t i = 0; i < count; i++) tree->order_index[i] = -1;
    for (size_t i = 0; i < count; i++)
        if (tree->parents[i] < 0) add_root(tree, i, &end);
    order_below(reader, &next, &end);
    for (size_t i = 0; i < count; i++) {
        if (tree->order_index[i] >= 0) continue;
        /* The node is in the cycle or below it; as many steps up as there are nodes end inside. */
        int node = (int)i;
        bp_error fault = {0};
        for (size_t step = 0; step < count; step++) node = tree->parents[node];
        bp_gltf_value value = bp_gltf_element(&reader->document, BP_GLTF_NODES, (size_t)node);
        bp_gltf_fail(&value, &fault,
                     "is its own ancestor through nodes[%d]; remove it from that node's children",
                     tree->parents[node]);
        if (!bp_gltf_forgive(&reader->document, &fault, "it becomes a root", error)) return false;
        tree->parents[node] = -1;
        add_root(tree, (size_t)node, &end);
        order_below(reader, &next, &end);
    }
    return true;
}

static bool mark_roots(bp_gltf_reader *reader, size_t index, bool shown, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_value scene = bp_gltf_element(document, BP_GLTF_SCENES, index), nodes;
    size_t count;
    if (!bp_gltf_array(&scene, "nodes", &nodes, &count, error)) return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&nodes, i);
        int node;
        bp_error fault = {0};
        if (!bp_gltf_index_value(&item, "nodes", document->counts[BP_GLTF_NODES], &node, &fault)) {
            if (!bp_gltf_forgive(document, &fault, "it is left out", error)) return false;
            continue;
        }
        if (reader->tree.parents[node] >= 0)
            bp_gltf_add_note(document, &item, "nodes[%d] is not a root: its parent is nodes[%d]", node,
                             reader->tree.parents[node]);
        if (shown) reader->tree.in_scene[node] = true;
    }
    return true;
}

/* Without scenes everything is shown; without a default scene, the first one. */
static bool read_scenes(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_tree *tree = &reader->tree;
    size_t nodes = document->counts[BP_GLTF_NODES], scenes = document->counts[BP_GLTF_SCENES];
    int shown;
    if (!bp_gltf_optional_reference(document, &document->root, "scene", BP_GLTF_SCENES, &shown, error))
        return false;
    if (shown < 0 && scenes > 0) shown = 0;
    for (size_t i = 0; i < scenes; i++)
        if (!mark_roots(reader, i, (int)i == shown, error)) return false;
    for (size_t i = 0; i < nodes; i++) {
        int node = tree->order[i], parent = tree->parents[node];
        if (scenes == 0 || (parent >= 0 && tree->in_scene[parent])) tree->in_scene[node] = true;
    }
    return true;
}

bool bp_gltf_read_tree(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    /* About what a node needs with its name, links and entries in poses. */
    enum { NODE_BYTES = 768 };
    bp_arena *arena = &reader->arena;
    bp_gltf_tree *tree = &reader->tree;
    size_t count = document->counts[BP_GLTF_NODES];
    if (!bp_gltf_charge(document, &document->collections[BP_GLTF_NODES], count, NODE_BYTES, error) ||
        !(tree->parents = bp_arena_alloc(arena, count, sizeof *tree->parents, error)) ||
        !(tree->order = bp_arena_alloc(arena, count, sizeof *tree->order, error)) ||
        !(tree->order_index = bp_arena_alloc(arena, count, sizeof *tree->order_index, error)) ||
        !(tree->in_scene = bp_arena_alloc(arena, count, sizeof *tree->in_scene, error)) ||
        !(tree->morph_counts = bp_arena_alloc(arena, count, sizeof *tree->morph_counts, error)))
        return false;
    for (size_t i = 0; i < count; i++) tree->parents[i] = -1;
    for (size_t i = 0; i < count; i++)
        if (!read_children(reader, i, error)) return false;
    return order_nodes(reader, error) && read_scenes(reader, error);
}

/* Whether the matrix has a shear, which its decomposition into translation, rotation and scale loses. */
static bool is_sheared(bp_mat4 m, const bp_node *node) {
    bp_mat4 rebuilt = bp_node_local(node);
    float size = 0.0f;
    for (int i = 0; i < 11; i++) {
        float entry = m.m[i] < 0.0f ? -m.m[i] : m.m[i];
        if (entry > size) size = entry;
    }
    for (int i = 0; i < 11; i++) {
        float off = m.m[i] - rebuilt.m[i];
        if (off > 1e-4f * size || off < -1e-4f * size) return true;
    }
    return false;
}

static bool read_transform(bp_gltf_reader *reader, const bp_gltf_value *value, bp_node *node,
                           bp_error *error) {
    bp_gltf_transform transform;
    bp_error fault = {0};
    if (!bp_gltf_transform_read(value, &transform, &fault))
        return bp_gltf_forgive(&reader->document, &fault, "the node stays at its parent's place", error);
    if (transform.has_matrix) {
        bp_gltf_value member = bp_gltf_member(value, "matrix");
        const float *m = transform.matrix.m;
        if (m[3] != 0.0f || m[7] != 0.0f || m[11] != 0.0f || m[15] != 1.0f)
            bp_gltf_add_note(&reader->document, &member, "numbers 3, 7, 11 and 15 are read as 0, 0, 0 and 1");
        bp_node_set_matrix(node, transform.matrix);
        if (is_sheared(transform.matrix, node))
            bp_gltf_add_note(&reader->document, &member,
                             "is sheared; a node can't hold the shear and loses it");
        if (transform.has_trs)
            bp_gltf_add_note(&reader->document, value,
                             "has both a matrix and translation, rotation or scale; the matrix is used");
        return true;
    }
    float square = bp_quat_dot(transform.trs.rotation, transform.trs.rotation);
    if (!(square > 0.998f && square < 1.002f)) {
        bp_gltf_value rotation = bp_gltf_member(value, "rotation");
        bp_gltf_add_note(&reader->document, &rotation,
                         "is a quaternion whose length isn't 1; it is used as it is");
    }
    bp_node_set_position(node, transform.trs.position);
    bp_node_set_rotation(node, transform.trs.rotation);
    bp_node_set_scale(node, transform.trs.scale);
    return true;
}

static bool read_node(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_model *model = reader->model;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_NODES, index);
    const char *name = "";
    int parent = reader->tree.parents[index];
    if (!bp_gltf_text(&value, "name", &name, error)) return false;
    bp_node *node = bp_node_create(reader->context, name, parent < 0 ? NULL : model->nodes[parent], error);
    if (!node) return false;
    model->nodes[index] = node;
    model->node_names[index] = bp_copy_text(&model->allocator, name, error);
    return model->node_names[index] && read_transform(reader, &value, node, error);
}

bool bp_gltf_read_nodes(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->document.counts[BP_GLTF_NODES]; i++)
        if (!read_node(reader, (size_t)reader->tree.order[i], error)) return false;
    return true;
}
