/* Walking a skeleton as a tree: parents before children, children in their order. */
#ifndef BP_APP_BONE_TREE_H
#define BP_APP_BONE_TREE_H

#include <bindpose/rig.h>

/* The first bone of the walk; NULL for a skeleton that is NULL or empty. */
bp_bone *bp_bone_tree_first(const bp_skeleton *skeleton);
/* The next bone; NULL at the end. */
bp_bone *bp_bone_tree_next(const bp_bone *bone);
/* The next bone or the previous one; the first comes after the last. */
bp_bone *bp_bone_tree_wrap(const bp_bone *bone, bool forward);
/* The first bone from `start` on (NULL: from the first) whose name contains `part`, wrapping at the end;
 * NULL: none. */
bp_bone *bp_bone_tree_find(const bp_skeleton *skeleton, const bp_bone *start, const char *part);
/* The bone's name; for a bone without one, "bone 3", written to `text`. */
const char *bp_bone_label(const bp_bone *bone, char *text, size_t size);
/* The number of its ancestors. */
int bp_bone_tree_depth(const bp_bone *bone);
/* Whether the name contains `part`, in upper or lower case. */
bool bp_name_contains(const char *name, const char *part);

#endif
