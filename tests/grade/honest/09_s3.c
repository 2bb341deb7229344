#include "exercise.h"
#include <math.h>
void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int joint_count) {
    bool done[8] = {false};
    int where[8], n = 0, level = 0;
    for (int i = 0; i < count; i++)
        if (parent[i] < 0) {
            where[i] = n;
            order[n] = i;
            new_parent[n] = -1;
            n++;
            done[i] = true;
        }
    int begin = 0;
    while (n < count) {
        int end = n;
        for (int i = 0; i < count; i++) {
            if (done[i]) continue;
            for (int k = begin; k < end; k++)
                if (order[k] == parent[i]) {
                    where[i] = n;
                    new_parent[n] = k;
                    order[n++] = i;
                    done[i] = true;
                    break;
                }
        }
        begin = end;
        level++;
        if (level > 8) break;
    }
    for (int j = 0; j < joint_count; ++j) joints[j] = where[joints[j]];
}
