/* Turns the direction to the target towards the pole, by the angle at the shoulder, about the plane's
 * normal. */
#include "exercise.h"
#include <math.h>

bp_vec3 find_elbow(bp_vec3 shoulder, bp_vec3 target, bp_vec3 pole, float upper, float lower) {
    bp_vec3 way = bp_vec3_sub(target, shoulder);
    bp_vec3 normal = bp_vec3_normalize(bp_vec3_cross(way, bp_vec3_sub(pole, shoulder)));
    double d = bp_vec3_length(way), a = upper, b = lower;
    double c = (a * a + d * d - b * b) / (2 * a * d), angle = acos(c > 1 ? 1 : c < -1 ? -1 : c);
    bp_vec3 ahead = bp_vec3_scale(way, (float)(a / d * cos(angle)));
    bp_vec3 aside = bp_vec3_scale(bp_vec3_cross(normal, way), (float)(a / d * sin(angle)));
    return bp_vec3_add(shoulder, bp_vec3_add(ahead, aside));
}
