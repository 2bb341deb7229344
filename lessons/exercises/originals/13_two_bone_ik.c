/* Exercise 13: two bones that reach for a target.                      (lesson 16_length_and_ik)
 *
 * The shoulder is at the origin. The upper bone goes from there to the elbow, and the lower bone from the
 * elbow to the hand; their lengths are fixed. Find the elbow and the hand that bring the hand to the target.
 *
 * Shoulder, elbow and target are a triangle with three known sides: upper, lower, and the distance d from
 * the shoulder to the target. The law of cosines gives the angle A at the shoulder:
 *
 *   lower * lower = upper * upper + d * d - 2 * upper * d * cos(A)
 *
 * Point the upper bone at the target and rotate it left (counterclockwise) by A, so the elbow bends to that
 * side. The lower bone points from the elbow to the target. If the target is out of reach, the arm is
 * straight; if it is too near, the arm is folded. In both cases cos(A) is outside -1..1: clamp it (bp_acos
 * does). A target at the shoulder has the direction 0, as bp_atan2 says, and d is 0: use a tiny distance
 * instead, 1e-6, so that nothing is 0 / 0.
 *
 * You may call:
 *   float bp_acos(float c)           float bp_atan2(float y, float x)
 *   float bp_sin(float radians)      float bp_cos(float radians)
 *   float bp_vec2_length(bp_vec2 v)
 *
 * Check it with: make exercise EX=13      A hint: make hint EX=13
 */
#include "exercise.h"

void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {
    /* Your code here. The next lines let the arm hang down; delete them. */
    (void)target;
    *elbow = (bp_vec2){0, -upper};
    *hand = (bp_vec2){0, -upper - lower};
}
