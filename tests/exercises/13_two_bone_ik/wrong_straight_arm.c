/* Points at the target, and doesn't bend. */
#include "exercise.h"

void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {
    float d = bp_vec2_length(target);
    *elbow = (bp_vec2){target.x / d * upper, target.y / d * upper};
    *hand = (bp_vec2){target.x / d * (upper + lower), target.y / d * (upper + lower)};
}
