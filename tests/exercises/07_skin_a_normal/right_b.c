/* Uses cofactors: the inverse transpose times the determinant, whose sign matters. */
#include "exercise.h"

bp_vec3 skin_normal(bp_vec3 normal, bp_mat4 m) {
    const float *a = m.m;
    bp_vec3 n = {normal.x * (a[5] * a[10] - a[6] * a[9]) + normal.y * (a[2] * a[9] - a[1] * a[10]) +
                     normal.z * (a[1] * a[6] - a[2] * a[5]),
                 normal.x * (a[6] * a[8] - a[4] * a[10]) + normal.y * (a[0] * a[10] - a[2] * a[8]) +
                     normal.z * (a[2] * a[4] - a[0] * a[6]),
                 normal.x * (a[4] * a[9] - a[5] * a[8]) + normal.y * (a[1] * a[8] - a[0] * a[9]) +
                     normal.z * (a[0] * a[5] - a[1] * a[4])};
    float determinant = a[0] * (a[5] * a[10] - a[6] * a[9]) - a[1] * (a[4] * a[10] - a[6] * a[8]) +
                        a[2] * (a[4] * a[9] - a[5] * a[8]);
    if (determinant < 0) n = (bp_vec3){-n.x, -n.y, -n.z};
    return bp_vec3_normalize(n);
}
