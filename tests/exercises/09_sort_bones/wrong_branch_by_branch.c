/* Depth first. */
#include "exercise.h"

static int n;
static void put(const int *parent, int count, int p, int *order) {
    for (int i = 0; i < count; i++) if (parent[i] == p) { order[n++] = i; put(parent, count, i, order); }
}
void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    n = 0; put(parent, count, -1, order);
    int inv[256];
    for (int k = 0; k < count; k++) inv[order[k]] = k;
    for (int k = 0; k < count; k++) new_parent[k] = parent[order[k]] < 0 ? -1 : inv[parent[order[k]]];
    for (int j = 0; j < joint_count; j++) joints[j] = inv[joints[j]];
}
