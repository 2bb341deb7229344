/* Exercise 08: return to rest, linked bones included.      (lesson 07_rest_pose)
 *
 * The rest matrix is a pose that the user stores in a bone, to return to it later. It starts as the bind, and
 * the user may change it. Return every bone to its rest.
 *
 * Some bones are linked to a node. Whenever the skeleton is prepared, it overwrites such a bone's local
 * matrix with the node's position, rotation and scale. The checker prepares the skeleton before it looks at
 * your result.
 *
 *   bones[i].local, .bind, .rest      matrices relative to the parent, of bone i of `count`
 *   bones[i].node                     the index of the linked node, or -1
 *   nodes[n]                          a bp_trs: .position, .rotation, .scale
 *
 * You may call:
 *   bool bp_mat4_decompose(bp_mat4 m, bp_trs *out)         splits a matrix into those three parts
 *
 * Check it with: make exercise EX=08      A hint: make hint EX=08
 */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    /* Your code here. The next line only prevents warnings; delete it. */
    (void)bones, (void)count, (void)nodes;
}
