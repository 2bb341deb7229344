/* Reads absolute[-1] for a root. */
#include "exercise.h"

void absolute_matrices(const bp_mat4 *local, const int *parent, int count, bp_mat4 *absolute) {
    for (int i = 0; i < count; i++)
        absolute[i] = bp_mat4_mul(local[i], absolute[parent[i]]);
}
