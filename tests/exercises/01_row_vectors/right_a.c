/* Applies one matrix at a time. */
#include "exercise.h"

static bp_vec3 through(bp_vec3 p, const float *m) {
    return (bp_vec3){p.x * m[0] + p.y * m[4] + p.z * m[8] + m[12], p.x * m[1] + p.y * m[5] + p.z * m[9] + m[13],
                     p.x * m[2] + p.y * m[6] + p.z * m[10] + m[14]};
}

bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second) {
    return through(through(point, first.m), second.m);
}
