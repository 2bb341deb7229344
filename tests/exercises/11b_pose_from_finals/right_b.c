/* Up from each bone, and only two inverses' worth of thought: the inverse of the parent's absolute matrix
 * is the inverse of its final matrix, and then of its binds, from the root down. */
#include "exercise.h"

static bp_mat4 bind_of(const int *parent, const bp_mat4 *bind, int bone) {
    bp_mat4 m = bind[bone];
    while ((bone = parent[bone]) >= 0) m = bp_mat4_mul(m, bind[bone]);
    return m;
}

void pose_from_finals(const int *parent, const bp_mat4 *bind, const bp_mat4 *final, int count,
                      bp_mat4 *local) {
    for (int i = count - 1; i >= 0; i--) {
        local[i] = bp_mat4_mul(bind_of(parent, bind, i), final[i]);
        if (parent[i] < 0) continue;
        bp_mat4 back, up;
        bp_mat4_inverse(final[parent[i]], &back);
        bp_mat4_inverse(bind_of(parent, bind, parent[i]), &up);
        local[i] = bp_mat4_mul(bp_mat4_mul(local[i], back), up);
    }
}
