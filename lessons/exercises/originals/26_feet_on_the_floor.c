/* Exercise 26: a walk on other legs, with the feet on the floor.     (lesson 30_feet_on_the_floor)
 *
 * He walks, seen from the side: x goes forward, y up, and the floor is y = 0. Place her hips and one of her
 * feet in every frame. Inverse kinematics bends the knee later.
 *
 *   his, her        height (of the standing hips), leg, arm: lengths in metres
 *   count           the number of frames, 0 to 12
 *   hips[i]         his hips
 *   foot[i]         his foot
 *   planted[i]      1: his foot stands on the floor; 0: it doesn't
 *   her_hips[i]     write this: his hips, scaled (x and y) by the ratio of the hips' heights, hers to his
 *   her_foot[i]     write this:
 *                     in the air, below her hips as his is below his (x and y), but scaled by the ratio of
 *                     the legs' lengths;
 *                     planted, on the floor: at the x that it has by that rule in the first frame in which it
 *                     is planted, until it is let go
 *
 * A foot may come down several times, and may be planted in the first frame.
 *
 * Check it with: make exercise EX=26      A hint: make hint EX=26
 */
#include "exercise.h"

void place_feet(body_size his, body_size her, const bp_vec2 *hips, const bp_vec2 *foot, const int *planted,
                int count, bp_vec2 *her_hips, bp_vec2 *her_foot) {
    /* Your code here. The next lines let her hips and foot go where his go; delete them. */
    (void)his, (void)her, (void)planted;
    for (int i = 0; i < count; i++) her_hips[i] = hips[i], her_foot[i] = foot[i];
}
