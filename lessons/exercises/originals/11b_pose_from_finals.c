/* Exercise 11b, open: a pose from its final matrices.      (lesson 05_same_pose_three_ways)
 *
 * A game was recorded as the renderer saw it: of every bone you have the final matrix. You want to edit
 * the pose, and for that you need the local matrices: those which make exactly these final matrices when
 * the skeleton is prepared.
 *
 *   count           the number of bones
 *   parent[i]       an index below i, or -1: a root
 *   bind[i]         the bone's bind: relative to its parent, as a local matrix is
 *   final[i]        the recorded final matrix
 *   local[i]        write this for every bone
 *
 * An open part doesn't tell you the method. Exercise 11 had one bone, and you knew its parent's absolute
 * matrix and its parent's absolute bind. Here nobody gives you these; but the bones come parents first.
 *
 * You may call:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)                 a first, then b
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)             writes the inverse of m to *out
 *
 * There are 1 to 15 bones.
 * Check it with: make exercise EX=11b      A hint: make hint EX=11b
 */
#include "exercise.h"

void pose_from_finals(const int *parent, const bp_mat4 *bind, const bp_mat4 *final, int count,
                      bp_mat4 *local) {
    /* Your code here. The next lines leave the skeleton in its bind; delete them. */
    (void)parent, (void)final;
    for (int i = 0; i < count; i++) local[i] = bind[i];
}
