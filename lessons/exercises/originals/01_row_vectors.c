/* Exercise 01: row vectors, and the order of a product.      (lesson 01_what_a_bone_is)
 *
 * In Bindpose, as in Babylon.js, a vector is a row, and it is written on the left of a matrix: v' = v * M.
 * A matrix has 16 floats, row after row:
 *
 *     m[0]   m[1]   m[2]   m[3]           row 0: where the X axis goes
 *     m[4]   m[5]   m[6]   m[7]           row 1: where the Y axis goes
 *     m[8]   m[9]   m[10]  m[11]          row 2: where the Z axis goes
 *     m[12]  m[13]  m[14]  m[15]          row 3: where the origin goes
 *
 * A point is the row (x, y, z, 1). Each number of the result is the dot product of that row and one column
 * of the matrix. In v * A * B, matrix A is next to the vector, so it is applied first.
 *
 * Transform `point` by the matrix `first` and then by `second`, and return x, y and z. The last column of
 * both matrices is (0, 0, 0, 1), so the fourth number stays 1.
 *
 * You may call, if you like:
 *   bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b)           the product a * b
 *
 * Check it with: make exercise EX=01      A hint: make hint EX=01
 */
#include "exercise.h"

bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second) {
    /* Your code here. The next two lines return the point unchanged; delete them. */
    (void)first, (void)second;
    return point;
}
