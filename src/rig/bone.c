/* bone: family, length, link. What a bone is before any matrix is multiplied.
 *
 * Children hang in a doubly linked list with its end known, so that a fan of any width is built and
 * taken apart in constant time a child, and keep the order in which they came: the first one says how
 * long the bone is. Walks over a subtree are loops.
 */
#include "rig/skeleton.h"

#include <string.h>

const char *bp_bone_name(const bp_bone *bone) { return bone->name; }
bp_skeleton *bp_bone_skeleton(const bp_bone *bone) { return bone->skeleton; }
size_t bp_bone_id(const bp_bone *bone) { return bone->number; }
size_t bp_bone_array_index(const bp_bone *bone) { return bone->place; }
bp_bone *bp_bone_parent(const bp_bone *bone) { return bone->parent; }
bp_bone *bp_bone_first_child(const bp_bone *bone) { return bone->first_child; }
bp_bone *bp_bone_next_sibling(const bp_bone *bone) { return bone->next; }

bp_bone *bp_bone_next_in_subtree(const bp_bone *bone, const bp_bone *top) {
    if (bone->first_child) return bone->first_child;
    while (bone != top && !bone->next) bone = bone->parent;
    return bone == top ? NULL : bone->next;
}

void bp_bone_attach(bp_bone *bone, bp_bone *parent) {
    bone->parent = parent;
    bone->skeleton->at.parent[bone->number] = parent ? parent->number : BONE_NOBODY;
    if (!parent) return;
    bone->previous = parent->last_child;
    if (bone->previous)
        bone->previous->next = bone;
    else
        parent->first_child = bone;
    parent->last_child = bone;
}

static void leave(bp_bone *bone) {
    bp_bone *parent = bone->parent;
    if (!parent) return;
    if (bone->previous)
        bone->previous->next = bone->next;
    else
        parent->first_child = bone->next;
    if (bone->next)
        bone->next->previous = bone->previous;
    else
        parent->last_child = bone->previous;
    bone->parent = bone->previous = bone->next = NULL;
}

bool bp_bone_set_parent(bp_bone *bone, bp_bone *parent, bool rebind, bp_error *error) {
    if (bone->parent == parent) return true;
    if (parent && parent->skeleton != bone->skeleton)
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name, "the parent \"%s\" belongs to another skeleton",
                       parent->name);
    for (const bp_bone *above = parent; above; above = above->parent) {
        if (above != bone) continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                       "the new parent \"%s\" is this bone or below it; hang it elsewhere first",
                       parent->name);
    }
    leave(bone);
    bp_bone_attach(bone, parent);
    if (rebind) bp_bone_compute_binds(bone);
    bp_bone_mark_changed(bone);
    return true;
}

/* ---- length --------------------------------------------------------------------------------------- */

bool bp_bone_has_length(const bp_bone *bone) { return bone->has_length; }

bool bp_bone_length(const bp_bone *bone, float *length) {
    *length = 0;
    if (bone->has_length) {
        *length = bone->length;
        return true;
    }
    if (!bone->first_child) return false;
    const bp_dmat4 *child = bp_bone_local_d(bone->first_child);
    bp_dvec3 away = {child->m[12], child->m[13], child->m[14]};
    *length = (float)bp_dvec3_length(away);
    return true;
}

void bp_bone_set_length(bp_bone *bone, float length) {
    bone->length = length;
    bone->has_length = true;
}

void bp_bone_unset_length(bp_bone *bone) {
    bone->length = 0;
    bone->has_length = false;
}

bool bp_bone_tip(const bp_bone *bone, const bp_node *node, bp_vec3 *tip) {
    bp_dvec3 end = {0, 0, 0};
    bool known = bone->has_length || bone->first_child;
    if (bone->has_length) {
        end.y = (double)bone->length;
    } else if (known) {
        const bp_dmat4 *child = bp_bone_local_d(bone->first_child);
        end = (bp_dvec3){child->m[12], child->m[13], child->m[14]};
    }
    bp_dmat4 world = bp_dmat4_mul(bp_bone_absolute_fresh(bone), bp_node_world_d(node));
    *tip = bp_dvec3_to_vec3(bp_dmat4_point(world, end));
    return known;
}

/* ---- linked node ----------------------------------------------------------------------------------- */

bp_node *bp_bone_node(const bp_bone *bone) { return bone->node; }

void bp_bone_link(bp_bone *bone, bp_node *node) {
    if (bone->node) bone->skeleton->linked--;
    bone->node = node;
    if (bone->node) bone->skeleton->linked++;
}

bool bp_bone_local_is_current(const bp_bone *bone) {
    if (!bone->node) return true;
    bp_dmat4 linked = bp_node_local_d(bone->node);
    return memcmp(&linked, bp_bone_local_d(bone), sizeof linked) == 0;
}
