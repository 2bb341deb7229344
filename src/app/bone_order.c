/* A skeleton's bones in depth-first order. The walk has no state: the bone alone determines the next one. */
#include "app/numbers.h"
#include "rig/engine.h"

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
