/* Exercise 09: parents first, and vertices that still know their bones.      (lesson 10_bone_order)
 *
 * A file may list its bones in any order, but one pass over them needs every parent before its children.
 * Sort the bones by depth: first the roots, then their children, and so on. Bones of equal depth keep their
 * order.
 *
 * Vertices refer to bones by index. When bone 5 becomes bone 2, a 5 in a vertex must become a 2.
 *
 *   parent[i]           the index of bone i's parent, or -1
 *   count               the number of bones, at most 8
 *   order[k]            write this: the old index of the bone whose new index is k
 *   new_parent[k]       write this: the new index of the parent of that bone, or -1
 *   joints[j]           bone indices in the vertices, joint_count of them: replace old ones by new ones
 *
 * You need no bp_ function.
 * Check it with: make exercise EX=09      A hint: make hint EX=09
 */
#include "exercise.h"

void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    /* Your code here. The next lines change nothing; delete them. */
    (void)joints, (void)joint_count;
    for (int k = 0; k < count; k++) order[k] = k, new_parent[k] = parent[k];
}
