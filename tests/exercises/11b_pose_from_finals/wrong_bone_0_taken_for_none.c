/* Bone 0 is nobody's parent. */
#include "exercise.h"

static bp_mat4 undo(bp_mat4 m) {
    bp_mat4 out = m;
    bp_mat4_inverse(m, &out);
    return out;
}

void pose_from_finals(const int *parent, const bp_mat4 *bind, const bp_mat4 *final, int count,
                      bp_mat4 *local) {
    bp_mat4 down[16], absolute[16];
    for (int i = 0; i < count; i++) {
        int p = parent[i];
        down[i] = p <= 0 ? bind[i] : bp_mat4_mul(bind[i], down[p]);
        absolute[i] = bp_mat4_mul(down[i], final[i]);
        local[i] = p <= 0 ? absolute[i] : bp_mat4_mul(absolute[i], undo(absolute[p]));
    }
}
