/* bone: hierarchy, length and link: everything that needs no matrix product.
 *
 * Children are a doubly linked list with a known end, so attaching and detaching take constant time, and
 * they keep their order: the first child gives the bone its length. Walks over a subtree are loops.
 */
#include "rig/skeleton.h"

const char *bp_bone_name(const bp_bone *bone) { return bone ? bone->name : ""; }
bp_skeleton *bp_bone_skeleton(const bp_bone *bone) { return bone ? bone->skeleton : NULL; }
size_t bp_bone_id(const bp_bone *bone) { return bone ? bone->id : 0; }
size_t bp_bone_array_index(const bp_bone *bone) { return bone ? bone->array_index : 0; }
bp_bone *bp_bone_parent(const bp_bone *bone) { return bone ? bone->parent : NULL; }
bp_bone *bp_bone_first_child(const bp_bone *bone) { return bone ? bone->first_child : NULL; }
bp_bone *bp_bone_next_sibling(const bp_bone *bone) { return bone ? bone->next : NULL; }

void bp_bone_attach(bp_bone *bone, bp_bone *parent) {
    bone->parent = parent;
    bone->skeleton->bones.parent[bone->id] = parent ? parent->id : BONE_NONE;
    if (!parent) return;
    bone->previous = parent->last_child;
    if (bone->previous)
        bone->previous->next = bone;
    else
        parent->first_child = bone;
    parent->last_child = bone;
}

static void detach(bp_bone *bone) {
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
    if (!bone) return bp_fail_null(error, "bone");
    if (bone->parent == parent) return true;
    if (parent && parent->skeleton != bone->skeleton)
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name, "the parent \"%s\" belongs to another skeleton",
                       parent->name);
    for (const bp_bone *above = parent; above; above = above->parent) {
        if (above != bone) continue;
        return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                       "the new parent \"%s\" is this bone or below it; move that one elsewhere first",
                       parent->name);
    }
    detach(bone);
    bp_bone_attach(bone, parent);
    if (rebind) bp_bone_compute_binds(bone);
    bp_bone_mark_changed(bone);
    return true;
}

bool bp_bone_has_length(const bp_bone *bone) { return bone ? bone->has_length : false; }

/* The far end in the bone's own space; false for a leaf without length. */
static bool far_end(const bp_bone *bone, bp_dvec3 *end) {
    *end = (bp_dvec3){0, 0, 0};
    if (bone->has_length) {
        end->y = (double)bone->length;
    } else if (bone->first_child) {
        const bp_dmat4 *child = bp_bone_local_d(bone->first_child);
        *end = (bp_dvec3){child->m[12], child->m[13], child->m[14]};
    }
    return bone->has_length || bone->first_child;
}

bool bp_bone_length(const bp_bone *bone, float *length) {
    *length = 0;
    if (!bone) return false;
    bp_dvec3 end;
    bool known = far_end(bone, &end);
    *length = bone->has_length ? bone->length : (float)bp_dvec3_length(end);
    return known;
}

bool bp_bone_tip(const bp_bone *bone, const bp_node *node, bp_vec3 *tip) {
    *tip = bp_vec3_make(0, 0, 0);
    if (!bone) return false;
    bp_dvec3 end;
    bool known = far_end(bone, &end);
    *tip = bp_dvec3_to_vec3(bp_dmat4_point(bp_bone_world_d(bone, node), end));
    return known;
}

void bp_bone_set_length(bp_bone *bone, float length) {
    if (!bone) return;
    bone->length = length;
    bone->has_length = true;
}

void bp_bone_unset_length(bp_bone *bone) {
    if (!bone) return;
    bone->has_length = false;
}

bp_node *bp_bone_node(const bp_bone *bone) { return bone ? bone->node : NULL; }

void bp_bone_link(bp_bone *bone, bp_node *node) {
    if (!bone) return;
    bone->skeleton->linked += (node != NULL);
    bone->skeleton->linked -= (bone->node != NULL);
    bone->node = node;
}

void bp_skeleton_mask(const bp_bone *top, float inside, float outside, float *mask) {
    if (!top || !mask) return;
    for (uint32_t i = 0; i < top->skeleton->count; i++) mask[i] = outside;
    for (const bp_bone *bone = top; bone; bone = bp_bone_next_in_subtree(bone, top)) mask[bone->id] = inside;
}
