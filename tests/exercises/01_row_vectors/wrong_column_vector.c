/* Multiplies the matrix by a column. */
#include "exercise.h"

static bp_vec3 through(bp_vec3 p, const float *m) {
    return (bp_vec3){m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                     m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second) {
    return through(through(point, first.m), second.m);
}
