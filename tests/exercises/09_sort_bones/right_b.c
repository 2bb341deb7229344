/* Finds each depth by climbing to the root, and sorts by counting, which is stable. */
#include "exercise.h"

void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    int depth[64], before[65] = {0}, place[64];
    for (int i = 0; i < count; i++) {
        depth[i] = 0;
        for (int up = parent[i]; up != -1; up = parent[up]) depth[i]++;
        before[depth[i] + 1]++;
    }
    for (int d = 1; d < 65; d++) before[d] += before[d - 1];
    for (int i = 0; i < count; i++) {
        place[i] = before[depth[i]]++;
        order[place[i]] = i;
    }
    for (int i = 0; i < count; i++) new_parent[place[i]] = parent[i] == -1 ? -1 : place[parent[i]];
    while (joint_count-- > 0) joints[joint_count] = place[joints[joint_count]];
}
