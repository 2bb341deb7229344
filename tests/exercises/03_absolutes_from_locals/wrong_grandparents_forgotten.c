/* Goes up one step only. */
#include "exercise.h"

void absolute_matrices(const bp_mat4 *local, const int *parent, int count, bp_mat4 *absolute) {
    for (int i = 0; i < count; i++)
        absolute[i] = parent[i] < 0 ? local[i] : bp_mat4_mul(local[i], local[parent[i]]);
}
