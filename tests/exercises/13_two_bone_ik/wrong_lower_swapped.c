/* Swaps the arguments of the second atan2, and forgets a target at the shoulder. */
#include "exercise.h"

void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {
    float d = bp_vec2_length(target);
    float c = (upper * upper + d * d - lower * lower) / (2 * upper * d);
    float angle = bp_atan2(target.y, target.x) + bp_acos(c);
    *elbow = (bp_vec2){upper * bp_cos(angle), upper * bp_sin(angle)};
    float way = bp_atan2(target.x - elbow->x, target.y - elbow->y);
    *hand = (bp_vec2){elbow->x + lower * bp_cos(way), elbow->y + lower * bp_sin(way)};
}
