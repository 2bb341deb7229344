/* Climbs from each bone to its root. */
#include "exercise.h"

void absolute_matrices(const bp_mat4 *local, const int *parent, int count, bp_mat4 *absolute) {
    for (int i = 0; i < count; i++) {
        absolute[i] = local[i];
        for (int up = parent[i]; up >= 0; up = parent[up]) absolute[i] = bp_mat4_mul(absolute[i], local[up]);
    }
}
