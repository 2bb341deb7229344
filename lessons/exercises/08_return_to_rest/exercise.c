/* Exercise 08: return to rest, linked bones included.      (lesson 07_rest_pose)
 *
 * The rest matrix is a pose that the user keeps in a bone to come back to. It begins as the bind, and may be
 * changed. Take every bone back to its rest.
 *
 * Some bones are linked to a node: whenever the skeleton is prepared, such a bone's local matrix is made anew
 * from the node's position, rotation and scale, whatever it was. Your result is looked at after that.
 *
 *   bones[i].local, .bind, .rest      matrices within the parent, of bone i of `count`
 *   bones[i].node                     the number of the node that it is linked to, or -1
 *   nodes[n]                          a bp_trs: .translation, .rotation, .scale
 *
 * You may call:
 *   bool bp_mat4_decompose(bp_mat4 m, bp_trs *out)         takes a matrix apart into those three
 *
 * Check it with: make exercise EX=08      A hint: make hint EX=08
 */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    /* Your code here. The next line is there for quiet; take it away. */
    (void)bones, (void)count, (void)nodes;
}
