/* Exercise 13b, open: the elbow in space.                              (lesson 16_length_and_ik)
 *
 * In exercise 13 the arm lay in a plane. In space, the elbow may be anywhere on a circle around the line
 * from the shoulder to the target: the arm rotates about that line like a door. An animator chooses the
 * elbow's side by a point, the pole: the elbow lies in the plane through shoulder, target and pole, on the
 * pole's side of the line.
 *
 * Where is the elbow? The hand is at the target. If the target is out of reach, the arm is straight and
 * points at the target. If it is too near, the arm is folded: shoulder, elbow and hand are on one line,
 * and the hand is as near to the target as it can be.
 *
 *   shoulder, target, pole      points in space, not all on one line
 *   upper, lower                the lengths from the shoulder to the elbow, and from there to the hand
 *
 * An open part doesn't tell you the method. Draw the triangle of shoulder, elbow and target, and drop a
 * perpendicular from the elbow to the line.
 *
 * You may call:
 *   bp_vec3 bp_vec3_add(bp_vec3 a, bp_vec3 b)         bp_vec3 bp_vec3_sub(bp_vec3 a, bp_vec3 b)
 *   bp_vec3 bp_vec3_scale(bp_vec3 a, float s)         float bp_vec3_dot(bp_vec3 a, bp_vec3 b)
 *   bp_vec3 bp_vec3_normalize(bp_vec3 a)              float bp_vec3_length(bp_vec3 a)
 *   bp_vec3 bp_vec3_cross(bp_vec3 a, bp_vec3 b)       and sqrtf of math.h
 *
 * Check it with: make exercise EX=13b      A hint: make hint EX=13b
 */
#include "exercise.h"
#include <math.h>

bp_vec3 find_elbow(bp_vec3 shoulder, bp_vec3 target, bp_vec3 pole, float upper, float lower) {
    /* Your code here. The next lines put the elbow into the shoulder; delete them. */
    (void)target, (void)pole, (void)upper, (void)lower;
    return shoulder;
}
