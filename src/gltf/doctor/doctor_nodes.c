/* The patient's nodes: transforms as they are given, parents, and where circles close, cut.
 *
 * A node that two others name as their child belongs to the first. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>

void *bp_doctor_alloc(bp_doctor *doctor, const bp_gltf_value *value, size_t count, size_t size,
                     bp_error *error) {
    if (!bp_gltf_charge(&doctor->document, value, count, size, error)) return NULL;
    return bp_arena_alloc(&doctor->arena, count, size, error);
}

/* ---- transforms ---------------------------------------------------------------------------------*/

static bool read_transform(bp_doctor *doctor, const bp_gltf_value *value, bp_doctor_node *node,
                           bp_error *error) {
    bp_error fault = {0};
    float t[3] = {0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    bp_mat4 matrix = bp_mat4_identity();
    bool given = false;
    if (!bp_gltf_floats(value, "matrix", matrix.m, 16, &given, &fault) ||
        !bp_gltf_floats(value, "translation", t, 3, NULL, &fault) ||
        !bp_gltf_floats(value, "rotation", r, 4, NULL, &fault) ||
        !bp_gltf_floats(value, "scale", s, 3, NULL, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    bp_trs trs = {
        .translation = {t[0], t[1], t[2]}, .rotation = {r[0], r[1], r[2], r[3]}, .scale = {s[0], s[1], s[2]}};
    node->has_matrix = given;
    if (given) bp_mat4_decompose(matrix, &trs);
    node->local = given ? matrix : bp_mat4_from_trs(trs);
    node->rotation = trs.rotation;
    node->scale = trs.scale;
    return true;
}

static bool read_node(bp_doctor *doctor, size_t index, bp_error *error) {
    bp_gltf_document *document = &doctor->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_NODES, index);
    bp_doctor_node *node = &doctor->nodes[index];
    bp_error fault = {0};
    node->name = bp_json_text_or(bp_json_member(value.json, "name"), "");
    node->local = node->world = bp_mat4_identity();
    node->scale = bp_vec3_make(1, 1, 1);
    node->rotation = bp_quat_identity();
    node->parent = node->mesh = node->skin = -1;
    if (!bp_gltf_reference(document, &value, "mesh", BP_GLTF_MESHES, &node->mesh, &fault) &&
        !bp_doctor_add_unreadable(doctor, &fault, error))
        return false;
    if (!bp_gltf_reference(document, &value, "skin", BP_GLTF_SKINS, &node->skin, &fault) &&
        !bp_doctor_add_unreadable(doctor, &fault, error))
        return false;
    return read_transform(doctor, &value, node, error);
}

/* ---- the tree -----------------------------------------------------------------------------------*/

bool bp_doctor_is_above(const bp_doctor *doctor, int above, int node) {
    const bp_doctor_node *top = &doctor->nodes[above];
    size_t enter = doctor->nodes[node].enter;
    return enter >= top->enter && enter < top->enter + top->below;
}

/* A second parent is another's business: the first keeps the child. */
static void adopt(bp_doctor *doctor, int parent, int child) {
    if (doctor->nodes[child].parent < 0) doctor->nodes[child].parent = parent;
}

/* Once the tree is there: a child that belongs to another is one of two parents, or closes a circle. */
static void check_parents(bp_doctor *doctor, int parent, int child, const bp_gltf_value *place) {
    const bp_doctor_node *node = &doctor->nodes[child];
    char path[192], text[64];
    if (node->parent == parent || (node->looped && node->parent < 0)) return;
    bool circle = bp_doctor_is_above(doctor, child, parent);
    if (circle) doctor->looped = true;
    /* Of a node in a circle, the parent outside may come second. */
    bp_doctor_id cause = node->looped && !circle ? BP_DOCTOR_NODE_CYCLE : BP_DOCTOR_NO_CAUSE;
    bp_doctor_add(
        doctor, circle ? BP_DOCTOR_NODE_CYCLE : BP_DOCTOR_NODE_PARENTS, BP_DOCTOR_ERROR, cause,
        bp_gltf_path(place, path, sizeof path),
        circle ? "%s is made a child of nodes[%d], which hangs below it; it is one of nodes[%d] already"
               : "%s is made a child of nodes[%d], but is one of nodes[%d] already",
        bp_doctor_node_text(doctor, child, text, sizeof text), parent, node->parent);
}

static bool read_children(bp_doctor *doctor, size_t index, bool check, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&doctor->document, BP_GLTF_NODES, index), children;
    bp_error fault = {0};
    size_t count;
    if (!bp_gltf_array(&value, "children", &children, &count, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&children, i);
        int child;
        bool there = bp_gltf_index_value(&item, "nodes", doctor->node_count, &child, &fault);
        if (there && check)
            check_parents(doctor, (int)index, child, &item);
        else if (there)
            adopt(doctor, (int)index, child);
        else if (!bp_doctor_add_unreadable(doctor, &fault, error))
            return false;
    }
    return true;
}

static void note_circle(bp_doctor *doctor, int start) {
    char place[32], text[64];
    size_t length = 0;
    for (int node = start; !doctor->nodes[node].looped; node = doctor->nodes[node].parent) {
        doctor->nodes[node].looped = true;
        length++;
    }
    snprintf(place, sizeof place, "nodes[%d]", start);
    bp_doctor_add(doctor, BP_DOCTOR_NODE_CYCLE, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                  "%s is its own ancestor: the circle has %zu %s",
                  bp_doctor_node_text(doctor, start, text, sizeof text), length,
                  length == 1 ? "node" : "nodes");
    doctor->nodes[start].parent = -1;
    doctor->looped = true;
}

/* From each node up, marking the way: who meets its own mark stands in a circle, which is cut there. Each
 * node is walked over at most twice. */
static void cut_circles(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = 0; i < doctor->node_count; i++) nodes[i].depth = -1;
    for (size_t i = 0; i < doctor->node_count; i++) {
        int mark = -2 - (int)i, at = (int)i;
        while (at >= 0 && nodes[at].depth == -1) {
            nodes[at].depth = mark;
            at = nodes[at].parent;
        }
        if (at >= 0 && nodes[at].depth == mark) note_circle(doctor, at);
    }
}

/* Depths, and by them the order: a counting sort. Chains are walked up to the first known depth. */
static void find_depths(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = 0; i < doctor->node_count; i++) nodes[i].depth = -1;
    for (size_t i = 0; i < doctor->node_count; i++) {
        int steps = 0, at = (int)i;
        for (; at >= 0 && nodes[at].depth < 0; at = nodes[at].parent) steps++;
        int depth = (at >= 0 ? nodes[at].depth : -1) + steps;
        for (at = (int)i; at >= 0 && nodes[at].depth < 0; at = nodes[at].parent) nodes[at].depth = depth--;
    }
}

static bool sort_nodes(bp_doctor *doctor, bp_error *error) {
    size_t count = doctor->node_count;
    size_t *starts = bp_arena_alloc(&doctor->arena, count + 1, sizeof *starts, error);
    if (!starts) return false;
    for (size_t i = 0; i < count; i++) starts[doctor->nodes[i].depth + 1]++;
    for (size_t i = 0; i < count; i++) starts[i + 1] += starts[i];
    for (size_t i = 0; i < count; i++) doctor->order[starts[doctor->nodes[i].depth]++] = (int)i;
    return true;
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

/* Numbers as a walk through the tree would give them: bottom-up how many hang below each, then top-down where each
 * begins behind its parent and the siblings before it. */
static bool number_nodes(bp_doctor *doctor, bp_error *error) {
    size_t count = doctor->node_count, roots = 0;
    size_t *used = bp_arena_alloc(&doctor->arena, count, sizeof *used, error);
    if (!used) return false;
    for (size_t i = count; i-- > 0;) {
        bp_doctor_node *node = &doctor->nodes[doctor->order[i]];
        node->below++;
        if (node->parent >= 0) doctor->nodes[node->parent].below += node->below;
    }
    for (size_t i = 0; i < count; i++) {
        bp_doctor_node *node = &doctor->nodes[doctor->order[i]];
        size_t *before = node->parent >= 0 ? &used[node->parent] : &roots;
        node->enter = *before + (node->parent >= 0 ? doctor->nodes[node->parent].enter + 1 : 0);
        *before += node->below;
    }
    return true;
}

/* Below the roots of the scene that is shown: the one given, else the first. */
static bool mark_scene(bp_doctor *doctor, bp_error *error) {
    bp_gltf_document *document = &doctor->document;
    bp_error fault = {0};
    int number;
    size_t count;
    if (!bp_gltf_reference(document, &document->root, "scene", BP_GLTF_SCENES, &number, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    if (number < 0 && document->counts[BP_GLTF_SCENES] > 0) number = 0;
    for (size_t i = 0; number < 0 && i < doctor->node_count; i++) doctor->nodes[i].in_scene = true;
    if (number < 0) return true;
    bp_gltf_value scene = bp_gltf_element(document, BP_GLTF_SCENES, (size_t)number), roots;
    if (!bp_gltf_array(&scene, "nodes", &roots, &count, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&roots, i);
        int root;
        if (bp_gltf_index_value(&item, "nodes", doctor->node_count, &root, &fault))
            doctor->nodes[root].in_scene = true;
        else if (!bp_doctor_add_unreadable(doctor, &fault, error))
            return false;
    }
    for (size_t i = 0; i < doctor->node_count; i++) {
        bp_doctor_node *node = &doctor->nodes[doctor->order[i]];
        if (node->parent >= 0 && doctor->nodes[node->parent].in_scene) node->in_scene = true;
    }
    return true;
}

bool bp_doctor_load_nodes(bp_doctor *doctor, bp_error *error) {
    bp_gltf_document *document = &doctor->document;
    size_t count = document->counts[BP_GLTF_NODES];
    bp_error fault = {0};
    doctor->nodes =
        bp_doctor_alloc(doctor, &document->top[BP_GLTF_NODES], count, sizeof *doctor->nodes, &fault);
    if (doctor->nodes)
        doctor->order =
            bp_doctor_alloc(doctor, &document->top[BP_GLTF_NODES], count, sizeof *doctor->order, &fault);
    if (doctor->order)
        doctor->joint_of =
            bp_doctor_alloc(doctor, &document->top[BP_GLTF_NODES], count, sizeof *doctor->joint_of, &fault);
    if (!doctor->joint_of) return bp_doctor_add_unreadable(doctor, &fault, error);
    doctor->node_count = count;
    for (size_t i = 0; i < count; i++) doctor->joint_of[i] = -1;
    for (size_t i = 0; i < count; i++)
        if (!read_node(doctor, i, error)) return false;
    for (size_t i = 0; i < count; i++)
        if (!read_children(doctor, i, false, error)) return false;
    cut_circles(doctor);
    find_depths(doctor);
    if (!sort_nodes(doctor, error)) return false;
    find_worlds(doctor);
    if (!number_nodes(doctor, error)) return false;
    for (size_t i = 0; i < count; i++)
        if (!read_children(doctor, i, true, error)) return false;
    return mark_scene(doctor, error);
}
