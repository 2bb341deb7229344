/* Exercise 13: lengths and a target in, elbow and hand out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    float upper = bp_unpack_float(&in), lower = bp_unpack_float(&in);
    bp_vec2 target = bp_unpack_vec2(&in), *joints = bp_run_array(2, sizeof *joints);
    reach(upper, lower, target, &joints[0], &joints[1]);
    bp_pack_vec2(&out, joints[0]);
    bp_pack_vec2(&out, joints[1]);
    return out;
}
