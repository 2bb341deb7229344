/* Takes the point as a column behind first * second. */
#include "exercise.h"

static bp_vec3 through(bp_vec3 p, const float *m) {
    return (bp_vec3){p.x * m[0] + p.y * m[1] + p.z * m[2] + m[3], p.x * m[4] + p.y * m[5] + p.z * m[6] + m[7],
                     p.x * m[8] + p.y * m[9] + p.z * m[10] + m[11]};
}

bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second) {
    return through(point, bp_mat4_mul(first, second).m);
}
