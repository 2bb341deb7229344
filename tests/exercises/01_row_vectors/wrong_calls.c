/* Lets the library solve the exercise. */
#include "exercise.h"

bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second) {
    return bp_mat4_point(second, bp_mat4_point(first, point));
}
