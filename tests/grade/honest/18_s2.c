#include "exercise.h"
#include <math.h>
static float dist(bp_vec4 p, bp_vec4 plane) {
    return p.x * plane.x + p.y * plane.y + p.z * plane.z + p.w * plane.w;
}
int clip_triangle(const clip_vertex corner[3], bp_vec4 plane, clip_vertex kept[4]) {
    int out = 0;
    for (int i = 0; i < 3; ++i) {
        const clip_vertex *a = &corner[i], *b = &corner[i == 2 ? 0 : i + 1];
        float x = dist(a->position, plane), y = dist(b->position, plane);
        bool in_a = x >= 0, in_b = y >= 0;
        if (in_a) {
            kept[out] = *a;
            out++;
        }
        if (in_a != in_b) {
            float t = x / (x - y);
            clip_vertex v = {bp_vec4_mix(a->position, b->position, t), bp_mix(a->value, b->value, t)};
            kept[out] = v;
            out++;
        }
    }
    return out;
}
