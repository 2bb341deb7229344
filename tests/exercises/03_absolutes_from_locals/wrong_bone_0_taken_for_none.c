/* Tests for > 0 instead of >= 0. */
#include "exercise.h"

void absolute_matrices(const bp_mat4 *local, const int *parent, int count, bp_mat4 *absolute) {
    for (int i = 0; i < count; i++) {
        if (parent[i] > 0) absolute[i] = bp_mat4_mul(local[i], absolute[parent[i]]);
        else absolute[i] = local[i];
    }
}
