#include "exercise.h"
#include <math.h>
int clip_triangle(const clip_vertex corner[3], bp_vec4 plane, clip_vertex kept[4]) {
    float d[3];
    for (int i = 0; i < 3; i++)
        d[i] = plane.x * corner[i].position.x + plane.y * corner[i].position.y +
               plane.z * corner[i].position.z + plane.w * corner[i].position.w;
    int n = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if (d[i] >= 0) kept[n++] = corner[i];
        if ((d[i] >= 0) != (d[j] >= 0)) {
            float t = d[i] / (d[i] - d[j]);
            kept[n].position = bp_vec4_mix(corner[i].position, corner[j].position, t);
            kept[n].value = bp_mix(corner[i].value, corner[j].value, t);
            n++;
        }
    }
    return n;
}
