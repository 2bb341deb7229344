/* Adds a negative distance. */
#include "exercise.h"

static float distance(bp_vec4 plane, bp_vec4 p) {
    return plane.x * p.x + plane.y * p.y + plane.z * p.z + plane.w * p.w;
}

int clip_triangle(const clip_vertex corner[3], bp_vec4 plane, clip_vertex kept[4]) {
    int count = 0;
    for (int i = 0; i < 3; i++) {
        clip_vertex a = corner[i], b = corner[(i + 1) % 3];
        float da = distance(plane, a.position), db = distance(plane, b.position), t = da / (da + db);
        if (da >= 0) kept[count++] = a;
        if ((da >= 0) != (db >= 0)) {
            kept[count].position = bp_vec4_mix(a.position, b.position, t);
            kept[count++].value = bp_mix(a.value, b.value, t);
        }
    }
    return count;
}
