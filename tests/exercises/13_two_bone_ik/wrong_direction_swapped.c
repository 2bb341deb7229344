/* Swaps the arguments of the first atan2. */
#include "exercise.h"

void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {
    float d = bp_vec2_length(target);
    if (d == 0) d = 1e-6f;
    float c = (upper * upper + d * d - lower * lower) / (2 * upper * d);
    float angle = bp_atan2(target.x, target.y) + bp_acos(c);
    *elbow = (bp_vec2){upper * bp_cos(angle), upper * bp_sin(angle)};
    float way = bp_atan2(target.y - elbow->y, target.x - elbow->x);
    *hand = (bp_vec2){elbow->x + lower * bp_cos(way), elbow->y + lower * bp_sin(way)};
}
