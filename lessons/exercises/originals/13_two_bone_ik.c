/* Exercise 13: two bones that reach for a target.                      (lesson 16_length_and_ik)
 *
 * The shoulder stands at the origin. The upper bone goes from there to the elbow, the lower one from the
 * elbow to the hand; their lengths are fixed. Where must elbow and hand be to bring the hand to the target?
 *
 * Shoulder, elbow and target make a triangle with three known sides: upper, lower, and the distance d. The
 * law of cosines gives the angle A at the shoulder:
 *
 *   lower * lower = upper * upper + d * d - 2 * upper * d * cos(A)
 *
 * The upper bone points at the target, turned by A to the left (counterclockwise), so that the elbow bends to
 * that side; the lower bone points from the elbow to the target. If the target is too far away the arm is
 * straight, if it is too near the bones lie folded: cos(A) would leave -1..1, and is taken as the nearer end.
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
    /* Your code here. The next lines let the arm hang down; take them away. */
    (void)target;
    *elbow = (bp_vec2){0, -upper};
    *hand = (bp_vec2){0, -upper - lower};
}
