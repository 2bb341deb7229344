/* Exercise 09: parents first, and vertices that still know their bones.      (lesson 10_bone_order)
 *
 * Bones came in any order; one pass over them needs every parent before its children. Sort them by depth:
 * roots first, then their children, then theirs. Bones of the same depth keep the order that they had.
 *
 * But vertices name their bones by number. When bone 5 becomes bone 2, a 5 in a vertex must become a 2.
 *
 *   parent[i]           the number of bone i's parent, or -1
 *   count               of bones
 *   order[k]            to be written: the old number of the bone that is now at place k
 *   new_parent[k]       to be written: the new number of the parent of the bone at place k, or -1
 *   joints[j]           of joint_count: bones' numbers in vertices, old; to be changed into new ones
 *
 * You need no bp_ function.
 * Check it with: make exercise EX=09      A hint: make hint EX=09
 */
#include "exercise.h"

void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    /* Your code here. The next lines leave everything as it is; take them away. */
    (void)joints, (void)joint_count;
    for (int k = 0; k < count; k++) order[k] = k, new_parent[k] = parent[k];
}
