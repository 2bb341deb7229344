/* Exercise 07: skin a normal under a scale that is not uniform.      (lesson 17_smooth_skinning)
 *
 * A normal stands at right angles on its surface and has length 1. When a matrix m takes the surface to some
 * other place, the normal must stand at right angles on it there too, on the same side, with length 1. For
 * turns and moves that is easy. But m may stretch the surface more in one direction than in another, or
 * mirror it, and then it is not enough to send the normal through m as well.
 *
 * You may call:
 *   bool bp_mat4_inverse_affine(bp_mat4 m, bp_mat4 *out)         *out becomes the inverse of m
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)                the same for any matrix
 *   bp_mat4 bp_mat4_transpose(bp_mat4 m)
 *   bp_vec3 bp_mat4_direction(bp_mat4 m, bp_vec3 d)              d * m, without the translation
 *   bp_vec3 bp_vec3_normalize(bp_vec3 a)
 *
 * Check it with: make exercise EX=07      A hint: make hint EX=07
 */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    /* Your code here. The next two lines leave the normal as it is; take them away. */
    (void)m;
    return normal;
}
