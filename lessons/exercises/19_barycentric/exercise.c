/* Exercise 19: the share of each corner in each pixel.           (lesson 19_triangle_to_pixels)
 *
 * To mix the corners' colours at a point p of a triangle one needs the share of each corner: 1 at the corner
 * itself, 0 on the opposite edge, and the three sum to 1. These are barycentric coordinates. A corner's share
 * is the area of the triangle that p makes with the other two corners, as a part of the whole triangle.
 *
 * Twice the area of the triangle a, b, p is the edge function of the edge from a to b:
 *     E(a, b, p) = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
 *
 * That is many products for each pixel, so a rasterizer computes shares once, at the centre of the first
 * pixel, (0.5, 0.5), and then only adds. From a pixel to its right neighbour a share changes by the same
 * number everywhere in the image; and from a pixel to the one below, by another.
 *
 *   corner           in pixels, clockwise; y and rows go down
 *   width, height    the size of the image
 *   right, down      write these: for each corner, the change of its share per pixel
 *   share            write this: share[3 * (row * width + column) + k] is corner k's share at that pixel's
 *                    centre. Outside the triangle, some shares are negative: write them, too
 *
 * You need no bp_ function.
 * Check it with: make exercise EX=19      A hint: make hint EX=19
 */
#include "exercise.h"

void barycentric(const bp_vec2 corner[3], int width, int height, float *right, float *down, float *share) {
    /* Your code here. The next lines write 0 everywhere; delete them. */
    (void)corner;
    for (int k = 0; k < 3; k++) right[k] = down[k] = 0;
    for (int i = 0; i < 3 * width * height; i++) share[i] = 0;
}
