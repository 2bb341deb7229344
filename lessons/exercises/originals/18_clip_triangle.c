/* Exercise 18: cut off the part of a triangle behind a plane.              (lesson 22_clipping)
 *
 * What lies behind the camera must not be drawn, and can't be divided by its w. So a triangle is clipped
 * first, in clip space: of what lies on both sides of a plane only the inner part stays. One corner outside
 * leaves a shape with four corners, two leave a smaller triangle.
 *
 * The distance of a position p from the plane is plane.x * p.x + plane.y * p.y + plane.z * p.z +
 * plane.w * p.w. From 0 upwards p is inside. It changes evenly along an edge, so an edge with one end inside
 * and one outside meets the plane at one point, the cut, where the distance is 0. The cut's value (a colour,
 * say) changes evenly along the edge, too.
 *
 * Walk along the edges: from corner 0 to 1, from 1 to 2, from 2 to 0. For each write its first corner, if
 * that is inside; then its cut, if it has one.
 *
 *   corner       of the triangle: position (x, y, z, w) and value
 *   plane        four numbers, as above
 *   kept         write what stays, in that order: at most four
 *   the result   how many you wrote
 *
 * You may call:
 *   bp_vec4 bp_vec4_mix(bp_vec4 a, bp_vec4 b, float t)          a at t = 0, b at t = 1
 *   float bp_mix(float a, float b, float t)                     the same for one number
 *
 * Check it with: make exercise EX=18      A hint: make hint EX=18
 */
#include "exercise.h"

int clip_triangle(const clip_vertex corner[3], bp_vec4 plane, clip_vertex kept[4]) {
    /* Your code here. The next lines keep nothing; delete them. */
    (void)corner, (void)plane, (void)kept;
    return 0;
}
