/* The pole taken for a direction. */
#include "exercise.h"
#include <math.h>

bp_vec3 find_elbow(bp_vec3 shoulder, bp_vec3 target, bp_vec3 pole, float upper, float lower) {
    bp_vec3 way = bp_vec3_sub(target, shoulder), aim = bp_vec3_normalize(way);
    bp_vec3 side = pole;
    side = bp_vec3_sub(side, bp_vec3_scale(aim, bp_vec3_dot(side, aim)));
    side = bp_vec3_normalize(side);
    float d = bp_vec3_length(way), along = (upper * upper + d * d - lower * lower) / (2 * d);
    along = along > upper ? upper : along < -upper ? -upper : along;
    float aside = sqrtf(upper * upper - along * along);
    bp_vec3 elbow = bp_vec3_add(bp_vec3_scale(aim, along), bp_vec3_scale(side, aside));
    return bp_vec3_add(shoulder, elbow);
}
