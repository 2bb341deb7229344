/* Exercise 13b: three points and two lengths in, a point out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_vec3 shoulder = bp_unpack_vec3(&in), target = bp_unpack_vec3(&in), pole = bp_unpack_vec3(&in);
    float upper = bp_unpack_float(&in), lower = bp_unpack_float(&in);
    bp_pack_vec3(&out, find_elbow(shoulder, target, pole, upper, lower));
    return out;
}
