/* Exercise 10b, open: a sword in the hand.                              (lesson 13_into_the_world)
 *
 * A character takes a sword from a table. From that moment on the sword must move as if it were part of
 * the hand: it keeps its place and its direction in the hand, however the bones and the character move.
 *
 * You don't get the skeleton, only what the renderer gets: final matrices. A final matrix takes a vertex
 * from where it is in the mesh to where the bone moves it, in the mesh's space; the mesh's world matrix
 * follows.
 *
 *   sword           the sword's world matrix when the hand took it
 *   taken_final     the hand's final matrix at that moment
 *   taken_world     the mesh's world matrix at that moment
 *   final, world    the same two matrices now
 *
 * Return the sword's world matrix now.
 *
 * An open part doesn't tell you the method. Imagine the sword were some vertices of the mesh that only the
 * hand moves. Where would they be in the mesh, before any bone moves them?
 *
 * You may call:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)                 a first, then b
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)             writes the inverse of m to *out
 *
 * Check it with: make exercise EX=10b      A hint: make hint EX=10b
 */
#include "exercise.h"

bp_mat4 carry_sword(bp_mat4 sword, bp_mat4 taken_final, bp_mat4 taken_world, bp_mat4 final, bp_mat4 world) {
    /* Your code here. The next lines leave the sword in the air; delete them. */
    (void)taken_final, (void)taken_world, (void)final, (void)world;
    return sword;
}
