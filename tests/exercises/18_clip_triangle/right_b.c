/* From the inner end of an edge to the outer one, and each number by itself. */
#include "exercise.h"

static clip_vertex cut(const clip_vertex *in, const clip_vertex *out, float inside, float outside) {
    float all = inside + outside;
    clip_vertex c;
    const float *p = &in->position.x, *q = &out->position.x;
    for (int k = 0; k < 4; k++) (&c.position.x)[k] = (p[k] * outside + q[k] * inside) / all;
    c.value = (in->value * outside + out->value * inside) / all;
    return c;
}

int clip_triangle(const clip_vertex corner[3], bp_vec4 plane, clip_vertex kept[4]) {
    float d[3];
    int n = 0;
    for (int i = 0; i < 3; i++) {
        bp_vec4 p = corner[i].position;
        d[i] = plane.x * p.x + plane.y * p.y + plane.z * p.z + plane.w * p.w;
    }
    for (int i = 0; i < 3; i++) {
        int next = i == 2 ? 0 : i + 1;
        if (d[i] < 0 && d[next] < 0) continue;
        if (d[i] < 0) {
            kept[n++] = cut(&corner[next], &corner[i], d[next], -d[i]);
            continue;
        }
        kept[n++] = corner[i];
        if (d[next] < 0) kept[n++] = cut(&corner[i], &corner[next], d[i], -d[next]);
    }
    return n;
}
