#include "exercise.h"
#include <math.h>
static int depth_of(const int *parent, int i) {
    int d = 0;
    while (parent[i] != -1) {
        i = parent[i];
        d++;
    }
    return d;
}
void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    int k = 0;
    int newIndex[8];
    for (int d = 0; k < count; d++) {
        for (int i = 0; i < count; i++) {
            if (depth_of(parent, i) == d) {
                newIndex[i] = k;
                order[k++] = i;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        int p = parent[order[i]];
        if (p == -1)
            new_parent[i] = -1;
        else
            new_parent[i] = newIndex[p];
    }
    for (int j = 0; j < joint_count; j++) joints[j] = newIndex[joints[j]];
}
