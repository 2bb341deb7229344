/* Normalizing skin weights. */
#include <bindpose/mesh.h>

/* Returns whether a weight changed. Sums within a rounding error or two of 1 are left alone: a second call
 * then changes nothing. */
static bool normalize_vertex(float *weights, int influences) {
    bool changed = false;
    double sum = 0.0;
    for (int k = 0; k < influences; k++) {
        if (!bp_is_finite(weights[k]) || weights[k] < 0.0f) {
            weights[k] = 0.0f;
            changed = true;
        }
        sum += (double)weights[k];
    }
    if (sum == 0.0) {
        weights[0] = 1.0f;
        return true;
    }
    if (fabs(sum - 1.0) <= 3e-7 * influences) return changed;
    for (int k = 0; k < influences; k++) weights[k] = (float)((double)weights[k] / sum);
    return true;
}

size_t bp_mesh_normalize_weights(bp_mesh *mesh) {
    size_t changed = 0;
    for (size_t vertex = 0; mesh->influences > 0 && vertex < mesh->vertex_count; vertex++) {
        if (normalize_vertex(mesh->weights + vertex * (size_t)mesh->influences, mesh->influences)) changed++;
    }
    return changed;
}
