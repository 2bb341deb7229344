#include "exercise.h"
#include <math.h>
void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    int depths[8], map[8];
    for (int i = 0; i < count; i++) {
        int p = parent[i];
        depths[i] = 0;
        while (p >= 0) {
            depths[i] += 1;
            p = parent[p];
        }
        order[i] = i;
    }
    for (int i = 1; i < count; i++) {
        int x = order[i], j = i - 1;
        while (j >= 0 && depths[order[j]] > depths[x]) {
            order[j + 1] = order[j];
            j--;
        }
        order[j + 1] = x;
    }
    for (int i = 0; i < count; i++) map[order[i]] = i;
    for (int i = 0; i < count; i++) new_parent[i] = parent[order[i]] >= 0 ? map[parent[order[i]]] : -1;
    for (int i = 0; i < joint_count; i++) joints[i] = map[joints[i]];
}
