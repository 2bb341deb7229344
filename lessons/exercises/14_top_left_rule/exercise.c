/* Exercise 14: which pixels a triangle covers.                      (lesson 20_who_owns_the_edge)
 *
 * Two triangles that share an edge must cover every pixel along it exactly once: one would see a gap, or a
 * pixel that is drawn twice. So a GPU tests the pixel's centre, (column + 0.5, row + 0.5), in two ways:
 *
 *   - On which side of each edge is it? For the edge from a to b and the point p, the sign of
 *     (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) tells. Rows and y go down, and the corners are
 *     clockwise on the screen, so the value is positive for all three edges of a point inside.
 *   - Is it on an edge, where the value is 0? Then the pixel belongs to the triangle if that edge is a top
 *     edge (exactly horizontal, and going right) or a left edge (going up: y decreases).
 *
 *   corner           the three corners in pixels: edges go from 0 to 1, 1 to 2 and 2 to 0
 *   width, height    the size of the image
 *   covered          write this: covered[row * width + column] is 1 or 0
 *
 * Corners lie on quarters of a pixel, so float sums are exact here. You need no bp_ function.
 * Check it with: make exercise EX=14      A hint: make hint EX=14
 */
#include "exercise.h"

void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {
    /* Your code here. The next lines cover nothing; delete them. */
    (void)corner;
    for (int i = 0; i < width * height; i++) covered[i] = 0;
}
