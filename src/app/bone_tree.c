/* A skeleton's bones in depth-first order, their names, and a search by a part of a name. */
#include "app/numbers.h"
#include "rig/engine.h"
#include <ctype.h>
#include <stdio.h>

/* The next root in the array after `root`; the first one for NULL. */
static bp_bone *root_after(const bp_skeleton *skeleton, const bp_bone *root) {
    for (size_t i = root ? bp_bone_array_index(root) + 1 : 0; i < bp_skeleton_count(skeleton); i++)
        if (!bp_bone_parent(bp_skeleton_bone(skeleton, i))) return bp_skeleton_bone(skeleton, i);
    return NULL;
}

bp_bone *bp_bone_tree_first(const bp_skeleton *skeleton) {
    return skeleton ? root_after(skeleton, NULL) : NULL;
}

bp_bone *bp_bone_tree_next(const bp_bone *bone) {
    if (bp_bone_first_child(bone)) return bp_bone_first_child(bone);
    while (bp_bone_parent(bone)) {
        if (bp_bone_next_sibling(bone)) return bp_bone_next_sibling(bone);
        bone = bp_bone_parent(bone);
    }
    return root_after(bp_bone_skeleton(bone), bone);
}

static bp_bone *previous(const bp_bone *bone) {
    bp_bone *last = NULL;
    for (bp_bone *b = bp_bone_tree_first(bp_bone_skeleton(bone)); b && b != bone; b = bp_bone_tree_next(b))
        last = b;
    return last;
}

bp_bone *bp_bone_tree_wrap(const bp_bone *bone, bool forward) {
    bp_bone *to = forward ? bp_bone_tree_next(bone) : previous(bone);
    if (to) return to;
    to = bp_bone_tree_first(bp_bone_skeleton(bone));
    if (forward) return to;
    for (bp_bone *b = to; b; b = bp_bone_tree_next(b)) to = b; /* the last one comes before the first */
    return to;
}

const char *bp_bone_label(const bp_bone *bone, char *text, size_t size) {
    const char *name = bp_bone_name(bone);
    if (name[0]) return name;
    snprintf(text, size, "bone %zu", bp_bone_id(bone));
    return text;
}

int bp_bone_tree_depth(const bp_bone *bone) {
    int depth = 0;
    while ((bone = bp_bone_parent(bone))) depth++;
    return depth;
}

static bool begins(const char *name, const char *part) {
    for (; *part; name++, part++)
        if (tolower((unsigned char)*name) != tolower((unsigned char)*part)) return false;
    return true;
}

bool bp_name_contains(const char *name, const char *part) {
    do {
        if (begins(name, part)) return true;
    } while (*name++);
    return false;
}

bp_bone *bp_bone_tree_find(const bp_skeleton *skeleton, const bp_bone *start, const char *part) {
    bp_bone *first = bp_bone_tree_first(skeleton), *found = NULL;
    bool passed = !start;
    for (bp_bone *bone = first; bone; bone = bp_bone_tree_next(bone)) {
        passed |= bone == start;
        bool matches = bp_name_contains(bp_bone_name(bone), part);
        if (matches && passed) return bone;
        if (matches && !found) found = bone; /* before `start`: the result if the search wraps */
    }
    return found;
}
