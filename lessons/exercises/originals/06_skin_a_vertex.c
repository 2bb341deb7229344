/* Exercise 06: skin a vertex with four weights.      (lesson 17_smooth_skinning)
 *
 * A vertex follows up to four bones. The palette holds the bones' final matrices, and a weight says how much
 * a bone counts. The vertex goes to the weighted mean of the four positions to which the bones move it.
 *
 *   position          the vertex in the artist's mesh
 *   palette           the final matrices of all bones
 *   joints[0..3]      the indices of the four bones in the palette (an index may occur twice)
 *   weights[0..3]     how much each counts: none is negative, not all are 0, and their sum needn't be 1
 *
 * You may call:
 *   bp_vec3 bp_mat4_point(bp_mat4 m, bp_vec3 p)          transforms a position: p * m
 *   bp_vec3 bp_vec3_add(bp_vec3 a, bp_vec3 b)
 *   bp_vec3 bp_vec3_scale(bp_vec3 a, float s)
 *   bp_vec3 bp_vec3_make(float x, float y, float z)
 *
 * Check it with: make exercise EX=06      A hint: make hint EX=06
 */
#include "exercise.h"

bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights) {
    /* Your code here. The next two lines return the vertex unchanged; delete them. */
    (void)palette, (void)joints, (void)weights;
    return position;
}
