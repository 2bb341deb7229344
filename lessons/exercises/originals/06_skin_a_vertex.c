/* Exercise 06: skin a vertex with four weights.      (lesson 17_smooth_skinning)
 *
 * A vertex follows up to four bones. Each bone has its final matrix in the palette; the weights say how much
 * each of them counts. Where all four take the vertex to one place, there it goes; else somewhere between.
 *
 *   position          where the artist put the vertex
 *   palette           the final matrices of all bones
 *   joints[0..3]      which four of them move this vertex (one may come twice)
 *   weights[0..3]     how much each counts: not negative, not all 0, and they need not sum to 1
 *
 * You may call:
 *   bp_vec3 bp_mat4_point(bp_mat4 m, bp_vec3 p)          a position through a matrix: p * m
 *   bp_vec3 bp_vec3_add(bp_vec3 a, bp_vec3 b)
 *   bp_vec3 bp_vec3_scale(bp_vec3 a, float s)
 *   bp_vec3 bp_vec3_make(float x, float y, float z)
 *
 * Check it with: make exercise EX=06      A hint: make hint EX=06
 */
#include "exercise.h"

bp_vec3 skin_vertex(bp_vec3 position, const bp_mat4 *palette, const int *joints, const float *weights) {
    /* Your code here. The next two lines leave the vertex where it is; take them away. */
    (void)palette, (void)joints, (void)weights;
    return position;
}
