/* Exercise 11: the local matrix for a wanted final one.      (lesson 05_same_pose_three_ways)
 *
 * You want to rotate an arm's vertices by 45 degrees: that is its final matrix. Which local matrix does it
 * need? On the page it is 75 degrees with one bind and 45 with another, which looks like magic. One formula
 * gives it for any bind, any parent and any final matrix.
 *
 * You know how the final matrix is computed:
 *   absolute bind = bind * parent_absolute_bind
 *   absolute      = local * parent_absolute
 *   final         = inverse(absolute bind) * absolute
 * You get everything but local. Solve for local. Mind the order: A * B is not B * A.
 *
 * You may call:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)                 a first, then b
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)             writes the inverse of m to *out
 *
 * Check it with: make exercise EX=11      A hint: make hint EX=11
 */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    /* Your code here. The next lines leave the bone in its bind; delete them. */
    (void)wanted_final, (void)parent_absolute_bind, (void)parent_absolute;
    return bind;
}
