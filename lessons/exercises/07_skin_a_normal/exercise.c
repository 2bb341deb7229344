/* Exercise 07: skin a normal under a scale that is not uniform.      (lesson 17_smooth_skinning)
 *
 * A normal is perpendicular to its surface and has length 1. When a matrix m transforms the surface, the new
 * normal must be perpendicular to the new surface, on the same side, with length 1. For rotations and
 * translations that is easy. But m may stretch the surface more in one direction than in another, or mirror
 * it. Then it isn't enough to transform the normal by m too.
 *
 * You may call:
 *   bool bp_mat4_inverse_affine(bp_mat4 m, bp_mat4 *out)         writes the inverse of m to *out
 *   bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out)                likewise, for any matrix
 *   bp_mat4 bp_mat4_transpose(bp_mat4 m)
 *   bp_vec3 bp_mat4_direction(bp_mat4 m, bp_vec3 d)              d * m, without the translation
 *   bp_vec3 bp_vec3_normalize(bp_vec3 a)
 *
 * Check it with: make exercise EX=07      A hint: make hint EX=07
 */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    /* Your code here. The next two lines return the normal unchanged; delete them. */
    (void)m;
    return normal;
}
