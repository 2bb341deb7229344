/* Copies the parents. */
#include "exercise.h"

static int depth_of(const int *parent, int bone) { return parent[bone] < 0 ? 0 : 1 + depth_of(parent, parent[bone]); }

void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    int place[64] = {0}, at = 0;
    for (int d = 0; d < count; d++)
        for (int i = 0; i < count; i++)
            if (depth_of(parent, i) == d) place[i] = at, order[at++] = i;
    for (int k = 0; k < count; k++) new_parent[k] = parent[k];
    (void)place;
    for (int j = 0; j < joint_count; j++) joints[j] = place[joints[j]];
}
