/* Exercise 15: what a corner's value is in the middle of a triangle.   (lesson 02_seven_matrices)
 *
 * A triangle's corners have a value each (a texture coordinate, say). On the screen a pixel's middle has a
 * share in each corner: three numbers that add up to 1. Mixing the values by these shares is wrong for what
 * goes into the distance, where the far half looks shorter than the near half: textures would swim.
 *
 * What may be mixed on the screen is what has been divided by w, the corner's distance along the view (the
 * last coordinate of its clip position): value / w, and also 1 / w. The value itself is then the quotient of
 * the two mixtures.
 *
 *   value    at each corner
 *   w        of each corner, above 0
 *   share    of each pixel: share[i].x in corner 0, share[i].y in corner 1, share[i].z in corner 2
 *   count    of pixels
 *   mixed    to be written by you, for every pixel
 *
 * You need no bp_ function.
 * Check it with: make exercise EX=15      A hint: make hint EX=15
 */
#include "exercise.h"

void interpolate(const float value[3], const float w[3], const bp_vec3 *share, int count, float *mixed) {
    /* Your code here. The next lines write 0 everywhere; take them away. */
    (void)value, (void)w, (void)share;
    for (int i = 0; i < count; i++) mixed[i] = 0;
}
