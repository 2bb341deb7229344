/* Exercise 15: interpolate the corners' values across a triangle.      (lesson 24_perspective)
 *
 * Each corner of a triangle has a value (a texture coordinate, say). On the screen a pixel's centre has a
 * share in each corner: three numbers whose sum is 1. Mixing the values by these shares is wrong for a
 * surface that recedes: its far half looks shorter than its near half, and textures would swim.
 *
 * First divide by w, the corner's distance along the view (the last coordinate of its clip position). Both
 * value / w and 1 / w are linear on the screen, so you may mix them by the shares. The pixel's value is the
 * first mixture divided by the second.
 *
 *   value    at each corner
 *   w        of each corner, above 0
 *   share    of each pixel: share[i].x in corner 0, share[i].y in corner 1, share[i].z in corner 2
 *   count    the number of pixels
 *   mixed    write this for every pixel
 *
 * You need no bp_ function.
 * Check it with: make exercise EX=15      A hint: make hint EX=15
 */
#include "exercise.h"

void interpolate(const float value[3], const float w[3], const bp_vec3 *share, int count, float *mixed) {
    /* Your code here. The next lines write 0 everywhere; delete them. */
    (void)value, (void)w, (void)share;
    for (int i = 0; i < count; i++) mixed[i] = 0;
}
