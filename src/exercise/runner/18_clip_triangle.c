/* Exercise 18: a plane and a triangle in, what is kept of it out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_vec4 plane = {in[0], in[1], in[2], in[3]};
    in += 4;
    clip_vertex *corner = bp_run_array(3, sizeof *corner), *kept = bp_run_array(4, sizeof *kept);
    for (int i = 0; i < 3; i++, in += 4) corner[i].position = (bp_vec4){in[0], in[1], in[2], in[3]};
    for (int i = 0; i < 3; i++) corner[i].value = bp_unpack_float(&in);
    int count = clip_triangle(corner, plane, kept);
    bp_pack_float(&out, (float)count);
    for (int i = 0; i < 4; i++) {
        bp_vec4 p = i < count ? kept[i].position : (bp_vec4){0, 0, 0, 0};
        bp_pack_quat(&out, (bp_quat){p.x, p.y, p.z, p.w});
    }
    for (int i = 0; i < 4; i++) bp_pack_float(&out, i < count ? kept[i].value : 0);
    return out;
}
