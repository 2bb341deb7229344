/* By the final matrices, which are equal: hers undone up the tree, without an array of hers. */
#include "exercise.h"

static bp_mat4 down(const int *parent, const bp_mat4 *own, int bone) {
    bp_mat4 m = own[bone];
    while ((bone = parent[bone]) >= 0) m = bp_mat4_mul(m, own[bone]);
    return m;
}

void pose_another(const int *parent, const bp_mat4 *his_bind, const bp_mat4 *his_local,
                  const bp_mat4 *her_bind, int count, bp_mat4 *her_local) {
    for (int i = count - 1; i >= 0; i--) {
        bp_mat4 undone, up;
        bp_mat4_inverse(down(parent, his_bind, i), &undone);
        her_local[i] =
            bp_mat4_mul(down(parent, her_bind, i), bp_mat4_mul(undone, down(parent, his_local, i)));
        int p = parent[i];
        if (p < 0) continue;
        bp_mat4_inverse(down(parent, her_bind, p), &up); /* her parent's final is his */
        bp_mat4_inverse(down(parent, his_local, p), &undone);
        her_local[i] =
            bp_mat4_mul(bp_mat4_mul(her_local[i], undone), bp_mat4_mul(down(parent, his_bind, p), up));
    }
}
