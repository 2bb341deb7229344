/* node: a transform in a scene's tree, with a cached world matrix.
 *
 * A change marks the node and its descendants as stale. Reading a world matrix climbs to the nearest
 * ancestor that is current and multiplies on the way down. The descendants of a stale node are always
 * stale, so marking stops there: between two readings each node is marked and computed at most once. Both
 * walks are loops, so the call stack holds a chain of any length.
 */
#include "rig/skeleton.h"

void bp_node_parts_changed(bp_node *top) {
    bp_node *node = top;
    for (;;) {
        bool entered = !node->world_stale;
        node->world_stale = true;
        if (entered && node->first_child) {
            node = node->first_child;
            continue;
        }
        while (node != top && !node->next) node = node->parent;
        if (node == top) return;
        node = node->next;
    }
}

static void attach(bp_node *node, bp_node *parent) {
    node->parent = parent;
    if (!parent) return;
    node->next = parent->first_child;
    if (node->next) node->next->previous = node;
    parent->first_child = node;
}

static void detach(bp_node *node) {
    if (node->previous)
        node->previous->next = node->next;
    else if (node->parent)
        node->parent->first_child = node->next;
    if (node->next) node->next->previous = node->previous;
    node->parent = node->previous = node->next = NULL;
}

static bp_node *create(const bp_allocator *allocator, const char *name, bp_node *parent, bp_error *error) {
    bp_node *node = bp_alloc(allocator, 1, sizeof *node, error);
    if (!node) return NULL;
    node->allocator = *allocator;
    node->name = bp_copy_text(allocator, name, error);
    if (!node->name) {
        bp_free(allocator, node);
        return NULL;
    }
    node->trs = bp_dtrs_from_trs(bp_trs_identity());
    node->world_stale = true;
    attach(node, parent);
    return node;
}

bp_node *bp_node_create(const bp_context *context, const char *name, bp_node *parent, bp_error *error) {
    return create(bp_context_allocator(context), name, parent, error);
}

bp_node *bp_node_clone(const bp_node *node, bp_error *error) {
    if (!node) return bp_fail_null(error, "node"), NULL;
    bp_node *copy = create(&node->allocator, node->name, NULL, error);
    if (!copy) return NULL;
    copy->trs = node->trs;
    copy->euler = node->euler;
    copy->holds_euler = node->holds_euler;
    return copy;
}

void bp_node_destroy(bp_node *node) {
    if (!node) return;
    while (node->first_child) {
        bp_node_parts_changed(node->first_child);
        detach(node->first_child);
    }
    detach(node);
    bp_allocator allocator = node->allocator;
    bp_free(&allocator, node->name);
    bp_free(&allocator, node);
}

const char *bp_node_name(const bp_node *node) { return node ? node->name : ""; }
bp_node *bp_node_parent(const bp_node *node) { return node ? node->parent : NULL; }

bool bp_node_set_parent(bp_node *node, bp_node *parent, bp_error *error) {
    if (!node) return bp_fail_null(error, "node");
    for (const bp_node *above = parent; above; above = above->parent) {
        if (above != node) continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, node->name,
                       "the new parent \"%s\" is this node or below it; move that one elsewhere first",
                       parent->name);
    }
    detach(node);
    attach(node, parent);
    bp_node_parts_changed(node);
    return true;
}

void bp_node_set_position(bp_node *node, bp_vec3 position) {
    if (!node) return;
    node->trs.position = bp_dvec3_from_vec3(position);
    bp_node_parts_changed(node);
}

void bp_node_set_rotation(bp_node *node, bp_quat rotation) {
    if (!node) return;
    node->trs.rotation = bp_dquat_from_quat(rotation);
    node->holds_euler = false;
    bp_node_parts_changed(node);
}

void bp_node_set_scale(bp_node *node, bp_vec3 scale) {
    if (!node) return;
    node->trs.scale = bp_dvec3_from_vec3(scale);
    bp_node_parts_changed(node);
}

void bp_node_set_trs_d(bp_node *node, bp_dtrs trs) {
    node->trs = trs;
    node->holds_euler = false;
    bp_node_parts_changed(node);
}

void bp_node_set_matrix(bp_node *node, bp_mat4 local) {
    if (!node) return;
    bp_dtrs trs;
    (void)bp_dmat4_decompose(bp_dmat4_from_mat4(local), &trs); /* a scale of 0 leaves no rotation */
    bp_node_set_trs_d(node, trs);
}

bp_vec3 bp_node_position(const bp_node *node) {
    return node ? bp_dvec3_to_vec3(node->trs.position) : bp_vec3_make(0, 0, 0);
}
bp_quat bp_node_rotation(const bp_node *node) {
    return node ? bp_dquat_to_quat(node->trs.rotation) : bp_quat_identity();
}
bp_vec3 bp_node_scale(const bp_node *node) {
    return node ? bp_dvec3_to_vec3(node->trs.scale) : bp_vec3_make(0, 0, 0);
}
bp_dmat4 bp_node_local_d(const bp_node *node) { return bp_dmat4_from_dtrs(node->trs); }
bp_mat4 bp_node_local(const bp_node *node) {
    return node ? bp_dmat4_to_mat4(bp_node_local_d(node)) : bp_mat4_identity();
}

static void compute_world(bp_node *node) {
    bp_dmat4 local = bp_node_local_d(node);
    node->world = node->parent ? bp_dmat4_mul(local, node->parent->world) : local;
    node->world_stale = false;
}

bp_dmat4 bp_node_world_d(const bp_node *node) {
    if (!node) return bp_dmat4_identity();
    bp_node *target = (bp_node *)node; /* filling the cache changes nothing that a caller sees */
    if (!target->world_stale) return target->world;
    bp_node *top = target;
    for (; top->parent && top->parent->world_stale; top = top->parent) top->parent->child_on_path = top;
    for (; top != target; top = top->child_on_path) compute_world(top);
    compute_world(target);
    return target->world;
}

bp_mat4 bp_node_world(const bp_node *node) {
    return node ? bp_dmat4_to_mat4(bp_node_world_d(node)) : bp_mat4_identity();
}
