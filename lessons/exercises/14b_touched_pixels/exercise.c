/* Exercise 14b, open: every pixel that a triangle touches.              (lesson 20_who_owns_the_edge)
 *
 * A game asks before it draws an object: could it be seen at all? For that it draws a rough shape of the
 * object into a small picture, and it must not miss a pixel: if the shape shares the least bit of area
 * with a pixel's square, the pixel counts. A thin triangle that slips through between all pixel centres
 * counts, too. But a pixel whose square meets the triangle only at a corner or along an edge shares no
 * area, and doesn't.
 *
 *   corner           the three corners in pixels, clockwise or counterclockwise
 *   width, height    the size of the picture
 *   touched          write this: touched[row * width + column] is 1 or 0
 *
 * The square of a pixel goes from (column, row) to (column + 1, row + 1). Rows and y go down.
 *
 * An open part doesn't tell you the method. Draw a thin triangle and some squares on paper. How do you see
 * that a square is apart from the triangle? Which lines separate them?
 *
 * Corners lie on quarters of a pixel, so float sums are exact here. You need no bp_ function.
 * Check it with: make exercise EX=14b      A hint: make hint EX=14b
 */
#include "exercise.h"

void touch_pixels(const bp_vec2 corner[3], int width, int height, int *touched) {
    /* Your code here. The next lines touch nothing; delete them. */
    (void)corner;
    for (int i = 0; i < width * height; i++) touched[i] = 0;
}
