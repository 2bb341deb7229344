/* Exercise 01: row vectors, and the order of a product.      (lesson 01_what_a_bone_is)
 *
 * In Bindpose, as in Babylon.js, a vector is a row and stands on the left of a matrix: v' = v * M. A matrix
 * is 16 floats, row after row:
 *
 *     m[0]   m[1]   m[2]   m[3]           row 0: where the X axis goes
 *     m[4]   m[5]   m[6]   m[7]           row 1: where the Y axis goes
 *     m[8]   m[9]   m[10]  m[11]          row 2: where the Z axis goes
 *     m[12]  m[13]  m[14]  m[15]          row 3: where the origin goes
 *
 * A point is the row (x, y, z, 1). Each number of the result is the row times one column of the matrix. In
 * a product v * A * B the matrix A, which stands next to the vector, is applied first.
 *
 * Send `point` through the matrix `first`, and then through `second`; give back x, y and z. The last column
 * of both matrices is (0, 0, 0, 1), so the fourth number stays 1.
 *
 * You may call, if you like:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)           the product a * b
 *
 * Check it with: make exercise EX=01      A hint: make hint EX=01
 */
#include "exercise.h"

bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second) {
    /* Your code here. The next two lines leave the point where it is; take them away. */
    (void)first, (void)second;
    return point;
}
