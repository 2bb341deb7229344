/* Exercise 11: the local matrix for a wanted final one.      (lesson 05_same_pose_three_ways)
 *
 * You want an arm's vertices to turn by 45 degrees: that is its final matrix. What must be written into its
 * local matrix? On the page it is 75 degrees with one bind, and 45 with another, which looks like magic.
 * It is one formula, for any bind, any parent, and any wanted final matrix.
 *
 * You know how final comes about:
 *   absolute bind = bind * parent_absolute_bind
 *   absolute      = local * parent_absolute
 *   final         = inverse(absolute bind) * absolute
 * Everything but local is given. Solve it for local. Mind the order: A * B is not B * A.
 *
 * You may call:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)                 a first, then b
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)             *out becomes the inverse of m
 *
 * Check it with: make exercise EX=11      A hint: make hint EX=11
 */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    /* Your code here. The next lines leave the bone in its bind; take them away. */
    (void)wanted_final, (void)parent_absolute_bind, (void)parent_absolute;
    return bind;
}
