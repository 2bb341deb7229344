/* Exercise 14: which pixels a triangle covers.                         (lesson 02_seven_matrices)
 *
 * Two triangles that share an edge must cover every pixel along it once: a gap shows, and so does a pixel
 * that is drawn twice. So graphics cards ask two things of a pixel's middle, (column + 0.5, row + 0.5):
 *
 *   - On which side of each edge is it? For the edge from a to b and the point p that is the sign of
 *     (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x). Rows go down, y too, and the corners come
 *     clockwise as one sees them, so inside it is positive for all three edges.
 *   - And if it lies on the edge, where that is 0? Then it belongs to the triangle if the edge is a top edge
 *     (exactly level, and going to the right) or a left edge (going up: y gets smaller).
 *
 *   corner           the three corners, in pixels: edges go from 0 to 1, 1 to 2 and 2 to 0
 *   width, height    of the picture
 *   covered          to be written by you: covered[row * width + column] is 1 or 0
 *
 * Corners lie on quarters of a pixel, so float sums are exact here. You need no bp_ function.
 * Check it with: make exercise EX=14      A hint: make hint EX=14
 */
#include "exercise.h"

void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {
    /* Your code here. The next lines cover nothing; take them away. */
    (void)corner;
    for (int i = 0; i < width * height; i++) covered[i] = 0;
}
