/* Points at the target, and doesn't bend. */
#include "exercise.h"

void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {
    float angle = bp_atan2(target.y, target.x);
    *elbow = (bp_vec2){upper * bp_cos(angle), upper * bp_sin(angle)};
    *hand = (bp_vec2){(upper + lower) * bp_cos(angle), (upper + lower) * bp_sin(angle)};
}
