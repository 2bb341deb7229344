/* Exercise 02: a matrix from position, quaternion and scale.      (lesson 02_seven_matrices)
 *
 * A bone's local matrix is made of three parts: how the bone is scaled along its own axes, how it is then
 * turned, and where it then stands within its parent. Make one matrix of them.
 *
 * Row vectors: v * A * B applies A first, then B.
 *
 * You may call:
 *   bp_mat4 bp_mat4_scaling(bp_vec3 scale)
 *   bp_mat4 bp_mat4_from_quat(bp_quat rotation)
 *   bp_mat4 bp_mat4_translation(bp_vec3 position)
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)              the product a * b
 * or write the sixteen numbers yourself: a bp_mat4 has float m[16], row after row.
 *
 * Check it with: make exercise EX=02      A hint: make hint EX=02
 */
#include "exercise.h"

bp_mat4 compose_matrix(bp_vec3 position, bp_quat rotation, bp_vec3 scale) {
    /* Your code here. The next lines make an identity of it; take them away. */
    (void)position, (void)rotation, (void)scale;
    return (bp_mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}
