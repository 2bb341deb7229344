/* The upper arm points at the pole. */
#include "exercise.h"

bp_vec3 find_elbow(bp_vec3 shoulder, bp_vec3 target, bp_vec3 pole, float upper, float lower) {
    (void)target, (void)lower;
    bp_vec3 direction = bp_vec3_normalize(bp_vec3_sub(pole, shoulder));
    return bp_vec3_add(shoulder, bp_vec3_scale(direction, upper));
}
