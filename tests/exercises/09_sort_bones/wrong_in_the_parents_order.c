/* Uses a queue: the children of the first bone, then those of the second, and so on. */
#include "exercise.h"

void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    int inv[256], n = 0;
    for (int i = 0; i < count; i++) if (parent[i] < 0) order[n++] = i;
    for (int k = 0; k < n; k++) for (int i = 0; i < count; i++) if (parent[i] == order[k]) order[n++] = i;
    for (int k = 0; k < count; k++) inv[order[k]] = k;
    for (int k = 0; k < count; k++) new_parent[k] = parent[order[k]] < 0 ? -1 : inv[parent[order[k]]];
    for (int j = 0; j < joint_count; j++) joints[j] = inv[joints[j]];
}
