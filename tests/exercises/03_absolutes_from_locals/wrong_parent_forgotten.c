/* Returns the local matrices. */
#include "exercise.h"

void absolute_matrices(const bp_mat4 *local, const int *parent, int count, bp_mat4 *absolute) {
    (void)parent;
    for (int i = 0; i < count; i++)
        absolute[i] = local[i];
}
