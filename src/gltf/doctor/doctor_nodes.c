/* The nodes and skins of the file under examination, as they are. Cycles of nodes are cut where they close.
 *
 * If two nodes list the same child, the first one is its parent. */
#include "gltf/doctor/doctor.h"
#include "io/json.h"
#include <math.h>
#include <string.h>

static void read_transform(bp_doctor *doctor, const bp_gltf_value *value, bp_doctor_node *node) {
    bp_gltf_transform transform;
    if (!bp_doctor_read(doctor, bp_gltf_transform_read(value, &transform, &doctor->fault))) return;
    bp_trs trs = transform.trs;
    node->has_matrix = transform.has_matrix;
    if (node->has_matrix) bp_mat4_decompose(transform.matrix, &trs);
    node->local = node->has_matrix ? transform.matrix : bp_mat4_from_trs(trs);
    node->rotation = trs.rotation;
    node->scale = trs.scale;
}

static void read_index(bp_doctor *doctor, const bp_gltf_value *object, const char *key,
                       bp_gltf_collection collection, int *out) {
    bp_doctor_read(doctor,
                   bp_gltf_reference(&doctor->document, object, key, collection, out, &doctor->fault));
}

/* The node that a list's item names; -1: it names none, which is reported. */
static int read_item(bp_doctor *doctor, const bp_gltf_value *list, size_t i) {
    bp_gltf_value item = bp_gltf_item(list, i);
    int node;
    return bp_doctor_read(doctor,
                          bp_gltf_index_value(&item, "nodes", doctor->node_count, &node, &doctor->fault))
               ? node
               : -1;
}

static void read_node(bp_doctor *doctor, size_t index) {
    bp_gltf_document *document = &doctor->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_NODES, index);
    bp_doctor_node *node = &doctor->nodes[index];
    node->name = bp_json_text_or(bp_json_member(value.json, "name"), "");
    node->local = node->world = bp_mat4_identity();
    node->scale = bp_vec3_make(1, 1, 1);
    node->rotation = bp_quat_identity();
    node->bound.w = NAN;
    node->parent = node->mesh = node->skin = -1;
    read_index(doctor, &value, "mesh", BP_GLTF_MESHES, &node->mesh);
    read_index(doctor, &value, "skin", BP_GLTF_SKINS, &node->skin);
    read_transform(doctor, &value, node);
}

/* Once the tree is built: a child with another parent has two parents, or closes a cycle. */
static void check_parents(bp_doctor *doctor, int parent, int child, const bp_gltf_value *item) {
    const bp_doctor_node *node = &doctor->nodes[child];
    if (node->parent == parent || (node->in_cycle && node->parent < 0)) return;
    bool cycle = bp_doctor_is_above(doctor, child, parent);
    if (cycle) doctor->has_cycle = true;
    /* The second parent of a node in a cycle may be the one outside the cycle. */
    bp_doctor_id cause = node->in_cycle && !cycle ? BP_DOCTOR_NODE_CYCLE : BP_DOCTOR_NONE;
    bp_doctor_add_caused(
        doctor, cycle ? BP_DOCTOR_NODE_CYCLE : BP_DOCTOR_NODE_PARENTS, BP_DOCTOR_ERROR, cause,
        bp_doctor_at_node(child, "%s", bp_doctor_path_of(item).text),
        cycle ? "nodes[%d] lists %s as a child, but is its descendant; the node's parent is nodes[%d]"
              : "nodes[%d] lists %s as a child, but the node's parent is nodes[%d]",
        parent, bp_doctor_node_text(doctor, child).text, node->parent);
}

static void read_children(bp_doctor *doctor, size_t index, bool check) {
    bp_gltf_value value = bp_gltf_element(&doctor->document, BP_GLTF_NODES, index), children;
    size_t count;
    if (!bp_doctor_read(doctor, bp_gltf_array(&value, "children", &children, &count, &doctor->fault))) return;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&children, i);
        int child = read_item(doctor, &children, i);
        if (child < 0) continue;
        if (check)
            check_parents(doctor, (int)index, child, &item);
        else if (doctor->nodes[child].parent < 0) /* the first one; check_parents reports others */
            doctor->nodes[child].parent = (int)index;
    }
}

static void cut_cycle(bp_doctor *doctor, int start) {
    size_t length = 0;
    for (int node = start; !doctor->nodes[node].in_cycle; node = doctor->nodes[node].parent) {
        doctor->nodes[node].in_cycle = true;
        length++;
    }
    bp_doctor_add(doctor, BP_DOCTOR_NODE_CYCLE, BP_DOCTOR_ERROR, bp_doctor_at_node(start, "nodes[%d]", start),
                  "%s is its own ancestor: the cycle has %zu %s", bp_doctor_node_text(doctor, start).text,
                  length, length == 1 ? "node" : "nodes");
    doctor->nodes[start].parent = -1;
    doctor->has_cycle = true;
}

/* Walks up from each node and leaves a mark: a walk that meets its own mark is in a cycle, which is cut
 * there. Each node is visited at most twice. */
static void cut_cycles(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = 0; i < doctor->node_count; i++) nodes[i].depth = -1;
    for (size_t i = 0; i < doctor->node_count; i++) {
        int mark = -2 - (int)i, node = (int)i;
        while (node >= 0 && nodes[node].depth == -1) {
            nodes[node].depth = mark;
            node = nodes[node].parent;
        }
        if (node >= 0 && nodes[node].depth == mark) cut_cycle(doctor, node);
    }
}

/* Finds depths: walks up to the first node of known depth, then writes depths on the way. */
static void find_depths(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = 0; i < doctor->node_count; i++) nodes[i].depth = -1;
    for (size_t i = 0; i < doctor->node_count; i++) {
        int steps = 0, node = (int)i;
        for (; node >= 0 && nodes[node].depth < 0; node = nodes[node].parent) steps++;
        int depth = (node >= 0 ? nodes[node].depth : -1) + steps;
        for (node = (int)i; node >= 0 && nodes[node].depth < 0; node = nodes[node].parent)
            nodes[node].depth = depth--;
    }
}

/* Parents before children: a counting sort by depth. */
static void sort_nodes(bp_doctor *doctor) {
    size_t count = doctor->node_count;
    size_t *starts = bp_doctor_memory(doctor, count + 1, sizeof *starts);
    if (!starts) return;
    for (size_t i = 0; i < count; i++) starts[doctor->nodes[i].depth + 1]++;
    for (size_t i = 0; i < count; i++) starts[i + 1] += starts[i];
    for (size_t i = 0; i < count; i++) doctor->order[starts[doctor->nodes[i].depth]++] = (int)i;
}

static void find_worlds(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->node_count; i++) {
        bp_doctor_node *node = &doctor->nodes[doctor->order[i]];
        node->world = node->local;
        node->root = doctor->order[i];
        if (node->parent < 0) continue;
        node->world = bp_mat4_mul(node->local, doctor->nodes[node->parent].world);
        node->root = doctor->nodes[node->parent].root;
    }
}

/* Preorder numbers without recursion: subtree sizes bottom-up, then numbers top-down, each node's after its
 * parent's and those of the siblings before it. */
static void find_preorder(bp_doctor *doctor) {
    size_t count = doctor->node_count, roots = 0;
    size_t *used = bp_doctor_memory(doctor, count, sizeof *used);
    if (!used) return;
    for (size_t i = count; i-- > 0;) {
        bp_doctor_node *node = &doctor->nodes[doctor->order[i]];
        node->subtree_size++;
        if (node->parent >= 0) doctor->nodes[node->parent].subtree_size += node->subtree_size;
    }
    for (size_t i = 0; i < count; i++) {
        bp_doctor_node *node = &doctor->nodes[doctor->order[i]];
        size_t *before = node->parent >= 0 ? &used[node->parent] : &roots;
        node->preorder = *before + (node->parent >= 0 ? doctor->nodes[node->parent].preorder + 1 : 0);
        *before += node->subtree_size;
    }
}

/* Marks the nodes of the scene that is shown: the default scene, else the first one. */
static void mark_scene(bp_doctor *doctor) {
    bp_gltf_document *document = &doctor->document;
    int number;
    size_t count;
    if (!bp_doctor_read(doctor, bp_gltf_reference(document, &document->root, "scene", BP_GLTF_SCENES, &number,
                                                  &doctor->fault)))
        return;
    if (number < 0 && document->counts[BP_GLTF_SCENES] > 0) number = 0;
    for (size_t i = 0; number < 0 && i < doctor->node_count; i++) doctor->nodes[i].in_scene = true;
    if (number < 0) return;
    bp_gltf_value scene = bp_gltf_element(document, BP_GLTF_SCENES, (size_t)number), roots;
    if (!bp_doctor_read(doctor, bp_gltf_array(&scene, "nodes", &roots, &count, &doctor->fault))) return;
    for (size_t i = 0; i < count; i++) {
        int root = read_item(doctor, &roots, i);
        if (root >= 0) doctor->nodes[root].in_scene = true;
    }
    for (size_t i = 0; i < doctor->node_count; i++) {
        bp_doctor_node *node = &doctor->nodes[doctor->order[i]];
        if (node->parent >= 0 && doctor->nodes[node->parent].in_scene) node->in_scene = true;
    }
}

void bp_doctor_load_nodes(bp_doctor *doctor) {
    size_t count = doctor->document.counts[BP_GLTF_NODES];
    const bp_gltf_value *nodes = &doctor->document.collections[BP_GLTF_NODES];
    if (!(doctor->nodes = bp_doctor_alloc(doctor, nodes, count, sizeof *doctor->nodes)) ||
        !(doctor->order = bp_doctor_alloc(doctor, nodes, count, sizeof *doctor->order)) ||
        !(doctor->joint_of = bp_doctor_alloc(doctor, nodes, count, sizeof *doctor->joint_of)))
        return;
    doctor->node_count = count;
    for (size_t i = 0; i < count; i++) doctor->joint_of[i] = -1;
    for (size_t i = 0; i < count; i++) read_node(doctor, i);
    for (size_t i = 0; i < count; i++) read_children(doctor, i, false);
    cut_cycles(doctor);
    find_depths(doctor);
    sort_nodes(doctor);
    find_worlds(doctor);
    find_preorder(doctor);
    for (size_t i = 0; i < count; i++) read_children(doctor, i, true);
    mark_scene(doctor);
}

static void read_joints(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *joints) {
    for (size_t i = 0; i < skin->joint_count; i++) {
        skin->binds[i] = bp_mat4_identity();
        skin->joints[i] = read_item(doctor, joints, i);
        if (skin->joints[i] >= 0) doctor->nodes[skin->joints[i]].is_joint = true;
    }
}

static void load_joints(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value) {
    bp_gltf_value joints;
    size_t count;
    if (!bp_doctor_read(doctor, bp_gltf_array(value, "joints", &joints, &count, &doctor->fault) &&
                                    (count > 0 || bp_gltf_fail(&joints, &doctor->fault,
                                                               "is empty; a skin needs at least one joint"))))
        return;
    if (!(skin->joints = bp_doctor_alloc(doctor, value, count, sizeof *skin->joints)) ||
        !(skin->binds = bp_doctor_alloc(doctor, value, count, sizeof *skin->binds)) ||
        !(skin->bad_bind = bp_doctor_alloc(doctor, value, count, sizeof *skin->bad_bind)) ||
        !(skin->used = bp_doctor_alloc(doctor, value, count, sizeof *skin->used)))
        return;
    skin->joint_count = count;
    read_joints(doctor, skin, &joints);
}

/* If the matrices can't be read, they count as wrong, and no check says more about them. */
static void load_binds(bp_doctor *doctor, bp_doctor_skin *skin, const bp_gltf_value *value) {
    bp_gltf_accessor accessor;
    bool ok = bp_doctor_read(doctor, bp_gltf_inverse_binds_open(&doctor->document, value, &accessor,
                                                                &skin->has_binds, &doctor->fault));
    if (!ok && !skin->has_binds) {
        skin->has_binds = true;
        skin->bind_count = skin->joint_count;
        memset(skin->bad_bind, 1, skin->joint_count);
        return;
    }
    if (!skin->has_binds) return;
    skin->bind_count = accessor.count;
    bp_mat4 *matrices = bp_doctor_alloc(doctor, value, accessor.count, sizeof *matrices);
    if (!matrices) return;
    bp_gltf_accessor_floats(&accessor, (float *)matrices, 0);
    for (size_t i = 0; i < skin->joint_count && i < accessor.count; i++) skin->binds[i] = matrices[i];
}

/* Notes which nodes clips move. In a file without skins they count as joints. */
static void mark_moved(bp_doctor *doctor) {
    BP_GLTF_EACH(walk, &doctor->document.root, "animations.*.channels.*.target") {
        bp_gltf_target target = bp_gltf_target_of(&doctor->document, walk.value->json);
        if (target.node < 0) continue;
        doctor->nodes[target.node].moved |= 1 << target.kind;
        if (doctor->skin_count == 0) doctor->nodes[target.node].is_joint = true;
    }
}

static void find_joints_around(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = doctor->node_count; i-- > 0;) {
        const bp_doctor_node *node = &nodes[doctor->order[i]];
        if ((node->is_joint || node->has_joint_below) && node->parent >= 0)
            nodes[node->parent].has_joint_below = true;
    }
    for (size_t i = 0; i < doctor->node_count; i++) {
        bp_doctor_node *node = &nodes[doctor->order[i]];
        node->joint_above = node->parent < 0               ? -1
                            : nodes[node->parent].is_joint ? node->parent
                                                           : nodes[node->parent].joint_above;
    }
}

void bp_doctor_load_skins(bp_doctor *doctor) {
    bp_gltf_document *document = &doctor->document;
    size_t count = document->counts[BP_GLTF_SKINS];
    doctor->skins =
        bp_doctor_alloc(doctor, &document->collections[BP_GLTF_SKINS], count, sizeof *doctor->skins);
    if (!doctor->skins) return;
    doctor->skin_count = count;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value value = bp_gltf_element(document, BP_GLTF_SKINS, i);
        bp_doctor_skin *skin = &doctor->skins[i];
        skin->skeleton = -1;
        load_joints(doctor, skin, &value);
        if (skin->joint_count > 0) load_binds(doctor, skin, &value);
        read_index(doctor, &value, "skeleton", BP_GLTF_NODES, &skin->skeleton);
    }
    mark_moved(doctor);
    find_joints_around(doctor);
}
