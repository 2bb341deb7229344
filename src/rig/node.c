/* node: a transform in a scene's tree, with its world matrix kept by need.
 *
 * Changing a node marks it and everything below it as stale; asking for a world matrix climbs to the
 * nearest node that isn't, and multiplies its way down. A stale node's descendants are always stale
 * too, so marking stops where it meets one: however often nodes are changed, each is marked and
 * computed once between two questions. Both walks are loops, so that a chain of any length fits on the
 * stack.
 */
#include "rig/node.h"

static void mark_stale(bp_node *top) {
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

static void join(bp_node *node, bp_node *parent) {
    node->parent = parent;
    if (!parent) return;
    node->next = parent->first_child;
    if (node->next) node->next->previous = node;
    parent->first_child = node;
}

static void leave(bp_node *node) {
    if (node->previous)
        node->previous->next = node->next;
    else if (node->parent)
        node->parent->first_child = node->next;
    if (node->next) node->next->previous = node->previous;
    node->parent = node->previous = node->next = NULL;
}

bp_node *bp_node_create(const bp_context *context, const char *name, bp_node *parent, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
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
    join(node, parent);
    return node;
}

void bp_node_destroy(bp_node *node) {
    if (!node) return;
    while (node->first_child) {
        mark_stale(node->first_child);
        leave(node->first_child);
    }
    leave(node);
    bp_allocator allocator = node->allocator;
    bp_free(&allocator, node->name);
    bp_free(&allocator, node);
}

const char *bp_node_name(const bp_node *node) { return node->name; }
bp_node *bp_node_parent(const bp_node *node) { return node->parent; }

bool bp_node_set_parent(bp_node *node, bp_node *parent, bp_error *error) {
    for (const bp_node *above = parent; above; above = above->parent) {
        if (above != node) continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, node->name,
                       "the new parent \"%s\" is this node or below it; hang it elsewhere first",
                       parent->name);
    }
    leave(node);
    join(node, parent);
    mark_stale(node);
    return true;
}

void bp_node_set_position(bp_node *node, bp_vec3 position) {
    node->trs.translation = bp_dvec3_from_vec3(position);
    mark_stale(node);
}

void bp_node_set_rotation(bp_node *node, bp_quat rotation) {
    node->trs.rotation = bp_dquat_from_quat(rotation);
    node->holds_euler = false;
    mark_stale(node);
}

void bp_node_set_euler(bp_node *node, bp_vec3 pitch_yaw_roll) {
    node->euler = bp_dvec3_from_vec3(pitch_yaw_roll);
    node->trs.rotation = bp_dquat_from_euler(node->euler);
    node->holds_euler = true;
    mark_stale(node);
}

void bp_node_set_scale(bp_node *node, bp_vec3 scale) {
    node->trs.scale = bp_dvec3_from_vec3(scale);
    mark_stale(node);
}

void bp_node_set_trs_d(bp_node *node, bp_dtrs trs) {
    node->trs = trs;
    node->holds_euler = false;
    mark_stale(node);
}

void bp_node_set_matrix(bp_node *node, bp_mat4 local) {
    bp_dtrs trs;
    (void)bp_dmat4_decompose(bp_dmat4_from_mat4(local), &trs); /* a scale of 0 turns by nothing */
    bp_node_set_trs_d(node, trs);
}

bp_vec3 bp_node_position(const bp_node *node) { return bp_dvec3_to_vec3(node->trs.translation); }
bp_quat bp_node_rotation(const bp_node *node) { return bp_dquat_to_quat(node->trs.rotation); }
bp_vec3 bp_node_scale(const bp_node *node) { return bp_dvec3_to_vec3(node->trs.scale); }
bool bp_node_holds_euler(const bp_node *node) { return node->holds_euler; }

bp_vec3 bp_node_euler(const bp_node *node) {
    return bp_dvec3_to_vec3(node->holds_euler ? node->euler : bp_dquat_to_euler(node->trs.rotation));
}

bp_dmat4 bp_node_local_d(const bp_node *node) { return bp_dmat4_from_dtrs(node->trs); }
bp_mat4 bp_node_local(const bp_node *node) { return bp_dmat4_to_mat4(bp_node_local_d(node)); }

static void compute_world(bp_node *node) {
    bp_dmat4 local = bp_node_local_d(node);
    node->world = node->parent ? bp_dmat4_mul(local, node->parent->world) : local;
    node->world_stale = false;
}

bp_dmat4 bp_node_world_d(const bp_node *node) {
    if (!node) return bp_dmat4_identity();
    /* The cache may be filled through a const node: nothing that can be seen changes. */
    bp_node *asked = (bp_node *)node;
    if (!asked->world_stale) return asked->world;
    bp_node *top = asked;
    while (top->parent && top->parent->world_stale) {
        top->parent->below = top;
        top = top->parent;
    }
    for (bp_node *at = top; at != asked; at = at->below) compute_world(at);
    compute_world(asked);
    return asked->world;
}

bp_mat4 bp_node_world(const bp_node *node) { return bp_dmat4_to_mat4(bp_node_world_d(node)); }
