/* The tree of nodes: every node has at most one parent, nobody is his own ancestor, and what hangs below
 * the shown scene's roots is in the scene. All of it with loops, so that a chain may have any length.
 *
 * The order with parents first is that of a queue which begins with the roots. Nodes of a cycle never
 * get into it, and that is how a cycle is found. */
#include "gltf/read/reader.h"

static void *take_array(bp_gltf_reader *reader, size_t size, bp_error *error) {
    return bp_alloc(&reader->document.allocator, reader->document.counts[BP_GLTF_NODES], size, error);
}

static bool create_tree(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_tree *tree = &reader->tree;
    if (!(tree->parents = take_array(reader, sizeof *tree->parents, error))) return false;
    if (!(tree->order = take_array(reader, sizeof *tree->order, error))) return false;
    if (!(tree->places = take_array(reader, sizeof *tree->places, error))) return false;
    if (!(tree->in_scene = take_array(reader, sizeof *tree->in_scene, error))) return false;
    if (!(tree->morphs = take_array(reader, sizeof *tree->morphs, error))) return false;
    for (size_t i = 0; i < reader->document.counts[BP_GLTF_NODES]; i++) tree->parents[i] = -1;
    return true;
}

void bp_gltf_free_tree(bp_gltf_reader *reader) {
    bp_gltf_tree *tree = &reader->tree;
    void *arrays[] = {tree->parents, tree->order, tree->places, tree->in_scene, tree->morphs};
    for (size_t i = 0; i < BP_COUNT(arrays); i++) bp_free(&reader->document.allocator, arrays[i]);
}

/* ---- parents ------------------------------------------------------------------------------------*/

static bool adopt(bp_gltf_reader *reader, const bp_gltf_value *children, size_t place, int parent,
                  bp_error *error) {
    bp_gltf_value item = bp_gltf_item(children, place);
    int child, *parents = reader->tree.parents;
    if (!bp_gltf_index_value(&item, "nodes", reader->document.counts[BP_GLTF_NODES], &child, error))
        return false;
    if (child == parent)
        return bp_gltf_fail(&item, error, "makes nodes[%d] its own child; take it out of children", child);
    if (parents[child] >= 0)
        return bp_gltf_fail(&item, error,
                             "nodes[%d] is a child of nodes[%d] already; a node has one parent, so take it "
                             "out of one of them",
                             child, parents[child]);
    parents[child] = parent;
    return true;
}

static bool read_children(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_value node = bp_gltf_element(&reader->document, BP_GLTF_NODES, index), children;
    size_t count;
    if (!bp_gltf_array(&node, "children", &children, &count, error)) return false;
    for (size_t i = 0; i < count; i++)
        if (!adopt(reader, &children, i, (int)index, error)) return false;
    return true;
}

/* Appends a node's children to the order. */
static void queue_children(bp_gltf_reader *reader, int index, size_t *end) {
    bp_gltf_value node = bp_gltf_element(&reader->document, BP_GLTF_NODES, (size_t)index);
    bp_gltf_value children = bp_gltf_member(&node, "children");
    size_t count = bp_json_count(children.json);
    for (size_t i = 0; i < count; i++) {
        long long child = 0;
        bp_json_integer(bp_json_item(children.json, i), &child);
        reader->tree.order[(*end)++] = (int)child;
    }
}

static bool order_nodes(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_tree *tree = &reader->tree;
    size_t count = reader->document.counts[BP_GLTF_NODES], end = 0;
    for (size_t i = 0; i < count; i++) {
        tree->places[i] = -1;
        if (tree->parents[i] < 0) tree->order[end++] = (int)i;
    }
    for (size_t at = 0; at < end; at++) {
        tree->places[tree->order[at]] = (int)at;
        queue_children(reader, tree->order[at], &end);
    }
    for (size_t i = 0; i < count; i++) {
        if (tree->places[i] >= 0) continue;
        /* Either in the cycle or below it: after as many steps up as there are nodes it is in. */
        int node = (int)i;
        for (size_t step = 0; step < count; step++) node = tree->parents[node];
        bp_gltf_value place = bp_gltf_element(&reader->document, BP_GLTF_NODES, (size_t)node);
        return bp_gltf_fail(&place, error,
                             "is its own ancestor, by way of nodes[%d]; take it out of that node's children",
                             tree->parents[node]);
    }
    return true;
}

/* ---- scenes -------------------------------------------------------------------------------------*/

static bool mark_roots(bp_gltf_reader *reader, size_t index, bool shown, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_value scene = bp_gltf_element(document, BP_GLTF_SCENES, index), nodes;
    size_t count;
    if (!bp_gltf_array(&scene, "nodes", &nodes, &count, error)) return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&nodes, i);
        int node;
        if (!bp_gltf_index_value(&item, "nodes", document->counts[BP_GLTF_NODES], &node, error)) return false;
        if (reader->tree.parents[node] >= 0)
            bp_gltf_add_note(document, &item, "nodes[%d] is not a root: nodes[%d] is above it", node,
                            reader->tree.parents[node]);
        if (shown) reader->tree.in_scene[node] = true;
    }
    return true;
}

/* A file without scenes shows everything; one with scenes but no choice shows the first. */
static bool read_scenes(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_tree *tree = &reader->tree;
    size_t nodes = document->counts[BP_GLTF_NODES], scenes = document->counts[BP_GLTF_SCENES];
    int shown;
    if (!bp_gltf_reference(document, &document->root, "scene", BP_GLTF_SCENES, &shown, error)) return false;
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
    /* A node takes about this much with its name, links and place in poses. */
    enum { NODE_BYTES = 768 };
    size_t count = document->counts[BP_GLTF_NODES];
    if (!bp_gltf_charge(document, &document->top[BP_GLTF_NODES], count, NODE_BYTES, error)) return false;
    if (!create_tree(reader, error)) return false;
    for (size_t i = 0; i < count; i++)
        if (!read_children(reader, i, error)) return false;
    return order_nodes(reader, error) && read_scenes(reader, error);
}
