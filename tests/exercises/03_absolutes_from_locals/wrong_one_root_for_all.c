/* Makes every other root a child of bone 0. */
#include "exercise.h"

void absolute_matrices(const bp_mat4 *local, const int *parent, int count, bp_mat4 *absolute) {
    absolute[0] = local[0];
    for (int i = 1; i < count; i++)
        absolute[i] = bp_mat4_mul(local[i], absolute[parent[i] < 0 ? 0 : parent[i]]);
}
