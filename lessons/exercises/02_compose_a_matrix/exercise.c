/* Exercise 02: a matrix from position, quaternion and scale.      (lesson 02_seven_matrices)
 *
 * Three parts make up a bone's local matrix: its scale along its own axes, then its rotation, then its
 * position within its parent. Combine them into one matrix.
 *
 * Row vectors: v * A * B applies A first, then B.
 *
 * You may call:
 *   bp_mat4 bp_mat4_scaling(bp_vec3 scale)
 *   bp_mat4 bp_mat4_from_quat(bp_quat rotation)
 *   bp_mat4 bp_mat4_translation(bp_vec3 position)
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)              the product a * b
 * You can also write the sixteen numbers yourself: a bp_mat4 has float m[16], row after row.
 *
 * Check it with: make exercise EX=02      A hint: make hint EX=02
 */
#include "exercise.h"

bp_mat4 compose_matrix(bp_vec3 position, bp_quat rotation, bp_vec3 scale) {
    /* Your code here. The next lines return the identity; delete them. */
    (void)position, (void)rotation, (void)scale;
    return (bp_mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}
