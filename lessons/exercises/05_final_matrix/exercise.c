/* Exercise 05: the final matrix.                         (lesson 02_seven_matrices)
 *
 * The final matrix moves a vertex from the artist's mesh to the bone's current pose. It does two things in
 * turn. First it takes the vertex out of the bone's starting pose, by undoing the absolute bind. Then it
 * puts the vertex where the bone is now, by applying the absolute matrix. In the starting pose the two
 * cancel, and the final matrix is the identity.
 *
 * You get the bone's local matrix and its bind, both relative to its parent, and the parent's absolute
 * matrix and absolute bind, both relative to the root of the skeleton. Exercises 03 and 04 say how matrices
 * relative to the parent become absolute.
 *
 * Row vectors: v * A * B applies A first, then B.
 *
 * You may call:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)                    a * b: a first, then b
 *   bool bp_mat4_inverse_affine(bp_mat4 m, bp_mat4 *out)         writes the inverse of m to *out; false if
 *                                                                there is none (here there always is)
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)                likewise, for any matrix
 *   bp_mat4 bp_mat4_identity(void)
 *
 * Check it with: make exercise EX=05      A hint: make hint EX=05
 */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    /* Your code here: four lines are enough. The next two move nothing; delete them. */
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    return bp_mat4_identity();
}
