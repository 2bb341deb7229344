/* Walking a skeleton as a tree: parents before children, children in their order. */
#ifndef BP_VIEWER_BONE_TREE_H
#define BP_VIEWER_BONE_TREE_H

#include <bindpose/rig.h>

/* The first bone of the walk; NULL for a skeleton that is NULL or empty. */
bp_bone *bp_bone_tree_first(const bp_skeleton *skeleton);
/* The one after it; NULL at the end. */
bp_bone *bp_bone_tree_next(const bp_bone *bone);
bp_bone *bp_bone_tree_previous(const bp_bone *bone);
/* The one after it, or before it, round and round. */
bp_bone *bp_bone_tree_wrap(const bp_bone *bone, bool forward);
/* The first bone from `start` on (NULL: from the first), round and round, whose name has `part`; NULL: none. */
bp_bone *bp_bone_tree_find(const bp_skeleton *skeleton, const bp_bone *start, const char *part);
/* The bone's name; "bone 3", written to `text`, where it has none. */
const char *bp_bone_label(const bp_bone *bone, char *text, size_t size);
/* How many bones are above it. */
int bp_bone_tree_depth(const bp_bone *bone);
/* Whether the name has `part` in it, capitals or not; everything has "". */
bool bp_name_contains(const char *name, const char *part);

#endif
